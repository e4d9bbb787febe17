import { compare, parse, type SemVer } from 'semver'

/** A version as a release tag spells it, perhaps with `v` before it. Null for a tag that is no version. */
export function parseReleaseVersion(tag: string): SemVer | null {
  return parse(tag.trim().replace(/^v/i, ''), { loose: true })
}

/** Higher versions first; what is no version goes last. */
export function newestFirst(a: string, b: string): number {
  const [versionA, versionB] = [parseReleaseVersion(a), parseReleaseVersion(b)]
  if (versionA && versionB) return compare(versionB, versionA)
  return Number(versionA === null) - Number(versionB === null)
}
