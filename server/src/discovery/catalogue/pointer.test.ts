import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Catalogue } from '@nodeyard/contract/catalogue'
import { applyDelta, fileOf, headOf } from '@nodeyard/contract/catalogue-file'
import { getKillList, listKillListKeys } from '@nodeyard/contract/kill-list'
import { verifyKillList } from '../../../../client/src/kill-list.ts'
import {
  entriesOf,
  issueCatalogue,
  pointAnew,
  readCatalogue,
  readCatalogueFile,
  readCurrent,
} from '../../../test/catalogue.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { useWorld } from '../../../test/world.ts'
import type { BlobStore } from '../../ground/blobs/store.ts'
import { missed, transact } from '../../ground/db/changes.ts'
import { wakeOnMissed } from '../../ground/jobs/wake-on.ts'
import { issueIfDue } from '../../safety/advisories/kill-list.ts'
import { addKey } from '../../safety/advisories/signing.ts'
import { absorbChanges } from './absorb.ts'
import { encodings, fileKey } from './files.ts'
import { importCatalogue } from './import.ts'
import { issueAfterStart, keepCatalogue, packCatalogue } from './jobs.ts'
import { issuePointer, issueSnapshot, makeSnapshot, whyDue } from './pointer.ts'
import { packSnapshot } from './snapshot.ts'
import { findLastSnapshot, type SnapshotRow } from './sql.ts'
import { catalogueViolations, removeOutdatedFiles, tidyCatalogue } from './tidy.ts'

const holder = useWorld()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

async function change(nodeId: string, part: object) {
  await holder.world.deps.db.updateTable('nodes').set(part).where('id', '=', nodeId).execute()
}

/** What the table says, as one file. */
async function linesNow(): Promise<string> {
  const { db, config } = holder.world.deps
  const rows = await db
    .selectFrom('catalogue_entries')
    .select('entry')
    .where('entry', 'is not', null)
    .orderBy('node_id')
    .execute()
  return fileOf([headOf(config.apiUrl), ...rows.map(({ entry }) => entry ?? '')])
}

async function last(): Promise<SnapshotRow> {
  const row = await findLastSnapshot(holder.world.deps.db)
  assert.ok(row)
  return row
}

const why = async () => whyDue(holder.world.deps, await findLastSnapshot(holder.world.deps.db))

const keep = () => keepCatalogue.run(holder.world.deps, {}, AbortSignal.timeout(10_000))

const assertFollows = (after: { sequence: number }, before: { sequence: number }) =>
  assert.ok(after.sequence > before.sequence)

async function readKillList() {
  const { world } = holder
  const { keys } = await world.anonymous.call(listKillListKeys)
  return verifyKillList(await world.anonymous.call(getKillList), { keys, lastSerial: 0, now: world.now() })
}

async function countPointers(): Promise<number> {
  const { rows } = await holder.world.deps.database.raw.query(
    'select count(*)::int as n from catalogue_snapshots',
  )
  return rows[0]?.['n'] as number
}

async function assertIsCurrent(catalogue: Catalogue): Promise<void> {
  const text = await readCurrent(holder.world, catalogue)
  assert.equal(text, await linesNow())
  assert.equal(catalogue.nodes, entriesOf(text).length)
}

test('a change issues a pointer to the same snapshot, and to what has changed since', async () => {
  const { world } = holder
  const [changed, banned] = [await world.given.node(), await world.given.node()]
  const before = await issueCatalogue(world)
  assert.equal(before.recent, undefined)
  await change(changed.id, { description: 'New.' })
  const { id: added } = await world.given.node()
  const after = await pointAnew(world)
  assertFollows(after, before)
  assert.deepEqual(
    [after.snapshot, after.deltas, after.nodes],
    [before.snapshot, before.deltas, before.nodes + 1],
  )
  await assertIsCurrent(after)
  assert.ok((await readCurrent(world, after)).includes(`"id":"${added}"`))
  await change(banned.id, { status: 'banned' })
  const last = await pointAnew(world)
  assert.deepEqual([last.snapshot, last.nodes], [before.snapshot, before.nodes])
  assert.ok(!(await readCurrent(world, last)).includes(`"id":"${banned.id}"`))
  await assertIsCurrent(last)
})

test('many changes give one pointer and one snapshot, and none gives none', async () => {
  const { world } = holder
  await issueCatalogue(world)
  const count = await countPointers()
  for (let index = 0; index < 5; index++) await world.given.node()
  const { sequence, recent } = await issueCatalogue(world)
  assert.deepEqual([(await countPointers()) - count, recent], [2, undefined])
  assert.equal((await issueCatalogue(world)).sequence, sequence)
})

test('a pointer that leads further than its snapshot has that packed anew', async () => {
  const { world } = holder
  const { deps } = world
  const isAsked = () => transact(deps, async (tx) => !(await deps.jobs.send(tx, packCatalogue, {})))
  const before = await issueCatalogue(world)
  await world.given.node()
  world.advance(minuteMs)
  await keep()
  const pointed = await readCatalogue(world)
  assertFollows(pointed, before)
  assert.deepEqual(pointed.snapshot, before.snapshot)
  assert.ok(await isAsked())
  world.advance(10 * minuteMs)
  await world.runJobs()
  const packed = await readCatalogue(world)
  assertFollows(packed, pointed)
  assert.equal(packed.recent, undefined)
  assert.equal(await readCatalogueFile(world, packed.snapshot.digest), await linesNow())
  await world.runJobs()
  assert.equal((await last()).sequence, packed.sequence)
})

test('what changes while a snapshot is packed stands beside it, and other pointers are issued meanwhile', async () => {
  const { world } = holder
  const { deps } = world
  const [first, second] = [await world.given.node(), await world.given.node()]
  await issueCatalogue(world)
  await change(first.id, { name: 'Before it is packed' })
  await absorbChanges(deps)
  const packed = await packSnapshot(deps)
  await change(first.id, { status: 'banned' })
  const meanwhile = await pointAnew(world)
  await change(second.id, { name: 'After that' })
  await absorbChanges(deps)
  const row = await issueSnapshot(deps, packed)
  const catalogue = await readCatalogue(world)
  assertFollows(catalogue, meanwhile)
  assert.equal(catalogue.sequence, row.sequence)
  assert.equal(catalogue.snapshot.digest, packed.named.snapshot.digest)
  assert.notEqual(catalogue.snapshot.digest, meanwhile.snapshot.digest)
  await assertIsCurrent(catalogue)
  assert.ok((await issueCatalogue(world)).recent === undefined)
})

test('a pointer does not follow on another one that came first', async () => {
  const { world } = holder
  await issueCatalogue(world)
  const seen = await last()
  await world.given.node()
  const { sequence } = await pointAnew(world)
  assert.equal(await issuePointer(world.deps, seen), undefined)
  assert.equal((await last()).sequence, sequence)
})

test('of two that pack at once the one with the older lines loses, with the same lines both count', async () => {
  const { world } = holder
  const { deps } = world
  await world.given.node()
  await absorbChanges(deps)
  const made = await Promise.all([makeSnapshot(deps), makeSnapshot(deps)])
  assert.equal(made[0].digest, made[1].digest)
  const older = await packSnapshot(deps)
  await world.given.node()
  await absorbChanges(deps)
  const newer = await issueSnapshot(deps, await packSnapshot(deps))
  assert.deepEqual(await issueSnapshot(deps, older), await last())
  assert.deepEqual([(await last()).sequence, newer.whole_revision], [newer.sequence, newer.revision])
  assert.deepEqual(await catalogueViolations(deps), [])
})

test('it is issued anew after a day, and for another key, without another snapshot', async () => {
  const { world } = holder
  const before = await issueCatalogue(world)
  world.advance(dayMs)
  assert.equal(await why(), 'old')
  const after = await issueCatalogue(world)
  assertFollows(after, before)
  assert.deepEqual(after.snapshot, before.snapshot)
  assert.ok(after.expires > before.expires)
  await transact(world.deps, (tx) => addKey(tx, world.deps))
  assert.equal(await why(), 'keys')
  const last = await issueCatalogue(world)
  assertFollows(last, after)
  assert.deepEqual(last.snapshot, before.snapshot)
})

test('another address of the API takes another snapshot', async () => {
  const { world } = holder
  const before = await issueCatalogue(world)
  const { apiUrl } = world.deps.config
  Object.assign(world.deps.config, { apiUrl: 'https://api.elsewhere.test' })
  assert.equal(await why(), 'head')
  world.advance(minuteMs)
  await keep()
  const after = await readCatalogue(world)
  assert.equal(after.registry, 'https://api.elsewhere.test')
  assert.notEqual(after.snapshot.digest, before.snapshot.digest)
  await assertIsCurrent(after)
  Object.assign(world.deps.config, { apiUrl })
  await issueCatalogue(world)
})

test('it is issued anew long after a node was taken out, of which nothing is known any more', async () => {
  const { world } = holder
  const { id } = await world.given.node()
  await issueCatalogue(world)
  await change(id, { status: 'deleted' })
  const before = await issueCatalogue(world)
  world.advance(11 * dayMs)
  await tidyCatalogue(world.deps)
  const after = await issueCatalogue(world)
  assertFollows(after, before)
  assert.deepEqual(after.snapshot, before.snapshot)
  assertFollows(await makeSnapshot(world.deps), after)
})

test('after the clock was set back nothing waits until it was that late again', async () => {
  const { world } = holder
  const hourMs = 60 * minuteMs
  world.advance(hourMs)
  await world.given.node()
  const { sequence } = await issueCatalogue(world)
  world.advance(-hourMs)
  await world.given.node()
  await keep()
  assert.equal((await readCatalogue(world)).sequence, sequence + 1)
  await packCatalogue.run(world.deps, {}, AbortSignal.timeout(10_000))
  assert.equal((await readCatalogue(world)).recent, undefined)
  world.advance(hourMs)
})

test('what a program of the release before issues counts as a snapshot', async () => {
  const { world } = holder
  await world.given.node()
  await issueCatalogue(world)
  const { sequence, revision, issued_at, cost_ms } = await last()
  await world.deps.database.raw.query(
    `insert into catalogue_snapshots
       (sequence, revision, digest, head, issued_at, expires_at, kids, envelope, files, cost_ms)
     select sequence + 1, revision, digest, head, issued_at, expires_at, kids, envelope, files, 1234
     from catalogue_snapshots where sequence = $1`,
    [sequence],
  )
  const row = await last()
  assert.deepEqual(
    [row.sequence, row.whole_revision, row.packed_at, row.pack_ms],
    [sequence + 1, revision, issued_at, 1234],
  )
  assert.notEqual(cost_ms, 1234)
  await world.given.node()
  assertFollows(await pointAnew(world), row)
})

test('files of pointers go after a while, and those that the last one names stay', async () => {
  const { world } = holder
  const { deps } = world
  const { id } = await world.given.node()
  const packed = await issueCatalogue(world)
  await change(id, { description: 'First.' })
  const outdated = await pointAnew(world)
  await deps.database.raw.query(
    `insert into catalogue_snapshots
     select (jsonb_populate_record(s, jsonb_build_object('sequence', sequence + more))).*
     from catalogue_snapshots s, generate_series(1, 120) more where sequence = $1`,
    [outdated.sequence],
  )
  await change(id, { description: 'Last.' })
  const latest = await pointAnew(world)
  const isThere = async (digest = '') =>
    (await Promise.all(encodings.map((one) => deps.blobs.stat(fileKey(digest, one))))).every(Boolean)
  await removeOutdatedFiles(deps)
  assert.ok(await isThere(outdated.recent?.digest))
  world.advance(31 * minuteMs)
  await removeOutdatedFiles(deps)
  assert.ok(!(await isThere(outdated.recent?.digest)))
  assert.ok((await isThere(packed.snapshot.digest)) && (await isThere(latest.recent?.digest)))
  assert.deepEqual(await catalogueViolations(deps), [])
  const kept = await deps.db
    .selectFrom('catalogue_snapshots')
    .select('sequence')
    .orderBy('sequence')
    .execute()
  assert.deepEqual(
    kept.slice(-2).map(({ sequence }) => sequence),
    [packed.sequence, latest.sequence],
  )
})

/** Repeatable: a small generator is enough to mix what happens. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test('whatever happens, every client that was ever here comes to the lines of now', async () => {
  const { world } = holder
  const { deps } = world
  const pick = chance(7)
  const ids: string[] = []
  for (let index = 0; index < 30; index++) ids.push((await world.given.node()).id)
  const one = () => ids[pick(ids.length)] ?? ''
  const changes: (() => Promise<unknown>)[] = [
    () => change(one(), { description: `About ${pick(1000)}.` }),
    () => change(one(), { name: `Name ${pick(1000)}`, author: `Author ${pick(9)}` }),
    () => change(one(), { description: '', downloads: pick(100_000) }),
    () => change(one(), { status: 'banned' }),
    () => change(one(), { status: 'active' }),
    async () => ids.push((await world.given.node()).id),
  ]
  const seen: { sequence: number; text: string }[] = []
  let before = await issueCatalogue(world)
  let [wholeRevision, deltas] = [0, 0]
  for (let step = 0; step < 25; step++) {
    world.advance(pick(40) * minuteMs)
    for (let times = pick(4); times >= 0; times--) await changes[pick(changes.length)]?.()
    await absorbChanges(deps)
    if (pick(3) > 0) await issuePointer(deps, await last())
    else {
      const packed = await packSnapshot(deps)
      await changes[pick(changes.length)]?.()
      await absorbChanges(deps)
      if (pick(2) > 0) await issuePointer(deps, await last())
      await issueSnapshot(deps, packed)
    }
    if (pick(6) === 0) await removeOutdatedFiles(deps)
    const catalogue = await readCatalogue(world)
    assert.ok(catalogue.sequence > before.sequence)
    assert.ok((await last()).whole_revision >= wholeRevision)
    await assertIsCurrent(catalogue)
    const text = await readCatalogueFile(world, catalogue.snapshot.digest)
    for (const { sequence, text: old } of seen) {
      const delta = catalogue.deltas.find(({ since }) => since <= sequence)
      if (!delta) continue
      assert.equal(applyDelta(old, await readCatalogueFile(world, delta.digest)), text)
      deltas++
    }
    seen.push({ sequence: catalogue.sequence, text })
    before = catalogue
    wholeRevision = (await last()).whole_revision
  }
  assert.ok(deltas > 200)
})

/** A store that, when it is first asked for something, takes so long that other work is done meanwhile. */
function slowStore(blobs: BlobStore, meanwhile: () => Promise<unknown>): BlobStore {
  let waiting: Promise<unknown> | undefined
  return {
    ...blobs,
    async stat(key) {
      waiting ??= meanwhile()
      await waiting
      return blobs.stat(key)
    },
  }
}

test('a pointer that comes between is not followed by an older state', async () => {
  const { world } = holder
  const { deps } = world
  const { id } = await world.given.node()
  await issueCatalogue(world)
  const packed = await packSnapshot(deps)
  await change(id, { name: 'Seen by both' })
  await absorbChanges(deps)
  let between: Catalogue | undefined
  const blobs = slowStore(deps.blobs, async () => {
    await change(id, { status: 'banned' })
    between = await pointAnew(world)
  })
  const { sequence } = await issueSnapshot({ ...deps, blobs }, packed)
  assert.ok(between && sequence > between.sequence)
  await assertIsCurrent(await readCatalogue(world))
})

test('where more has changed than a delta is good for, the snapshot is packed at once', async () => {
  const { world } = holder
  const { deps } = world
  const before = await issueCatalogue(world)
  const lines = Array.from({ length: 1001 }, (_, index) =>
    JSON.stringify({
      id: `many-${index}`,
      name: 'Many',
      repository: `https://github.com/many/many-${index}`,
    }),
  )
  await importCatalogue(deps, Readable.from(lines))
  world.advance(minuteMs)
  await absorbChanges(deps)
  assert.equal(await why(), 'much')
  await keep()
  const after = await readCatalogue(world)
  assertFollows(after, before)
  assert.equal(after.recent, undefined)
  await assertIsCurrent(after)
})

test('after a restore a pointer has a higher number than all that were issued since', async () => {
  const { world } = holder
  await issueCatalogue(world)
  const restored = await last()
  for (let times = 0; times < 3; times++) {
    await world.given.node()
    await pointAnew(world)
  }
  const { sequence: seen } = await last()
  const { db } = world.deps
  await db.deleteFrom('catalogue_snapshots').where('sequence', '>', restored.sequence).execute()
  world.advance(1000)
  const issued = await issuePointer(world.deps, restored)
  assert.ok(issued && issued.sequence > seen && Number.isSafeInteger(issued.sequence))
})

test('a pointer that a clock which was ahead has dated is issued anew once that is right', async () => {
  const { world } = holder
  world.advance(dayMs)
  const before = await issueCatalogue(world)
  world.advance(-dayMs)
  assert.equal(await why(), 'old')
  await assert.rejects(readCatalogue(world), { fault: 'not_yet_issued' })
  await keep()
  const after = await readCatalogue(world)
  assertFollows(after, before)
  assert.equal(await why(), undefined)
  world.advance(dayMs)
})

const removeFile = async (digest: string) => {
  for (const encoding of encodings) await holder.world.deps.blobs.delete(fileKey(digest, encoding))
}

const missingFiles = async () =>
  (await catalogueViolations(holder.world.deps)).find(({ rule }) => /are there, whole/.test(rule))?.ids ?? []

test('files that a restored database names, and that are gone, are made again', async () => {
  const { world } = holder
  await world.given.node()
  const before = await issueCatalogue(world)
  await removeFile(before.snapshot.digest)
  world.advance(dayMs)
  assert.equal(await why(), 'missing')
  await keep()
  const after = await readCatalogue(world)
  assertFollows(after, before)
  await assertIsCurrent(after)
  assert.deepEqual(await missingFiles(), [])
})

test('a process that starts issues all anew, as the database may be a restored one', async () => {
  const { world } = holder
  const start = () => issueAfterStart.run(world.deps, {}, AbortSignal.timeout(10_000))
  const before = await issueCatalogue(world)
  const { serial } = await readKillList()
  await start()
  const pointed = await readCatalogue(world)
  assertFollows(pointed, before)
  assert.deepEqual(pointed.snapshot, before.snapshot)
  assert.ok((await readKillList()).serial > serial)
  await removeFile(before.snapshot.digest)
  await start()
  const packed = await readCatalogue(world)
  assertFollows(packed, pointed)
  await assertIsCurrent(packed)
})

test('after a fail-over that lost what was issued last, all is issued anew as soon as the database answers', async () => {
  const { world } = holder
  const { deps } = world
  let refused = 0
  const send: typeof deps.jobs.send = async (...given) => {
    if (refused++ === 0) throw new Error('The database is away.')
    return deps.jobs.send(...given)
  }
  wakeOnMissed({ ...deps, jobs: { ...deps.jobs, send } }, issueAfterStart, {})
  await issueCatalogue(world)
  world.advance(minuteMs)
  const lost = (await issuePointer(deps, await last())) ?? assert.fail('it is issued')
  await transact(deps, (tx) => issueIfDue(tx, deps, { always: true }))
  const { serial } = await readKillList()
  await deps.db.deleteFrom('catalogue_snapshots').where('sequence', '=', lost.sequence).execute()
  await deps.db.deleteFrom('kill_lists').where('serial', '=', serial).execute()
  world.advance(minuteMs)
  deps.changes.announce(['*', missed])
  await untilTrue(async () => (await world.runJobs()) > 0)
  assertFollows(await readCatalogue(world), lost)
  assert.ok((await readKillList()).serial > serial)
})

test('a file that was cut off is found, and replaced by the next snapshot', async () => {
  const { world } = holder
  const { snapshot } = await issueCatalogue(world)
  const key = fileKey(snapshot.digest, 'br')
  await world.deps.blobs.put(key, Buffer.from('cut off'), 'application/octet-stream')
  assert.deepEqual(await missingFiles(), [key])
  await makeSnapshot(world.deps)
  assert.deepEqual(await missingFiles(), [])
  assert.equal((await world.deps.blobs.stat(key))?.size, snapshot.br)
})

test('a delta leads from the last snapshot also after many days in which nothing has changed', async () => {
  const { world } = holder
  for (let index = 0; index < 10; index++) await world.given.node()
  await issueCatalogue(world)
  for (let day = 0; day < 12; day++) {
    world.advance(dayMs)
    await issueCatalogue(world)
    await removeOutdatedFiles(world.deps)
    await tidyCatalogue(world.deps)
  }
  const before = await readCatalogue(world)
  await world.given.node()
  const { deltas } = await issueCatalogue(world)
  assert.ok(deltas.some(({ since }) => since <= before.sequence))
})

test('files that cannot be removed keep no snapshot from being packed', async () => {
  const { world } = holder
  const { deps } = world
  await issueCatalogue(world)
  await world.given.node()
  await pointAnew(world)
  world.advance(31 * minuteMs)
  await pointAnew(world)
  world.advance(31 * minuteMs)
  const refusing = { ...deps.blobs, delete: () => Promise.reject(new Error('not now')) }
  await packCatalogue.run({ ...deps, blobs: refusing }, {}, AbortSignal.timeout(10_000))
  assert.equal((await readCatalogue(world)).recent, undefined)
})
