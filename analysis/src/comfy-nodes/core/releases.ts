import { defined } from '../../ground/defined.ts'
import { type CoreNode, knownCoreNodes, newestInTable } from './core-nodes.ts'
import { compareToolVersions } from './versions.ts'

/** Releases as they are stored: {@link CoreNode} with the newest release that is known to have the comfy-node. */
export interface StoredReleases extends CoreNode {
  seen?: string
}

/** Returns what this release of the registry knows about a comfy-node of the tool. */
export function knownReleases(name: string): StoredReleases | undefined {
  const known = knownCoreNodes.get(name)
  if (!known) return undefined
  const seen = known.until ?? (known.after ? undefined : later(known.since ?? '0', newestInTable))
  return { ...known, ...defined({ seen: seen || undefined }) }
}

/** Adds the fact that a release has the comfy-node. */
export function withRelease(known: StoredReleases, release: string): StoredReleases {
  const { since, seen, until, ...rest } = known
  const result: StoredReleases = { ...rest, seen: seen ? later(seen, release) : release }
  if (since !== undefined) result.since = earlier(since, release)
  else if (known.after !== undefined || seen === undefined) result.since = release
  if (until !== undefined && compareToolVersions(release, until) < 0) result.until = until
  if (
    result.after !== undefined &&
    result.since !== undefined &&
    compareToolVersions(result.since, result.after) < 0
  )
    delete result.after
  return result
}

/** Adds the fact that a release lacks the comfy-node. */
export function withoutRelease(known: StoredReleases, release: string): StoredReleases {
  const { since, seen, until, after } = known
  if (seen !== undefined && compareToolVersions(release, seen) > 0)
    return until === undefined ? { ...known, until: seen } : known
  const isBefore = since !== undefined && compareToolVersions(release, since) < 0
  return isBefore ? { ...known, after: after ? later(after, release) : release } : known
}

const later = (a: string, b: string) => (compareToolVersions(a, b) < 0 ? b : a)
const earlier = (a: string, b: string) => (compareToolVersions(a, b) < 0 ? a : b)
