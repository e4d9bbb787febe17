import type { DbOrTx } from '../../../ground/db/database.ts'
import { RegistryError } from '../../../ground/errors.ts'
import { type Actor, isAdmin } from '../../../ground/permissions.ts'
import { findNodeForReader, type NodeForReader } from '../sql.ts'

export interface ReadableNode extends NodeForReader {
  /** True for admins and owners of the publisher, who see scan findings and banned versions. */
  isEditor: boolean
}

/**
 * Finds a node by its id in any letter case, and asserts that the caller can read it.
 *
 * @param edits makes publish tokens editors too
 */
export async function getReadableNode(
  db: DbOrTx,
  actor: Actor,
  nodeId: string,
  edits?: (node: NodeForReader) => boolean,
): Promise<ReadableNode> {
  const node = await findNodeForReader(db, nodeId, userIdOf(actor))
  if (!node) throw new RegistryError('node_not_found')
  const is_owned = node.is_owned || (edits?.(node) ?? false)
  return { ...node, isEditor: assertReadable(actor, { ...node, is_owned }) }
}

export const userIdOf = (actor: Actor): string | undefined => (actor.kind === 'user' ? actor.id : undefined)

/**
 * Returns whether the reader is an editor of the node. Throws for a deleted node. Also throws for a banned
 * node, with the reason, and for a node that was never public, unless the reader is an editor. Source: API
 * contract 14.3, 4.1 `node-ok`.
 */
export function assertReadable(
  actor: Actor,
  node: Pick<NodeForReader, 'status' | 'status_detail' | 'was_public' | 'is_owned'>,
): boolean {
  const isEditor = node.is_owned || isAdmin(actor)
  if (node.status === 'deleted' || (!isEditor && !node.was_public)) throw new RegistryError('node_not_found')
  if (!isEditor) assertNotBanned(node)
  return isEditor
}

/** Throws for a banned node, with the reason of the ban. */
export function assertNotBanned({
  status,
  status_detail,
}: Pick<NodeForReader, 'status' | 'status_detail'>): void {
  if (status !== 'banned') return
  const message = status_detail.replace(/\s+/g, ' ').trim()
  throw new RegistryError('node_banned', message ? { message } : {})
}
