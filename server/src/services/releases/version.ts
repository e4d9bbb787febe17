import { compare, parse, type SemVer } from 'semver'

/** Parses the version in a release tag, with or without a leading `v`. Returns null if it is not a version. */
export function parseReleaseVersion(tag: string): SemVer | null {
  return parse(tag.trim().replace(/^v/i, ''), { loose: true })
}

/** Compares versions, highest first. Tags that are not versions come last. */
export function newestFirst(a: string, b: string): number {
  const [versionA, versionB] = [parseReleaseVersion(a), parseReleaseVersion(b)]
  if (versionA && versionB) return compare(versionB, versionA)
  return Number(versionA === null) - Number(versionB === null)
}
