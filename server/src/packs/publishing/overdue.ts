import { durationMs, type QueryOf } from '@nodeyard/contract/ground'
import type { scanPendingVersions } from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { extractComfyNodes, processVersion } from './jobs.ts'
import { listOverdueVersions, listUnreadVersions } from './queue/sql.ts'

const usual = { minAge: '30m', maxNodes: 50 }

/** Requeues versions that are pending for too long. Source: API contract 19. */
export async function scanPending(
  deps: Deps,
  actor: Actor,
  {
    minAge = usual.minAge,
    minSecurityScanAge,
    maxNodes = usual.maxNodes,
  }: QueryOf<typeof scanPendingVersions>,
): Promise<void> {
  const before = (age: string) => new Date(deps.now().getTime() - durationMs(age))
  await transact(deps, async (tx) => {
    const ids = await listOverdueVersions(tx, {
      receivedBefore: before(minAge),
      scannedBefore: minSecurityScanAge === undefined ? undefined : before(minSecurityScanAge),
      limit: maxNodes,
    })
    for (const versionId of ids) await deps.jobs.send(tx, processVersion, { versionId })
    await record(tx, deps, actor, 'job.security-scan', ids)
  })
}

/** Queues the extraction of comfy-nodes for versions without one, oldest first. Source: API contract 16.6. */
export async function backfill(deps: Deps, actor: Actor, limit: number): Promise<void> {
  await transact(deps, async (tx) => {
    const ids = await listUnreadVersions(tx, limit)
    for (const versionId of ids) await deps.jobs.send(tx, extractComfyNodes, { versionId })
    await record(tx, deps, actor, 'job.backfill', ids)
  })
}

function record(
  tx: Tx,
  { now }: Deps,
  actor: Actor,
  action: string,
  versions: readonly string[],
): Promise<void> {
  return recordEvent(tx, {
    actor,
    action,
    subject: { kind: 'registry', id: 'registry' },
    after: { versions },
    at: now(),
  })
}
