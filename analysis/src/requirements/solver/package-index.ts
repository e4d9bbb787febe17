/** The known Python packages. A package that it lacks is unknown, not absent. */
export interface PackageIndex {
  find(name: string): IndexedPackage | undefined
}

export interface IndexedPackage {
  name: string
  /** All published versions, in any order. */
  versions: readonly IndexedVersion[]
}

export interface IndexedVersion {
  version: string
  /** Requirements of its metadata; absent if unknown. */
  requires?: readonly string[]
  requiresPython?: string
  /** RFC 3339; of its first file. */
  uploadedAt?: string
  isYanked?: boolean
  /** Tags of its wheels, such as `cp312-cp312-win_amd64`; absent if unknown. */
  wheels?: readonly string[]
  hasSource?: boolean
}
