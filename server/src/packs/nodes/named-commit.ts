import { cloneAddress, repositoryPlace } from './repository.ts'

/** A commit in a web address of a code host, such as `…/owner/name/tree/COMMIT/packs/blur`. */
const inside = /\/(?:tree|blob|src|commit)\/([0-9a-f]{40})(?:[/?#]|$)/i

export interface CommitAddress {
  repositoryUrl: string
  /** Host, owner and name in canonical form. */
  key: string
  folder: string
  commit: string
}

/** Reads the commit that a repository address names. Returns undefined for an address that names a branch, or nothing. */
export function commitInAddress(address: string): CommitAddress | undefined {
  const commit = inside.exec(address.slice(0, 2048))?.[1]
  const place = repositoryPlace(address)
  const repositoryUrl = cloneAddress(address)
  if (commit === undefined || !place || repositoryUrl === undefined) return undefined
  return { repositoryUrl, key: place.key, folder: place.folder, commit: commit.toLowerCase() }
}
