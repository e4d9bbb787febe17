import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Catalogue } from '@nodeyard/contract/catalogue'
import { listKillListKeys } from '@nodeyard/contract/kill-list'
import type { Signed } from '@nodeyard/contract/signed'
import { currentText, type StoredCatalogue, syncCatalogue } from '../../../../client/src/catalogue.ts'
import { entriesOf, issueCatalogue, packCatalogue, readCurrent } from '../../../test/catalogue.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { signText } from '../../safety/advisories/signing.ts'

const holder = useWorld()
let asked: string[] = []

beforeEach(async () => {
  for (let index = 0; index < 30; index++) await holder.world.given.node()
  await packCatalogue(holder.world)
  asked = []
})

const fetchNoting: typeof globalThis.fetch = (input, init) => {
  asked.push(String(input).split('/').at(-1) ?? '')
  return holder.world.fetch(input, init)
}

async function sync(kept?: StoredCatalogue, fetch = fetchNoting): Promise<StoredCatalogue> {
  const { world } = holder
  const { keys } = await world.anonymous.call(listKillListKeys)
  asked = []
  return syncCatalogue('http://registry.test/', { keys, fetch, now: world.now(), ...(kept ? { kept } : {}) })
}

async function assertIsCurrent(kept: StoredCatalogue, catalogue: Catalogue): Promise<void> {
  assert.equal(kept.sequence, catalogue.sequence)
  assert.equal(currentText(kept), await readCurrent(holder.world, catalogue))
}

test('a client fetches the whole once, and then only the pointer while nothing has changed', async () => {
  const first = await sync()
  assert.equal(asked.length, 2)
  assert.deepEqual(await sync(first), first)
  assert.deepEqual(asked, ['latest'])
})

test('a client that has the snapshot fetches only what has changed since', async () => {
  const { world } = holder
  const first = await sync()
  const { id } = await world.given.node()
  const pointed = await issueCatalogue(world)
  const second = await sync(first)
  assert.deepEqual(asked, ['latest', pointed.recent?.digest])
  await assertIsCurrent(second, pointed)
  assert.ok(entriesOf(currentText(second)).some((one) => one.id === id))
  await world.deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', id).execute()
  const again = await issueCatalogue(world)
  const third = await sync(second)
  assert.deepEqual(asked, ['latest', again.recent?.digest])
  await assertIsCurrent(third, again)
  assert.ok(!entriesOf(currentText(third)).some((one) => one.id === id))
})

test('a client that lacks the snapshot fetches it, and the recent changes', async () => {
  const { world } = holder
  const first = await sync()
  await world.given.node()
  const { snapshot } = await packCatalogue(world)
  await world.given.node()
  const pointed = await issueCatalogue(world)
  const after = await sync(first)
  assert.deepEqual(asked, ['latest', snapshot.digest, pointed.recent?.digest])
  await assertIsCurrent(after, pointed)
  const packed = await packCatalogue(world)
  const last = await sync(after)
  assert.equal(last.recent, undefined)
  await assertIsCurrent(last, packed)
})

test('a copy that is broken is replaced as a whole', async () => {
  const { world } = holder
  const first = await sync()
  const broken = { ...first, text: first.text.replace('"name":"', '"name":"x') }
  await world.given.node()
  const pointed = await issueCatalogue(world)
  const { snapshot, recent } = pointed
  const mended = await sync(broken)
  assert.deepEqual(asked.slice(-2), [snapshot.digest, recent?.digest])
  await assertIsCurrent(mended, pointed)
  const packed = await packCatalogue(world)
  await assertIsCurrent(await sync({ ...broken, text: 'no lines' }), packed)
})

test('what has changed since is refused where it is not what the pointer says, or no file of changes', async () => {
  const { world } = holder
  const first = await sync()
  await world.given.node()
  const { recent, ...rest } = await issueCatalogue(world)
  const other: typeof fetch = async (input) =>
    String(input).endsWith(recent?.digest ?? '') ? new Response('other bytes\n') : fetchNoting(input)
  await assert.rejects(sync(first, other), { fault: 'wrong_file' })
  const signed = (catalogue: object) =>
    transact(world.deps, (tx) =>
      signText(tx, world.deps, JSON.stringify(catalogue), 'nodeyard-catalogue+jws'),
    )
  const pointing = (envelope: Signed): typeof fetch => {
    return async (input) => (String(input).endsWith('latest') ? Response.json(envelope) : fetchNoting(input))
  }
  const noChanges = await signed({ ...rest, recent: rest.snapshot })
  await assert.rejects(sync(first, pointing(noChanges)), { fault: 'malformed' })
  const noFile = await signed({ ...rest, recent: 'some' })
  await assert.rejects(sync(first, pointing(noFile)), { fault: 'malformed' })
  assert.ok((await sync(first)).recent)
})

/** What another answer is given for, by the end of its address. */
const answering =
  (end: string, answer: () => Response): typeof fetch =>
  async (input, init) =>
    String(input).endsWith(end) ? answer() : fetchNoting(input, init)

test('nothing is read beyond what a file has, or a pointer may have', async () => {
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
  await assert.rejects(sync(undefined, answering('latest', endless)), { fault: 'malformed' })
  await assert.rejects(sync(undefined, answering(snapshot.digest, endless)), { fault: 'wrong_file' })
  const notJson = () => new Response('<html>')
  await assert.rejects(sync(undefined, answering('latest', notJson)), { fault: 'malformed' })
})
