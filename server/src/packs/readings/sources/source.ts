import type { ReadingLimits } from '../limits.ts'
import type { PackBuilder } from '../pack-builder.ts'

/** A repository to read. */
export interface Place {
  /** The address for `git clone`. */
  url: string
  /** Host, owner and name in canonical form. */
  key: string
  /** Folder in the repository, in lowercase; empty for its root. */
  folder: string
}

/** State after the previous turn. */
export interface Known {
  commit: string | undefined
  etag: string
}

export interface Head {
  commit: string
  /** Identifies this state for the next look; empty if the source has no such thing. */
  etag: string
  /** Set when a version names the commit, so that no other one may be fetched. */
  isNamed?: true
}

/** Facts that are learned while fetching. */
export interface Fetched {
  /** The commit that was fetched: a newer one can have come meanwhile. */
  commit: string
  committedAt?: Date
  /** Version numbers that the project file had, newest first. Only sources with the history know them. */
  versions?: CommitOfVersion[]
  /** The commits of the main branch, newest first, each as 20 bytes of its id and 4 of its time. */
  mainCommits?: Buffer
}

/** The commit that set a version number in the project file. */
export interface CommitOfVersion {
  version: string
  commit: string
  /** Its date. */
  at: string
}

/** Resolves when the host can be asked again. */
export type HostTurn = () => Promise<void>

/** A way to get repositories. Throws `ReadingRefused` and `HostBusy`; other errors are faults of this machine. */
export interface RepositorySource {
  readonly limits: ReadingLimits
  /** Whether this source serves the place. */
  has(place: Place): Promise<boolean>
  /** Lists repositories that came since the last call, without their host and in lowercase. Only local sources can. */
  listNew?(): Promise<string[]>
  /** The host to be polite to; undefined for a local source. */
  hostOf(place: Place): string | undefined
  /** Asks for the current commit. Returns undefined if it is still the known one. */
  look(place: Place, known: Known, signal: AbortSignal): Promise<Head | undefined>
  /**
   * Adds the files of the commit to a pack.
   * @param turn awaited before each further request
   */
  fetch(place: Place, head: Head, pack: PackBuilder, signal: AbortSignal, turn?: HostTurn): Promise<Fetched>
}
