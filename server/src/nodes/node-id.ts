import { limits } from '@nodeyard/contract/limits'
import { nodeIdPattern } from '@nodeyard/contract/shapes'

/** Ids that would hide behind addresses of the API. */
export const reservedNodeIds: ReadonlySet<string> = new Set(['search', 'reindex', 'update-github-stars'])

const pattern = new RegExp(nodeIdPattern)

/** Whether a new node may have this id. Source: API contract 29.1. */
export function isNodeId(id: string): boolean {
  return id.length <= limits.nodeIdLength && pattern.test(id) && !reservedNodeIds.has(id.toLowerCase())
}
