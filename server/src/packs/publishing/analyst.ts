import type { FileFingerprint, PackHashes } from '@nodeyard/analysis/facts'
import type { Inspection } from '@nodeyard/analysis/inspection'
import type { ExampleWorkflow } from '@nodeyard/analysis/workflow'
import type { Heap } from '../../ground/telemetry/heap.ts'
import type { PackCheck } from './pack-check.ts'
import type { Uploader } from './queue/sql.ts'

/** Totals of a sound archive. */
export interface ArchiveReport {
  files: number
  unpackedBytes: number
}

/** Results of unpacking every byte of an archive. */
export interface Contents extends ArchiveReport {
  /** Fingerprints that recognize the pack's code in other packs. */
  fingerprints: FileFingerprint[]
}

/** Results of inspecting a pack. */
export interface PackReport {
  inspection: Inspection
  /** The README as sanitized HTML. Empty if there is none. */
  readmeHtml: string
  documents: ComfyNodePage[]
  workflows: ExampleWorkflow[]
  /** It ships tests, or runs checks at its code host. */
  hasTests: boolean
  /** SHA-256 of publish tokens in its files. */
  leakedTokens: string[]
}

/** A page in a pack about one of its comfy-nodes. */
export interface ComfyNodePage {
  name: string
  /** An empty text means that the page serves every language. */
  language: string
  /** Sanitized. */
  html: string
}

/** All results of one pass over an archive. */
export interface Reading {
  contents: Contents
  pack: PackReport
}

export interface AnalystOptions {
  /** The task takes a turn of this account. Omitted for the registry's own work. */
  uploader?: Uploader | undefined
  /** Starts only while no other task waits. */
  isBackground?: boolean
}

/** Thrown when an archive uses up the resources of an analysis, so that a retry is unlikely to help. */
export class AnalysisExhausted extends Error {
  override name = 'AnalysisExhausted'
  readonly resource: 'cpu' | 'memory'
  /** The file that used most of it, if known. */
  readonly file: string | undefined

  constructor(resource: 'cpu' | 'memory', limit: string, file: string | undefined) {
    const where = file === undefined ? '' : resource === 'cpu' ? `, most of it for ${file}` : `, at ${file}`
    super(`The analysis used up its ${limit}${where}.`)
    this.resource = resource
    this.file = file
  }
}

/**
 * Reads uploaded archives in separate threads with limited CPU time and memory. Throws `ArchiveRefusal` for an archive that
 * cannot be accepted, and `AnalysisExhausted` for one that exceeds the limits. Any other error is a fault of the registry,
 * and the work is retried.
 */
export interface Analyst {
  /** Checks only the structure, which is fast enough while the uploader waits. */
  checkStructure(path: string, options?: AnalystOptions): Promise<ArchiveReport>
  /**
   * Unpacks and compares every byte, then inspects the pack, in one pass.
   * @param options.onContents Called between the two.
   */
  read(path: string, options?: AnalystOptions & { onContents?(contents: Contents): void }): Promise<Reading>
  /** Computes only the fingerprints. */
  fingerprint(path: string, options?: AnalystOptions): Promise<FileFingerprint[]>
  /** Computes only the hashes that compare files with those of a commit. */
  hash(path: string, options?: AnalystOptions): Promise<PackHashes>
  /** Checks a repository like `nodeyard check`. */
  check(path: string, options?: AnalystOptions): Promise<PackCheck>
  /** Returns the heap of all threads. */
  heap(): Promise<Heap>
  stop(): Promise<void>
}
