import { reindexOldest } from '../../discovery/search/jobs.ts'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Deps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import { durationMs } from '../../ground/http/duration.ts'
import type { Job } from '../../ground/jobs/job.ts'
import type { Actor } from '../../ground/permissions.ts'
import { refreshStars } from '../../packs/nodes/jobs.ts'

const usualBatch = 100

/** Has the search entries rebuilt that were not for longest. Source: API contract 19. */
export function startReindex(
  deps: Deps,
  actor: Actor,
  { max_batch = usualBatch, min_age }: { max_batch?: number; min_age?: string },
): Promise<void> {
  const before = deps.now().getTime() - durationMs(min_age ?? '0s')
  return start(deps, actor, reindexOldest, { maxBatch: max_batch, before: new Date(before).toISOString() })
}

export function startStars(
  deps: Deps,
  actor: Actor,
  { max_batch = usualBatch }: { max_batch?: number },
): Promise<void> {
  return start(deps, actor, refreshStars, { maxBatch: max_batch })
}

/** The work goes on in the background; a second call while it waits or runs is refused. */
async function start<Payload extends object>(
  deps: Deps,
  actor: Actor,
  job: Job<Payload, Deps>,
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
