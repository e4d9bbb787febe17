import Type, { type Static } from 'typebox';
export declare const workflowRunStatuses: readonly ['WorkflowRunStatusStarted', 'WorkflowRunStatusFailed', 'WorkflowRunStatusCompleted'];
export declare const WorkflowRunStatus: Type.TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
export type WorkflowRunStatus = Static<typeof WorkflowRunStatus>;
export declare const MachineStats: Type.TObject<{
    machine_name: Type.TOptional<Type.TString>;
    os_version: Type.TOptional<Type.TString>;
    gpu_type: Type.TOptional<Type.TString>;
    cpu_capacity: Type.TOptional<Type.TString>;
    initial_cpu: Type.TOptional<Type.TString>;
    memory_capacity: Type.TOptional<Type.TString>;
    initial_ram: Type.TOptional<Type.TString>;
    vram_time_series: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
    disk_capacity: Type.TOptional<Type.TString>;
    initial_disk: Type.TOptional<Type.TString>;
    pip_freeze: Type.TOptional<Type.TString>;
}>;
export type MachineStats = Static<typeof MachineStats>;
export declare const StorageFile: Type.TObject<{
    id: Type.TString;
    file_path: Type.TString;
    public_url: Type.TString;
}>;
export type StorageFile = Static<typeof StorageFile>;
/** One run of one workflow on one operating system. Times are seconds since 1970. */
export declare const ActionJobResult: Type.TObject<{
    id: Type.TString;
    workflow_name: Type.TString;
    operating_system: Type.TString;
    python_version: Type.TString;
    pytorch_version: Type.TString;
    action_run_id: Type.TString;
    action_job_id: Type.TString;
    cuda_version: Type.TString;
    branch_name: Type.TString;
    commit_hash: Type.TString;
    commit_id: Type.TString;
    commit_time: Type.TInteger;
    commit_message: Type.TString;
    comfy_run_flags: Type.TString;
    git_repo: Type.TString;
    pr_number: Type.TString;
    start_time: Type.TInteger;
    end_time: Type.TInteger;
    avg_vram: Type.TInteger;
    peak_vram: Type.TInteger;
    job_trigger_user: Type.TString;
    author: Type.TString;
    machine_stats: Type.TOptional<Type.TObject<{
        machine_name: Type.TOptional<Type.TString>;
        os_version: Type.TOptional<Type.TString>;
        gpu_type: Type.TOptional<Type.TString>;
        cpu_capacity: Type.TOptional<Type.TString>;
        initial_cpu: Type.TOptional<Type.TString>;
        memory_capacity: Type.TOptional<Type.TString>;
        initial_ram: Type.TOptional<Type.TString>;
        vram_time_series: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
        disk_capacity: Type.TOptional<Type.TString>;
        initial_disk: Type.TOptional<Type.TString>;
        pip_freeze: Type.TOptional<Type.TString>;
    }>>;
    status: Type.TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
    storage_file: Type.TOptional<Type.TObject<{
        id: Type.TString;
        file_path: Type.TString;
        public_url: Type.TString;
    }>>;
    storage_files: Type.TArray<Type.TObject<{
        id: Type.TString;
        file_path: Type.TString;
        public_url: Type.TString;
    }>>;
}>;
export type ActionJobResult = Static<typeof ActionJobResult>;
export declare const uploadArtifact: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    repo: Type.TString;
    job_id: Type.TString;
    run_id: Type.TString;
    os: Type.TString;
    commit_hash: Type.TString;
    commit_message: Type.TString;
    commit_time: Type.TString;
    branch_name: Type.TString;
    workflow_name: Type.TString;
    pr_number: Type.TString;
    python_version: Type.TString;
    job_trigger_user: Type.TString;
    author: Type.TString;
    start_time: Type.TInteger;
    end_time: Type.TInteger;
    status: Type.TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
    cuda_version: Type.TOptional<Type.TString>;
    pytorch_version: Type.TOptional<Type.TString>;
    bucket_name: Type.TOptional<Type.TString>;
    comfy_logs_gcs_path: Type.TOptional<Type.TString>;
    comfy_run_flags: Type.TOptional<Type.TString>;
    output_files_gcs_paths: Type.TOptional<Type.TString>;
    avg_vram: Type.TOptional<Type.TInteger>;
    peak_vram: Type.TOptional<Type.TInteger>;
    machine_stats: Type.TOptional<Type.TObject<{
        machine_name: Type.TOptional<Type.TString>;
        os_version: Type.TOptional<Type.TString>;
        gpu_type: Type.TOptional<Type.TString>;
        cpu_capacity: Type.TOptional<Type.TString>;
        initial_cpu: Type.TOptional<Type.TString>;
        memory_capacity: Type.TOptional<Type.TString>;
        initial_ram: Type.TOptional<Type.TString>;
        vram_time_series: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
        disk_capacity: Type.TOptional<Type.TString>;
        initial_disk: Type.TOptional<Type.TString>;
        pip_freeze: Type.TOptional<Type.TString>;
    }>>;
}>, Type.TObject<{
    message: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>>;
export declare const listCiResults: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    commitId: Type.TOptional<Type.TString>;
    operatingSystem: Type.TOptional<Type.TString>;
    workflowName: Type.TOptional<Type.TString>;
    branch: Type.TOptional<Type.TString>;
    repoName: Type.TOptional<Type.TString>;
    page: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    jobResults: Type.TArray<Type.TObject<{
        id: Type.TString;
        workflow_name: Type.TString;
        operating_system: Type.TString;
        python_version: Type.TString;
        pytorch_version: Type.TString;
        action_run_id: Type.TString;
        action_job_id: Type.TString;
        cuda_version: Type.TString;
        branch_name: Type.TString;
        commit_hash: Type.TString;
        commit_id: Type.TString;
        commit_time: Type.TInteger;
        commit_message: Type.TString;
        comfy_run_flags: Type.TString;
        git_repo: Type.TString;
        pr_number: Type.TString;
        start_time: Type.TInteger;
        end_time: Type.TInteger;
        avg_vram: Type.TInteger;
        peak_vram: Type.TInteger;
        job_trigger_user: Type.TString;
        author: Type.TString;
        machine_stats: Type.TOptional<Type.TObject<{
            machine_name: Type.TOptional<Type.TString>;
            os_version: Type.TOptional<Type.TString>;
            gpu_type: Type.TOptional<Type.TString>;
            cpu_capacity: Type.TOptional<Type.TString>;
            initial_cpu: Type.TOptional<Type.TString>;
            memory_capacity: Type.TOptional<Type.TString>;
            initial_ram: Type.TOptional<Type.TString>;
            vram_time_series: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
            disk_capacity: Type.TOptional<Type.TString>;
            initial_disk: Type.TOptional<Type.TString>;
            pip_freeze: Type.TOptional<Type.TString>;
        }>>;
        status: Type.TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
        storage_file: Type.TOptional<Type.TObject<{
            id: Type.TString;
            file_path: Type.TString;
            public_url: Type.TString;
        }>>;
        storage_files: Type.TArray<Type.TObject<{
            id: Type.TString;
            file_path: Type.TString;
            public_url: Type.TString;
        }>>;
    }>>;
    totalNumberOfPages: Type.TInteger;
}>, Type.TObject<Record<never, never>>>;
export declare const runStates: readonly ['STARTED', 'FAILED', 'COMPLETED'];
export declare const RunState: Type.TUnsafe<"COMPLETED" | "FAILED" | "STARTED">;
export type RunState = Static<typeof RunState>;
export declare const GitCommitSummary: Type.TObject<{
    commit_hash: Type.TString;
    commit_name: Type.TString;
    branch_name: Type.TString;
    author: Type.TString;
    timestamp: Type.TString;
    status_summary: Type.TRecord<"^.*$", Type.TString>;
}>;
export type GitCommitSummary = Static<typeof GitCommitSummary>;
export declare const listCommitSummaries: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    repoName: Type.TOptional<Type.TString>;
    branchName: Type.TOptional<Type.TString>;
    page: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    commitSummaries: Type.TArray<Type.TObject<{
        commit_hash: Type.TString;
        commit_name: Type.TString;
        branch_name: Type.TString;
        author: Type.TString;
        timestamp: Type.TString;
        status_summary: Type.TRecord<"^.*$", Type.TString>;
    }>>;
    totalNumberOfPages: Type.TInteger;
}>, Type.TObject<Record<never, never>>>;
export declare const getCiResult: import("./route.ts").Route<Type.TObject<{
    workflowResultId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    id: Type.TString;
    workflow_name: Type.TString;
    operating_system: Type.TString;
    python_version: Type.TString;
    pytorch_version: Type.TString;
    action_run_id: Type.TString;
    action_job_id: Type.TString;
    cuda_version: Type.TString;
    branch_name: Type.TString;
    commit_hash: Type.TString;
    commit_id: Type.TString;
    commit_time: Type.TInteger;
    commit_message: Type.TString;
    comfy_run_flags: Type.TString;
    git_repo: Type.TString;
    pr_number: Type.TString;
    start_time: Type.TInteger;
    end_time: Type.TInteger;
    avg_vram: Type.TInteger;
    peak_vram: Type.TInteger;
    job_trigger_user: Type.TString;
    author: Type.TString;
    machine_stats: Type.TOptional<Type.TObject<{
        machine_name: Type.TOptional<Type.TString>;
        os_version: Type.TOptional<Type.TString>;
        gpu_type: Type.TOptional<Type.TString>;
        cpu_capacity: Type.TOptional<Type.TString>;
        initial_cpu: Type.TOptional<Type.TString>;
        memory_capacity: Type.TOptional<Type.TString>;
        initial_ram: Type.TOptional<Type.TString>;
        vram_time_series: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
        disk_capacity: Type.TOptional<Type.TString>;
        initial_disk: Type.TOptional<Type.TString>;
        pip_freeze: Type.TOptional<Type.TString>;
    }>>;
    status: Type.TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
    storage_file: Type.TOptional<Type.TObject<{
        id: Type.TString;
        file_path: Type.TString;
        public_url: Type.TString;
    }>>;
    storage_files: Type.TArray<Type.TObject<{
        id: Type.TString;
        file_path: Type.TString;
        public_url: Type.TString;
    }>>;
}>, Type.TObject<Record<never, never>>>;
export declare const listBranches: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    repo_name: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    branches: Type.TArray<Type.TString>;
}>, Type.TObject<Record<never, never>>>;
