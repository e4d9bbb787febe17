import { durationMs } from '@nodeyard/contract/ground'
import type { Actor } from '../../ground/permissions.ts'
import { startJob } from '../../safety/admin/scheduled.ts'
import type { Deps } from './deps.ts'
import { reindexOldest } from './jobs.ts'

const defaultBatch = 100

/** Starts a job that rebuilds the oldest search entries. Source: API contract 19. */
export function startReindex(
  deps: Deps,
  actor: Actor,
  { max_batch = defaultBatch, min_age }: { max_batch?: number; min_age?: string },
): Promise<void> {
  const before = deps.now().getTime() - durationMs(min_age ?? '0s')
  return startJob(deps, actor, reindexOldest, { maxBatch: max_batch, before: new Date(before).toISOString() })
}
