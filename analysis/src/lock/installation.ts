import type { StatedLine } from '../requirements/solver/participant.ts'

/** The parts of an installation that a file states. */
export interface Installation {
  format: InstallationFormat
  /** The tool itself. */
  tool?: { version?: string; commit?: string }
  packs: InstalledPack[]
  /** Python packages at exact versions. */
  python: PythonPin[]
  models: LockedModel[]
  /** Names of parts that no other member can keep: single files, branches, packages without versions. */
  lost?: string[]
  /** Version of Python, if the file states it. */
  pythonVersion?: string
}

export type InstallationFormat =
  | 'lock'
  | 'workflow_lock'
  | 'manager_snapshot'
  | 'desktop_snapshot'
  | 'dependencies'
  | 'definition'
  | 'freeze'
  | 'folders'

/** A pack by the registry's id, its repository, or the name of its folder. */
export interface InstalledPack {
  id?: string
  version?: string
  repository?: string
  commit?: string
  folder?: string
  url?: string
  sha256?: string
  size?: number
  /** Kept in its folder, but not loaded. */
  isDisabled?: true
  /** Lines that installers follow, where the folder was read. */
  lines?: StatedLine[]
  /** Files in the folder that can ask for packages, and were not read. */
  unread?: string[]
}

export interface PythonPin {
  name: string
  version: string
}

export interface LockedModel {
  /** Below the tool's folder of models. */
  folder: string
  name: string
  url?: string
  sha256?: string
  size?: number
}

/** Why a file could not be read. */
type LockProblem = 'unknown_format' | 'newer_format' | 'broken' | 'too_large'

export class LockRefusal extends Error {
  override name = 'LockRefusal'
  readonly problem: LockProblem
  /** The member of the file that is wrong. */
  readonly place: string
  constructor(problem: LockProblem, place = '') {
    super(place === '' ? problem : `${problem}: ${place}`)
    this.problem = problem
    this.place = place
  }
}

/** Characters of one file. */
export const maxInstallationLength = 5_000_000
export const maxPacks = 2_000
export const maxPins = 10_000
export const maxModels = 2_000
