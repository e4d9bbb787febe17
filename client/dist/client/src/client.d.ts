import type { InputOf, ResponseOf, Route } from '../../contract/src/route.ts';
export { RegistryRefusal } from '../../contract/src/client.ts';
declare const contract: {
    generateAdminToken: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        token: import("typebox").TString;
        expires_at: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    workflowRunStatuses: readonly ['WorkflowRunStatusStarted', 'WorkflowRunStatusFailed', 'WorkflowRunStatusCompleted'];
    WorkflowRunStatus: import("typebox").TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
    MachineStats: import("typebox").TObject<{
        machine_name: import("typebox").TOptional<import("typebox").TString>;
        os_version: import("typebox").TOptional<import("typebox").TString>;
        gpu_type: import("typebox").TOptional<import("typebox").TString>;
        cpu_capacity: import("typebox").TOptional<import("typebox").TString>;
        initial_cpu: import("typebox").TOptional<import("typebox").TString>;
        memory_capacity: import("typebox").TOptional<import("typebox").TString>;
        initial_ram: import("typebox").TOptional<import("typebox").TString>;
        vram_time_series: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
        disk_capacity: import("typebox").TOptional<import("typebox").TString>;
        initial_disk: import("typebox").TOptional<import("typebox").TString>;
        pip_freeze: import("typebox").TOptional<import("typebox").TString>;
    }>;
    StorageFile: import("typebox").TObject<{
        id: import("typebox").TString;
        file_path: import("typebox").TString;
        public_url: import("typebox").TString;
    }>;
    ActionJobResult: import("typebox").TObject<{
        id: import("typebox").TString;
        workflow_name: import("typebox").TString;
        operating_system: import("typebox").TString;
        python_version: import("typebox").TString;
        pytorch_version: import("typebox").TString;
        action_run_id: import("typebox").TString;
        action_job_id: import("typebox").TString;
        cuda_version: import("typebox").TString;
        branch_name: import("typebox").TString;
        commit_hash: import("typebox").TString;
        commit_id: import("typebox").TString;
        commit_time: import("typebox").TInteger;
        commit_message: import("typebox").TString;
        comfy_run_flags: import("typebox").TString;
        git_repo: import("typebox").TString;
        pr_number: import("typebox").TString;
        start_time: import("typebox").TInteger;
        end_time: import("typebox").TInteger;
        avg_vram: import("typebox").TInteger;
        peak_vram: import("typebox").TInteger;
        job_trigger_user: import("typebox").TString;
        author: import("typebox").TString;
        machine_stats: import("typebox").TOptional<import("typebox").TObject<{
            machine_name: import("typebox").TOptional<import("typebox").TString>;
            os_version: import("typebox").TOptional<import("typebox").TString>;
            gpu_type: import("typebox").TOptional<import("typebox").TString>;
            cpu_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_cpu: import("typebox").TOptional<import("typebox").TString>;
            memory_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_ram: import("typebox").TOptional<import("typebox").TString>;
            vram_time_series: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
            disk_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_disk: import("typebox").TOptional<import("typebox").TString>;
            pip_freeze: import("typebox").TOptional<import("typebox").TString>;
        }>>;
        status: import("typebox").TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
        storage_file: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            file_path: import("typebox").TString;
            public_url: import("typebox").TString;
        }>>;
        storage_files: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            file_path: import("typebox").TString;
            public_url: import("typebox").TString;
        }>>;
    }>;
    uploadArtifact: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        repo: import("typebox").TString;
        job_id: import("typebox").TString;
        run_id: import("typebox").TString;
        os: import("typebox").TString;
        commit_hash: import("typebox").TString;
        commit_message: import("typebox").TString;
        commit_time: import("typebox").TString;
        branch_name: import("typebox").TString;
        workflow_name: import("typebox").TString;
        pr_number: import("typebox").TString;
        python_version: import("typebox").TString;
        job_trigger_user: import("typebox").TString;
        author: import("typebox").TString;
        start_time: import("typebox").TInteger;
        end_time: import("typebox").TInteger;
        status: import("typebox").TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
        cuda_version: import("typebox").TOptional<import("typebox").TString>;
        pytorch_version: import("typebox").TOptional<import("typebox").TString>;
        bucket_name: import("typebox").TOptional<import("typebox").TString>;
        comfy_logs_gcs_path: import("typebox").TOptional<import("typebox").TString>;
        comfy_run_flags: import("typebox").TOptional<import("typebox").TString>;
        output_files_gcs_paths: import("typebox").TOptional<import("typebox").TString>;
        avg_vram: import("typebox").TOptional<import("typebox").TInteger>;
        peak_vram: import("typebox").TOptional<import("typebox").TInteger>;
        machine_stats: import("typebox").TOptional<import("typebox").TObject<{
            machine_name: import("typebox").TOptional<import("typebox").TString>;
            os_version: import("typebox").TOptional<import("typebox").TString>;
            gpu_type: import("typebox").TOptional<import("typebox").TString>;
            cpu_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_cpu: import("typebox").TOptional<import("typebox").TString>;
            memory_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_ram: import("typebox").TOptional<import("typebox").TString>;
            vram_time_series: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
            disk_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_disk: import("typebox").TOptional<import("typebox").TString>;
            pip_freeze: import("typebox").TOptional<import("typebox").TString>;
        }>>;
    }>, import("typebox").TObject<{
        message: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listCiResults: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        commitId: import("typebox").TOptional<import("typebox").TString>;
        operatingSystem: import("typebox").TOptional<import("typebox").TString>;
        workflowName: import("typebox").TOptional<import("typebox").TString>;
        branch: import("typebox").TOptional<import("typebox").TString>;
        repoName: import("typebox").TOptional<import("typebox").TString>;
        page: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        jobResults: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            workflow_name: import("typebox").TString;
            operating_system: import("typebox").TString;
            python_version: import("typebox").TString;
            pytorch_version: import("typebox").TString;
            action_run_id: import("typebox").TString;
            action_job_id: import("typebox").TString;
            cuda_version: import("typebox").TString;
            branch_name: import("typebox").TString;
            commit_hash: import("typebox").TString;
            commit_id: import("typebox").TString;
            commit_time: import("typebox").TInteger;
            commit_message: import("typebox").TString;
            comfy_run_flags: import("typebox").TString;
            git_repo: import("typebox").TString;
            pr_number: import("typebox").TString;
            start_time: import("typebox").TInteger;
            end_time: import("typebox").TInteger;
            avg_vram: import("typebox").TInteger;
            peak_vram: import("typebox").TInteger;
            job_trigger_user: import("typebox").TString;
            author: import("typebox").TString;
            machine_stats: import("typebox").TOptional<import("typebox").TObject<{
                machine_name: import("typebox").TOptional<import("typebox").TString>;
                os_version: import("typebox").TOptional<import("typebox").TString>;
                gpu_type: import("typebox").TOptional<import("typebox").TString>;
                cpu_capacity: import("typebox").TOptional<import("typebox").TString>;
                initial_cpu: import("typebox").TOptional<import("typebox").TString>;
                memory_capacity: import("typebox").TOptional<import("typebox").TString>;
                initial_ram: import("typebox").TOptional<import("typebox").TString>;
                vram_time_series: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
                disk_capacity: import("typebox").TOptional<import("typebox").TString>;
                initial_disk: import("typebox").TOptional<import("typebox").TString>;
                pip_freeze: import("typebox").TOptional<import("typebox").TString>;
            }>>;
            status: import("typebox").TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
            storage_file: import("typebox").TOptional<import("typebox").TObject<{
                id: import("typebox").TString;
                file_path: import("typebox").TString;
                public_url: import("typebox").TString;
            }>>;
            storage_files: import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TString;
                file_path: import("typebox").TString;
                public_url: import("typebox").TString;
            }>>;
        }>>;
        totalNumberOfPages: import("typebox").TInteger;
    }>, import("typebox").TObject<Record<never, never>>>;
    runStates: readonly ['STARTED', 'FAILED', 'COMPLETED'];
    RunState: import("typebox").TUnsafe<"COMPLETED" | "FAILED" | "STARTED">;
    GitCommitSummary: import("typebox").TObject<{
        commit_hash: import("typebox").TString;
        commit_name: import("typebox").TString;
        branch_name: import("typebox").TString;
        author: import("typebox").TString;
        timestamp: import("typebox").TString;
        status_summary: import("typebox").TRecord<"^.*$", import("typebox").TString>;
    }>;
    listCommitSummaries: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        repoName: import("typebox").TOptional<import("typebox").TString>;
        branchName: import("typebox").TOptional<import("typebox").TString>;
        page: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        commitSummaries: import("typebox").TArray<import("typebox").TObject<{
            commit_hash: import("typebox").TString;
            commit_name: import("typebox").TString;
            branch_name: import("typebox").TString;
            author: import("typebox").TString;
            timestamp: import("typebox").TString;
            status_summary: import("typebox").TRecord<"^.*$", import("typebox").TString>;
        }>>;
        totalNumberOfPages: import("typebox").TInteger;
    }>, import("typebox").TObject<Record<never, never>>>;
    getCiResult: Route<import("typebox").TObject<{
        workflowResultId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        workflow_name: import("typebox").TString;
        operating_system: import("typebox").TString;
        python_version: import("typebox").TString;
        pytorch_version: import("typebox").TString;
        action_run_id: import("typebox").TString;
        action_job_id: import("typebox").TString;
        cuda_version: import("typebox").TString;
        branch_name: import("typebox").TString;
        commit_hash: import("typebox").TString;
        commit_id: import("typebox").TString;
        commit_time: import("typebox").TInteger;
        commit_message: import("typebox").TString;
        comfy_run_flags: import("typebox").TString;
        git_repo: import("typebox").TString;
        pr_number: import("typebox").TString;
        start_time: import("typebox").TInteger;
        end_time: import("typebox").TInteger;
        avg_vram: import("typebox").TInteger;
        peak_vram: import("typebox").TInteger;
        job_trigger_user: import("typebox").TString;
        author: import("typebox").TString;
        machine_stats: import("typebox").TOptional<import("typebox").TObject<{
            machine_name: import("typebox").TOptional<import("typebox").TString>;
            os_version: import("typebox").TOptional<import("typebox").TString>;
            gpu_type: import("typebox").TOptional<import("typebox").TString>;
            cpu_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_cpu: import("typebox").TOptional<import("typebox").TString>;
            memory_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_ram: import("typebox").TOptional<import("typebox").TString>;
            vram_time_series: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
            disk_capacity: import("typebox").TOptional<import("typebox").TString>;
            initial_disk: import("typebox").TOptional<import("typebox").TString>;
            pip_freeze: import("typebox").TOptional<import("typebox").TString>;
        }>>;
        status: import("typebox").TUnsafe<"WorkflowRunStatusCompleted" | "WorkflowRunStatusFailed" | "WorkflowRunStatusStarted">;
        storage_file: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            file_path: import("typebox").TString;
            public_url: import("typebox").TString;
        }>>;
        storage_files: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            file_path: import("typebox").TString;
            public_url: import("typebox").TString;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listBranches: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        repo_name: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        branches: import("typebox").TArray<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    PublisherMember: import("typebox").TObject<{
        id: import("typebox").TOptional<import("typebox").TString>;
        role: import("typebox").TUnsafe<"member" | "owner">;
        user: import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            email: import("typebox").TOptional<import("typebox").TString>;
            name: import("typebox").TString;
        }>;
    }>;
    Publisher: import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        website: import("typebox").TString;
        support: import("typebox").TString;
        source_code_repo: import("typebox").TString;
        logo: import("typebox").TString;
        createdAt: import("typebox").TString;
        members: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            role: import("typebox").TUnsafe<"member" | "owner">;
            user: import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                email: import("typebox").TOptional<import("typebox").TString>;
                name: import("typebox").TString;
            }>;
        }>>;
        status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>;
    PublisherParams: import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>;
    validatePublisherId: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        username: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        isAvailable: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    listPublishers: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TArray<import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        website: import("typebox").TString;
        support: import("typebox").TString;
        source_code_repo: import("typebox").TString;
        logo: import("typebox").TString;
        createdAt: import("typebox").TString;
        members: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            role: import("typebox").TUnsafe<"member" | "owner">;
            user: import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                email: import("typebox").TOptional<import("typebox").TString>;
                name: import("typebox").TString;
            }>;
        }>>;
        status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>>, import("typebox").TObject<Record<never, never>>>;
    getPublisher: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        website: import("typebox").TString;
        support: import("typebox").TString;
        source_code_repo: import("typebox").TString;
        logo: import("typebox").TString;
        createdAt: import("typebox").TString;
        members: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            role: import("typebox").TUnsafe<"member" | "owner">;
            user: import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                email: import("typebox").TOptional<import("typebox").TString>;
                name: import("typebox").TString;
            }>;
        }>>;
        status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>, import("typebox").TObject<Record<never, never>>>;
    createPublisher: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        name: import("typebox").TOptional<import("typebox").TString>;
        description: import("typebox").TOptional<import("typebox").TString>;
        website: import("typebox").TOptional<import("typebox").TString>;
        support: import("typebox").TOptional<import("typebox").TString>;
        source_code_repo: import("typebox").TOptional<import("typebox").TString>;
        logo: import("typebox").TOptional<import("typebox").TString>;
        id: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        website: import("typebox").TString;
        support: import("typebox").TString;
        source_code_repo: import("typebox").TString;
        logo: import("typebox").TString;
        createdAt: import("typebox").TString;
        members: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            role: import("typebox").TUnsafe<"member" | "owner">;
            user: import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                email: import("typebox").TOptional<import("typebox").TString>;
                name: import("typebox").TString;
            }>;
        }>>;
        status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>, import("typebox").TObject<Record<never, never>>>;
    updatePublisher: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        name: import("typebox").TOptional<import("typebox").TString>;
        description: import("typebox").TOptional<import("typebox").TString>;
        website: import("typebox").TOptional<import("typebox").TString>;
        support: import("typebox").TOptional<import("typebox").TString>;
        source_code_repo: import("typebox").TOptional<import("typebox").TString>;
        logo: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        website: import("typebox").TString;
        support: import("typebox").TString;
        source_code_repo: import("typebox").TString;
        logo: import("typebox").TString;
        createdAt: import("typebox").TString;
        members: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            role: import("typebox").TUnsafe<"member" | "owner">;
            user: import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                email: import("typebox").TOptional<import("typebox").TString>;
                name: import("typebox").TString;
            }>;
        }>>;
        status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>, import("typebox").TObject<Record<never, never>>>;
    deletePublisher: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TNull, import("typebox").TObject<Record<never, never>>>;
    getPublisherPermissions: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        canEdit: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    getNodePermissions: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
        nodeId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        canEdit: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    searchSorts: readonly ['relevance', 'downloads', 'stars', 'newest', 'updated', 'rising', 'name'];
    SearchSort: import("typebox").TUnsafe<"downloads" | "name" | "newest" | "relevance" | "rising" | "stars" | "updated">;
    SearchNarrowing: {
        publisher_id: import("typebox").TOptional<import("typebox").TString>;
        tag: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        category: import("typebox").TOptional<import("typebox").TUnsafe<"audio" | "control" | "faces" | "image-editing" | "inpainting" | "interface" | "language-models" | "masks" | "models" | "samplers" | "text" | "three-d" | "training" | "upscaling" | "video" | "workflow">>;
        license: import("typebox").TOptional<import("typebox").TString>;
        has_nodes: import("typebox").TOptional<import("typebox").TBoolean>;
        updated_within_days: import("typebox").TOptional<import("typebox").TInteger>;
        state: import("typebox").TOptional<import("typebox").TUnsafe<"deprecated" | "published" | "unclaimed">>;
        input_type: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        output_type: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        sort: import("typebox").TOptional<import("typebox").TUnsafe<"downloads" | "name" | "newest" | "relevance" | "rising" | "stars" | "updated">>;
        facets: import("typebox").TOptional<import("typebox").TBoolean>;
    };
    SearchFacets: import("typebox").TObject<{
        category: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        os: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        accelerator: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        tag: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        license: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        state: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        has_nodes: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        updated_within_days: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
    }>;
    suggest: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        text: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        queries: import("typebox").TArray<import("typebox").TObject<{
            query: import("typebox").TString;
            nb_words: import("typebox").TInteger;
            popularity: import("typebox").TNumber;
        }>>;
        nodes: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            icon: import("typebox").TOptional<import("typebox").TString>;
            publisher_id: import("typebox").TString;
        }>>;
        comfy_nodes: import("typebox").TArray<import("typebox").TObject<{
            comfy_node_name: import("typebox").TString;
            node_id: import("typebox").TString;
        }>>;
        publishers: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listTags: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        tags: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
        categories: import("typebox").TArray<import("typebox").TObject<{
            value: import("typebox").TString;
            count: import("typebox").TInteger;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    NodeVersion: import("typebox").TObject<{
        id: import("typebox").TString;
        node_id: import("typebox").TString;
        version: import("typebox").TString;
        createdAt: import("typebox").TString;
        changelog: import("typebox").TString;
        dependencies: import("typebox").TArray<import("typebox").TString>;
        deprecated: import("typebox").TBoolean;
        downloadUrl: import("typebox").TOptional<import("typebox").TString>;
        status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: import("typebox").TOptional<import("typebox").TString>;
        comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        sha256: import("typebox").TOptional<import("typebox").TString>;
        size: import("typebox").TOptional<import("typebox").TInteger>;
        file_count: import("typebox").TOptional<import("typebox").TInteger>;
    }>;
    pipelineSteps: readonly ['received', 'checked', 'extracted', 'scanned', 'listed'];
    StepReport: import("typebox").TObject<{
        step: import("typebox").TUnsafe<"checked" | "extracted" | "listed" | "received" | "scanned">;
        state: import("typebox").TUnsafe<"done" | "failed" | "running" | "waiting">;
        startedAt: import("typebox").TOptional<import("typebox").TString>;
        finishedAt: import("typebox").TOptional<import("typebox").TString>;
        attempts: import("typebox").TInteger;
        message: import("typebox").TOptional<import("typebox").TString>;
    }>;
    VersionParams: import("typebox").TObject<{
        nodeId: import("typebox").TString;
        version: import("typebox").TString;
    }>;
    listNodeVersions: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
    }>, import("typebox").TObject<{
        statuses: import("typebox").TOptional<import("typebox").TArray<import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">>>;
        include_status_reason: import("typebox").TOptional<import("typebox").TBoolean>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TArray<import("typebox").TObject<{
        id: import("typebox").TString;
        node_id: import("typebox").TString;
        version: import("typebox").TString;
        createdAt: import("typebox").TString;
        changelog: import("typebox").TString;
        dependencies: import("typebox").TArray<import("typebox").TString>;
        deprecated: import("typebox").TBoolean;
        downloadUrl: import("typebox").TOptional<import("typebox").TString>;
        status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: import("typebox").TOptional<import("typebox").TString>;
        comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        sha256: import("typebox").TOptional<import("typebox").TString>;
        size: import("typebox").TOptional<import("typebox").TInteger>;
        file_count: import("typebox").TOptional<import("typebox").TInteger>;
    }>>, import("typebox").TObject<Record<never, never>>>;
    getNodeVersion: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
        version: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        node_id: import("typebox").TString;
        version: import("typebox").TString;
        createdAt: import("typebox").TString;
        changelog: import("typebox").TString;
        dependencies: import("typebox").TArray<import("typebox").TString>;
        deprecated: import("typebox").TBoolean;
        downloadUrl: import("typebox").TOptional<import("typebox").TString>;
        status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: import("typebox").TOptional<import("typebox").TString>;
        comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        sha256: import("typebox").TOptional<import("typebox").TString>;
        size: import("typebox").TOptional<import("typebox").TInteger>;
        file_count: import("typebox").TOptional<import("typebox").TInteger>;
        pipeline: import("typebox").TOptional<import("typebox").TArray<import("typebox").TObject<{
            step: import("typebox").TUnsafe<"checked" | "extracted" | "listed" | "received" | "scanned">;
            state: import("typebox").TUnsafe<"done" | "failed" | "running" | "waiting">;
            startedAt: import("typebox").TOptional<import("typebox").TString>;
            finishedAt: import("typebox").TOptional<import("typebox").TString>;
            attempts: import("typebox").TInteger;
            message: import("typebox").TOptional<import("typebox").TString>;
        }>>>;
        published_by: import("typebox").TOptional<import("typebox").TObject<{
            publisher_id: import("typebox").TString;
            name: import("typebox").TOptional<import("typebox").TString>;
        }>>;
        readme_html: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    VersionPage: import("typebox").TObject<{
        total: import("typebox").TInteger;
        versions: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        page: import("typebox").TInteger;
        pageSize: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
    }>;
    listVersions: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        nodeId: import("typebox").TOptional<import("typebox").TString>;
        statuses: import("typebox").TOptional<import("typebox").TArray<import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">>>;
        include_status_reason: import("typebox").TOptional<import("typebox").TBoolean>;
        status_reason: import("typebox").TOptional<import("typebox").TString>;
        page: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        versions: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        page: import("typebox").TInteger;
        pageSize: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
    }>, import("typebox").TObject<Record<never, never>>>;
    BulkResult: import("typebox").TObject<{
        identifier: import("typebox").TObject<{
            node_id: import("typebox").TString;
            version: import("typebox").TString;
        }>;
        status: import("typebox").TUnsafe<"error" | "not_found" | "success">;
        node_version: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        error_message: import("typebox").TOptional<import("typebox").TString>;
    }>;
    bulkVersions: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        node_versions: import("typebox").TArray<import("typebox").TUnknown>;
    }>, import("typebox").TObject<{
        node_versions: import("typebox").TArray<import("typebox").TObject<{
            identifier: import("typebox").TObject<{
                node_id: import("typebox").TString;
                version: import("typebox").TString;
            }>;
            status: import("typebox").TUnsafe<"error" | "not_found" | "success">;
            node_version: import("typebox").TOptional<import("typebox").TObject<{
                id: import("typebox").TString;
                node_id: import("typebox").TString;
                version: import("typebox").TString;
                createdAt: import("typebox").TString;
                changelog: import("typebox").TString;
                dependencies: import("typebox").TArray<import("typebox").TString>;
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                status_reason: import("typebox").TOptional<import("typebox").TString>;
                comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
                supported_os: import("typebox").TArray<import("typebox").TString>;
                supported_accelerators: import("typebox").TArray<import("typebox").TString>;
                supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
                supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
                tags: import("typebox").TArray<import("typebox").TString>;
                tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                file_count: import("typebox").TOptional<import("typebox").TInteger>;
            }>>;
            error_message: import("typebox").TOptional<import("typebox").TString>;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    PublishedNode: import("typebox").TObject<{
        supported_os: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
        supported_accelerators: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        id: import("typebox").TOptional<import("typebox").TString>;
        name: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        description: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        author: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        icon: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        banner_url: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        license: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        repository: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        tags: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
    }>;
    PublishedVersion: import("typebox").TObject<{
        supported_os: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
        supported_accelerators: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        version: import("typebox").TString;
        changelog: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        dependencies: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
        deprecated: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TBoolean, import("typebox").TNull]>>;
        sha256: import("typebox").TOptional<import("typebox").TString>;
        size: import("typebox").TOptional<import("typebox").TInteger>;
    }>;
    publishVersion: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
        nodeId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        personal_access_token: import("typebox").TString;
        node: import("typebox").TObject<{
            supported_os: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
            supported_accelerators: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            id: import("typebox").TOptional<import("typebox").TString>;
            name: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            description: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            author: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            icon: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            banner_url: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            license: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            repository: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            tags: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
        }>;
        node_version: import("typebox").TObject<{
            supported_os: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
            supported_accelerators: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            version: import("typebox").TString;
            changelog: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            dependencies: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TArray<import("typebox").TString>, import("typebox").TNull]>>;
            deprecated: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TBoolean, import("typebox").TNull]>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
        }>;
    }>, import("typebox").TObject<{
        signedUrl: import("typebox").TString;
        node_version: import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>;
    }>, import("typebox").TObject<Record<never, never>>>;
    Node: import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        author: import("typebox").TOptional<import("typebox").TString>;
        category: import("typebox").TOptional<import("typebox").TString>;
        license: import("typebox").TOptional<import("typebox").TString>;
        icon: import("typebox").TOptional<import("typebox").TString>;
        banner_url: import("typebox").TOptional<import("typebox").TString>;
        repository: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        latest_version: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        rating: import("typebox").TNumber;
        downloads: import("typebox").TInteger;
        publisher: import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            website: import("typebox").TString;
            support: import("typebox").TString;
            source_code_repo: import("typebox").TString;
            logo: import("typebox").TString;
            createdAt: import("typebox").TString;
            members: import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                role: import("typebox").TUnsafe<"member" | "owner">;
                user: import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    email: import("typebox").TOptional<import("typebox").TString>;
                    name: import("typebox").TString;
                }>;
            }>>;
            status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: import("typebox").TOptional<import("typebox").TString>;
        translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
        search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
        preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
        github_stars: import("typebox").TInteger;
        created_at: import("typebox").TString;
        updated_at: import("typebox").TString;
        comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
        comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
    }>;
    NodePage: import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        nodes: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            author: import("typebox").TOptional<import("typebox").TString>;
            category: import("typebox").TOptional<import("typebox").TString>;
            license: import("typebox").TOptional<import("typebox").TString>;
            icon: import("typebox").TOptional<import("typebox").TString>;
            banner_url: import("typebox").TOptional<import("typebox").TString>;
            repository: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            latest_version: import("typebox").TOptional<import("typebox").TObject<{
                id: import("typebox").TString;
                node_id: import("typebox").TString;
                version: import("typebox").TString;
                createdAt: import("typebox").TString;
                changelog: import("typebox").TString;
                dependencies: import("typebox").TArray<import("typebox").TString>;
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                status_reason: import("typebox").TOptional<import("typebox").TString>;
                comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
                supported_os: import("typebox").TArray<import("typebox").TString>;
                supported_accelerators: import("typebox").TArray<import("typebox").TString>;
                supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
                supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
                tags: import("typebox").TArray<import("typebox").TString>;
                tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                file_count: import("typebox").TOptional<import("typebox").TInteger>;
            }>>;
            rating: import("typebox").TNumber;
            downloads: import("typebox").TInteger;
            publisher: import("typebox").TObject<{
                id: import("typebox").TString;
                name: import("typebox").TString;
                description: import("typebox").TString;
                website: import("typebox").TString;
                support: import("typebox").TString;
                source_code_repo: import("typebox").TString;
                logo: import("typebox").TString;
                createdAt: import("typebox").TString;
                members: import("typebox").TArray<import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    role: import("typebox").TUnsafe<"member" | "owner">;
                    user: import("typebox").TObject<{
                        id: import("typebox").TOptional<import("typebox").TString>;
                        email: import("typebox").TOptional<import("typebox").TString>;
                        name: import("typebox").TString;
                    }>;
                }>>;
                status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
            }>;
            status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
            status_detail: import("typebox").TOptional<import("typebox").TString>;
            translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
            search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
            preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
            github_stars: import("typebox").TInteger;
            created_at: import("typebox").TString;
            updated_at: import("typebox").TString;
            comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
            comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
        }>>;
    }>;
    NodeDetail: import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        author: import("typebox").TOptional<import("typebox").TString>;
        category: import("typebox").TOptional<import("typebox").TString>;
        license: import("typebox").TOptional<import("typebox").TString>;
        icon: import("typebox").TOptional<import("typebox").TString>;
        banner_url: import("typebox").TOptional<import("typebox").TString>;
        repository: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        latest_version: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        rating: import("typebox").TNumber;
        downloads: import("typebox").TInteger;
        publisher: import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            website: import("typebox").TString;
            support: import("typebox").TString;
            source_code_repo: import("typebox").TString;
            logo: import("typebox").TString;
            createdAt: import("typebox").TString;
            members: import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                role: import("typebox").TUnsafe<"member" | "owner">;
                user: import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    email: import("typebox").TOptional<import("typebox").TString>;
                    name: import("typebox").TString;
                }>;
            }>>;
            status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: import("typebox").TOptional<import("typebox").TString>;
        translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
        search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
        preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
        github_stars: import("typebox").TInteger;
        created_at: import("typebox").TString;
        updated_at: import("typebox").TString;
        comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
        comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
        readme_html: import("typebox").TOptional<import("typebox").TString>;
        unverified_comfy_nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
    }>;
    nodeSortColumns: readonly ['id', 'name', 'create_time', 'created_at', 'update_time', 'updated_at', 'total_install', 'downloads', 'github_stars', 'search_ranking'];
    listNodes: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
        supported_os: import("typebox").TOptional<import("typebox").TString>;
        supported_accelerator: import("typebox").TOptional<import("typebox").TString>;
        include_banned: import("typebox").TOptional<import("typebox").TBoolean>;
        timestamp: import("typebox").TOptional<import("typebox").TString>;
        latest: import("typebox").TOptional<import("typebox").TBoolean>;
        sort: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        node_id: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        form_factor: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        nodes: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            author: import("typebox").TOptional<import("typebox").TString>;
            category: import("typebox").TOptional<import("typebox").TString>;
            license: import("typebox").TOptional<import("typebox").TString>;
            icon: import("typebox").TOptional<import("typebox").TString>;
            banner_url: import("typebox").TOptional<import("typebox").TString>;
            repository: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            latest_version: import("typebox").TOptional<import("typebox").TObject<{
                id: import("typebox").TString;
                node_id: import("typebox").TString;
                version: import("typebox").TString;
                createdAt: import("typebox").TString;
                changelog: import("typebox").TString;
                dependencies: import("typebox").TArray<import("typebox").TString>;
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                status_reason: import("typebox").TOptional<import("typebox").TString>;
                comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
                supported_os: import("typebox").TArray<import("typebox").TString>;
                supported_accelerators: import("typebox").TArray<import("typebox").TString>;
                supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
                supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
                tags: import("typebox").TArray<import("typebox").TString>;
                tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                file_count: import("typebox").TOptional<import("typebox").TInteger>;
            }>>;
            rating: import("typebox").TNumber;
            downloads: import("typebox").TInteger;
            publisher: import("typebox").TObject<{
                id: import("typebox").TString;
                name: import("typebox").TString;
                description: import("typebox").TString;
                website: import("typebox").TString;
                support: import("typebox").TString;
                source_code_repo: import("typebox").TString;
                logo: import("typebox").TString;
                createdAt: import("typebox").TString;
                members: import("typebox").TArray<import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    role: import("typebox").TUnsafe<"member" | "owner">;
                    user: import("typebox").TObject<{
                        id: import("typebox").TOptional<import("typebox").TString>;
                        email: import("typebox").TOptional<import("typebox").TString>;
                        name: import("typebox").TString;
                    }>;
                }>>;
                status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
            }>;
            status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
            status_detail: import("typebox").TOptional<import("typebox").TString>;
            translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
            search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
            preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
            github_stars: import("typebox").TInteger;
            created_at: import("typebox").TString;
            updated_at: import("typebox").TString;
            comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
            comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    searchNodes: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
        publisher_id: import("typebox").TOptional<import("typebox").TString>;
        tag: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        category: import("typebox").TOptional<import("typebox").TUnsafe<"audio" | "control" | "faces" | "image-editing" | "inpainting" | "interface" | "language-models" | "masks" | "models" | "samplers" | "text" | "three-d" | "training" | "upscaling" | "video" | "workflow">>;
        license: import("typebox").TOptional<import("typebox").TString>;
        has_nodes: import("typebox").TOptional<import("typebox").TBoolean>;
        updated_within_days: import("typebox").TOptional<import("typebox").TInteger>;
        state: import("typebox").TOptional<import("typebox").TUnsafe<"deprecated" | "published" | "unclaimed">>;
        input_type: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        output_type: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        sort: import("typebox").TOptional<import("typebox").TUnsafe<"downloads" | "name" | "newest" | "relevance" | "rising" | "stars" | "updated">>;
        facets: import("typebox").TOptional<import("typebox").TBoolean>;
        supported_os: import("typebox").TOptional<import("typebox").TString>;
        supported_accelerator: import("typebox").TOptional<import("typebox").TString>;
        include_banned: import("typebox").TOptional<import("typebox").TBoolean>;
        search: import("typebox").TOptional<import("typebox").TString>;
        repository_url_search: import("typebox").TOptional<import("typebox").TString>;
        comfy_node_search: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        nodes: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            author: import("typebox").TOptional<import("typebox").TString>;
            category: import("typebox").TOptional<import("typebox").TString>;
            license: import("typebox").TOptional<import("typebox").TString>;
            icon: import("typebox").TOptional<import("typebox").TString>;
            banner_url: import("typebox").TOptional<import("typebox").TString>;
            repository: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            latest_version: import("typebox").TOptional<import("typebox").TObject<{
                id: import("typebox").TString;
                node_id: import("typebox").TString;
                version: import("typebox").TString;
                createdAt: import("typebox").TString;
                changelog: import("typebox").TString;
                dependencies: import("typebox").TArray<import("typebox").TString>;
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                status_reason: import("typebox").TOptional<import("typebox").TString>;
                comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
                supported_os: import("typebox").TArray<import("typebox").TString>;
                supported_accelerators: import("typebox").TArray<import("typebox").TString>;
                supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
                supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
                tags: import("typebox").TArray<import("typebox").TString>;
                tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                file_count: import("typebox").TOptional<import("typebox").TInteger>;
            }>>;
            rating: import("typebox").TNumber;
            downloads: import("typebox").TInteger;
            publisher: import("typebox").TObject<{
                id: import("typebox").TString;
                name: import("typebox").TString;
                description: import("typebox").TString;
                website: import("typebox").TString;
                support: import("typebox").TString;
                source_code_repo: import("typebox").TString;
                logo: import("typebox").TString;
                createdAt: import("typebox").TString;
                members: import("typebox").TArray<import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    role: import("typebox").TUnsafe<"member" | "owner">;
                    user: import("typebox").TObject<{
                        id: import("typebox").TOptional<import("typebox").TString>;
                        email: import("typebox").TOptional<import("typebox").TString>;
                        name: import("typebox").TString;
                    }>;
                }>>;
                status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
            }>;
            status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
            status_detail: import("typebox").TOptional<import("typebox").TString>;
            translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
            search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
            preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
            github_stars: import("typebox").TInteger;
            created_at: import("typebox").TString;
            updated_at: import("typebox").TString;
            comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
            comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
            matched_comfy_nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        }>>;
        corrected: import("typebox").TOptional<import("typebox").TString>;
        facets: import("typebox").TOptional<import("typebox").TObject<{
            category: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            os: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            accelerator: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            tag: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            license: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            state: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            has_nodes: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
            updated_within_days: import("typebox").TArray<import("typebox").TObject<{
                value: import("typebox").TString;
                count: import("typebox").TInteger;
            }>>;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    NodeParams: import("typebox").TObject<{
        nodeId: import("typebox").TString;
    }>;
    getNode: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
    }>, import("typebox").TObject<{
        include_translations: import("typebox").TOptional<import("typebox").TBoolean>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        author: import("typebox").TOptional<import("typebox").TString>;
        category: import("typebox").TOptional<import("typebox").TString>;
        license: import("typebox").TOptional<import("typebox").TString>;
        icon: import("typebox").TOptional<import("typebox").TString>;
        banner_url: import("typebox").TOptional<import("typebox").TString>;
        repository: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        latest_version: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        rating: import("typebox").TNumber;
        downloads: import("typebox").TInteger;
        publisher: import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            website: import("typebox").TString;
            support: import("typebox").TString;
            source_code_repo: import("typebox").TString;
            logo: import("typebox").TString;
            createdAt: import("typebox").TString;
            members: import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                role: import("typebox").TUnsafe<"member" | "owner">;
                user: import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    email: import("typebox").TOptional<import("typebox").TString>;
                    name: import("typebox").TString;
                }>;
            }>>;
            status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: import("typebox").TOptional<import("typebox").TString>;
        translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
        search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
        preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
        github_stars: import("typebox").TInteger;
        created_at: import("typebox").TString;
        updated_at: import("typebox").TString;
        comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
        comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
        readme_html: import("typebox").TOptional<import("typebox").TString>;
        unverified_comfy_nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getNodeDownloads: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
    }>, import("typebox").TObject<{
        days: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        from: import("typebox").TString;
        counts: import("typebox").TArray<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>>;
    installNode: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
    }>, import("typebox").TObject<{
        version: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        node_id: import("typebox").TString;
        version: import("typebox").TString;
        createdAt: import("typebox").TString;
        changelog: import("typebox").TString;
        dependencies: import("typebox").TArray<import("typebox").TString>;
        deprecated: import("typebox").TBoolean;
        downloadUrl: import("typebox").TOptional<import("typebox").TString>;
        status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: import("typebox").TOptional<import("typebox").TString>;
        comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        sha256: import("typebox").TOptional<import("typebox").TString>;
        size: import("typebox").TOptional<import("typebox").TInteger>;
        file_count: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listPublisherNodes: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<{
        include_banned: import("typebox").TOptional<import("typebox").TBoolean>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TArray<import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        author: import("typebox").TOptional<import("typebox").TString>;
        category: import("typebox").TOptional<import("typebox").TString>;
        license: import("typebox").TOptional<import("typebox").TString>;
        icon: import("typebox").TOptional<import("typebox").TString>;
        banner_url: import("typebox").TOptional<import("typebox").TString>;
        repository: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        latest_version: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        rating: import("typebox").TNumber;
        downloads: import("typebox").TInteger;
        publisher: import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            website: import("typebox").TString;
            support: import("typebox").TString;
            source_code_repo: import("typebox").TString;
            logo: import("typebox").TString;
            createdAt: import("typebox").TString;
            members: import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                role: import("typebox").TUnsafe<"member" | "owner">;
                user: import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    email: import("typebox").TOptional<import("typebox").TString>;
                    name: import("typebox").TString;
                }>;
            }>>;
            status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: import("typebox").TOptional<import("typebox").TString>;
        translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
        search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
        preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
        github_stars: import("typebox").TInteger;
        created_at: import("typebox").TString;
        updated_at: import("typebox").TString;
        comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
        comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
    }>>, import("typebox").TObject<Record<never, never>>>;
    listPublisherNodesPaged: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
        include_banned: import("typebox").TOptional<import("typebox").TBoolean>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        nodes: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            author: import("typebox").TOptional<import("typebox").TString>;
            category: import("typebox").TOptional<import("typebox").TString>;
            license: import("typebox").TOptional<import("typebox").TString>;
            icon: import("typebox").TOptional<import("typebox").TString>;
            banner_url: import("typebox").TOptional<import("typebox").TString>;
            repository: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            latest_version: import("typebox").TOptional<import("typebox").TObject<{
                id: import("typebox").TString;
                node_id: import("typebox").TString;
                version: import("typebox").TString;
                createdAt: import("typebox").TString;
                changelog: import("typebox").TString;
                dependencies: import("typebox").TArray<import("typebox").TString>;
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                status_reason: import("typebox").TOptional<import("typebox").TString>;
                comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
                supported_os: import("typebox").TArray<import("typebox").TString>;
                supported_accelerators: import("typebox").TArray<import("typebox").TString>;
                supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
                supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
                tags: import("typebox").TArray<import("typebox").TString>;
                tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                file_count: import("typebox").TOptional<import("typebox").TInteger>;
            }>>;
            rating: import("typebox").TNumber;
            downloads: import("typebox").TInteger;
            publisher: import("typebox").TObject<{
                id: import("typebox").TString;
                name: import("typebox").TString;
                description: import("typebox").TString;
                website: import("typebox").TString;
                support: import("typebox").TString;
                source_code_repo: import("typebox").TString;
                logo: import("typebox").TString;
                createdAt: import("typebox").TString;
                members: import("typebox").TArray<import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    role: import("typebox").TUnsafe<"member" | "owner">;
                    user: import("typebox").TObject<{
                        id: import("typebox").TOptional<import("typebox").TString>;
                        email: import("typebox").TOptional<import("typebox").TString>;
                        name: import("typebox").TString;
                    }>;
                }>>;
                status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
            }>;
            status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
            status_detail: import("typebox").TOptional<import("typebox").TString>;
            translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
            search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
            preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
            github_stars: import("typebox").TInteger;
            created_at: import("typebox").TString;
            updated_at: import("typebox").TString;
            comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
            comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    ComfyNode: import("typebox").TObject<{
        comfy_node_name: import("typebox").TString;
        category: import("typebox").TOptional<import("typebox").TString>;
        description: import("typebox").TOptional<import("typebox").TString>;
        function: import("typebox").TOptional<import("typebox").TString>;
        input_types: import("typebox").TOptional<import("typebox").TString>;
        return_types: import("typebox").TOptional<import("typebox").TString>;
        return_names: import("typebox").TOptional<import("typebox").TString>;
        output_is_list: import("typebox").TArray<import("typebox").TBoolean>;
        deprecated: import("typebox").TBoolean;
        experimental: import("typebox").TBoolean;
        policy: import("typebox").TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
        display_name: import("typebox").TOptional<import("typebox").TString>;
        output_node: import("typebox").TOptional<import("typebox").TBoolean>;
    }>;
    listVersionComfyNodes: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
        version: import("typebox").TString;
    }>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        comfy_nodes: import("typebox").TArray<import("typebox").TObject<{
            comfy_node_name: import("typebox").TString;
            category: import("typebox").TOptional<import("typebox").TString>;
            description: import("typebox").TOptional<import("typebox").TString>;
            function: import("typebox").TOptional<import("typebox").TString>;
            input_types: import("typebox").TOptional<import("typebox").TString>;
            return_types: import("typebox").TOptional<import("typebox").TString>;
            return_names: import("typebox").TOptional<import("typebox").TString>;
            output_is_list: import("typebox").TArray<import("typebox").TBoolean>;
            deprecated: import("typebox").TBoolean;
            experimental: import("typebox").TBoolean;
            policy: import("typebox").TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
            display_name: import("typebox").TOptional<import("typebox").TString>;
            output_node: import("typebox").TOptional<import("typebox").TBoolean>;
            also_defined_in: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        }>>;
        totalNumberOfPages: import("typebox").TInteger;
    }>, import("typebox").TObject<Record<never, never>>>;
    getComfyNode: Route<import("typebox").TObject<{
        nodeId: import("typebox").TString;
        version: import("typebox").TString;
        comfyNodeName: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        comfy_node_name: import("typebox").TString;
        category: import("typebox").TOptional<import("typebox").TString>;
        description: import("typebox").TOptional<import("typebox").TString>;
        function: import("typebox").TOptional<import("typebox").TString>;
        input_types: import("typebox").TOptional<import("typebox").TString>;
        return_types: import("typebox").TOptional<import("typebox").TString>;
        return_names: import("typebox").TOptional<import("typebox").TString>;
        output_is_list: import("typebox").TArray<import("typebox").TBoolean>;
        deprecated: import("typebox").TBoolean;
        experimental: import("typebox").TBoolean;
        policy: import("typebox").TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
        display_name: import("typebox").TOptional<import("typebox").TString>;
        output_node: import("typebox").TOptional<import("typebox").TBoolean>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listComfyNodes: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
        node_id: import("typebox").TOptional<import("typebox").TString>;
        node_version: import("typebox").TOptional<import("typebox").TString>;
        comfy_node_name: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        comfy_nodes: import("typebox").TArray<import("typebox").TObject<{
            comfy_node_name: import("typebox").TString;
            category: import("typebox").TOptional<import("typebox").TString>;
            description: import("typebox").TOptional<import("typebox").TString>;
            function: import("typebox").TOptional<import("typebox").TString>;
            input_types: import("typebox").TOptional<import("typebox").TString>;
            return_types: import("typebox").TOptional<import("typebox").TString>;
            return_names: import("typebox").TOptional<import("typebox").TString>;
            output_is_list: import("typebox").TArray<import("typebox").TBoolean>;
            deprecated: import("typebox").TBoolean;
            experimental: import("typebox").TBoolean;
            policy: import("typebox").TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
            display_name: import("typebox").TOptional<import("typebox").TString>;
            output_node: import("typebox").TOptional<import("typebox").TBoolean>;
            node_id: import("typebox").TString;
            node_version: import("typebox").TString;
        }>>;
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        page_size: import("typebox").TInteger;
    }>, import("typebox").TObject<Record<never, never>>>;
    getNodeOfComfyNode: Route<import("typebox").TObject<{
        comfyNodeName: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        author: import("typebox").TOptional<import("typebox").TString>;
        category: import("typebox").TOptional<import("typebox").TString>;
        license: import("typebox").TOptional<import("typebox").TString>;
        icon: import("typebox").TOptional<import("typebox").TString>;
        banner_url: import("typebox").TOptional<import("typebox").TString>;
        repository: import("typebox").TOptional<import("typebox").TString>;
        tags: import("typebox").TArray<import("typebox").TString>;
        tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        supported_os: import("typebox").TArray<import("typebox").TString>;
        supported_accelerators: import("typebox").TArray<import("typebox").TString>;
        supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
        supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
        latest_version: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TString;
            node_id: import("typebox").TString;
            version: import("typebox").TString;
            createdAt: import("typebox").TString;
            changelog: import("typebox").TString;
            dependencies: import("typebox").TArray<import("typebox").TString>;
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: import("typebox").TOptional<import("typebox").TString>;
            comfy_node_extract_status: import("typebox").TUnsafe<"failed" | "pending" | "success">;
            supported_os: import("typebox").TArray<import("typebox").TString>;
            supported_accelerators: import("typebox").TArray<import("typebox").TString>;
            supported_comfyui_version: import("typebox").TOptional<import("typebox").TString>;
            supported_comfyui_frontend_version: import("typebox").TOptional<import("typebox").TString>;
            tags: import("typebox").TArray<import("typebox").TString>;
            tags_admin: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            file_count: import("typebox").TOptional<import("typebox").TInteger>;
        }>>;
        rating: import("typebox").TNumber;
        downloads: import("typebox").TInteger;
        publisher: import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            website: import("typebox").TString;
            support: import("typebox").TString;
            source_code_repo: import("typebox").TString;
            logo: import("typebox").TString;
            createdAt: import("typebox").TString;
            members: import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                role: import("typebox").TUnsafe<"member" | "owner">;
                user: import("typebox").TObject<{
                    id: import("typebox").TOptional<import("typebox").TString>;
                    email: import("typebox").TOptional<import("typebox").TString>;
                    name: import("typebox").TString;
                }>;
            }>>;
            status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: import("typebox").TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: import("typebox").TOptional<import("typebox").TString>;
        translations: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>>;
        search_ranking: import("typebox").TOptional<import("typebox").TInteger>;
        preempted_comfy_node_names: import("typebox").TArray<import("typebox").TString>;
        github_stars: import("typebox").TInteger;
        created_at: import("typebox").TString;
        updated_at: import("typebox").TString;
        comfy_node_count: import("typebox").TOptional<import("typebox").TInteger>;
        comfy_nodes_verified: import("typebox").TOptional<import("typebox").TBoolean>;
        readme_html: import("typebox").TOptional<import("typebox").TString>;
        unverified_comfy_nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        comfy_node_verified: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    SubscriptionTier: import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">;
    SubscriptionDuration: import("typebox").TUnsafe<"ANNUAL" | "MONTHLY">;
    Customer: import("typebox").TObject<{
        id: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        createdAt: import("typebox").TString;
        updatedAt: import("typebox").TString;
        is_admin: import("typebox").TBoolean;
        stripe_id: import("typebox").TOptional<import("typebox").TString>;
        metronome_id: import("typebox").TOptional<import("typebox").TString>;
        has_fund: import("typebox").TBoolean;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    }>;
    CustomerAdmin: import("typebox").TObject<{
        id: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        createdAt: import("typebox").TString;
        updatedAt: import("typebox").TString;
        is_admin: import("typebox").TBoolean;
        stripe_id: import("typebox").TOptional<import("typebox").TString>;
        metronome_id: import("typebox").TOptional<import("typebox").TString>;
        has_fund: import("typebox").TBoolean;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
        cloud_subscription_is_active: import("typebox").TBoolean;
        cloud_subscription_subscription_id: import("typebox").TOptional<import("typebox").TString>;
        cloud_subscription_renewal_date: import("typebox").TOptional<import("typebox").TString>;
        cloud_subscription_end_date: import("typebox").TOptional<import("typebox").TString>;
    }>;
    Balance: import("typebox").TObject<{
        amount_micros: import("typebox").TNumber;
        currency: import("typebox").TString;
        prepaid_balance_micros: import("typebox").TNumber;
        cloud_credit_balance_micros: import("typebox").TNumber;
    }>;
    customerEventTypes: readonly ['account_created', 'credit_added', 'api_usage_started', 'api_usage_completed'];
    CustomerEvent: import("typebox").TObject<{
        event_type: import("typebox").TString;
        event_id: import("typebox").TString;
        params: import("typebox").TRecord<"^.*$", import("typebox").TUnknown>;
        createdAt: import("typebox").TString;
    }>;
    ApiKey: import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        key_prefix: import("typebox").TString;
        created_at: import("typebox").TString;
    }>;
    NewApiKey: import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        key_prefix: import("typebox").TString;
        created_at: import("typebox").TString;
        plaintext_key: import("typebox").TString;
    }>;
    createCustomer: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        createdAt: import("typebox").TString;
        updatedAt: import("typebox").TString;
        is_admin: import("typebox").TBoolean;
        stripe_id: import("typebox").TOptional<import("typebox").TString>;
        metronome_id: import("typebox").TOptional<import("typebox").TString>;
        has_fund: import("typebox").TBoolean;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listCustomers: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
        email: import("typebox").TOptional<import("typebox").TString>;
        name: import("typebox").TOptional<import("typebox").TString>;
        stripe_id: import("typebox").TOptional<import("typebox").TString>;
        metronome_id: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        customers: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            email: import("typebox").TString;
            name: import("typebox").TString;
            createdAt: import("typebox").TString;
            updatedAt: import("typebox").TString;
            is_admin: import("typebox").TBoolean;
            stripe_id: import("typebox").TOptional<import("typebox").TString>;
            metronome_id: import("typebox").TOptional<import("typebox").TString>;
            has_fund: import("typebox").TBoolean;
            subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getOwnCustomer: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        createdAt: import("typebox").TString;
        updatedAt: import("typebox").TString;
        is_admin: import("typebox").TBoolean;
        stripe_id: import("typebox").TOptional<import("typebox").TString>;
        metronome_id: import("typebox").TOptional<import("typebox").TString>;
        has_fund: import("typebox").TBoolean;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getCustomer: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        customer: import("typebox").TObject<{
            id: import("typebox").TString;
            email: import("typebox").TString;
            name: import("typebox").TString;
            createdAt: import("typebox").TString;
            updatedAt: import("typebox").TString;
            is_admin: import("typebox").TBoolean;
            stripe_id: import("typebox").TOptional<import("typebox").TString>;
            metronome_id: import("typebox").TOptional<import("typebox").TString>;
            has_fund: import("typebox").TBoolean;
            subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
            cloud_subscription_is_active: import("typebox").TBoolean;
            cloud_subscription_subscription_id: import("typebox").TOptional<import("typebox").TString>;
            cloud_subscription_renewal_date: import("typebox").TOptional<import("typebox").TString>;
            cloud_subscription_end_date: import("typebox").TOptional<import("typebox").TString>;
        }>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listApiKeys: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        api_keys: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            key_prefix: import("typebox").TString;
            created_at: import("typebox").TString;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    createApiKey: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        name: import("typebox").TString;
        description: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        api_key: import("typebox").TObject<{
            id: import("typebox").TString;
            name: import("typebox").TString;
            description: import("typebox").TString;
            key_prefix: import("typebox").TString;
            created_at: import("typebox").TString;
            plaintext_key: import("typebox").TString;
        }>;
    }>, import("typebox").TObject<Record<never, never>>>;
    deleteApiKey: Route<import("typebox").TObject<{
        apiKeyId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TNull, import("typebox").TObject<Record<never, never>>>;
    getOwnBalance: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        amount_micros: import("typebox").TNumber;
        currency: import("typebox").TString;
        prepaid_balance_micros: import("typebox").TNumber;
        cloud_credit_balance_micros: import("typebox").TNumber;
    }>, import("typebox").TObject<Record<never, never>>>;
    getBalance: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        amount_micros: import("typebox").TNumber;
        currency: import("typebox").TString;
        prepaid_balance_micros: import("typebox").TNumber;
        cloud_credit_balance_micros: import("typebox").TNumber;
    }>, import("typebox").TObject<Record<never, never>>>;
    listOwnEvents: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
        filter: import("typebox").TOptional<import("typebox").TString>;
        start_date: import("typebox").TOptional<import("typebox").TString>;
        end_date: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        events: import("typebox").TArray<import("typebox").TObject<{
            event_type: import("typebox").TString;
            event_id: import("typebox").TString;
            params: import("typebox").TRecord<"^.*$", import("typebox").TUnknown>;
            createdAt: import("typebox").TString;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    listEvents: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TObject<{
        page: import("typebox").TOptional<import("typebox").TInteger>;
        limit: import("typebox").TOptional<import("typebox").TInteger>;
        filter: import("typebox").TOptional<import("typebox").TString>;
        start_date: import("typebox").TOptional<import("typebox").TString>;
        end_date: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        total: import("typebox").TInteger;
        page: import("typebox").TInteger;
        limit: import("typebox").TInteger;
        totalPages: import("typebox").TInteger;
        events: import("typebox").TArray<import("typebox").TObject<{
            event_type: import("typebox").TString;
            event_id: import("typebox").TString;
            params: import("typebox").TRecord<"^.*$", import("typebox").TUnknown>;
            createdAt: import("typebox").TString;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    recordUsage: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        transaction_id: import("typebox").TString;
        params: import("typebox").TObject<{
            amount_micros: import("typebox").TOptional<import("typebox").TInteger>;
            api_name: import("typebox").TOptional<import("typebox").TString>;
            model: import("typebox").TOptional<import("typebox").TString>;
        }>;
        timestamp: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        message: import("typebox").TString;
    }>, import("typebox").TObject<{
        'x-comfy-admin-secret': import("typebox").TOptional<import("typebox").TString>;
    }>>;
    verifyApiKey: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        api_key: import("typebox").TString;
    }>, import("typebox").TObject<{
        valid: import("typebox").TBoolean;
        firebase_uid: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        is_admin: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    getBalanceForService: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        amount_micros: import("typebox").TNumber;
        currency: import("typebox").TString;
        prepaid_balance_micros: import("typebox").TNumber;
        cloud_credit_balance_micros: import("typebox").TNumber;
    }>, import("typebox").TObject<Record<never, never>>>;
    SubscriptionStatus: import("typebox").TObject<{
        is_active: import("typebox").TBoolean;
        subscription_id: import("typebox").TOptional<import("typebox").TString>;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
        subscription_duration: import("typebox").TOptional<import("typebox").TUnsafe<"ANNUAL" | "MONTHLY">>;
        has_fund: import("typebox").TBoolean;
        renewal_date: import("typebox").TOptional<import("typebox").TString>;
        end_date: import("typebox").TOptional<import("typebox").TString>;
    }>;
    Coupon: import("typebox").TObject<{
        id: import("typebox").TString;
        duration: import("typebox").TUnsafe<"forever" | "once" | "repeating">;
        valid: import("typebox").TBoolean;
        name: import("typebox").TOptional<import("typebox").TString>;
        percent_off: import("typebox").TOptional<import("typebox").TNumber>;
        amount_off: import("typebox").TOptional<import("typebox").TInteger>;
        currency: import("typebox").TOptional<import("typebox").TString>;
        duration_in_months: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        redeem_by: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>;
    PromoCode: import("typebox").TObject<{
        id: import("typebox").TString;
        code: import("typebox").TString;
        coupon_id: import("typebox").TString;
        active: import("typebox").TBoolean;
        expires_at: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>;
    buyCredit: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        amount_micros: import("typebox").TInteger;
        currency: import("typebox").TString;
    }>, import("typebox").TObject<{
        checkout_url: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    openBillingPortal: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        return_url: import("typebox").TOptional<import("typebox").TString>;
        target_tier: import("typebox").TOptional<import("typebox").TUnsafe<"creator" | "creator-yearly" | "pro" | "pro-yearly" | "standard" | "standard-yearly">>;
    }>, import("typebox").TObject<{
        billing_portal_url: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    openUsageDashboard: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        dashboard_type: import("typebox").TOptional<import("typebox").TUnsafe<"commits_and_credits" | "credits" | "invoices" | "usage">>;
        color_overrides: import("typebox").TOptional<import("typebox").TArray<import("typebox").TObject<{
            name: import("typebox").TString;
            value: import("typebox").TString;
        }>>>;
    }>, import("typebox").TObject<{
        url: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    createStorageResource: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        file_name: import("typebox").TString;
        content_type: import("typebox").TOptional<import("typebox").TString>;
        file_hash: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        download_url: import("typebox").TString;
        upload_url: import("typebox").TString;
        expires_at: import("typebox").TString;
        existing_file: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    getSubscriptionStatus: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        is_active: import("typebox").TBoolean;
        subscription_id: import("typebox").TOptional<import("typebox").TString>;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
        subscription_duration: import("typebox").TOptional<import("typebox").TUnsafe<"ANNUAL" | "MONTHLY">>;
        has_fund: import("typebox").TBoolean;
        renewal_date: import("typebox").TOptional<import("typebox").TString>;
        end_date: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    checkOutSubscription: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        ga_client_id: import("typebox").TOptional<import("typebox").TString>;
        ga_session_id: import("typebox").TOptional<import("typebox").TString>;
        ga_session_number: import("typebox").TOptional<import("typebox").TString>;
        gclid: import("typebox").TOptional<import("typebox").TString>;
        gbraid: import("typebox").TOptional<import("typebox").TString>;
        wbraid: import("typebox").TOptional<import("typebox").TString>;
        utm_source: import("typebox").TOptional<import("typebox").TString>;
        utm_medium: import("typebox").TOptional<import("typebox").TString>;
        utm_campaign: import("typebox").TOptional<import("typebox").TString>;
        utm_term: import("typebox").TOptional<import("typebox").TString>;
        utm_content: import("typebox").TOptional<import("typebox").TString>;
        im_ref: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        checkout_url: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    checkOutTier: Route<import("typebox").TObject<{
        tier: import("typebox").TUnsafe<"creator" | "creator-yearly" | "pro" | "pro-yearly" | "standard" | "standard-yearly">;
    }>, import("typebox").TSchema, import("typebox").TObject<{
        ga_client_id: import("typebox").TOptional<import("typebox").TString>;
        ga_session_id: import("typebox").TOptional<import("typebox").TString>;
        ga_session_number: import("typebox").TOptional<import("typebox").TString>;
        gclid: import("typebox").TOptional<import("typebox").TString>;
        gbraid: import("typebox").TOptional<import("typebox").TString>;
        wbraid: import("typebox").TOptional<import("typebox").TString>;
        utm_source: import("typebox").TOptional<import("typebox").TString>;
        utm_medium: import("typebox").TOptional<import("typebox").TString>;
        utm_campaign: import("typebox").TOptional<import("typebox").TString>;
        utm_term: import("typebox").TOptional<import("typebox").TString>;
        utm_content: import("typebox").TOptional<import("typebox").TString>;
        im_ref: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        checkout_url: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    listCoupons: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        coupons: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            duration: import("typebox").TUnsafe<"forever" | "once" | "repeating">;
            valid: import("typebox").TBoolean;
            name: import("typebox").TOptional<import("typebox").TString>;
            percent_off: import("typebox").TOptional<import("typebox").TNumber>;
            amount_off: import("typebox").TOptional<import("typebox").TInteger>;
            currency: import("typebox").TOptional<import("typebox").TString>;
            duration_in_months: import("typebox").TOptional<import("typebox").TInteger>;
            max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
            times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
            redeem_by: import("typebox").TOptional<import("typebox").TInteger>;
            metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
        }>>;
        has_more: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    createCoupon: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        name: import("typebox").TOptional<import("typebox").TString>;
        duration: import("typebox").TOptional<import("typebox").TUnsafe<"forever" | "once" | "repeating">>;
        percent_off: import("typebox").TOptional<import("typebox").TNumber>;
        amount_off: import("typebox").TOptional<import("typebox").TInteger>;
        currency: import("typebox").TOptional<import("typebox").TUnsafe<"usd">>;
        duration_in_months: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<{
        id: import("typebox").TString;
        duration: import("typebox").TUnsafe<"forever" | "once" | "repeating">;
        valid: import("typebox").TBoolean;
        name: import("typebox").TOptional<import("typebox").TString>;
        percent_off: import("typebox").TOptional<import("typebox").TNumber>;
        amount_off: import("typebox").TOptional<import("typebox").TInteger>;
        currency: import("typebox").TOptional<import("typebox").TString>;
        duration_in_months: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        redeem_by: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getCoupon: Route<import("typebox").TObject<{
        couponId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        duration: import("typebox").TUnsafe<"forever" | "once" | "repeating">;
        valid: import("typebox").TBoolean;
        name: import("typebox").TOptional<import("typebox").TString>;
        percent_off: import("typebox").TOptional<import("typebox").TNumber>;
        amount_off: import("typebox").TOptional<import("typebox").TInteger>;
        currency: import("typebox").TOptional<import("typebox").TString>;
        duration_in_months: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        redeem_by: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    updateCoupon: Route<import("typebox").TObject<{
        couponId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<{
        name: import("typebox").TOptional<import("typebox").TString>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<{
        id: import("typebox").TString;
        duration: import("typebox").TUnsafe<"forever" | "once" | "repeating">;
        valid: import("typebox").TBoolean;
        name: import("typebox").TOptional<import("typebox").TString>;
        percent_off: import("typebox").TOptional<import("typebox").TNumber>;
        amount_off: import("typebox").TOptional<import("typebox").TInteger>;
        currency: import("typebox").TOptional<import("typebox").TString>;
        duration_in_months: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        redeem_by: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    deleteCoupon: Route<import("typebox").TObject<{
        couponId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        message: import("typebox").TString;
        coupon_id: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    listPromoCodes: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        promo_codes: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TString;
            code: import("typebox").TString;
            coupon_id: import("typebox").TString;
            active: import("typebox").TBoolean;
            expires_at: import("typebox").TOptional<import("typebox").TInteger>;
            max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
            times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
            metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
        }>>;
        has_more: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    createPromoCode: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        coupon_id: import("typebox").TString;
        expire_days: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<{
        id: import("typebox").TString;
        code: import("typebox").TString;
        coupon_id: import("typebox").TString;
        active: import("typebox").TBoolean;
        expires_at: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getPromoCode: Route<import("typebox").TObject<{
        promoCodeId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        code: import("typebox").TString;
        coupon_id: import("typebox").TString;
        active: import("typebox").TBoolean;
        expires_at: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    updatePromoCode: Route<import("typebox").TObject<{
        promoCodeId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<{
        active: import("typebox").TOptional<import("typebox").TBoolean>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<{
        id: import("typebox").TString;
        code: import("typebox").TString;
        coupon_id: import("typebox").TString;
        active: import("typebox").TBoolean;
        expires_at: import("typebox").TOptional<import("typebox").TInteger>;
        max_redemptions: import("typebox").TOptional<import("typebox").TInteger>;
        times_redeemed: import("typebox").TOptional<import("typebox").TInteger>;
        metadata: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    deletePromoCode: Route<import("typebox").TObject<{
        promoCodeId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        message: import("typebox").TString;
        promo_code_id: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    getSubscriptionForService: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        is_active: import("typebox").TBoolean;
        subscription_id: import("typebox").TOptional<import("typebox").TString>;
        subscription_tier: import("typebox").TOptional<import("typebox").TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
        subscription_duration: import("typebox").TOptional<import("typebox").TUnsafe<"ANNUAL" | "MONTHLY">>;
        has_fund: import("typebox").TBoolean;
        renewal_date: import("typebox").TOptional<import("typebox").TString>;
        end_date: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    deletePaymentData: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        message: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    archiveMeteringData: Route<import("typebox").TObject<{
        customerId: import("typebox").TString;
    }>, import("typebox").TSchema, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        message: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    receiveZeroBalance: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        id: import("typebox").TString;
        type: import("typebox").TString;
        properties: import("typebox").TObject<{
            customer_id: import("typebox").TString;
            remaining_balance: import("typebox").TNumber;
        }>;
    }>, import("typebox").TObject<{}>, import("typebox").TObject<Record<never, never>>>;
    receiveInvoiceStatus: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        id: import("typebox").TString;
        object: import("typebox").TUnsafe<"event">;
        type: import("typebox").TUnsafe<"invoice.paid">;
        data: import("typebox").TObject<{
            object: import("typebox").TRecord<"^.*$", import("typebox").TUnknown>;
        }>;
    }>, import("typebox").TObject<{}>, import("typebox").TObject<{
        'stripe-signature': import("typebox").TOptional<import("typebox").TString>;
    }>>;
    receiveSubscription: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TSchema, import("typebox").TObject<{
        id: import("typebox").TString;
        type: import("typebox").TString;
    }>, import("typebox").TObject<{}>, import("typebox").TObject<{
        'stripe-signature': import("typebox").TOptional<import("typebox").TString>;
    }>>;
    SignInMethod: import("typebox").TEnum<["password", "email-link", "phone", "github.com", "google.com"]>;
    SecondFactor: import("typebox").TEnum<["phone", "totp"]>;
    IdentityConfig: import("typebox").TObject<{
        mode: import("typebox").TEnum<["embedded", "hosted"]>;
        apiKey: import("typebox").TString;
        projectId: import("typebox").TString;
        authDomain: import("typebox").TString;
        usesOwnOrigin: import("typebox").TBoolean;
        framesScript: import("typebox").TOptional<import("typebox").TString>;
        methods: import("typebox").TArray<import("typebox").TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
        secondFactors: import("typebox").TArray<import("typebox").TEnum<["phone", "totp"]>>;
        standInProviders: import("typebox").TArray<import("typebox").TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
        sendsMail: import("typebox").TBoolean;
        outboxPath: import("typebox").TOptional<import("typebox").TString>;
    }>;
    getIdentityConfig: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        mode: import("typebox").TEnum<["embedded", "hosted"]>;
        apiKey: import("typebox").TString;
        projectId: import("typebox").TString;
        authDomain: import("typebox").TString;
        usesOwnOrigin: import("typebox").TBoolean;
        framesScript: import("typebox").TOptional<import("typebox").TString>;
        methods: import("typebox").TArray<import("typebox").TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
        secondFactors: import("typebox").TArray<import("typebox").TEnum<["phone", "totp"]>>;
        standInProviders: import("typebox").TArray<import("typebox").TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
        sendsMail: import("typebox").TBoolean;
        outboxPath: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    endOwnSessions: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TNull, import("typebox").TObject<Record<never, never>>>;
    ErrorDescription: import("typebox").TObject<{
        code: import("typebox").TString;
        status: import("typebox").TInteger;
        message: import("typebox").TString;
    }>;
    describeError: Route<import("typebox").TObject<{
        code: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TString;
        status: import("typebox").TInteger;
        message: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    providerReasons: readonly ['recorded_version', 'recorded_node', 'recorded_repository', 'preempted', 'only_provider', 'verified', 'ranking', 'popularity', 'older'];
    ProviderReason: import("typebox").TUnsafe<"older" | "only_provider" | "popularity" | "preempted" | "ranking" | "recorded_node" | "recorded_repository" | "recorded_version" | "verified">;
    providerNotices: readonly ['recorded_node_unknown', 'recorded_node_banned', 'recorded_version_unknown', 'not_in_recorded_node', 'unverified', 'deprecated'];
    ProviderNotice: import("typebox").TUnsafe<"deprecated" | "not_in_recorded_node" | "recorded_node_banned" | "recorded_node_unknown" | "recorded_version_unknown" | "unverified">;
    Provider: import("typebox").TObject<{
        node_id: import("typebox").TString;
        name: import("typebox").TString;
        publisher_id: import("typebox").TString;
        repository: import("typebox").TOptional<import("typebox").TString>;
        version: import("typebox").TOptional<import("typebox").TObject<{
            deprecated: import("typebox").TBoolean;
            downloadUrl: import("typebox").TOptional<import("typebox").TString>;
            sha256: import("typebox").TOptional<import("typebox").TString>;
            size: import("typebox").TOptional<import("typebox").TInteger>;
            status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            version: import("typebox").TString;
        }>>;
        downloads: import("typebox").TInteger;
        github_stars: import("typebox").TInteger;
    }>;
    ProvidedComfyNode: import("typebox").TObject<{
        comfy_node_name: import("typebox").TString;
        status: import("typebox").TUnsafe<"built_in" | "found" | "unknown">;
        provider: import("typebox").TOptional<import("typebox").TObject<{
            node_id: import("typebox").TString;
            name: import("typebox").TString;
            publisher_id: import("typebox").TString;
            repository: import("typebox").TOptional<import("typebox").TString>;
            version: import("typebox").TOptional<import("typebox").TObject<{
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                version: import("typebox").TString;
            }>>;
            downloads: import("typebox").TInteger;
            github_stars: import("typebox").TInteger;
        }>>;
        reason: import("typebox").TOptional<import("typebox").TUnsafe<"older" | "only_provider" | "popularity" | "preempted" | "ranking" | "recorded_node" | "recorded_repository" | "recorded_version" | "verified">>;
        notices: import("typebox").TArray<import("typebox").TUnsafe<"deprecated" | "not_in_recorded_node" | "recorded_node_banned" | "recorded_node_unknown" | "recorded_version_unknown" | "unverified">>;
        alternatives: import("typebox").TArray<import("typebox").TObject<{
            node_id: import("typebox").TString;
            name: import("typebox").TString;
            publisher_id: import("typebox").TString;
            repository: import("typebox").TOptional<import("typebox").TString>;
            version: import("typebox").TOptional<import("typebox").TObject<{
                deprecated: import("typebox").TBoolean;
                downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                sha256: import("typebox").TOptional<import("typebox").TString>;
                size: import("typebox").TOptional<import("typebox").TInteger>;
                status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                version: import("typebox").TString;
            }>>;
            downloads: import("typebox").TInteger;
            github_stars: import("typebox").TInteger;
        }>>;
    }>;
    findProviders: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        comfy_nodes: import("typebox").TArray<import("typebox").TObject<{
            comfy_node_name: import("typebox").TString;
            node_id: import("typebox").TOptional<import("typebox").TString>;
            version: import("typebox").TOptional<import("typebox").TString>;
            repository: import("typebox").TOptional<import("typebox").TString>;
        }>>;
    }>, import("typebox").TObject<{
        comfy_nodes: import("typebox").TArray<import("typebox").TObject<{
            comfy_node_name: import("typebox").TString;
            status: import("typebox").TUnsafe<"built_in" | "found" | "unknown">;
            provider: import("typebox").TOptional<import("typebox").TObject<{
                node_id: import("typebox").TString;
                name: import("typebox").TString;
                publisher_id: import("typebox").TString;
                repository: import("typebox").TOptional<import("typebox").TString>;
                version: import("typebox").TOptional<import("typebox").TObject<{
                    deprecated: import("typebox").TBoolean;
                    downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                    sha256: import("typebox").TOptional<import("typebox").TString>;
                    size: import("typebox").TOptional<import("typebox").TInteger>;
                    status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                    version: import("typebox").TString;
                }>>;
                downloads: import("typebox").TInteger;
                github_stars: import("typebox").TInteger;
            }>>;
            reason: import("typebox").TOptional<import("typebox").TUnsafe<"older" | "only_provider" | "popularity" | "preempted" | "ranking" | "recorded_node" | "recorded_repository" | "recorded_version" | "verified">>;
            notices: import("typebox").TArray<import("typebox").TUnsafe<"deprecated" | "not_in_recorded_node" | "recorded_node_banned" | "recorded_node_unknown" | "recorded_version_unknown" | "unverified">>;
            alternatives: import("typebox").TArray<import("typebox").TObject<{
                node_id: import("typebox").TString;
                name: import("typebox").TString;
                publisher_id: import("typebox").TString;
                repository: import("typebox").TOptional<import("typebox").TString>;
                version: import("typebox").TOptional<import("typebox").TObject<{
                    deprecated: import("typebox").TBoolean;
                    downloadUrl: import("typebox").TOptional<import("typebox").TString>;
                    sha256: import("typebox").TOptional<import("typebox").TString>;
                    size: import("typebox").TOptional<import("typebox").TInteger>;
                    status: import("typebox").TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                    version: import("typebox").TString;
                }>>;
                downloads: import("typebox").TInteger;
                github_stars: import("typebox").TInteger;
            }>>;
        }>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    proxyServices: readonly ['kling', 'tripo', 'openai', 'luma', 'minimax', 'moonvalley', 'pika', 'pixverse', 'runway', 'stability'];
    KlingImage: import("typebox").TObject<{
        index: import("typebox").TInteger;
        url: import("typebox").TString;
    }>;
    KlingVideo: import("typebox").TObject<{
        id: import("typebox").TString;
        url: import("typebox").TString;
        duration: import("typebox").TString;
    }>;
    KlingTask: import("typebox").TObject<{
        task_id: import("typebox").TString;
        task_status: import("typebox").TUnsafe<"failed" | "processing" | "submitted" | "succeed">;
        task_status_msg: import("typebox").TOptional<import("typebox").TString>;
        task_info: import("typebox").TOptional<import("typebox").TObject<{
            external_task_id: import("typebox").TOptional<import("typebox").TString>;
        }>>;
        created_at: import("typebox").TInteger;
        updated_at: import("typebox").TInteger;
        task_result: import("typebox").TOptional<import("typebox").TObject<{
            images: import("typebox").TOptional<import("typebox").TArray<import("typebox").TObject<{
                index: import("typebox").TInteger;
                url: import("typebox").TString;
            }>>>;
            videos: import("typebox").TOptional<import("typebox").TArray<import("typebox").TObject<{
                id: import("typebox").TString;
                url: import("typebox").TString;
                duration: import("typebox").TString;
            }>>>;
        }>>;
    }>;
    KlingResourcePack: import("typebox").TObject<{
        resource_pack_name: import("typebox").TString;
        resource_pack_id: import("typebox").TString;
        resource_pack_type: import("typebox").TUnsafe<"constant_period" | "decreasing_total">;
        total_quantity: import("typebox").TNumber;
        remaining_quantity: import("typebox").TNumber;
        purchase_time: import("typebox").TInteger;
        effective_time: import("typebox").TInteger;
        invalid_time: import("typebox").TInteger;
        status: import("typebox").TUnsafe<"expired" | "online" | "runOut" | "toBeOnline">;
    }>;
    getKlingCosts: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        start_time: import("typebox").TInteger;
        end_time: import("typebox").TInteger;
        resource_pack_name: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingImages: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingImage: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingTryOns: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingTryOn: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingTextToVideos: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingTextToVideo: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingImageToVideos: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingImageToVideo: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingExtensions: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingExtension: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingLipSyncs: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingLipSync: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    listKlingEffects: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        pageNum: import("typebox").TOptional<import("typebox").TInteger>;
        pageSize: import("typebox").TOptional<import("typebox").TInteger>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getKlingEffect: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        message: import("typebox").TString;
        request_id: import("typebox").TString;
        data: import("typebox").TSchema;
    }>, import("typebox").TObject<Record<never, never>>>;
    getTripoTask: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        data: import("typebox").TObject<{
            task_id: import("typebox").TString;
            type: import("typebox").TString;
            status: import("typebox").TUnsafe<"banned" | "cancelled" | "expired" | "failed" | "queued" | "running" | "success" | "unknown">;
            input: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
            output: import("typebox").TOptional<import("typebox").TRecord<"^.*$", import("typebox").TUnknown>>;
            progress: import("typebox").TOptional<import("typebox").TNumber>;
            create_time: import("typebox").TInteger;
        }>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getTripoBalance: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        code: import("typebox").TInteger;
        data: import("typebox").TObject<{
            balance: import("typebox").TNumber;
            frozen: import("typebox").TNumber;
        }>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getOpenAiResponse: Route<import("typebox").TObject<{
        responseId: import("typebox").TString;
    }>, import("typebox").TObject<{
        include: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        object: import("typebox").TUnsafe<"response">;
        status: import("typebox").TUnsafe<"completed" | "failed" | "in_progress" | "incomplete">;
        created_at: import("typebox").TNumber;
        model: import("typebox").TOptional<import("typebox").TString>;
        output: import("typebox").TOptional<import("typebox").TArray<import("typebox").TUnknown>>;
        output_text: import("typebox").TOptional<import("typebox").TString>;
        error: import("typebox").TOptional<import("typebox").TUnknown>;
        incomplete_details: import("typebox").TOptional<import("typebox").TUnknown>;
        usage: import("typebox").TOptional<import("typebox").TUnknown>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getLumaGeneration: Route<import("typebox").TObject<{
        generationId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        state: import("typebox").TOptional<import("typebox").TString>;
        failure_reason: import("typebox").TOptional<import("typebox").TString>;
        created_at: import("typebox").TOptional<import("typebox").TString>;
        assets: import("typebox").TOptional<import("typebox").TUnknown>;
        model: import("typebox").TOptional<import("typebox").TString>;
        request: import("typebox").TOptional<import("typebox").TUnknown>;
        generation_type: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getMinimaxVideo: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        task_id: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        task_id: import("typebox").TString;
        status: import("typebox").TUnsafe<"Fail" | "Preparing" | "Processing" | "Queueing" | "Success">;
        file_id: import("typebox").TOptional<import("typebox").TString>;
        base_resp: import("typebox").TOptional<import("typebox").TUnknown>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getMoonvalleyPrompt: Route<import("typebox").TObject<{
        promptId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        status: import("typebox").TString;
        prompt_text: import("typebox").TOptional<import("typebox").TString>;
        output_url: import("typebox").TOptional<import("typebox").TString>;
        error: import("typebox").TOptional<import("typebox").TUnknown>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getPikaVideo: Route<import("typebox").TObject<{
        videoId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        status: import("typebox").TString;
        url: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
        progress: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TNumber, import("typebox").TNull]>>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getPixverseVideo: Route<import("typebox").TObject<{
        videoId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        ErrCode: import("typebox").TInteger;
        ErrMsg: import("typebox").TString;
        Resp: import("typebox").TOptional<import("typebox").TObject<{
            id: import("typebox").TInteger;
            status: import("typebox").TInteger;
            url: import("typebox").TOptional<import("typebox").TString>;
        }>>;
    }>, import("typebox").TObject<{
        'ai-trace-id': import("typebox").TOptional<import("typebox").TString>;
    }>>;
    getRunwayTask: Route<import("typebox").TObject<{
        taskId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        status: import("typebox").TString;
        createdAt: import("typebox").TOptional<import("typebox").TString>;
        output: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        progress: import("typebox").TOptional<import("typebox").TNumber>;
    }>, import("typebox").TObject<Record<never, never>>>;
    getStabilityResult: Route<import("typebox").TObject<{
        resultId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TOptional<import("typebox").TString>;
        status: import("typebox").TOptional<import("typebox").TString>;
        result: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<{
        accept: import("typebox").TOptional<import("typebox").TString>;
    }>>;
    releaseProjects: readonly ['comfyui', 'comfyui_frontend', 'desktop', 'cloud'];
    ReleaseProject: import("typebox").TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
    releaseLocales: readonly ['en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh'];
    ReleaseLocale: import("typebox").TUnsafe<"en" | "es" | "fr" | "ja" | "ko" | "ru" | "zh">;
    ReleaseAttention: import("typebox").TUnsafe<"high" | "low" | "medium">;
    ReleaseNote: import("typebox").TObject<{
        id: import("typebox").TInteger;
        project: import("typebox").TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
        version: import("typebox").TString;
        attention: import("typebox").TUnsafe<"high" | "low" | "medium">;
        content: import("typebox").TString;
        published_at: import("typebox").TString;
    }>;
    listReleases: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        project: import("typebox").TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
        current_version: import("typebox").TOptional<import("typebox").TString>;
        locale: import("typebox").TOptional<import("typebox").TUnsafe<"en" | "es" | "fr" | "ja" | "ko" | "ru" | "zh">>;
        form_factor: import("typebox").TOptional<import("typebox").TString>;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TArray<import("typebox").TObject<{
        id: import("typebox").TInteger;
        project: import("typebox").TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
        version: import("typebox").TString;
        attention: import("typebox").TUnsafe<"high" | "low" | "medium">;
        content: import("typebox").TString;
        published_at: import("typebox").TString;
    }>>, import("typebox").TObject<Record<never, never>>>;
    releaseActions: readonly ['published', 'unpublished', 'created', 'edited', 'deleted', 'prereleased', 'released'];
    ReleaseEvent: import("typebox").TObject<{
        action: import("typebox").TUnsafe<"created" | "deleted" | "edited" | "prereleased" | "published" | "released" | "unpublished">;
        release: import("typebox").TObject<{
            id: import("typebox").TInteger;
            tag_name: import("typebox").TString;
            name: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            body: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            draft: import("typebox").TOptional<import("typebox").TBoolean>;
            prerelease: import("typebox").TOptional<import("typebox").TBoolean>;
            published_at: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            html_url: import("typebox").TOptional<import("typebox").TString>;
        }>;
        repository: import("typebox").TObject<{
            full_name: import("typebox").TString;
        }>;
        sender: import("typebox").TObject<{}>;
    }>;
    receiveRelease: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        action: import("typebox").TUnsafe<"created" | "deleted" | "edited" | "prereleased" | "published" | "released" | "unpublished">;
        release: import("typebox").TObject<{
            id: import("typebox").TInteger;
            tag_name: import("typebox").TString;
            name: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            body: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            draft: import("typebox").TOptional<import("typebox").TBoolean>;
            prerelease: import("typebox").TOptional<import("typebox").TBoolean>;
            published_at: import("typebox").TOptional<import("typebox").TUnion<[import("typebox").TString, import("typebox").TNull]>>;
            html_url: import("typebox").TOptional<import("typebox").TString>;
        }>;
        repository: import("typebox").TObject<{
            full_name: import("typebox").TString;
        }>;
        sender: import("typebox").TObject<{}>;
    }>, import("typebox").TNull, import("typebox").TObject<{
        'x-github-event': import("typebox").TString;
        'x-github-delivery': import("typebox").TString;
        'x-github-hook-id': import("typebox").TString;
        'x-github-hook-installation-target-type': import("typebox").TOptional<import("typebox").TString>;
        'x-github-hook-installation-target-id': import("typebox").TOptional<import("typebox").TString>;
        'x-hub-signature-256': import("typebox").TOptional<import("typebox").TString>;
    }>>;
    Features: import("typebox").TObject<{
        partner_node_conversion_rate: import("typebox").TNumber;
    }>;
    getFeatures: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        partner_node_conversion_rate: import("typebox").TNumber;
    }>, import("typebox").TObject<Record<never, never>>>;
    tokenActions: readonly ['publish-new', 'publish-update', 'yank'];
    TokenAction: import("typebox").TUnsafe<"publish-new" | "publish-update" | "yank">;
    PersonalAccessToken: import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        createdAt: import("typebox").TString;
        token: import("typebox").TString;
        expiresAt: import("typebox").TOptional<import("typebox").TString>;
        lastUsedAt: import("typebox").TOptional<import("typebox").TString>;
        nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        actions: import("typebox").TArray<import("typebox").TUnsafe<"publish-new" | "publish-update" | "yank">>;
        createdBy: import("typebox").TOptional<import("typebox").TString>;
    }>;
    listTokens: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TArray<import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        createdAt: import("typebox").TString;
        token: import("typebox").TString;
        expiresAt: import("typebox").TOptional<import("typebox").TString>;
        lastUsedAt: import("typebox").TOptional<import("typebox").TString>;
        nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        actions: import("typebox").TArray<import("typebox").TUnsafe<"publish-new" | "publish-update" | "yank">>;
        createdBy: import("typebox").TOptional<import("typebox").TString>;
    }>>, import("typebox").TObject<Record<never, never>>>;
    createToken: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        name: import("typebox").TOptional<import("typebox").TString>;
        description: import("typebox").TOptional<import("typebox").TString>;
        expires_in_days: import("typebox").TOptional<import("typebox").TInteger>;
        nodes: import("typebox").TOptional<import("typebox").TArray<import("typebox").TString>>;
        actions: import("typebox").TOptional<import("typebox").TArray<import("typebox").TUnsafe<"publish-new" | "publish-update" | "yank">>>;
    }>, import("typebox").TObject<{
        token: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>>;
    deleteToken: Route<import("typebox").TObject<{
        publisherId: import("typebox").TString;
        tokenId: import("typebox").TString;
    }>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TNull, import("typebox").TObject<Record<never, never>>>;
    User: import("typebox").TObject<{
        id: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        isApproved: import("typebox").TBoolean;
        isAdmin: import("typebox").TBoolean;
    }>;
    getCurrentUser: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<{
        id: import("typebox").TString;
        email: import("typebox").TString;
        name: import("typebox").TString;
        isApproved: import("typebox").TBoolean;
        isAdmin: import("typebox").TBoolean;
    }>, import("typebox").TObject<Record<never, never>>>;
    listOwnPublishers: Route<import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TObject<Record<never, never>>, import("typebox").TArray<import("typebox").TObject<{
        id: import("typebox").TString;
        name: import("typebox").TString;
        description: import("typebox").TString;
        website: import("typebox").TString;
        support: import("typebox").TString;
        source_code_repo: import("typebox").TString;
        logo: import("typebox").TString;
        createdAt: import("typebox").TString;
        members: import("typebox").TArray<import("typebox").TObject<{
            id: import("typebox").TOptional<import("typebox").TString>;
            role: import("typebox").TUnsafe<"member" | "owner">;
            user: import("typebox").TObject<{
                id: import("typebox").TOptional<import("typebox").TString>;
                email: import("typebox").TOptional<import("typebox").TString>;
                name: import("typebox").TString;
            }>;
        }>>;
        status: import("typebox").TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>>, import("typebox").TObject<Record<never, never>>>;
};
type Contract = typeof contract;
type RouteName = {
    [Name in keyof Contract]: Contract[Name] extends Route ? Name : never;
}[keyof Contract];
type Arguments<R extends Route> = Record<never, never> extends InputOf<R> ? [input?: InputOf<R>, init?: RequestInit] : [input: InputOf<R>, init?: RequestInit];
/** One function for each call of the API. They throw `RegistryRefusal` for every answer that is not 2xx. */
export type Client = {
    readonly [Name in RouteName]: Contract[Name] extends Route ? (...given: Arguments<Contract[Name]>) => Promise<ResponseOf<Contract[Name]>> : never;
};
export interface ConnectOptions {
    /** An ID token, or how to get a fresh one; sent with every request. */
    idToken?: string | (() => string | Promise<string>);
    /** A customer's key, for the routes that take one. */
    apiKey?: string;
    fetch?: typeof globalThis.fetch;
}
/** A client of the registry whose API is at `baseUrl`. */
export declare function connect(baseUrl: string, options?: ConnectOptions): Client;
