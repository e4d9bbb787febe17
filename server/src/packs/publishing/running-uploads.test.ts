import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@nodeyard/contract/limits'
import { type AnnounceAnswer, announce, beginUpload, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { RunningUploads } from './running-uploads.ts'

const holder = useWorld()

describe('running uploads', () => {
  it('replaces a stalled upload when the version is sent again', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id: publisherId } = await world.given.publisher()
    const token = await createTokenFor(world.deps, publisherId, 'test')
    const nodeId = `${publisherId}-blur`
    const announced = await announce({ apiUrl, publisherId, nodeId, token })
    const { signedUrl } = (await announced.json()) as AnnounceAnswer
    const archive = buildPack({ id: nodeId })
    const hanging = await beginUpload(world, signedUrl, archive)
    assert.equal((await upload(signedUrl, archive)).status, 200)
    const answer = await hanging.finish()
    assert.equal(answer.status, 409)
    assert.match(String(answer.body), /"upload_replaced"/)
    await world.runJobs()
  })

  /** Uploads that run until the test ends them. */
  function uploadsOf(running: RunningUploads) {
    let count = 0
    return (publisher: string, body = noBytes()) => {
      const version = { id: String(count++), published_by_publisher: publisher }
      return endOf(running.run(async () => version, body, untilStopped))
    }
  }

  async function untilStopped(_version: unknown, body: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    void Array.fromAsync(body)
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }

  async function* noBytes(): AsyncGenerator<Uint8Array> {
    await new Promise(() => {})
  }

  async function* someBytes(size: number): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(size)
    yield* noBytes()
  }

  const endOf = (upload: Promise<unknown>) =>
    upload.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )

  it('cancels the earlier upload, also when its version is found later', async () => {
    const running = new RunningUploads()
    const version = { id: 'sent-twice', published_by_publisher: 'one' }
    const found = Promise.withResolvers<typeof version>()
    const first = endOf(running.run(() => found.promise, noBytes(), untilStopped))
    const second = endOf(running.run(async () => version, noBytes(), untilStopped))
    found.resolve(version)
    const told = await Promise.race([first, second.then((code) => `the second: ${code}`)])
    assert.equal(told, 'upload_replaced')
    assert.equal(await Promise.race([second, 'goes on']), 'goes on')
  })

  it('limits the uploads of a publisher without affecting others', async () => {
    const begin = uploadsOf(new RunningUploads())
    for (let i = 0; i < limits.uploadsAtOnceOfPublisher; i++) void begin('busy')
    assert.equal(await begin('busy'), 'too_many_at_once')
    assert.equal(await Promise.race([begin('other'), 'goes on']), 'goes on')
  })

  it('cancels an upload of the publisher with the most when the process is full', async () => {
    const begin = uploadsOf(new RunningUploads())
    const first = begin('busy')
    void begin('busy')
    for (let i = 2; i < limits.uploadsAtOnce; i++) void begin(`publisher-${i}`)
    assert.equal(await begin('publisher-2'), 'unavailable')
    assert.equal(await Promise.race([first, 'goes on']), 'goes on')
    assert.equal(await Promise.race([begin('new'), 'goes on']), 'goes on')
    assert.equal(await first, 'unavailable')
    assert.equal(await begin('newer'), 'unavailable')
  })

  it('cancels the slowest upload after a minute when the process is full', async () => {
    let seconds = 0
    const begin = uploadsOf(new RunningUploads(() => seconds * 1000))
    const enough = limits.slowUploadBytesPerSecond * 61
    const slow = begin('slow', someBytes(enough - 2))
    const slowest = begin('slowest', someBytes(enough - 3))
    for (let i = 2; i < limits.uploadsAtOnce; i++) void begin(`publisher-${i}`, someBytes(enough))
    await nextTurn()
    seconds = 60
    assert.equal(await begin('early'), 'unavailable')
    seconds = 61
    assert.equal(await Promise.race([begin('new'), 'goes on']), 'goes on')
    assert.equal(await slowest, 'unavailable')
    assert.equal(await Promise.race([begin('newer'), 'goes on']), 'goes on')
    assert.equal(await slow, 'unavailable')
    assert.equal(await begin('newest'), 'unavailable')
  })

  it("excludes the store's time from the sender's speed", async () => {
    let seconds = 0
    const running = new RunningUploads(() => seconds * 1000)
    const begin = uploadsOf(running)
    const busyStore = async (_version: unknown, body: AsyncIterable<Uint8Array>, signal: AbortSignal) => {
      await body[Symbol.asyncIterator]().next()
      return untilStopped(_version, noBytes(), signal)
    }
    for (let i = 0; i < limits.uploadsAtOnce; i++) {
      const version = { id: `waits-${i}`, published_by_publisher: `publisher-${i}` }
      void endOf(running.run(async () => version, someBytes(1), busyStore))
    }
    await nextTurn()
    seconds = 3600
    assert.equal(await begin('new'), 'unavailable')
  })

  it('frees the place of a finished upload', async () => {
    const running = new RunningUploads()
    for (let i = 0; i < 2 * limits.uploadsAtOnce; i++)
      await running.run(
        async () => ({ id: String(i), published_by_publisher: 'one' }),
        noBytes(),
        () => Promise.resolve(),
      )
  })

  it('cancels an upload of the account with the most across its publishers', async () => {
    const running = new RunningUploads()
    let count = 0
    const begin = (account: string, publisher: string, sender = account) => {
      const version = {
        id: `of-account-${count++}`,
        published_by_publisher: publisher,
        uploader: { account, sender },
      }
      return endOf(running.run(async () => version, noBytes(), untilStopped))
    }
    const first = begin('many', 'many-0')
    for (let place = 1; place < limits.uploadsAtOnce; place++) void begin('many', `many-${place}`)
    await nextTurn()
    const one = begin('one', 'one')
    assert.equal(await first, 'unavailable')
    assert.equal(await Promise.race([one, nextTurn('goes on')]), 'goes on')
  })

  it('cancels an upload of the address with the most across its accounts', async () => {
    const running = new RunningUploads()
    let count = 0
    const begin = (account: string, sender: string) => {
      const version = {
        id: `of-sender-${count++}`,
        published_by_publisher: account,
        uploader: { account, sender },
      }
      return endOf(running.run(async () => version, noBytes(), untilStopped))
    }
    const first = begin('account-0', 'home')
    for (let place = 1; place < limits.uploadsAtOnce; place++) void begin(`account-${place}`, 'home')
    await nextTurn()
    const one = begin('one', 'work')
    assert.equal(await first, 'unavailable')
    assert.equal(await Promise.race([one, nextTurn('goes on')]), 'goes on')
  })
})
