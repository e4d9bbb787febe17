import { limits } from '@nodeyard/contract/limits'
import { isNodeId, isWindowsDevice, reservedNodeIds } from '@nodeyard/contract/node-id'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'

export { isNodeId }

/** Throws unless a new node can have this id. Existing nodes keep theirs. */
export function assertNewNodeId(id: string, field: string): void {
  if (isWindowsDevice(id)) {
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
