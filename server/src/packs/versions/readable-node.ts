import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { findNodeForReader, type NodeForReader } from './sql.ts'

/** A node that somebody may read. */
export interface ReadableNode extends NodeForReader {
  /** Owners of its publisher and admins: they see what the scan found, and what is banned. */
  isEditor: boolean
}

/**
 * The node with this id, in any letter case. A deleted one is not found, and one that never was public only by its
 * editors; a banned one is there for them only, and the others are told why. Source: API contract 14.3, 4.1 `node-ok`.
 */
export async function getReadableNode(db: DbOrTx, actor: Actor, nodeId: string): Promise<ReadableNode> {
  const node = await findNodeForReader(db, nodeId, actor.kind === 'user' ? actor.id : undefined)
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  const isEditor = node.is_owned || isAdmin(actor)
  if (!isEditor && !node.was_public) throw new RegistryError('node_not_found')
  if (!isEditor) assertNotBanned(node)
  return { ...node, isEditor }
}

export function assertNotBanned({
  status,
  status_detail,
}: Pick<NodeForReader, 'status' | 'status_detail'>): void {
  if (status !== 'banned') return
  const message = status_detail.replace(/\s+/g, ' ').trim()
  throw new RegistryError('node_banned', message ? { message } : {})
}
