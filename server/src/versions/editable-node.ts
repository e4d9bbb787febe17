import type { Tx } from '../db/database.ts'
import { RegistryError } from '../errors.ts'
import { type Actor, assertMayEditNode, assertMayWrite } from '../permissions.ts'
import { findRoleOf } from '../publishers/owner.ts'
import { sharePublisher } from '../publishers/sql.ts'
import { lockNode, lockVersionOfNode, type NodeRow, type VersionRow } from './sql.ts'

export interface NodePath {
  publisherId: string
  nodeId: string
}

/** A node of a publisher, locked, for who may change it. Throws for everybody else. A deleted one is not found. */
export async function lockEditableNode(tx: Tx, actor: Actor, path: NodePath): Promise<NodeRow> {
  const node = await lockNodeOrNone(tx, actor, path)
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  return node
}

/** The same, with what is missing or deleted left to the caller. */
export async function lockNodeOrNone(
  tx: Tx,
  actor: Actor,
  { publisherId, nodeId }: NodePath,
): Promise<NodeRow | undefined> {
  assertMayWrite(actor)
  const publisher = await sharePublisher(tx, publisherId)
  const role = publisher && (await findRoleOf(tx, publisherId, actor))
  const node = await lockNode(tx, nodeId)
  assertMayEditNode(actor, { publisherId, isPublisherThere: publisher !== undefined, role, node })
  return node
}

/** A version of such a node, by its own id. The node is locked before it: that is the order everywhere. */
export async function lockEditableVersion(
  tx: Tx,
  actor: Actor,
  { versionId, ...path }: NodePath & { versionId: string },
): Promise<{ node: NodeRow; version: VersionRow }> {
  const node = await lockEditableNode(tx, actor, path)
  const version = await lockVersionOfNode(tx, node.id, versionId)
  if (!version || version.status === 'deleted') throw new RegistryError('version_not_found')
  return { node, version }
}
