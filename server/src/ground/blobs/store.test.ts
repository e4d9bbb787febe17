import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { type Swift, startSwift } from '../../../test/swift.ts'
import { diskStore } from './disk.ts'
import { digestOf } from './measure.ts'
import { s3Store } from './s3.ts'
import {
  archiveKey,
  BlobNotFound,
  type BlobStore,
  DigestMismatch,
  InvalidBlobKey,
  newStagingKey,
  RangeNotSatisfiable,
  TooManyBytes,
} from './store.ts'

const swift = await startSwift()
const megabyte = 1024 * 1024
const maxBytes = 20 * megabyte

interface Subject {
  store: BlobStore
  /** Leaves the traces of a crash during staging and returns their key. */
  crashWhileStaging(): Promise<string>
  close(): Promise<void>
}

// biome-ignore format: one kind of hostility a line
const hostileKeys = [
  '', '/', '//', '.', '..', '../../x', 'a/../b', 'a/..', './a', '/etc/passwd', 'a//b', 'a/', 'a\\..\\b', 'C:x',
  'A', 'a b', 'a\0b', 'a\n', '.hidden', 'a/.tmp', '-a', 'é', 'a?b', 'a#b', 'a%2e', '%2e%2e/a', '\ud800',
  'x'.repeat(129), `${'a/'.repeat(8)}a`,
]

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

function stageBytes(store: BlobStore, bytes: Uint8Array) {
  return store.stage(inChunks(bytes), { maxBytes })
}

async function keepAndDiscard(
  store: BlobStore,
  { stagingKey, sha256 }: { stagingKey: string; sha256: string },
): Promise<string> {
  const key = await store.keep(stagingKey, sha256)
  await store.discard(stagingKey)
  return key
}

async function contentOf(store: BlobStore, ...where: Parameters<BlobStore['read']>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(await store.read(...where)))
}

async function keysOf(store: BlobStore, folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(store.list(folder))
  return entries.map((entry) => entry.key).sort()
}

async function assertNothingStaged(store: BlobStore): Promise<void> {
  assert.deepEqual(await keysOf(store, 'staging/'), [])
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function onDisk(): Promise<Subject> {
  const root = await mkdtemp(join(tmpdir(), 'blobs-'))
  return {
    store: diskStore({ root }),
    async crashWhileStaging() {
      const key = newStagingKey()
      await writeFile(join(root, key), randomBytes(5000))
      return key
    },
    close: () => rm(root, { recursive: true, force: true }),
  }
}

async function inS3(): Promise<Subject> {
  const { stop, bucket, ...access } = swift as Swift
  const { endpoint, region, ...credentials } = access
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  return {
    store: s3Store({ endpoint, region, bucket, credentials }),
    async crashWhileStaging() {
      const object = { Bucket: bucket, Key: newStagingKey() }
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
      const part = { ...object, UploadId, PartNumber: 1, Body: randomBytes(5000) }
      await client.send(new UploadPartCommand(part))
      return object.Key
    },
    async close() {
      client.destroy()
      await stop()
    },
  }
}

const kinds = [
  { name: 'the blob store on disk', open: onDisk, skip: false },
  { name: 'the blob store in S3', open: inS3, skip: 'unavailable' in swift ? swift.unavailable : false },
]

for (const { name, open, skip } of kinds)
  describe(name, { skip }, () => {
    let subject: Subject
    before(async () => {
      subject = await open()
    })
    after(() => subject.close())
    const store = () => subject.store

    it('counts, hashes and keeps an upload of 15 MB under its digest', async () => {
      const bytes = randomBytes(15 * megabyte)
      const staged = await store().stage(inChunks(bytes), { maxBytes })
      assert.deepEqual([staged.size, staged.sha256], [bytes.length, sha256(bytes)])
      const key = await keepAndDiscard(store(), staged)
      assert.equal(key, `archives/${staged.sha256.slice(0, 2)}/${staged.sha256}.zip`)
      assert.deepEqual(await store().stat(key), { size: bytes.length })
      assert.equal(await digestOf(await store().read(key)), staged.sha256)
      await assertNothingStaged(store())
    })

    for (const size of [0, 1, megabyte, 5 * megabyte, 5 * megabyte + 1, 11 * megabyte]) {
      it(`accepts ${size} bytes with a limit of ${size}`, async () => {
        const bytes = randomBytes(size)
        const staged = await store().stage(inChunks(bytes), { maxBytes: size })
        assert.deepEqual([staged.size, staged.sha256], [size, sha256(bytes)])
        assert.deepEqual(await contentOf(store(), staged.stagingKey), bytes)
        await store().discard(staged.stagingKey)
        await assertNothingStaged(store())
      })

      it(`refuses ${size + 1} bytes with a limit of ${size} and leaves nothing`, async () => {
        const staging = store().stage(inChunks(randomBytes(size + 1)), { maxBytes: size })
        await assert.rejects(staging, (error) => error instanceof TooManyBytes && error.maxBytes === size)
        await assertNothingStaged(store())
      })
    }

    it('refuses an endless upload at the limit', async () => {
      let sent = 0
      async function* endless() {
        while (true) {
          sent += megabyte
          yield new Uint8Array(megabyte)
        }
      }
      await assert.rejects(store().stage(endless(), { maxBytes: 2 * megabyte }), TooManyBytes)
      assert.ok(sent <= 5 * megabyte, `${sent} bytes were taken from the source`)
      await assertNothingStaged(store())
    })

    it('ends a silent upload on abort and leaves nothing', async () => {
      const controller = new AbortController()
      const gone = new Error('the client is gone')
      async function* fallingSilent() {
        yield randomBytes(12 * megabyte)
        setImmediate(() => controller.abort(gone))
        await new Promise(() => {})
      }
      const staging = store().stage(fallingSilent(), { maxBytes, signal: controller.signal })
      await assert.rejects(staging, (error) => error === gone)
      await assertNothingStaged(store())
    })

    it('stages nothing when the signal is already aborted', async () => {
      const staging = store().stage(inChunks(randomBytes(10)), { maxBytes, signal: AbortSignal.abort() })
      await assert.rejects(staging, { name: 'AbortError' })
      await assertNothingStaged(store())
    })

    it('passes an error of the source through and leaves nothing', async () => {
      const broken = new Error('connection reset')
      async function* breaking() {
        yield randomBytes(12 * megabyte)
        throw broken
      }
      await assert.rejects(store().stage(breaking(), { maxBytes }), (error) => error === broken)
      await assertNothingStaged(store())
    })

    it('lists and discards uploads left by a crash', async () => {
      const key = await subject.crashWhileStaging()
      const entries = await Array.fromAsync(store().list('staging/'))
      assert.deepEqual(
        entries.map((entry) => entry.key),
        [key],
      )
      assert.ok(entries[0] && Math.abs(entries[0].modifiedAt.getTime() - Date.now()) < 60_000)
      await store().discard(key)
      await store().discard(key)
      await assertNothingStaged(store())
    })

    it('keeps an upload idempotently', async () => {
      const { stagingKey, sha256 } = await stageBytes(store(), randomBytes(1000))
      const key = await store().keep(stagingKey, sha256)
      assert.equal(await store().keep(stagingKey, sha256), key)
      await store().discard(stagingKey)
      assert.equal(await store().keep(stagingKey, sha256), key)
      assert.deepEqual(await store().stat(key), { size: 1000 })
      await assertNothingStaged(store())
    })

    it('keeps an upload again when the archive is gone, until the upload is discarded', async () => {
      const bytes = randomBytes(1000)
      const staged = await stageBytes(store(), bytes)
      const key = await store().keep(staged.stagingKey, staged.sha256)
      await store().delete(key)
      await keepAndDiscard(store(), staged)
      assert.deepEqual(await contentOf(store(), key), bytes)
      await assertNothingStaged(store())
    })

    it('keeps the same bytes once and discards a second upload', async () => {
      const bytes = randomBytes(1000)
      const keys: string[] = []
      for (const staged of [await stageBytes(store(), bytes), await stageBytes(store(), bytes)]) {
        keys.push(await keepAndDiscard(store(), staged))
      }
      assert.equal(new Set(keys).size, 1)
      await assertNothingStaged(store())
    })

    it('resumes a keep after a crash between copy and end', async () => {
      const bytes = randomBytes(1000)
      const { stagingKey, sha256 } = await stageBytes(store(), bytes)
      await store().put(archiveKey(sha256), bytes, 'application/zip')
      const key = await keepAndDiscard(store(), { stagingKey, sha256 })
      assert.deepEqual(await contentOf(store(), key), bytes)
      await assertNothingStaged(store())
    })

    it('repairs a truncated copy on keep', async () => {
      const bytes = randomBytes(1000)
      const { stagingKey, sha256 } = await stageBytes(store(), bytes)
      await store().put(archiveKey(sha256), bytes.subarray(0, 400), 'application/zip')
      const key = await keepAndDiscard(store(), { stagingKey, sha256 })
      assert.deepEqual(await contentOf(store(), key), bytes)
      await assertNothingStaged(store())
    })

    it('never replaces a kept archive with other bytes', async () => {
      const bytes = randomBytes(1000)
      const first = await stageBytes(store(), bytes)
      const key = await keepAndDiscard(store(), first)
      const other = await stageBytes(store(), randomBytes(500))
      await assert.rejects(store().keep(other.stagingKey, first.sha256), DigestMismatch)
      assert.deepEqual(await contentOf(store(), key), bytes)
      await store().discard(other.stagingKey)
    })

    it('refuses to keep a missing upload', async () => {
      const missing = store().keep(newStagingKey(), sha256(randomBytes(10)))
      await assert.rejects(missing, BlobNotFound)
    })

    it('keeps two concurrent uploads of the same bytes as one archive', async () => {
      const bytes = randomBytes(7 * megabyte)
      const both = await Promise.all([stageBytes(store(), bytes), stageBytes(store(), bytes)])
      const keys = await Promise.all(both.map((one) => keepAndDiscard(store(), one)))
      assert.equal(keys[0], keys[1])
      assert.deepEqual(await contentOf(store(), archiveKey(sha256(bytes))), bytes)
      await assertNothingStaged(store())
    })

    it('lets two jobs keep the same upload concurrently', async () => {
      const { stagingKey, sha256 } = await stageBytes(store(), randomBytes(1000))
      const keeps = Array.from({ length: 4 }, () => keepAndDiscard(store(), { stagingKey, sha256 }))
      assert.deepEqual(await Promise.all(keeps), Array(4).fill(archiveKey(sha256)))
      assert.deepEqual(await store().stat(archiveKey(sha256)), { size: 1000 })
      await assertNothingStaged(store())
    })

    it('reads ranges: the first byte, the last, some, and an end past the end', async () => {
      const bytes = randomBytes(1000)
      await store().put('ranges/one', bytes, 'application/octet-stream')
      const expected: [number, number, Buffer][] = [
        [0, 0, bytes.subarray(0, 1)],
        [999, 999, bytes.subarray(999)],
        [10, 19, bytes.subarray(10, 20)],
        [0, 999, bytes],
        [990, 5000, bytes.subarray(990)],
      ]
      for (const [start, end, part] of expected) {
        assert.deepEqual(await contentOf(store(), 'ranges/one', { start, end }), part, `${start}-${end}`)
      }
    })

    it('refuses a range that starts past the end or is invalid', async () => {
      await store().put('ranges/two', randomBytes(1000), 'application/octet-stream')
      await store().put('ranges/empty', new Uint8Array(0), 'application/octet-stream')
      const past = store().read('ranges/two', { start: 1000, end: 1000 })
      await assert.rejects(past, (error) => error instanceof RangeNotSatisfiable && error.size === 1000)
      await assert.rejects(store().read('ranges/empty', { start: 0, end: 0 }), RangeNotSatisfiable)
      for (const [start, end] of [
        [-1, 5],
        [5, 4],
        [0.5, 2],
        [0, Number.NaN],
      ] as const) {
        await assert.rejects(store().read('ranges/two', { start, end }), RangeError)
      }
    })

    it('reports missing blobs', async () => {
      const key = archiveKey(sha256(randomBytes(10)))
      assert.equal(await store().stat(key), undefined)
      await assert.rejects(store().read(key), (error) => error instanceof BlobNotFound && error.key === key)
      await assert.rejects(store().read(key, { start: 0, end: 1 }), BlobNotFound)
      await store().delete(key)
      await store().discard(newStagingKey())
    })

    it('lets a reader stop early', async () => {
      await store().put('early/one', randomBytes(3 * megabyte), 'application/octet-stream')
      for await (const chunk of await store().read('early/one')) {
        assert.ok(chunk.length > 0)
        break
      }
      await store().delete('early/one')
    })

    it('puts, replaces, lists by folder and deletes small files', async () => {
      await store().put('derived/a/one.json', Buffer.from('first'), 'application/json')
      await store().put('derived/a/one.json', Buffer.from('second'), 'application/json')
      await store().put('derived/a-b/two.json', Buffer.from('other'), 'application/json')
      assert.equal((await contentOf(store(), 'derived/a/one.json')).toString(), 'second')
      assert.deepEqual(await keysOf(store(), 'derived/'), ['derived/a-b/two.json', 'derived/a/one.json'])
      const [entry] = await Array.fromAsync(store().list('derived/a/'))
      assert.deepEqual([entry?.key, entry?.size], ['derived/a/one.json', 6])
      await store().delete('derived/a/one.json')
      await store().delete('derived/a-b/two.json')
      assert.deepEqual(await keysOf(store(), 'derived/'), [])
      assert.deepEqual(await keysOf(store(), 'no/such/folder/'), [])
    })

    it('refuses hostile keys before it touches anything', async () => {
      const before = await keysOf(store(), '')
      for (const key of hostileKeys) {
        const calls = [
          () => store().stat(key),
          () => store().read(key),
          () => store().put(key, new Uint8Array(1), 'text/plain'),
          () => store().delete(key),
          () => store().discard(key),
          () => store().keep(key, '0'.repeat(64)),
          () => store().keep(newStagingKey(), key),
          () => Array.fromAsync(store().list(`${key}/`)),
        ]
        for (const call of calls)
          await assert.rejects(call, InvalidBlobKey, `${JSON.stringify(key)} in ${call}`)
      }
      await assert.rejects(store().discard('staging/../archives/aa'), InvalidBlobKey)
      await assert.rejects(store().discard('archives/aa'), InvalidBlobKey)
      await assert.rejects(store().stat(['a'] as unknown as string), InvalidBlobKey)
      await assert.rejects(Array.fromAsync(store().list('staging')), InvalidBlobKey)
      assert.deepEqual(await keysOf(store(), ''), before)
    })

    it('passes the check while the store responds', () => store().check())
  })
