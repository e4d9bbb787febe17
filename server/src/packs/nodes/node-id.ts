import { isNodeId } from '@nodeyard/contract/ground'
import { idRefusalOf } from '@nodeyard/planning/announcement'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'

export { isNodeId }

/** Throws unless a new node can have this id. Existing nodes keep theirs. */
export const assertNewNodeId = (id: string, field: string): void => assertId(id, field, { isNew: true })

/** Throws for a text that cannot be a node id. */
export const assertNodeId = (id: string, field: string): void => assertId(id, field, { isNew: false })

function assertId(id: string, field: string, { isNew }: { isNew: boolean }): void {
  const refusal = idRefusalOf(id, { isNew })
  if (!refusal) return
  const { code, problem: message, ...more } = refusal
  throw new RegistryError(code, { message, field, ...more })
}

/** Throws when a body names a different node than the path, ignoring letter case. */
export function assertSameNode(id: string, repeated: string | undefined, field: string): void {
  if (repeated === undefined || nodeKey(repeated) === nodeKey(id)) return
  throw new RegistryError('invalid_request', {
    message: `${field} differs from the node id in the path`,
    field,
  })
}
