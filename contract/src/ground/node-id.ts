import { limits } from '../limits.ts'
import { nodeIdPattern } from './shapes.ts'

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

/** Whether Windows cannot create a folder with this name. */
export function isWindowsDevice(id: string): boolean {
  return windowsDevice.test(id)
}

/** Suggests a display name for an id: `soft-blur` is called "Soft Blur". */
export const nameOfId = (id: string): string =>
  id
    .split(/[-_.\s]/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
