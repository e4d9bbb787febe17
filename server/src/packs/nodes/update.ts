import { keysOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { NodeFields } from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertAdmin, isAdmin } from '../../ground/permissions.ts'
import { sharePublisher } from '../../people/publishers/sql.ts'
import type { Deps } from './deps.ts'
import { changesOf } from './fields.ts'
import { freeRepository } from './hold-repository.ts'
import { moveNode } from './move.ts'
import { assertSameNode } from './node-id.ts'
import { setNodeStatus } from './set-status.ts'
import { changeNode, lockNode, type NodeChange, type NodeRow } from './sql.ts'
import { nodeStatusFromWire } from './to-wire.ts'
import { lockEditableNode, type NodePath } from './versions/editable-node.ts'
import { forgetAnnouncedColumns } from './versions/sql.ts'

type UpdateDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'jobs' | 'config'>

/**
 * Changes the given fields of a node, as far as an owner or admin can set them. Source: API contract 11.3.
 */
export function updateNode(
  deps: UpdateDeps,
  actor: Actor,
  path: NodePath,
  fields: NodeFields,
): Promise<void> {
  assertSameNode(path.nodeId, fields.id, 'body.id')
  return transact(deps, async (tx) => {
    const node = await lockEditableNode(tx, actor, path)
    await applyFields(tx, deps, actor, node, fields)
  })
}

/** Changes any node by its id alone, even a deleted one. Source: API contract 18.3. */
export function updateAnyNode(
  deps: UpdateDeps,
  actor: Actor,
  nodeId: string,
  fields: NodeFields,
): Promise<void> {
  assertAdmin(actor)
  assertSameNode(nodeId, fields.id, 'body.id')
  return transact(deps, async (tx) => {
    const node = await lockNode(tx, nodeId)
    if (!node) throw new RegistryError('node_not_found')
    await applyFields(tx, deps, actor, node, fields)
  })
}

async function applyFields(
  tx: Tx,
  deps: UpdateDeps,
  actor: Actor,
  node: NodeRow,
  fields: NodeFields,
): Promise<void> {
  const forAdmin = isAdmin(actor)
  const change = {
    ...changesOf(deps.config, node, fields, forAdmin),
    ...(await repositoryOf(tx, deps, node, fields.repository)),
  }
  if (Object.keys(change).length > 0) await storeChange(tx, deps, actor, node, change)
  if (!forAdmin) return
  assertHasToken(actor, node, fields)
  if (fields.status) await setNodeStatus(tx, deps, actor, node, nodeStatusFromWire(fields.status))
  const target = fields.publisher?.id
  if (target !== undefined && target !== node.publisher_id) {
    if (!(await sharePublisher(tx, target))) throw new RegistryError('publisher_not_found')
    await moveNode(tx, deps, actor, node, { to: target, action: 'node.move' })
  }
}

/**
 * Requires the admin token for the changes whose own calls require it. Screens that send the whole node
 * change neither status nor publisher. An unban and the transfer of an unclaimed node need only a sign-in.
 * Source: API contract 3.3, 11.3.
 */
function assertHasToken(actor: Actor, node: NodeRow, { status, publisher }: NodeFields): void {
  const bans = status === 'NodeStatusBanned' && node.status !== 'banned'
  const isOwned = node.publisher_id !== unclaimedPublisherId
  const moves = isOwned && publisher?.id !== undefined && publisher.id !== node.publisher_id
  if ((bans || moves) && actor.kind === 'user' && !actor.hasAdminToken) {
    throw new RegistryError('admin_token_required')
  }
}

async function repositoryOf(
  tx: Tx,
  deps: UpdateDeps,
  node: NodeRow,
  sent: string | null | undefined,
): Promise<NodeChange> {
  if (sent === undefined || sent === null || sent === node.repository_url) return {}
  return freeRepository(tx, deps, node, sent, 'body.repository')
}

async function storeChange(
  tx: Tx,
  deps: UpdateDeps,
  actor: Actor,
  node: NodeRow,
  change: NodeChange,
): Promise<void> {
  await changeNode(tx, node.id, { ...change, updated_at: deps.now() })
  await forgetAnnouncedColumns(tx, node.id, Object.keys(change))
  const names = keysOf(change)
  await recordEvent(tx, {
    actor,
    action: 'node.update',
    subject: { kind: 'node', id: node.id },
    publisherId: node.publisher_id,
    before: Object.fromEntries(names.map((name) => [name, node[name]])),
    after: change,
    at: deps.now(),
  })
  markChanged(tx, `node:${node.id}`, 'nodes')
}
