import type { ProviderNotice, ProviderReason } from '@nodeyard/contract/packs'
import { isHeld } from '../../nodes/versions/installable.ts'
import type { VersionWithArchive } from '../../nodes/versions/sql.ts'
import type { Known, Requested } from './look-up.ts'
import type { MatchedPack } from './sql.ts'

export interface PackChoice {
  nodeId: string
  version?: VersionWithArchive | undefined
  reason: ProviderReason
  notices: ProviderNotice[]
}

/**
 * Uses the workflow's record, which names the node that its author used. A node that lacks the name remains the proposal,
 * with a warning: names that code computes are invisible. Only a node that is no longer available is left out.
 */
export function fromRecord(
  { comfy_node_name: name, node_id, version: recordedVersion }: Requested,
  place: number,
  { recordedNodes, recordedVersions, nodes, names }: Known,
): { choice?: PackChoice; isShown: boolean; notices: ProviderNotice[] } | undefined {
  const recorded = recordedNodes.get(place)
  if (!recorded) return node_id ? { isShown: false, notices: ['recorded_node_unknown'] } : undefined
  const parts = nodes.get(recorded.id)
  if (recorded.status !== 'active' || !parts) return { isShown: false, notices: ['recorded_node_banned'] }
  const known = recordedVersions.get(place)
  const version = known && isHeld(known) ? undefined : known
  const about = noticesOf(recorded, node_id)
  if (version && !isMissing(names.get(version.id), name)) {
    const choice: PackChoice = { nodeId: recorded.id, version, reason: 'recorded_version', notices: about }
    return { choice, isShown: names.get(version.id)?.has(name) ?? false, notices: [] }
  }
  const ofLatest = parts.latest && names.get(parts.latest.id)
  const isAbsent = version ? !ofLatest?.has(name) : isMissing(ofLatest, name)
  const notices = [...about]
  if (isAbsent) notices.push('not_in_recorded_node')
  else if (version) notices.push('not_in_recorded_version')
  if (known && !version) notices.push('recorded_version_held')
  else if (!version && recordedVersion) notices.push('recorded_version_unknown')
  const read = parts.node.reading_id === null ? undefined : names.get(parts.node.reading_id)
  if (!parts.latest && !read?.has(name)) notices.push('unverified')
  // The author had the recorded version, which is as likely as the latest one to have an invisible name.
  const choice: PackChoice = {
    nodeId: recorded.id,
    version: isAbsent ? version : undefined,
    reason: recorded.by === 'id' ? 'recorded_node' : 'recorded_repository',
    notices,
  }
  return { choice, isShown: !isAbsent, notices: [] }
}

function noticesOf({ by }: MatchedPack, nodeId: string | undefined): ProviderNotice[] {
  if (by !== 'repository_name') return []
  return [nodeId ? 'recorded_under_repository_name' : 'recorded_other_repository']
}

const isMissing = (names: ReadonlySet<string> | undefined, name: string) =>
  names !== undefined && names.size > 0 && !names.has(name)
