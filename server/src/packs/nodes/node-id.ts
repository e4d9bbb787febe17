import { limits } from '@nodeyard/contract/limits'
import { nodeIdPattern } from '@nodeyard/contract/shapes'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'

/** Ids that would hide behind addresses of the API. */
export const reservedNodeIds: ReadonlySet<string> = new Set(['search', 'reindex', 'update-github-stars'])

/** Windows has no folders of these names, whatever follows a dot, and a pack is installed into a folder of its id. */
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

const pattern = new RegExp(nodeIdPattern)

/** Whether a new node may have this id. Source: API contract 29.1. */
export function isNodeId(id: string): boolean {
  return id.length <= limits.nodeIdLength && pattern.test(id) && !reservedNodeIds.has(id.toLowerCase())
}

/** Throws unless a new node may have this id: one that is there already keeps its id. */
export function assertNewNodeId(id: string, field: string): void {
  if (windowsDevice.test(id)) {
    throw new RegistryError('node_id_reserved', {
      message: 'This node id is reserved: Windows cannot have a folder of that name.',
      field,
    })
  }
  assertNodeId(id, field)
}

/** Throws for what is the id of no node. */
export function assertNodeId(id: string, field: string): void {
  if (reservedNodeIds.has(id.toLowerCase())) throw new RegistryError('node_id_reserved', { field })
  if (!isNodeId(id)) throw new RegistryError('node_id_invalid', { field, limit: limits.nodeIdLength })
}

/** A body may repeat the id of the address, in any letter case. */
export function assertSameNode(id: string, repeated: string | undefined, field: string): void {
  if (repeated === undefined || nodeKey(repeated) === nodeKey(id)) return
  throw new RegistryError('invalid_request', {
    message: `${field} is not the node id of the address`,
    field,
  })
}
