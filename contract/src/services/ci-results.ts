import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, Timestamp, Uuid } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

export const workflowRunStatuses = [
  'WorkflowRunStatusStarted',
  'WorkflowRunStatusFailed',
  'WorkflowRunStatusCompleted',
] as const
export const WorkflowRunStatus = oneOf(workflowRunStatuses)
export type WorkflowRunStatus = Static<typeof WorkflowRunStatus>

const fact = Type.Optional(Type.String({ maxLength: limits.ciTextLength }))

export const MachineStats = Type.Object({
  machine_name: fact,
  os_version: fact,
  gpu_type: fact,
  cpu_capacity: fact,
  initial_cpu: fact,
  memory_capacity: fact,
  initial_ram: fact,
  vram_time_series: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  disk_capacity: fact,
  initial_disk: fact,
  pip_freeze: fact,
})
export type MachineStats = Static<typeof MachineStats>

export const StorageFile = Type.Object({
  id: Uuid,
  file_path: Type.String(),
  public_url: Type.String({ description: 'Empty when the file is not public.' }),
})
export type StorageFile = Static<typeof StorageFile>

/** One run of one workflow on one operating system. Times are seconds since 1970. */
export const ActionJobResult = Type.Object({
  id: Uuid,
  workflow_name: Type.String(),
  operating_system: Type.String(),
  python_version: Type.String(),
  pytorch_version: Type.String(),
  action_run_id: Type.String(),
  action_job_id: Type.String(),
  cuda_version: Type.String(),
  branch_name: Type.String(),
  commit_hash: Type.String(),
  commit_id: Uuid,
  commit_time: Type.Integer(),
  commit_message: Type.String(),
  comfy_run_flags: Type.String(),
  git_repo: Type.String(),
  pr_number: Type.String(),
  start_time: Type.Integer(),
  end_time: Type.Integer(),
  avg_vram: Type.Integer(),
  peak_vram: Type.Integer(),
  job_trigger_user: Type.String(),
  author: Type.String(),
  machine_stats: Type.Optional(MachineStats),
  status: WorkflowRunStatus,
  storage_file: Type.Optional(StorageFile),
  storage_files: Type.Array(StorageFile, { description: 'All of them; `storage_file` is the first.' }),
})
export type ActionJobResult = Static<typeof ActionJobResult>

const text = Type.String({ maxLength: limits.nameLength })
const longText = Type.String({ maxLength: limits.ciTextLength })
const seconds = Type.Integer({ minimum: 0, maximum: 2 ** 32, description: 'Seconds since 1970.' })
const megabytes = Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }))

export const uploadArtifact = route({
  method: 'POST',
  path: '/upload-artifact',
  access: 'ci-secret',
  summary: 'Records the result of a run',
  description:
    'Replaces earlier results of the same commit, operating system and workflow. Disabled until the registry has a secret for build machines.',
  body: Type.Object({
    repo: Type.String({
      pattern: '^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$',
      'x-form': 'an owner and a name, such as acme/blur',
      maxLength: limits.nameLength,
      description: '`owner/name`.',
    }),
    job_id: text,
    run_id: text,
    os: text,
    commit_hash: Type.String({ minLength: 1, maxLength: limits.nameLength }),
    commit_message: longText,
    commit_time: Type.String({ format: 'date-time' }),
    branch_name: text,
    workflow_name: text,
    pr_number: text,
    python_version: text,
    job_trigger_user: text,
    author: text,
    start_time: seconds,
    end_time: seconds,
    status: WorkflowRunStatus,
    cuda_version: Type.Optional(text),
    pytorch_version: Type.Optional(text),
    bucket_name: Type.Optional(text),
    comfy_logs_gcs_path: Type.Optional(Type.String({ maxLength: limits.urlLength })),
    comfy_run_flags: Type.Optional(longText),
    output_files_gcs_paths: Type.Optional(
      Type.String({ maxLength: limits.ciTextLength, description: 'Separated by commas.' }),
    ),
    avg_vram: megabytes,
    peak_vram: megabytes,
    machine_stats: Type.Optional(MachineStats),
  }),
  response: Type.Object({ message: Type.Optional(Type.String()) }),
})

const repoName = Type.Optional(
  Type.String({ maxLength: limits.nameLength, description: 'Defaults to the tool’s own repository.' }),
)
const filter = Type.Optional(Type.String({ maxLength: limits.nameLength }))
const pageSize = Type.Optional(
  Type.Integer({ description: `Default ${limits.pageSize.default}, at most ${limits.pageSize.max}.` }),
)
const page = Type.Optional(Type.Integer({ description: 'From 1; less counts as 1.' }))

export const listCiResults = route({
  method: 'GET',
  path: '/gitcommit',
  access: 'public',
  summary: 'Results of runs, newest commit first',
  query: Type.Object({
    commitId: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: 'The id or hash of the commit.' }),
    ),
    operatingSystem: filter,
    workflowName: filter,
    branch: filter,
    repoName,
    page,
    pageSize,
  }),
  response: Type.Object({
    jobResults: Type.Array(ActionJobResult),
    totalNumberOfPages: Type.Integer(),
  }),
})

export const runStates = ['STARTED', 'FAILED', 'COMPLETED'] as const
export const RunState = oneOf(runStates)
export type RunState = Static<typeof RunState>

export const GitCommitSummary = Type.Object({
  commit_hash: Type.String(),
  commit_name: Type.String({ description: 'The commit message.' }),
  branch_name: Type.String(),
  author: Type.String(),
  timestamp: Timestamp,
  status_summary: Type.Record(Type.String(), Type.String(), {
    description: `Status for each operating system: ${runStates.join(', ')}. One failure makes it a failure.`,
  }),
})
export type GitCommitSummary = Static<typeof GitCommitSummary>

export const listCommitSummaries = route({
  method: 'GET',
  path: '/gitcommitsummary',
  access: 'public',
  summary: 'Commits with the state of their runs, newest first',
  query: Type.Object({ repoName, branchName: filter, page, pageSize }),
  response: Type.Object({
    commitSummaries: Type.Array(GitCommitSummary),
    totalNumberOfPages: Type.Integer(),
  }),
})

export const getCiResult = route({
  method: 'GET',
  path: '/workflowresult/:workflowResultId',
  access: 'public',
  summary: 'One result',
  params: Type.Object({ workflowResultId: Uuid }),
  response: ActionJobResult,
  errors: ['ci_result_not_found'],
})

export const listBranches = route({
  method: 'GET',
  path: '/branch',
  access: 'public',
  summary: 'The branches that have results, in alphabetical order',
  query: Type.Object({
    repo_name: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: 'Defaults to the tool’s own repository.' }),
    ),
  }),
  response: Type.Object({ branches: Type.Array(Type.String()) }),
})
