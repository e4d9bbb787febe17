import type { Manifest } from '@nodeyard/analysis/manifest/manifest'
import { type ErrorCode, errors } from '@nodeyard/contract/errors'
import { isNodeId, isWindowsDevice, reservedNodeIds } from '@nodeyard/contract/node-id'
import { normalizeVersion } from '@nodeyard/contract/version-number'

/** Why the registry would refuse the announcement of a version, before it gets the archive. */
export interface Refusal {
  code: string
  message: string
}

/** Lists the refusals of the publish call that follow from the project file alone. */
export function refusalsOf(manifest: Manifest | null): Refusal[] {
  if (!manifest) return []
  const { name, version } = manifest
  const codes: ErrorCode[] = []
  if (name !== undefined) {
    if (isWindowsDevice(name) || reservedNodeIds.has(name.toLowerCase())) codes.push('node_id_reserved')
    else if (!isNodeId(name)) codes.push('node_id_invalid')
  }
  if (version !== undefined && normalizeVersion(version) === undefined) codes.push('version_invalid')
  return codes.map((code) => ({ code, message: errors[code].message }))
}
