import type { FileFingerprint } from '@nodeyard/analysis/fingerprint/fingerprint'
import type { Inspection } from '@nodeyard/analysis/inspect'
import type { Heap } from '../../ground/telemetry/heap.ts'
import type { Uploader } from './queue/sql.ts'

/** The files of a sound archive. */
export interface ArchiveReport {
  files: number
  unpackedBytes: number
}

/** What unpacking every byte of an archive shows. */
export interface Contents extends ArchiveReport {
  /** Recognize the pack's code in other packs. */
  fingerprints: FileFingerprint[]
}

/** What is in a pack. */
export interface PackReport {
  inspection: Inspection
  /** The README as sanitized HTML; empty when there is none. */
  readmeHtml: string
  documents: ComfyNodePage[]
}

/** A page that a pack ships about one of its comfy-nodes. */
export interface ComfyNodePage {
  name: string
  /** Empty for the page that serves every language. */
  language: string
  /** Sanitized. */
  html: string
}

/** Everything that one pass over an archive finds out. */
export interface Reading {
  contents: Contents
  pack: PackReport
}

export interface AnalystOptions {
  /** Takes a turn for this account. Undefined for the registry's own work. */
  uploader?: Uploader | undefined
  /** Starts only while no other task waits. */
  isBackground?: boolean
}

/** The archive took all that an analysis may use: trying again is unlikely to help. */
export class AnalysisExhausted extends Error {
  override name = 'AnalysisExhausted'
  readonly resource: 'cpu' | 'memory'
  /** The file that used most of it, as far as it is known. */
  readonly file: string | undefined

  constructor(resource: 'cpu' | 'memory', limit: string, file: string | undefined) {
    const where = file === undefined ? '' : resource === 'cpu' ? `, most of it for ${file}` : `, at ${file}`
    super(`The analysis used up its ${limit}${where}.`)
    this.resource = resource
    this.file = file
  }
}

/**
 * Reads uploaded archives in threads of their own, with limits of CPU time and memory. Throws `ArchiveRefusal` for an
 * archive that cannot be accepted and `AnalysisExhausted` for one that takes too much; any other error is a failure of
 * the registry, and the work is retried.
 */
export interface Analyst {
  /** Checks the structure only: fast enough to be done while the uploader waits. */
  checkStructure(path: string, options?: AnalystOptions): Promise<ArchiveReport>
  /**
   * Unpacks and compares every byte, then inspects the pack, in one pass.
   * @param options.onContents called between the two
   */
  read(path: string, options?: AnalystOptions & { onContents?(contents: Contents): void }): Promise<Reading>
  /** Only what recognizes the pack's code. */
  fingerprint(path: string, options?: AnalystOptions): Promise<FileFingerprint[]>
  /** The heap of all its threads. */
  heap(): Promise<Heap>
  stop(): Promise<void>
}
