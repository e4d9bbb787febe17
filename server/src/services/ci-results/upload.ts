import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { uploadArtifact as route, WorkflowRunStatus } from '@nodeyard/contract/services'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { deleteEarlierResults, insertFiles, insertResult, upsertCommit } from './sql.ts'
import { tagOfResults } from './tag.ts'

type Upload = BodyOf<typeof route>

const stored: Record<WorkflowRunStatus, 'STARTED' | 'FAILED' | 'COMPLETED'> = {
  WorkflowRunStatusStarted: 'STARTED',
  WorkflowRunStatusFailed: 'FAILED',
  WorkflowRunStatusCompleted: 'COMPLETED',
}

/** Stores a result, replacing earlier ones of the same commit, system and workflow. Source: API contract 21.1. */
export async function uploadResult(deps: Deps, actor: Actor, upload: Upload): Promise<void> {
  const files = filesOf(upload)
  const repository = upload.repo.toLowerCase()
  await transact(deps, async (tx) => {
    const commitId = await upsertCommit(tx, {
      repo_name: repository,
      commit_hash: upload.commit_hash,
      branch_name: upload.branch_name,
      commit_message: upload.commit_message,
      author: upload.author,
      pr_number: upload.pr_number,
      commit_timestamp: new Date(upload.commit_time),
    })
    const replaced = await deleteEarlierResults(tx, {
      commitId,
      operatingSystem: upload.os,
      workflow: upload.workflow_name,
    })
    const resultId = await insertResult(tx, {
      commit_id: commitId,
      operating_system: upload.os,
      workflow_name: upload.workflow_name,
      run_id: upload.run_id,
      job_id: upload.job_id,
      status: stored[upload.status],
      start_time: upload.start_time,
      end_time: upload.end_time,
      python_version: upload.python_version,
      pytorch_version: upload.pytorch_version ?? '',
      cuda_version: upload.cuda_version ?? '',
      comfy_run_flags: upload.comfy_run_flags ?? '',
      avg_vram: upload.avg_vram ?? null,
      peak_vram: upload.peak_vram ?? null,
      job_trigger_user: upload.job_trigger_user,
      machine_stats: upload.machine_stats ? JSON.stringify(upload.machine_stats) : null,
      created_at: deps.now(),
    })
    await insertFiles(tx, resultId, files)
    await recordEvent(tx, {
      actor,
      action: 'ci-result.upload',
      subject: { kind: 'ci-result', id: resultId },
      after: { repository, commit: upload.commit_hash, run: upload.run_id, replaced },
      at: deps.now(),
    })
    markChanged(tx, tagOfResults(repository))
  })
}

/** Returns a row per output file. Files in a bucket get their public URL. */
function filesOf({ output_files_gcs_paths = '', bucket_name = '' }: Upload) {
  const paths = output_files_gcs_paths
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  const tooLong = paths.find((path) => path.length > limits.urlLength)
  if (paths.length > limits.ciFiles) throw refused(`at most ${limits.ciFiles} paths`, limits.ciFiles)
  if (tooLong) throw refused(`paths of at most ${limits.urlLength} characters`, limits.urlLength)
  return paths.map((path) => ({
    bucket_name,
    object_name: path,
    file_path: path,
    file_url: bucket_name && !path.includes('://') ? publicAddressOf(bucket_name, path) : '',
  }))
}

const refused = (message: string, limit: number) =>
  new RegistryError('invalid_request', {
    message: `body.output_files_gcs_paths takes ${message}`,
    field: 'body.output_files_gcs_paths',
    limit,
  })

function publicAddressOf(bucket: string, path: string): string {
  const parts = [bucket, ...path.split('/')].map(encodeURIComponent)
  return `https://storage.googleapis.com/${parts.join('/')}`
}
