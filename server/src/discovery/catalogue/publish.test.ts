import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type Catalogue, fileOf, headOf } from '@nodeyard/contract/discovery'
import { getKillList, listKillListKeys } from '@nodeyard/contract/safety'
import { verifyKillList } from '../../../../client/src/kill-list.ts'
import {
  entriesOf,
  issueCatalogue,
  packCatalogue,
  readCatalogue,
  readCatalogueFile,
  readCurrent,
} from '../../../test/catalogue.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { useWorld } from '../../../test/world.ts'
import type { BlobStore } from '../../ground/blobs/store.ts'
import { missed, transact } from '../../ground/db/changes.ts'
import { wakeOnMissed } from '../../ground/jobs/wake-on.ts'
import { addKey } from '../../ground/publications/signing.ts'
import { issueIfDue } from '../../safety/advisories/kill-list.ts'
import { updateEntries } from './entries/update.ts'
import { catalogues, encodings, fileKey, type PointerRow } from './files.ts'
import { issueAfterStart, keepCatalogue, waitAfter } from './jobs.ts'
import { publishCatalogue, whyDue } from './publish.ts'
import { catalogueViolations, removeOutdatedFiles, tidyCatalogue } from './tidy.ts'

const holder = useWorld()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Enough that a few changes are not packed into a new snapshot. */
const nodeCount = 40
const ids: string[] = []
beforeEach(async () => {
  while (ids.length < nodeCount) ids.push((await holder.world.given.node()).id)
  await packCatalogue(holder.world)
})

async function change(nodeId: string, part: object) {
  await holder.world.deps.db.updateTable('nodes').set(part).where('id', '=', nodeId).execute()
}

async function last(): Promise<PointerRow> {
  const row = await catalogues.last(holder.world.deps.db)
  assert.ok(row)
  return row
}

const why = async () => whyDue(holder.world.deps, await last())

const keep = () => keepCatalogue.run(holder.world.deps, {}, new AbortController().signal)

const assertFollows = (after: { sequence: number }, before: { sequence: number }) =>
  assert.ok(after.sequence > before.sequence)

async function readKillList() {
  const { world } = holder
  const { keys } = await world.anonymous.call(listKillListKeys)
  return verifyKillList(await world.anonymous.call(getKillList), { keys, lastSerial: 0, now: world.now() })
}

/** The lines in the database, as one file. */
async function linesInDatabase(): Promise<string> {
  const { db, config } = holder.world.deps
  const rows = await db
    .selectFrom('catalogue_entries')
    .select('entry')
    .where('entry', 'is not', null)
    .orderBy('node_id')
    .execute()
  return fileOf([headOf(config.apiUrl), ...rows.map(({ entry }) => entry ?? '')])
}

async function assertIsCurrent(catalogue: Catalogue): Promise<void> {
  const text = await readCurrent(holder.world, catalogue)
  assert.equal(text, await linesInDatabase())
  assert.equal(catalogue.nodes, entriesOf(text).length)
}

describe('a change of a node', () => {
  it('is listed in the recent changes of the same snapshot', async () => {
    const { world } = holder
    const [changed, banned] = [await world.given.node(), await world.given.node()]
    const before = await packCatalogue(world)
    assert.equal(before.recent, undefined)
    await change(changed.id, { description: 'New.' })
    const { id: added } = await world.given.node()
    const after = await issueCatalogue(world)
    assertFollows(after, before)
    assert.deepEqual([after.snapshot, after.nodes], [before.snapshot, before.nodes + 1])
    await assertIsCurrent(after)
    assert.ok((await readCurrent(world, after)).includes(`"id":"${added}"`))
    await change(banned.id, { status: 'banned' })
    const last = await issueCatalogue(world)
    assert.deepEqual([last.snapshot, last.nodes], [before.snapshot, before.nodes])
    assert.ok(!(await readCurrent(world, last)).includes(`"id":"${banned.id}"`))
    await assertIsCurrent(last)
  })

  it('shares a pointer with other changes, and no pointer is issued without one', async () => {
    const { world } = holder
    const before = await last()
    for (let index = 0; index < 3; index++) await world.given.node()
    const { sequence } = await issueCatalogue(world)
    const since = await world.deps.db
      .selectFrom('catalogue_snapshots')
      .select('sequence')
      .where('sequence', '>', before.sequence)
      .execute()
    assert.deepEqual(since, [{ sequence }])
    assert.equal((await issueCatalogue(world)).sequence, sequence)
  })

  it('is packed into a new snapshot once the recent changes are large', async () => {
    const { world } = holder
    const before = await readCatalogue(world)
    let after = before
    for (let index = 0; after.snapshot.digest === before.snapshot.digest; index++) {
      assert.ok((after.recent?.bytes ?? 0) < before.snapshot.bytes * 0.2)
      await change(ids[index] ?? '', { description: 'A longer text. '.repeat(20) })
      after = await issueCatalogue(world)
    }
    assert.equal(after.recent, undefined)
    await assertIsCurrent(after)
  })
})

describe('two processes that publish at once', () => {
  /** Wraps a store so that other work happens before its first response. */
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

  it('never follow a newer state with an older one', async () => {
    const { world } = holder
    const { deps } = world
    await change(ids[0] ?? '', { name: 'Seen by both' })
    await updateEntries(deps)
    let between: PointerRow | undefined
    const blobs = slowStore(deps.blobs, async () => {
      await change(ids[1] ?? '', { status: 'banned' })
      await updateEntries(deps)
      between = await publishCatalogue(deps)
    })
    const { sequence } = await publishCatalogue({ ...deps, blobs })
    assert.ok(between && sequence > between.sequence)
    await assertIsCurrent(await readCatalogue(world))
    await change(ids[1] ?? '', { status: 'active' })
  })

  it('both succeed with the same lines', async () => {
    const { deps } = holder.world
    const [first, second] = await Promise.all([publishCatalogue(deps), publishCatalogue(deps)])
    assert.deepEqual([first?.digest, first?.files], [second?.digest, second?.files])
    assert.deepEqual(await catalogueViolations(deps), [])
  })
})

describe('a pointer', () => {
  it('is reissued after a day, and for another key, with the same snapshot', async () => {
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

  it('leads to another snapshot when the URL of the API changes', async () => {
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

  it('is not due after a tombstone was deleted', async () => {
    const { world } = holder
    const { db } = world.deps
    const { id } = await world.given.node()
    await packCatalogue(world)
    await change(id, { status: 'deleted' })
    const before = await issueCatalogue(world)
    world.advance(2 * dayMs)
    await tidyCatalogue(world.deps)
    const tombstone = db.selectFrom('catalogue_entries').select('node_id').where('node_id', '=', id)
    assert.ok(await tombstone.executeTakeFirst(), 'clients with the snapshot need it')
    await assertIsCurrent(await issueCatalogue(world))
    await packCatalogue(world)
    await tidyCatalogue(world.deps)
    assert.equal(await tombstone.executeTakeFirst(), undefined)
    assert.equal(await why(), undefined)
    assertFollows(await readCatalogue(world), before)
  })

  it('is issued at once after the clock was set back', async () => {
    const { world } = holder
    const hourMs = 60 * minuteMs
    world.advance(hourMs)
    await world.given.node()
    const { sequence } = await issueCatalogue(world)
    world.advance(-hourMs)
    await world.given.node()
    await keep()
    assert.equal((await readCatalogue(world)).sequence, sequence + 1)
    world.advance(hourMs)
  })

  it('waits in proportion to the cost of the last one', async () => {
    const row = await last()
    const from = row.issued_at
    for (const [cost_ms, passedMs, waitMs] of [
      [0, 0, 500],
      [100, 0, 500],
      [300, 0, 1200],
      [8000, 0, 2000],
      [8000, 500, 1500],
      [8000, 9000, -7000],
      [8000, -1, 0],
    ] as const) {
      assert.equal(waitAfter({ ...row, cost_ms }, new Date(from.getTime() + passedMs)), waitMs)
    }
  })

  it('is reissued if the clock that dated it was ahead', async () => {
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
})

describe('a file of the catalogue', () => {
  const isThere = async (digest = '') =>
    (await Promise.all(encodings.map((one) => holder.world.deps.blobs.stat(fileKey(digest, one))))).every(
      Boolean,
    )

  it('is removed a while after its last pointer', async () => {
    const { world } = holder
    const { deps } = world
    const packed = await packCatalogue(world)
    await change(ids[0] ?? '', { description: 'First.' })
    const outdated = await issueCatalogue(world)
    await deps.database.raw.query(
      `insert into catalogue_snapshots
       select (jsonb_populate_record(s, jsonb_build_object('sequence', sequence + more))).*
       from catalogue_snapshots s, generate_series(1, 120) more where sequence = $1`,
      [outdated.sequence],
    )
    await change(ids[0] ?? '', { description: 'Last.' })
    const latest = await issueCatalogue(world)
    assert.ok(await isThere(outdated.recent?.digest))
    world.advance(31 * minuteMs)
    await removeOutdatedFiles(deps)
    assert.ok(!(await isThere(outdated.recent?.digest)))
    assert.ok((await isThere(packed.snapshot.digest)) && (await isThere(latest.recent?.digest)))
    assert.deepEqual(await catalogueViolations(deps), [])
    const remaining = await deps.db.selectFrom('catalogue_snapshots').select('sequence').execute()
    assert.deepEqual(remaining, [{ sequence: latest.sequence }])
  })

  it('does not block the next pointer if it cannot be removed', async () => {
    const { world } = holder
    const { deps } = world
    const before = await issueCatalogue(world)
    await world.given.node()
    world.advance(31 * minuteMs)
    const refusing = { ...deps.blobs, delete: () => Promise.reject(new Error('not now')) }
    await keepCatalogue.run({ ...deps, blobs: refusing }, {}, new AbortController().signal)
    assertFollows(await readCatalogue(world), before)
  })

  const removeFile = async (digest: string) => {
    for (const encoding of encodings) await holder.world.deps.blobs.delete(fileKey(digest, encoding))
  }

  const missingFiles = async () =>
    (await catalogueViolations(holder.world.deps)).find(({ rule }) => /are complete/.test(rule))?.ids ?? []

  it('is replaced if a restored database names it after its removal', async () => {
    const { world } = holder
    const before = await issueCatalogue(world)
    await removeFile(before.snapshot.digest)
    world.advance(dayMs)
    await keep()
    const after = await readCatalogue(world)
    assertFollows(after, before)
    await assertIsCurrent(after)
    assert.deepEqual(await missingFiles(), [])
  })

  it('is reported if it was truncated, and replaced by the next snapshot', async () => {
    const { world } = holder
    const { snapshot } = await packCatalogue(world)
    const key = fileKey(snapshot.digest, 'br')
    await world.deps.blobs.put(key, Buffer.from('truncated'), 'application/octet-stream')
    assert.deepEqual(await missingFiles(), [key])
    await packCatalogue(world)
    assert.deepEqual(await missingFiles(), [])
    assert.equal((await world.deps.blobs.stat(key))?.size, snapshot.br)
  })
})

/** Repeatable random numbers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

it('publishes pointers to the current lines through random changes', async () => {
  const { world } = holder
  const { deps } = world
  const pick = randomFrom(7)
  const one = () => ids[pick(ids.length)] ?? ''
  const changes: (() => Promise<unknown>)[] = [
    () => change(one(), { description: `About ${pick(1000)}.` }),
    () => change(one(), { name: `Name ${pick(1000)}`, author: `Author ${pick(9)}` }),
    () => change(one(), { description: '', downloads: pick(100_000) }),
    () => change(one(), { status: 'banned' }),
    () => change(one(), { status: 'active' }),
    async () => ids.push((await world.given.node()).id),
  ]
  let before = await issueCatalogue(world)
  const snapshots = new Set<string>()
  for (let step = 0; step < 25; step++) {
    world.advance(pick(40) * minuteMs)
    for (let times = pick(4); times >= 0; times--) await changes[pick(changes.length)]?.()
    await updateEntries(deps)
    await publishCatalogue(deps, { repacks: pick(6) === 0 })
    if (pick(6) === 0) await removeOutdatedFiles(deps)
    if (pick(6) === 0) await tidyCatalogue(deps)
    const catalogue = await readCatalogue(world)
    assertFollows(catalogue, before)
    await assertIsCurrent(catalogue)
    snapshots.add(catalogue.snapshot.digest)
    before = catalogue
  }
  assert.ok(snapshots.size > 2 && snapshots.size < 20)
})

describe('a restore or a failover', () => {
  it('is followed by a pointer with a higher number than any lost one', async () => {
    const { world } = holder
    const { db } = world.deps
    await issueCatalogue(world)
    const restored = await last()
    for (let times = 0; times < 3; times++) {
      await world.given.node()
      await issueCatalogue(world)
    }
    const { sequence: seen } = await last()
    await db.deleteFrom('catalogue_snapshots').where('sequence', '>', restored.sequence).execute()
    world.advance(1000)
    const issued = await publishCatalogue(world.deps)
    assert.ok(issued.sequence > seen && Number.isSafeInteger(issued.sequence))
  })

  it('is followed by a new pointer and kill list when a process starts', async () => {
    const { world } = holder
    const start = () => issueAfterStart.run(world.deps, {}, new AbortController().signal)
    const before = await issueCatalogue(world)
    const { serial } = await readKillList()
    await start()
    const pointed = await readCatalogue(world)
    assertFollows(pointed, before)
    assert.deepEqual(pointed.snapshot, before.snapshot)
    assert.ok((await readKillList()).serial > serial)
    for (const encoding of encodings) await world.deps.blobs.delete(fileKey(before.snapshot.digest, encoding))
    await start()
    const packed = await readCatalogue(world)
    assertFollows(packed, pointed)
    await assertIsCurrent(packed)
    assert.equal(await readCatalogueFile(world, packed.snapshot.digest), await linesInDatabase())
  })

  it('is followed by a new pointer and kill list as soon as the database responds', async () => {
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
    const lost = await publishCatalogue(deps)
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
})
