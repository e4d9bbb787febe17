import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Catalogue } from '@nodeyard/contract/discovery'
import { defined, type Signed } from '@nodeyard/contract/ground'
import { listKillListKeys } from '@nodeyard/contract/safety'
import { currentText, type StoredCatalogue, syncCatalogue } from '../../../../client/src/catalogue.ts'
import { entriesOf, issueCatalogue, packCatalogue, readCurrent } from '../../../test/catalogue.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { signText } from '../../ground/publications/signing.ts'

const holder = useWorld()
let requested: string[] = []

beforeEach(async () => {
  for (let index = 0; index < 30; index++) await holder.world.given.node()
  await packCatalogue(holder.world)
  requested = []
})

const recordingFetch: typeof globalThis.fetch = (input, init) => {
  requested.push(String(input).split('/').at(-1) ?? '')
  return holder.world.fetch(input, init)
}

async function sync(stored?: StoredCatalogue, fetch = recordingFetch): Promise<StoredCatalogue> {
  const { world } = holder
  const { keys } = await world.anonymous.call(listKillListKeys)
  requested = []
  return syncCatalogue('http://registry.test/', {
    keys,
    fetch,
    now: world.now(),
    ...defined({ stored }),
  })
}

async function assertIsCurrent(stored: StoredCatalogue, catalogue: Catalogue): Promise<void> {
  assert.equal(stored.sequence, catalogue.sequence)
  assert.equal(currentText(stored), await readCurrent(holder.world, catalogue))
}

describe('syncing a catalogue', () => {
  it('fetches everything once, then only the pointer while nothing changes', async () => {
    const first = await sync()
    assert.equal(requested.length, 2)
    assert.deepEqual(await sync(first), first)
    assert.deepEqual(requested, ['latest'])
  })

  it('fetches only the recent changes when it has the snapshot', async () => {
    const { world } = holder
    const first = await sync()
    const { id } = await world.given.node()
    const pointed = await issueCatalogue(world)
    const second = await sync(first)
    assert.deepEqual(requested, ['latest', pointed.recent?.digest])
    await assertIsCurrent(second, pointed)
    assert.ok(entriesOf(currentText(second)).some((one) => one.id === id))
    await world.deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', id).execute()
    const again = await issueCatalogue(world)
    const third = await sync(second)
    assert.deepEqual(requested, ['latest', again.recent?.digest])
    await assertIsCurrent(third, again)
    assert.ok(!entriesOf(currentText(third)).some((one) => one.id === id))
  })

  it('fetches a new snapshot together with the recent changes', async () => {
    const { world } = holder
    const first = await sync()
    await world.given.node()
    const { snapshot } = await packCatalogue(world)
    await world.given.node()
    const pointed = await issueCatalogue(world)
    const after = await sync(first)
    assert.deepEqual(requested, ['latest', snapshot.digest, pointed.recent?.digest])
    await assertIsCurrent(after, pointed)
    const packed = await packCatalogue(world)
    const last = await sync(after)
    assert.equal(last.recent, undefined)
    await assertIsCurrent(last, packed)
  })

  it('trusts the keys that the last pointer named, instead of its own', async () => {
    const first = await sync()
    assert.equal(first.keys?.length, 1)
    await holder.world.given.node()
    await issueCatalogue(holder.world)
    const now = holder.world.now()
    const next = await syncCatalogue('http://registry.test/', {
      keys: [],
      stored: first,
      fetch: recordingFetch,
      now,
    })
    assert.ok(next.sequence > first.sequence)
  })

  it('replaces a corrupted copy', async () => {
    const { world } = holder
    const first = await sync()
    const broken = { ...first, text: first.text.replace('"name":"', '"name":"x') }
    await world.given.node()
    const pointed = await issueCatalogue(world)
    const { snapshot, recent } = pointed
    const repaired = await sync(broken)
    assert.deepEqual(requested.slice(-2), [snapshot.digest, recent?.digest])
    await assertIsCurrent(repaired, pointed)
    const packed = await packCatalogue(world)
    await assertIsCurrent(await sync({ ...broken, text: 'no lines' }), packed)
  })

  it('refuses recent changes that do not match the pointer or are malformed', async () => {
    const { world } = holder
    const first = await sync()
    await world.given.node()
    const { recent, ...rest } = await issueCatalogue(world)
    const other: typeof fetch = async (input) =>
      String(input).endsWith(recent?.digest ?? '') ? new Response('other bytes\n') : recordingFetch(input)
    await assert.rejects(sync(first, other), { fault: 'wrong_file' })
    const signed = (catalogue: object) =>
      transact(world.deps, (tx) =>
        signText(tx, world.deps, JSON.stringify(catalogue), 'nodeyard-catalogue+jws'),
      )
    const pointing = (envelope: Signed): typeof fetch => {
      return async (input) =>
        String(input).endsWith('latest') ? Response.json(envelope) : recordingFetch(input)
    }
    const noChanges = await signed({ ...rest, recent: rest.snapshot })
    await assert.rejects(sync(first, pointing(noChanges)), { fault: 'malformed' })
    const noFile = await signed({ ...rest, recent: 'some' })
    await assert.rejects(sync(first, pointing(noFile)), { fault: 'malformed' })
    assert.ok((await sync(first)).recent)
  })

  /** Fakes the response for URLs with this ending. */
  const faking =
    (end: string, respond: () => Response): typeof fetch =>
    async (input, init) =>
      String(input).endsWith(end) ? respond() : recordingFetch(input, init)

  it('reads no further than the announced file size or the limit for pointers', async () => {
    const { snapshot } = await issueCatalogue(holder.world)
    let chunks = 0
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            assert.ok(++chunks < 1000)
            controller.enqueue(new Uint8Array(10_000).fill(32))
          },
        }),
      )
    await assert.rejects(sync(undefined, faking('latest', endless)), { fault: 'malformed' })
    await assert.rejects(sync(undefined, faking(snapshot.digest, endless)), { fault: 'wrong_file' })
    const notJson = () => new Response('<html>')
    await assert.rejects(sync(undefined, faking('latest', notJson)), { fault: 'malformed' })
  })
})
