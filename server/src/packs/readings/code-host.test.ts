import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { getNode, listReadings } from '@nodeyard/contract/packs'
import { type Behavior, RepositoryHost } from '../../../test/fakes/repository-host.ts'
import { World } from '../../../test/world.ts'
import { listWorkflowsOfVersion } from '../workflows/sql.ts'
import { HostTurns } from './host-turns.ts'
import { sweepReadings } from './jobs.ts'
import { readingLimits } from './limits.ts'
import { hiddenCode, packFiles, readAll, readingOf, turnOf, unclaimedNode } from './readings.test-support.ts'
import { CodeHostSource } from './sources/code-host.ts'

const host = new RepositoryHost()
let world: World
let url: string
let count = 0

/** Small limits, so that hostile repositories reach them soon. */
const limits = {
  ...readingLimits,
  transferredBytes: 4 * 1024 * 1024,
  unpackedBytes: 16 * 1024 * 1024,
  entries: 5000,
  stallSeconds: 2,
  transferSeconds: 20,
}

before(async () => {
  url = await host.listen()
  const settings = { url, apiUrl: `${url}/api`, token: 'code-host-token-1' }
  const networks = { isAny: false, has: () => false }
  world = await World.open({
    repositorySources: [new CodeHostSource(settings, { networks }, limits)],
    hostTurns: new HostTurns(0),
  })
})
after(async () => {
  await world.close()
  await host.close()
})
beforeEach(async () => {
  host.requests.length = 0
  // Those of earlier tests would be due again.
  await world.deps.db.updateTable('nodes').set({ repository_key: null }).execute()
  await world.deps.db.deleteFrom('reading_hosts').execute()
})

async function repository(behavior: Behavior = 'fine', files: Record<string, string | null> = {}) {
  const name = `ann/pack-${++count}`
  host.put(name, packFiles(name.slice(4), files), { behavior })
  const node = await unclaimedNode(world, `${url}/${name}`)
  return { name, nodeId: node.id }
}

describe('reading from the code host', () => {
  it('stores the commit, and asks for nothing but the commit next time', async () => {
    const { name, nodeId } = await repository()
    assert.deepEqual(await readAll(world), { read: 1 })
    const reading = await readingOf(world, nodeId)
    assert.equal(reading?.commit_id, host.commitOf(name))
    assert.equal(reading?.committed_at?.toISOString(), '2026-05-01T12:00:00.000Z')
    world.advance(8 * 24 * 3600_000)
    host.requests.length = 0
    assert.deepEqual(await readAll(world), { unchanged: 1 })
    assert.deepEqual(host.requests, [`/api/repos/${name}/commits`])
  })

  it('reads a new commit, and keeps the earlier reading for comparison', async () => {
    const { name, nodeId } = await repository()
    await readAll(world)
    host.put(name, packFiles('other', { 'extra.py': 'x = 1\n' }))
    world.advance(8 * 24 * 3600_000)
    const counts = await readAll(world)
    assert.equal(counts.read, 1)
    assert.equal((await readingOf(world, nodeId))?.commit_id, host.commitOf(name))
    const all = await world.deps.db
      .selectFrom('node_readings')
      .selectAll()
      .where('node_id', '=', nodeId)
      .execute()
    assert.equal(all.length, 2)
  })

  it('stores the example workflows of a repository', async () => {
    const workflow = { nodes: [{ id: 1, type: 'Blur', pos: [0, 0], size: [200, 100] }], links: [] }
    const { nodeId } = await repository('fine', { 'example_workflows/blur.json': JSON.stringify(workflow) })
    assert.deepEqual(await readAll(world), { read: 1 })
    const { id = '' } = (await readingOf(world, nodeId)) ?? {}
    assert.deepEqual(
      (await listWorkflowsOfVersion(world.deps.db, id)).map(({ path }) => path),
      ['example_workflows/blur.json'],
    )
  })

  it('names what is not in its archive: files in Git LFS and other repositories', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5368709120\n`
    const modules = '[submodule "lib"]\n\tpath = lib/net\n\turl = https://code.test/ann/net\n'
    const { nodeId } = await repository('fine', { 'model.bin': pointer, '.gitmodules': modules })
    assert.deepEqual(await readAll(world), { read: 1 })
    const { reading, install } = await world.anonymous.call(getNode, { params: { nodeId } })
    assert.deepEqual(
      [reading?.submodules, reading?.omitted_files, reading?.omitted_bytes],
      [['lib/net'], 1, 5_368_709_120],
    )
    assert.equal(install?.has_submodules, true)
  })

  it('follows a repository to its new name', async () => {
    const { name, nodeId } = await repository('moved')
    const moved = `ben/moved-${count}`
    host.put(name, [], { behavior: 'moved', movedTo: moved })
    host.put(moved, packFiles('moved'))
    await readAll(world)
    assert.equal((await readingOf(world, nodeId))?.commit_id, host.commitOf(moved))
  })
})

describe('an archive that is not what `git clone` brings', () => {
  async function archived(changes: Record<string, string | null>, files: Record<string, string> = {}) {
    const name = `ann/pack-${++count}`
    host.put(name, packFiles(name.slice(4), files), { archived: changes })
    const { id } = await unclaimedNode(world, `${url}/${name}`)
    return { id, counts: await readAll(world) }
  }
  const harmless = 'x = 1\n'

  it('is completed by the files that it leaves out', async () => {
    const attributes = '.gitattributes export-ignore\nhidden.py export-ignore\n'
    const files = { '.gitattributes': attributes, 'hidden.py': hiddenCode }
    const { id } = await archived({ '.gitattributes': null, 'hidden.py': null }, files)
    const reading = await readingOf(world, id)
    assert.deepEqual([reading?.verdict, reading?.file_count, reading?.omitted_files], ['held', 7, 0])
  })

  it('is corrected where it has other content', async () => {
    const { id } = await archived({ 'hidden.py': harmless }, { 'hidden.py': hiddenCode })
    assert.equal((await readingOf(world, id))?.verdict, 'held')
    const other = await archived({ 'hidden.py': hiddenCode }, { 'hidden.py': harmless })
    assert.equal((await readingOf(world, other.id))?.verdict, 'clear')
  })

  it('has what it converts to other line ends', async () => {
    const { id } = await archived({ 'a.bat': 'a\r\nb\r\n' }, { 'a.bat': 'a\nb\n' })
    assert.equal((await readingOf(world, id))?.file_count, 6)
    assert.ok(host.requests.every((path) => !path.includes('/blobs/')))
  })

  it('hides no file that asks not to be read', async () => {
    const optOut = '.nodeyard-opt-out'
    const { id } = await archived({ [optOut]: null }, { [optOut]: '' })
    assert.equal((await turnOf(world, id))?.failure, 'opted_out')
  })

  it('is not read when it leaves out more than can be asked for', async () => {
    const paths = Array.from({ length: 41 }, (_, at) => `tests/${at}.py`)
    const all = (value: string) => Object.fromEntries(paths.map((path) => [path, value]))
    const none = Object.fromEntries(paths.map((path) => [path, null]))
    const { id } = await archived(none, all(harmless))
    const turn = await turnOf(world, id)
    assert.equal(turn?.failure, 'unreadable')
    assert.match(turn.failure_detail, /leaves out or changes 41 files/)
  })
})

/** Each ends with a stated reason, and the next pack gets its turn. */
const reasons: [Behavior, string, RegExp][] = [
  ['gone', 'gone', /does not know/],
  ['private', 'private', /not show it to everyone/],
  ['empty', 'not_a_pack', /no commits/],
  ['page', 'unreadable', /no archive/],
  ['other commit', 'unreadable', /is one of ffff/],
  ['vanishing', 'gone', /does not know/],
  ['redirecting inside', 'unreadable', /10\.0\.0\.1 is not an address of the public internet/],
  ['lying', 'unreadable', /damaged/],
  ['too many to list', 'too_large', /too many files to list/],
  ['bomb', 'too_large', /more than 16777216 bytes/],
  ['endless', 'too_large', /more than 16777216 bytes/],
  ['swarm', 'too_large', /more than 5000 files/],
]

describe('a repository that cannot be read', () => {
  for (const [behavior, failure, detail] of reasons)
    it(`is ${failure} when the host is ${behavior}, and the next one is read`, async () => {
      const bad = await repository(behavior)
      const good = await repository()
      assert.deepEqual(await readAll(world), { failed: 1, read: 1 })
      const turn = await turnOf(world, bad.nodeId)
      assert.equal(turn?.failure, failure)
      assert.match(turn.failure_detail, detail)
      assert.ok(turn.due_at > world.now())
      assert.ok(await readingOf(world, good.nodeId))
    })

  it('keeps the facts of its last reading for 30 days after it was gone twice', async () => {
    const { name, nodeId } = await repository()
    await readAll(world)
    const today = () => world.now().toISOString().slice(0, 10)
    const readOn = today()
    const shown = async () => (await world.anonymous.call(getNode, { params: { nodeId } })).reading
    const days = async (count: number) => {
      world.advance(count * 24 * 3600_000)
      await readAll(world)
      await sweepReadings.run(world.deps, {}, new AbortController().signal)
    }
    host.put(name, [], { behavior: 'gone' })
    await days(8)
    assert.deepEqual([(await shown())?.is_shareable, (await shown())?.gone_since], [true, undefined])
    await days(8)
    const goneOn = today()
    await days(29)
    const { read_at, gone_since, is_shareable, comfy_node_count } = (await shown()) ?? {}
    const dates = [read_at, gone_since].map((date) => date?.slice(0, 10))
    assert.deepEqual([...dates, is_shareable, comfy_node_count], [readOn, goneOn, false, 1])
    await days(1)
    assert.equal(await shown(), undefined)
    host.put(name, packFiles('back'))
    await days(8)
    assert.deepEqual([(await shown())?.is_shareable, (await shown())?.gone_since], [true, undefined])
  })

  it('is whole again when it comes back', async () => {
    const { name, nodeId } = await repository()
    await readAll(world)
    const { commit_id } = (await readingOf(world, nodeId)) ?? {}
    host.put(name, [], { behavior: 'private' })
    for (let time = 0; time < 2; time++) {
      world.advance(8 * 24 * 3600_000)
      await readAll(world)
    }
    assert.equal((await readingOf(world, nodeId))?.is_shareable, false)
    host.put(name, packFiles(name.slice(4)))
    world.advance(8 * 24 * 3600_000)
    assert.deepEqual(await readAll(world), { read: 1 })
    const { readings } = await world.anonymous.call(listReadings, { params: { nodeId } })
    assert.deepEqual(
      readings.map(({ commit, is_shareable, gone_since }) => [
        commit === commit_id,
        is_shareable,
        gone_since,
      ]),
      [[true, true, undefined]],
    )
  })

  it('rejects a repository without an __init__.py', async () => {
    const { nodeId } = await repository('fine', { '__init__.py': null, 'nodes.py': 'x = 1\n' })
    await readAll(world)
    assert.equal((await turnOf(world, nodeId))?.failure, 'not_a_pack')
  })

  it('is left alone when it contains the file that opts out', async () => {
    const { name, nodeId } = await repository()
    await readAll(world)
    host.put(name, packFiles('kept', { '.nodeyard-opt-out': '' }))
    world.advance(8 * 24 * 3600_000)
    await readAll(world)
    assert.equal((await turnOf(world, nodeId))?.failure, 'opted_out')
    assert.equal(await readingOf(world, nodeId), undefined)
  })
})

describe('a host that cannot be reached', () => {
  const pausing: Behavior[] = ['rate-limited', 'broken', 'stalling', 'breaking off']
  for (const behavior of pausing)
    it(`gets a pause when it is ${behavior}, and its repositories keep their turns`, async () => {
      const { nodeId, name } = await repository(behavior)
      assert.deepEqual(await readAll(world), { postponed: 1 })
      assert.equal((await turnOf(world, nodeId))?.tried_at, null)
      assert.deepEqual(await readAll(world), {}, 'nothing is asked during the pause')
      world.advance(130_000)
      host.put(name, packFiles('better'))
      assert.deepEqual(await readAll(world), { read: 1 })
      const paused = await world.deps.db.selectFrom('reading_hosts').selectAll().execute()
      assert.deepEqual(paused, [])
    })

  it('gets longer and longer pauses', async () => {
    await repository('broken')
    const pauses: number[] = []
    for (let time = 0; time < 3; time++) {
      await readAll(world)
      const [row] = await world.deps.db.selectFrom('reading_hosts').selectAll().execute()
      pauses.push(Math.round(((row?.resumes_at.getTime() ?? 0) - world.now().getTime()) / 60_000))
      world.advance(3600_000)
    }
    assert.deepEqual(pauses, [1, 2, 4])
  })
})
