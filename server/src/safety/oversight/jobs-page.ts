import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  type listJobs as contract,
  type JobState,
  jobStates,
  type Queue,
  type StoredJob,
} from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import {
  countJobRows,
  countJobs,
  deleteJob,
  type JobRow,
  listJobRows,
  lockJob,
  requeueJob,
  type StoredState,
} from './sql.ts'

const stateOf: Readonly<Record<StoredState, JobState>> = {
  created: 'waiting',
  retry: 'retrying',
  active: 'running',
  completed: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** Lists job queues with counts by state. */
export async function listQueues(db: DbOrTx, only?: string): Promise<{ queues: Queue[] }> {
  const queues = new Map<string, Queue>()
  for (const { name, state, count, oldest } of await countJobs(db, only)) {
    const queue = queues.get(name) ?? { name, counts: noJobs() }
    queue.counts[stateOf[state]] += count
    if (oldest && (!queue.oldest || oldest.toISOString() < queue.oldest)) queue.oldest = oldest.toISOString()
    queues.set(name, queue)
  }
  return { queues: [...queues.values()] }
}

const noJobs = () => Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>

/** Lists stored jobs, in pages. */
export async function listJobs(
  db: DbOrTx,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const states = Object.entries(stateOf).flatMap(([stored, state]) =>
    query.state === state ? [stored as StoredState] : [],
  )
  const filter = { queue: query.queue, states: query.state ? states : undefined }
  const served = servedPage(query, limits.pageSize)
  const [rows, total] = await Promise.all([
    listJobRows(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countJobRows(db, filter),
  ])
  return {
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
    jobs: rows.map(toStoredJob),
  }
}

/** Runs a job once more. Throws `job_not_retryable` while it runs or after it succeeded. */
export function retryJob(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  admin: UserActor,
  id: string,
): Promise<StoredJob> {
  return transact(deps, async (tx) => {
    const job = await lockJob(tx, id)
    if (!job) throw new RegistryError('job_not_found')
    if (!['failed', 'retry', 'created'].includes(job.state)) throw new RegistryError('job_not_retryable')
    const changed = await requeueJob(tx, job)
    if (!changed) throw new RegistryError('job_not_found')
    await recordEvent(tx, { ...about(admin, job), action: 'job.retry', at: deps.now() })
    return toStoredJob(changed)
  })
}

/** Deletes a job that is not running. */
export function discardJob(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  admin: UserActor,
  id: string,
): Promise<void> {
  return transact(deps, async (tx) => {
    const job = await lockJob(tx, id)
    if (!job) throw new RegistryError('job_not_found')
    if (job.state === 'active') throw new RegistryError('job_runs')
    await deleteJob(tx, job)
    await recordEvent(tx, { ...about(admin, job), action: 'job.discard', at: deps.now() })
  })
}

function about(actor: UserActor, { id, name, state, data }: JobRow) {
  return {
    actor,
    subject: { kind: 'registry' as const, id: 'registry' },
    before: { job: name, id, state, payload: data },
  }
}

function toStoredJob(row: JobRow): StoredJob {
  const { state, retry_count, retry_limit } = row
  return {
    id: row.id,
    queue: row.name,
    state: stateOf[state],
    payload: row.data,
    attempts: retry_count + (row.started_on ? 1 : 0),
    most_attempts: retry_limit + 1,
    createdAt: row.created_on.toISOString(),
    startAfter: row.start_after.toISOString(),
    ...defined({
      startedAt: row.started_on?.toISOString(),
      finishedAt: row.completed_on?.toISOString(),
      error: (state === 'completed' ? '' : messageIn(row.output)) || undefined,
    }),
  }
}

/** Returns the error of a run in the job library's format. */
function messageIn(output: unknown): string {
  if (output === null || output === undefined) return ''
  if (typeof output !== 'object') return String(output)
  if ('stack' in output && typeof output.stack === 'string') return output.stack
  return 'message' in output && typeof output.message === 'string' ? output.message : JSON.stringify(output)
}
