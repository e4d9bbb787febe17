import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { withoutLogins } from '@nodeyard/analysis/ground'
import { isUnavailable } from '../db/unavailable.ts'
import { blame, SettingError } from '../setting-error.ts'
import { inBlocks } from './blocks.ts'
import { digestOf, measure } from './measure.ts'
import {
  archiveKey,
  assertBlobFolder,
  assertBlobKey,
  assertRange,
  assertStagingKey,
  type BlobEntry,
  BlobNotFound,
  type BlobStore,
  BlobsUnavailable,
  type ByteRange,
  DigestMismatch,
  newStagingKey,
  RangeNotSatisfiable,
  type StagedBlob,
  type StageOptions,
  stagingFolder,
} from './store.ts'

export interface S3Options {
  /** Defaults to Amazon's endpoint of the region. A custom endpoint gets the bucket in the path. */
  endpoint?: string
  bucket: string
  region: string
  /** Defaults to the usual Amazon credential chain (role of the machine, shared file, …). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** No request can succeed until an operator creates the bucket or corrects its name. */
export class BucketMissing extends Error {
  override name = 'BucketMissing'
  constructor({ bucket, endpoint }: S3Options, cause: unknown) {
    const store = withoutLogins(endpoint ?? 'of Amazon')
    super(`S3_BUCKET=${bucket}: the object store ${store} has no bucket of this name`, { cause })
  }
}

/** The minimum of S3. */
const partBytes = 5 * 1024 * 1024
/** With more, an upload with a failed part would still wait for the source's next one. */
const partsAtOnce = 1
/**
 * Reads ahead 4 MiB of a request while a part is sent. With that part, the next one and the copy that joins
 * it, an upload holds about 25 MiB, whatever its size, the store's speed and the size of its chunks.
 */
const blockBytes = 64 * 1024
const blocksAhead = 64

/**
 * Clients wait 60 s for the response after their last byte, which must allow three attempts at the last part.
 * The store performs copies itself, at its own speed.
 */
const requestTimeoutMs = 15_000
const copyTimeoutMs = 120_000
const checkTimeoutMs = 5_000
/** A download holds its socket for as long as its client reads. */
const maxReaders = 1024
/** Sockets of a busy moment are not kept open indefinitely. */
const idleSocketMs = 30_000
const attempts = 3

/** An archive's bytes never change, so a CDN in front of the bucket can cache them forever. */
const archiveHeaders = { ContentType: 'application/zip', CacheControl: 'public, max-age=31536000, immutable' }

/** Stores blobs in one bucket of S3 or of a compatible store. */
export function s3Store(options: S3Options): BlobStore {
  const bucket = new Bucket(options)
  return {
    stage: (source, stageOptions) => stage(bucket, source, stageOptions),

    async keep(stagingKey, sha256) {
      assertStagingKey(stagingKey)
      return bucket.explain(keep(bucket, stagingKey, archiveKey(sha256), sha256))
    },

    async discard(stagingKey) {
      assertStagingKey(stagingKey)
      await bucket.explain(discard(bucket, stagingKey))
    },

    async stat(key) {
      assertBlobKey(key)
      const size = await bucket.explain(sizeOf(bucket, key))
      return size === undefined ? undefined : { size }
    },

    async read(key, range) {
      assertBlobKey(key)
      if (range) assertRange(range)
      return bucket.explain(read(bucket, key, range))
    },

    async put(key, bytes, contentType) {
      assertBlobKey(key)
      const object = { ...bucket.object(key), Body: bytes, ContentType: contentType }
      await bucket.explain(bucket.client.send(new PutObjectCommand(object)))
    },

    async *list(folder) {
      assertBlobFolder(folder)
      yield* listObjects(bucket, folder)
      if (stagingFolder.startsWith(folder)) yield* listHalfWritten(bucket)
    },

    async delete(key) {
      assertBlobKey(key)
      await bucket.explain(remove(bucket, key))
    },

    check: () => bucket.explain(assertBucket(bucket)),
  }
}

/** The clients of one bucket. */
class Bucket {
  readonly client: S3Client
  /** A separate client for downloads, so that idle readers do not block uploads and checks. */
  readonly reading: S3Client
  readonly options: S3Options
  constructor(options: S3Options) {
    this.options = options
    this.client = new S3Client(clientConfig(options, 256))
    this.reading = new S3Client(clientConfig(options, maxReaders))
  }

  object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key: key }
  }

  /**
   * Replaces "404" or "UnknownError" by an error that an operator can act on, and marks temporary failures.
   */
  async explain<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (error instanceof BlobsUnavailable) throw error
      if (isBucketMissing(error)) throw new BucketMissing(this.options, error)
      throw isAway(error) ? new BlobsUnavailable(error) : error
    }
  }
}

function clientConfig({ endpoint, region, credentials }: S3Options, maxSockets: number): S3ClientConfig {
  const agent = { maxSockets, timeout: idleSocketMs }
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Many other stores refuse Amazon's newer default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: requestTimeoutMs, // until the response headers
      throwOnRequestTimeout: true,
      socketTimeout: 60_000, // counts silence, also from idle readers
      httpAgent: agent,
      httpsAgent: agent,
    },
  }
}

async function stage(
  bucket: Bucket,
  source: AsyncIterable<Uint8Array>,
  options: StageOptions,
): Promise<StagedBlob> {
  const stagingKey = newStagingKey()
  const { bytes, result, failure } = measure(source, options)
  const upload = new Upload({
    client: bucket.client,
    params: {
      ...bucket.object(stagingKey),
      Body: Readable.from(inBlocks(bytes, blockBytes), { highWaterMark: blocksAhead }),
      ContentType: archiveHeaders.ContentType,
    },
    partSize: partBytes,
    queueSize: partsAtOnce,
  })
  try {
    await bucket.explain(upload.done())
  } catch (error) {
    // The upload cleans up only requests with a response, not those that succeeded without one.
    await discard(bucket, stagingKey).catch(() => {}) // the sweep retries this
    throw failure() ?? error
  }
  return { stagingKey, ...result() }
}

/** Copies an object and checks the copy. */
async function keep(bucket: Bucket, stagingKey: string, key: string, sha256: string): Promise<string> {
  const staged = await sizeOf(bucket, stagingKey)
  const kept = await sizeOf(bucket, key) // checked last, because a concurrent call can have kept and discarded the upload just now
  if (staged === undefined && kept === undefined) throw new BlobNotFound(stagingKey)
  if (staged === undefined || staged === kept) return key
  if (kept !== undefined) await assertDigest(bucket, stagingKey, sha256)
  await copyUnlessCopied(bucket, stagingKey, key, staged)
  return key
}

/** The slower of two calls for the same upload can find it copied and the source discarded. */
async function copyUnlessCopied(bucket: Bucket, from: string, to: string, size: number): Promise<void> {
  try {
    await copy(bucket, from, to)
  } catch (error) {
    if (!isAbsent(error) || (await sizeOf(bucket, to)) !== size) throw error
  }
  const copied = await sizeOf(bucket, to)
  if (copied === size) return
  await remove(bucket, to)
  throw new Error(`The object store copied ${copied ?? 'none'} of ${size} bytes of ${from}.`)
}

async function copy(bucket: Bucket, from: string, to: string): Promise<void> {
  const command = new CopyObjectCommand({
    ...bucket.object(to),
    ...archiveHeaders,
    MetadataDirective: 'REPLACE',
    CopySource: `${bucket.options.bucket}/${from}`,
  })
  await bucket.client.send(command, { requestTimeout: copyTimeoutMs })
}

/** An object of another size has the digest's key. Only bytes with the right digest can replace it. */
async function assertDigest(bucket: Bucket, stagingKey: string, sha256: string): Promise<void> {
  const found = await digestOf(await read(bucket, stagingKey, undefined))
  if (found !== sha256) throw new DigestMismatch(stagingKey, sha256)
}

async function discard(bucket: Bucket, stagingKey: string): Promise<void> {
  for await (const { Key, UploadId } of multipartUploads(bucket, stagingKey)) {
    if (Key !== stagingKey) continue
    const command = new AbortMultipartUploadCommand({ ...bucket.object(Key), UploadId })
    await bucket.client.send(command).catch(absentAsUndefined)
  }
  await remove(bucket, stagingKey)
}

async function sizeOf(bucket: Bucket, key: string): Promise<number | undefined> {
  try {
    const head = await bucket.client.send(new HeadObjectCommand(bucket.object(key)))
    return head.ContentLength
  } catch (error) {
    if (!isAbsent(error)) throw error
    // This response has no body to distinguish a missing bucket from a missing object, and reporting every
    // blob as missing would be wrong.
    await assertBucket(bucket)
    return undefined
  }
}

async function read(bucket: Bucket, key: string, range: ByteRange | undefined): Promise<Readable> {
  const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
  try {
    const { Body } = await bucket.reading.send(new GetObjectCommand({ ...bucket.object(key), ...part }))
    if (!(Body instanceof Readable)) throw new Error('The S3 client returned no stream.')
    return Body
  } catch (error) {
    if (statusOf(error) === 416) throw new RangeNotSatisfiable((await sizeOf(bucket, key)) ?? 0)
    throw isAbsent(error) ? new BlobNotFound(key) : error
  }
}

async function* listObjects(bucket: Bucket, folder: string): AsyncGenerator<BlobEntry> {
  const pages = paginateListObjectsV2(
    { client: bucket.client },
    { Bucket: bucket.options.bucket, Prefix: folder },
  )
  while (true) {
    const { done, value: page } = await bucket.explain(pages.next())
    if (done) return
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && LastModified) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified }
    }
  }
}

/** S3 lists, and bills, the parts of unfinished uploads only here. */
async function* listHalfWritten(bucket: Bucket): AsyncGenerator<BlobEntry> {
  for await (const { Key, Initiated } of multipartUploads(bucket, stagingFolder)) {
    if (Key !== undefined && Initiated) yield { key: Key, size: 0, modifiedAt: Initiated }
  }
}

async function* multipartUploads(bucket: Bucket, prefix: string): AsyncGenerator<MultipartUpload> {
  let from = {}
  while (true) {
    const request = { Bucket: bucket.options.bucket, Prefix: prefix, ...from }
    const page = await bucket.explain(bucket.client.send(new ListMultipartUploadsCommand(request)))
    yield* page.Uploads ?? []
    if (!page.IsTruncated) return
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}

async function remove(bucket: Bucket, key: string): Promise<void> {
  await bucket.client.send(new DeleteObjectCommand(bucket.object(key))).catch(absentAsUndefined)
}

async function assertBucket(bucket: Bucket): Promise<void> {
  const command = new HeadBucketCommand({ Bucket: bucket.options.bucket })
  try {
    await bucket.client.send(command, { abortSignal: AbortSignal.timeout(checkTimeoutMs) })
  } catch (error) {
    if (statusOf(error) === 404) throw new BucketMissing(bucket.options, error)
    throw new BlobsUnavailable(refusalOf(bucket.options, error))
  }
}

/** The response to this request has no body, so the client's own message for these is "UnknownError". */
function refusalOf({ bucket, endpoint }: S3Options, error: unknown): Error {
  const status = statusOf(error)
  if (status === 301) return new SettingError(`S3_REGION: the bucket ${bucket} is in another region`)
  if (status === 403)
    return new SettingError(`S3_BUCKET=${bucket}: the credentials are wrong or have no right to list it`)
  return blame(`S3_ENDPOINT=${withoutLogins(endpoint ?? 'the one of Amazon')}`, error)
}

function absentAsUndefined(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && !isBucketMissing(error)
}

function isBucketMissing(error: unknown): boolean {
  return (error as { name?: string }).name === 'NoSuchBucket'
}

/**
 * Whether the store is temporarily unavailable: it responds with 500, 503 or 507 (full), throttles, or does
 * not respond. It also refuses requests for a moment after a clock change, until the client learns the offset
 * from a response.
 */
function isAway(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429 || status === 403
  return error instanceof Error && (error.name === 'TimeoutError' || isUnavailable(error))
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}
