import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StageOptions {
  maxBytes: number
  signal?: AbortSignal
}

export interface StagedBlob {
  stagingKey: string
  size: number
  /** Lower-case hex of the bytes that were stored, computed while they passed. */
  sha256: string
}

export interface BlobEntry {
  key: string
  size: number
  modifiedAt: Date
}

/** Both ends are included, as in HTTP. An end past the last byte means "to the end". */
export interface ByteRange {
  start: number
  end: number
}

/** Where archives and the files derived from them lie. Every process of a registry sees the same store. */
export interface BlobStore {
  /**
   * Streams bytes to a new staging key and resolves once they are durable. Leaves no trace when it rejects:
   * with `TooManyBytes` as soon as one byte more than `maxBytes` has come, with the reason of the signal, or
   * with the error of the source. It then stops reading, but does not destroy the source, so that a request
   * can be drained and answered.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedBlob>
  /**
   * Copies a staged upload to its content address and resolves with that key; the upload stays until it is discarded.
   * May be called again after a crash, at any point of it: resolves as long as either key holds the bytes, else rejects
   * with `BlobNotFound`.
   */
  keep(stagingKey: string, sha256: string): Promise<string>
  /** Removes a staged upload, a half-written one too. Nothing there is fine. */
  discard(stagingKey: string): Promise<void>
  /** Undefined when there is no such blob; a store that cannot tell rejects. */
  stat(key: string): Promise<{ size: number } | undefined>
  /**
   * Resolves once it is sure that the bytes are there. Rejects with `BlobNotFound`, or with
   * `RangeNotSatisfiable` when the range starts past the end. Who gets the stream consumes or destroys it.
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** For small derived files. Readers see all of the bytes or none; who addresses by content never overwrites. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * Everything below a folder (`'staging/'`, or `''` for all), in no order that can be relied on. What lies
   * under `staging/` is there with the half-written uploads of processes that died; `discard` removes them.
   */
  list(folder: string): AsyncIterable<BlobEntry>
  /** Nothing there is fine. */
  delete(key: string): Promise<void>
  /** A cheap proof that the store answers, for readiness. Rejects with what an operator has to mend. */
  check(): Promise<void>
}

export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes came.`)
    this.maxBytes = maxBytes
  }
}

export class BlobNotFound extends Error {
  override name = 'BlobNotFound'
  readonly key: string
  constructor(key: string) {
    super(`There is no blob ${key}.`)
    this.key = key
  }
}

/** The store cannot do it now: it is away, overloaded, or full. Nothing was done, or it can be done again. */
export class BlobsUnavailable extends Error {
  override name = 'BlobsUnavailable'
  constructor(cause: unknown) {
    super(`The blob store cannot do it now: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

const ofFullMachine = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** Of work with files of this machine: without room or handles it can be done later. */
export async function whileThereIsRoom<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw ofFullMachine.has((error as NodeJS.ErrnoException).code ?? '') ? new BlobsUnavailable(error) : error
  }
}

export class RangeNotSatisfiable extends Error {
  override name = 'RangeNotSatisfiable'
  /** Of the whole blob: what `Content-Range: bytes *\/SIZE` tells the client. */
  readonly size: number
  constructor(size: number) {
    super(`The range starts past the end: there are ${size} bytes.`)
    this.size = size
  }
}

/** A staged upload is not what it is said to be: a bug of the caller or a damaged store, never the client's fault. */
export class DigestMismatch extends Error {
  override name = 'DigestMismatch'
  constructor(stagingKey: string, sha256: string) {
    super(`${stagingKey} does not hold the bytes of ${sha256}.`)
  }
}

/** A key that no code of ours makes. Where it comes from outside, the caller has checked too little. */
export class InvalidBlobKey extends Error {
  override name = 'InvalidBlobKey'
  constructor(key: string) {
    super(`Not a blob key: ${JSON.stringify(key.slice(0, 100))}`)
  }
}

/**
 * Lower case only, since some file systems do not tell cases apart; a part starts with a letter or digit,
 * so there is no "..", no hidden file and no empty part; the lengths fit every file system and S3.
 */
const keyPart = '[a-z0-9][a-z0-9._-]{0,127}'
const keyPattern = new RegExp(`^${keyPart}(?:/${keyPart}){0,7}$`)
const digestPattern = /^[0-9a-f]{64}$/

export const stagingFolder = 'staging/'

export function isBlobKey(key: string): boolean {
  return typeof key === 'string' && keyPattern.test(key)
}

export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new InvalidBlobKey(String(key))
}

export function assertStagingKey(key: string): void {
  assertBlobKey(key)
  if (!key.startsWith(stagingFolder)) throw new InvalidBlobKey(key)
}

export function assertBlobFolder(folder: string): void {
  if (folder === '') return
  if (!folder.endsWith('/')) throw new InvalidBlobKey(folder)
  assertBlobKey(folder.slice(0, -1))
}

export function assertRange({ start, end }: ByteRange): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!whole || start < 0 || end < start) throw new RangeError(`Not a byte range: ${start}-${end}`)
}

export function newStagingKey(): string {
  return `${stagingFolder}${randomUUID()}`
}

/** `archives/ab/abcdef….zip`: two digits of folder keep a disk's folders small. */
export function archiveKey(sha256: string): string {
  if (!digestPattern.test(sha256)) throw new InvalidBlobKey(String(sha256))
  return `archives/${sha256.slice(0, 2)}/${sha256}.zip`
}
