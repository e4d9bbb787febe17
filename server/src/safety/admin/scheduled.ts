import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Job } from '../../ground/jobs/job.ts'
import type { Actor } from '../../ground/permissions.ts'
import { refreshStars } from '../../packs/nodes/jobs.ts'
import type { Deps } from './deps.ts'

const defaultBatch = 100

/** Starts refreshing repository stars. Source: API contract 18. */
export function startStars(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'jobs'>,
  actor: Actor,
  { max_batch = defaultBatch }: { max_batch?: number },
): Promise<void> {
  return startJob(deps, actor, refreshStars, { maxBatch: max_batch })
}

/** Queues a job. Throws `job_in_progress` while it is queued or running. */
export async function startJob<Payload extends object>(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'jobs'>,
  actor: Actor,
  job: Job<Payload, never>,
  payload: Payload,
): Promise<void> {
  await transact(deps, async (tx) => {
    if (!(await deps.jobs.send(tx, job, payload))) throw new RegistryError('job_in_progress')
    await recordEvent(tx, {
      actor,
      action: `job.${job.name}`,
      subject: { kind: 'registry', id: 'registry' },
      after: payload,
      at: deps.now(),
    })
  })
}
