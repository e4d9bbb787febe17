/** Whether the part of an address that names a version names a commit that was read from a repository. */
export const isCommit = (version: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(version)

/** A version as people read it. */
export const shownVersion = (version: string): string => (isCommit(version) ? version.slice(0, 7) : version)
