import type { Tx } from '../../../ground/db/database.ts'
import { RegistryError } from '../../../ground/errors.ts'
import { type Actor, assertMayEditNode, assertMayWrite } from '../../../ground/permissions.ts'
import { findRoleOf } from '../../../people/publishers/owner.ts'
import { sharePublisher } from '../../../people/publishers/sql.ts'
import { lockNode, type NodeRow } from '../sql.ts'
import { normalizeVersion } from './number.ts'
import { lockVersion, lockVersionOfNumber, type VersionRow } from './sql.ts'

export interface NodePath {
  publisherId: string
  nodeId: string
}

/**
 * Locks a publisher's node for a caller that can change it. Throws for other callers and for deleted nodes.
 */
export async function lockEditableNode(tx: Tx, actor: Actor, path: NodePath): Promise<NodeRow> {
  const node = await lockNodeOrNone(tx, actor, path)
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  return node
}

/** Like {@link lockEditableNode}, but returns missing and deleted nodes to the caller. */
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

/**
 * Locks an editable node and then its version, by id or number. Every transaction must lock in this order.
 */
export async function lockEditableVersion(
  tx: Tx,
  actor: Actor,
  { versionId, ...path }: NodePath & { versionId: string },
): Promise<{ node: NodeRow; version: VersionRow }> {
  const node = await lockEditableNode(tx, actor, path)
  return { node, version: await lockNamedVersion(tx, node, versionId) }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Locks a version of a locked node by its id or number. Throws for a deleted version. */
export async function lockNamedVersion(tx: Tx, { id }: NodeRow, idOrNumber: string): Promise<VersionRow> {
  const version = await lockByName(tx, id, idOrNumber)
  if (!version || version.status === 'deleted') throw new RegistryError('version_not_found')
  return version
}

function lockByName(tx: Tx, nodeId: string, idOrNumber: string): Promise<VersionRow | undefined> {
  if (uuid.test(idOrNumber)) return lockVersion(tx, { id: idOrNumber, node_id: nodeId })
  const number = normalizeVersion(idOrNumber)
  if (number !== undefined) return lockVersionOfNumber(tx, nodeId, number)
  throw new RegistryError('invalid_request', {
    message: 'path.versionId must be a version id or a version number',
    field: 'path.versionId',
  })
}
