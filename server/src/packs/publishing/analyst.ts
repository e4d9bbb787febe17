import type { FileFingerprint } from '@nodeyard/analysis/fingerprint/fingerprint'
import type { Inspection } from '@nodeyard/analysis/inspect'
import type { Heap } from '../../ground/telemetry/heap.ts'
import type { Uploader } from './sql.ts'

/** What an archive turned out to be. */
export interface ArchiveReport {
  files: number
  unpackedBytes: number
}

/** What is in a pack. */
export interface PackReport {
  inspection: Inspection
  /** The README as sanitised HTML; empty when there is none. */
  readmeHtml: string
  documents: ComfyNodePage[]
}

/** A page that a pack ships about one of its comfy-nodes. */
export interface ComfyNodePage {
  name: string
  /** Empty for the page that serves every language. */
  language: string
  /** Sanitised. */
  html: string
}

export interface AnalystOptions {
  /** Whose turn it takes. Absent for the registry's own work. */
  uploader?: Uploader | undefined
  /** Nobody waits for it: begun only while nothing else waits. */
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
 * Reads strangers' archives in threads of their own, with limits of CPU time and memory. Throws `ArchiveRefusal` for an
 * archive that cannot be accepted and `AnalysisExhausted` for one that takes too much; anything else that it throws is a
 * failure of ours, and the work is tried again.
 */
export interface Analyst {
  /** Structure only: fast enough to be done while the uploader waits. */
  checkStructure(path: string, options?: AnalystOptions): Promise<ArchiveReport>
  /** Every byte: unpacked, counted, checksums compared. */
  verify(path: string, options?: AnalystOptions): Promise<ArchiveReport>
  inspect(path: string, options?: AnalystOptions): Promise<PackReport>
  /** What the pack's files can be known again by. */
  fingerprint(path: string, options?: AnalystOptions): Promise<FileFingerprint[]>
  /** Of its threads. */
  heap(): Promise<Heap>
  stop(): Promise<void>
}
