import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { copyHints } from '../comfy-nodes/sql.ts'
import { addAliases, moveAliases } from '../nodes/aliases/sql.ts'
import { setNodeStatus } from '../nodes/set-status.ts'
import { changeNode, lockNode, type NodeRow } from '../nodes/sql.ts'
import type { Deps } from './deps.ts'
import { deleteReadingsOf } from './stored/sql.ts'

/** Merges an unclaimed duplicate into another node: its names lead there, and it is deleted. */
export function mergeNode(
  deps: Deps,
  admin: UserActor,
  nodeId: string,
  { into, reason }: { into: string; reason: string },
): Promise<void> {
  return transact(deps, async (tx) => {
    const [duplicate, kept] = await lockBoth(tx, nodeId, into)
    if (duplicate.publisher_id !== unclaimedPublisherId) throw new RegistryError('node_not_unclaimed')
    if (duplicate.latest_version_id !== null) throw new RegistryError('node_has_versions')
    await deleteReadingsOf(tx, duplicate.id)
    await copyHints(tx, duplicate.id, kept.id)
    await moveAliases(tx, duplicate.id, kept.id)
    await addAliases(tx, [{ nodeId: kept.id, alias: duplicate.id, kind: 'merged' }])
    await setNodeStatus(tx, deps, admin, duplicate, 'deleted')
    await recordEvent(tx, {
      actor: admin,
      action: 'node.merge',
      subject: { kind: 'node', id: kept.id },
      publisherId: kept.publisher_id,
      after: { duplicate: duplicate.id, reason },
      at: deps.now(),
    })
    markChanged(tx, 'nodes', `node:${kept.id}`, `node:${duplicate.id}`)
  })
}

/** Locks in the order of ids, so that two merges never wait for each other. */
async function lockBoth(tx: Tx, nodeId: string, into: string): Promise<[NodeRow, NodeRow]> {
  const rows = new Map<string, NodeRow>()
  for (const id of [nodeId, into].map((one) => one.toLowerCase()).sort()) {
    const row = await lockNode(tx, id)
    if (row && row.status !== 'deleted') rows.set(id, row)
  }
  const duplicate = rows.get(nodeId.toLowerCase())
  const kept = rows.get(into.toLowerCase())
  if (!duplicate) throw new RegistryError('node_not_found')
  if (!kept || kept.id === duplicate.id) throw new RegistryError('node_not_found', { field: 'body.into' })
  return [duplicate, kept]
}

/** Recommends another node instead of this one. Undefined removes the recommendation. */
export function setSuccessor(
  deps: Deps,
  admin: UserActor,
  nodeId: string,
  successor: string | undefined,
): Promise<void> {
  return transact(deps, async (tx) => {
    const [node, other] =
      successor === undefined
        ? [await lockNode(tx, nodeId), undefined]
        : await lockBoth(tx, nodeId, successor)
    if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
    await changeNode(tx, node.id, { successor_id: other?.id ?? null, updated_at: deps.now() })
    await recordEvent(tx, {
      actor: admin,
      action: 'node.successor',
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      before: { successor: node.successor_id },
      after: { successor: other?.id ?? null },
      at: deps.now(),
    })
    markChanged(tx, 'nodes', `node:${node.id}`)
  })
}
