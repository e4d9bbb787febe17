import { limits } from '@nodeyard/contract/limits'
import { nodeIdPattern } from '@nodeyard/contract/shapes'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'

/** Ids that would shadow API paths. */
export const reservedNodeIds: ReadonlySet<string> = new Set(['search', 'reindex', 'update-github-stars'])

/**
 * Windows reserves these folder names with any extension, and a pack's install folder is named after its id.
 */
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

const pattern = new RegExp(nodeIdPattern)

/** Whether a new node can have this id. Source: API contract 29.1. */
export function isNodeId(id: string): boolean {
  return id.length <= limits.nodeIdLength && pattern.test(id) && !reservedNodeIds.has(id.toLowerCase())
}

/** Throws unless a new node can have this id. Existing nodes keep theirs. */
export function assertNewNodeId(id: string, field: string): void {
  if (windowsDevice.test(id)) {
    throw new RegistryError('node_id_reserved', {
      message: 'This node id is reserved because Windows cannot create a folder with that name.',
      field,
    })
  }
  assertNodeId(id, field)
}

/** Throws for a text that cannot be a node id. */
export function assertNodeId(id: string, field: string): void {
  if (reservedNodeIds.has(id.toLowerCase())) throw new RegistryError('node_id_reserved', { field })
  if (!isNodeId(id)) throw new RegistryError('node_id_invalid', { field, limit: limits.nodeIdLength })
}

/** Throws when a body names a different node than the path, ignoring letter case. */
export function assertSameNode(id: string, repeated: string | undefined, field: string): void {
  if (repeated === undefined || nodeKey(repeated) === nodeKey(id)) return
  throw new RegistryError('invalid_request', {
    message: `${field} differs from the node id in the path`,
    field,
  })
}
