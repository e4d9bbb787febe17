import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StageOptions {
  maxBytes: number
  signal?: AbortSignal
}

export interface StagedBlob {
  stagingKey: string
  size: number
  /** Lowercase hex of the stored bytes, computed in transit. */
  sha256: string
}

export interface BlobEntry {
  key: string
  size: number
  modifiedAt: Date
}

/** Both ends are inclusive, as in HTTP. An end past the last byte means "to the end". */
export interface ByteRange {
  start: number
  end: number
}

/** Stores archives and files derived from them. All processes of a registry share one store. */
export interface BlobStore {
  /**
   * Streams bytes to a new staging key and resolves once they are durable. Leaves nothing when it rejects:
   * with `TooManyBytes` at the first byte over `maxBytes`, with the signal's reason, or with the source's
   * error. It then stops reading without destroying the source, so that a request can be drained and get a
   * response.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedBlob>
  /**
   * Copies a staged upload to its content address and resolves with that key; the upload stays until it is
   * discarded. Safe to repeat after a crash at any point: resolves while either key has the bytes, otherwise
   * rejects with `BlobNotFound`.
   */
  keep(stagingKey: string, sha256: string): Promise<string>
  /** Removes a staged upload, complete or not. A missing one is fine. */
  discard(stagingKey: string): Promise<void>
  /** Returns undefined for a missing blob; rejects when the store cannot tell. */
  stat(key: string): Promise<{ size: number } | undefined>
  /**
   * Resolves once the bytes are known to exist. Rejects with `BlobNotFound`, or with `RangeNotSatisfiable`
   * when the range starts past the end. The caller must consume or destroy the stream.
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Stores a small derived file atomically. Content-addressed keys are never overwritten. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * Lists a folder (`'staging/'`, or `''` for all) recursively, in no particular order. `staging/` includes
   * unfinished uploads of dead processes, which `discard` removes.
   */
  list(folder: string): AsyncIterable<BlobEntry>
  /** A missing blob is fine. */
  delete(key: string): Promise<void>
  /** A cheap readiness check. Rejects with a message for the operator. */
  check(): Promise<void>
}

/** Thrown when an upload exceeds its limit. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes came.`)
    this.maxBytes = maxBytes
  }
}

/** Thrown when a blob does not exist. */
export class BlobNotFound extends Error {
  override name = 'BlobNotFound'
  readonly key: string
  constructor(key: string) {
    super(`There is no blob ${key}.`)
    this.key = key
  }
}

/** The store is unavailable, overloaded or full. The operation can be retried. */
export class BlobsUnavailable extends Error {
  override name = 'BlobsUnavailable'
  constructor(cause: unknown) {
    super(`The blob store is unavailable: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

const ofFullMachine = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** Runs work with local files. A lack of disk space or file handles becomes `BlobsUnavailable`. */
export async function whileThereIsRoom<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw ofFullMachine.has((error as NodeJS.ErrnoException).code ?? '') ? new BlobsUnavailable(error) : error
  }
}

/** Thrown for a range that starts past the end of the blob. */
export class RangeNotSatisfiable extends Error {
  override name = 'RangeNotSatisfiable'
  /** Size of the whole blob, which `Content-Range: bytes *\/SIZE` tells the client. */
  readonly size: number
  constructor(size: number) {
    super(`The range starts past the end: there are ${size} bytes.`)
    this.size = size
  }
}

/**
 * A staged upload does not match its digest: a bug of the caller or a damaged store, never the client's
 * fault.
 */
export class DigestMismatch extends Error {
  override name = 'DigestMismatch'
  constructor(stagingKey: string, sha256: string) {
    super(`${stagingKey} does not hold the bytes of ${sha256}.`)
  }
}

/** The registry never creates such a key, so the caller has not validated external input. */
export class InvalidBlobKey extends Error {
  override name = 'InvalidBlobKey'
  constructor(key: string) {
    super(`Not a blob key: ${JSON.stringify(key.slice(0, 100))}`)
  }
}

/**
 * Lowercase only, since some file systems ignore case. A part starts with a letter or digit, which excludes
 * "..", hidden files and empty parts. The lengths fit every file system and S3.
 */
const keyPart = '[a-z0-9][a-z0-9._-]{0,127}'
const keyPattern = new RegExp(`^${keyPart}(?:/${keyPart}){0,7}$`)
const digestPattern = /^[0-9a-f]{64}$/

export const stagingFolder = 'staging/'

/** Whether a text is a key that this registry can create. */
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

/** Throws unless both ends are whole numbers in order. */
export function assertRange({ start, end }: ByteRange): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!whole || start < 0 || end < start) throw new RangeError(`Not a byte range: ${start}-${end}`)
}

export function newStagingKey(): string {
  return `${stagingFolder}${randomUUID()}`
}

/** `archives/ab/abcdef….zip`: the two-digit folder keeps a disk's folders small. */
export function archiveKey(sha256: string): string {
  if (!digestPattern.test(sha256)) throw new InvalidBlobKey(String(sha256))
  return `archives/${sha256.slice(0, 2)}/${sha256}.zip`
}
