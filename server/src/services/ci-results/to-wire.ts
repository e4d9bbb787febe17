import type { ActionJobResult, GitCommitSummary, RunState, StorageFile } from '@nodeyard/contract/services'
import type { CommitRow, FileRow, ResultRow } from './sql.ts'

const statuses = {
  STARTED: 'WorkflowRunStatusStarted',
  FAILED: 'WorkflowRunStatusFailed',
  COMPLETED: 'WorkflowRunStatusCompleted',
} as const

/** Translates a result with its files. */
export function toActionJobResult(row: ResultRow, files: readonly FileRow[]): ActionJobResult {
  const storageFiles = files.map(toStorageFile)
  const [first] = storageFiles
  return {
    id: row.id,
    workflow_name: row.workflow_name,
    operating_system: row.operating_system,
    python_version: row.python_version,
    pytorch_version: row.pytorch_version,
    action_run_id: row.run_id,
    action_job_id: row.job_id,
    cuda_version: row.cuda_version,
    branch_name: row.branch_name,
    commit_hash: row.commit_hash,
    commit_id: row.commit_id,
    commit_time: Math.floor((row.commit_timestamp?.getTime() ?? 0) / 1000),
    commit_message: row.commit_message,
    comfy_run_flags: row.comfy_run_flags,
    git_repo: row.repo_name,
    pr_number: row.pr_number,
    start_time: row.start_time ?? 0,
    end_time: row.end_time ?? 0,
    avg_vram: row.avg_vram ?? 0,
    peak_vram: row.peak_vram ?? 0,
    job_trigger_user: row.job_trigger_user,
    author: row.author,
    ...(row.machine_stats ? { machine_stats: row.machine_stats } : {}),
    status: statuses[row.status],
    ...(first ? { storage_file: first } : {}),
    storage_files: storageFiles,
  }
}

function toStorageFile({ id, file_path, file_url }: FileRow): StorageFile {
  return { id, file_path, public_url: file_url }
}

/** Translates a commit with its state per operating system. */
export function toCommitSummary(commit: CommitRow, states: Record<string, RunState>): GitCommitSummary {
  return {
    commit_hash: commit.commit_hash,
    commit_name: commit.commit_message,
    branch_name: commit.branch_name,
    author: commit.author,
    timestamp: (commit.commit_timestamp ?? commit.created_at).toISOString(),
    status_summary: states,
  }
}
