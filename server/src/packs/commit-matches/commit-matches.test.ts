import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { getCommitMatch } from '@nodeyard/contract/packs'
import { publish } from '../../../test/command-line-client.ts'
import { makeRepository, serveGit } from '../../../test/fakes/git-server.ts'
import { type Behavior, RepositoryHost } from '../../../test/fakes/repository-host.ts'
import type { TarEntry } from '../../../test/fakes/tarball.ts'
import { buildPack } from '../../../test/pack.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { World } from '../../../test/world.ts'
import { readNetworks } from '../../ground/outbound/networks.ts'
import { HostTurns } from '../readings/host-turns.ts'
import { readingLimits } from '../readings/limits.ts'
import { CodeHostSource } from '../readings/sources/code-host.ts'
import { FolderSource } from '../readings/sources/folder.ts'
import { Git } from '../readings/sources/git.ts'
import { GitServerSource } from '../readings/sources/git-server.ts'
import { matchCommits } from './jobs.ts'

const host = new RepositoryHost()
const git = new Git(process.env['PATH'] ?? '')
let hostUrl: string
let server: Awaited<ReturnType<typeof serveGit>>
let folder: string
let world: World
let count = 0

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-matches-'))
  hostUrl = await host.listen()
  server = await serveGit(join(folder, 'served'))
  const networks = readNetworks(['127.0.0.0/8'])
  assert.ok(networks)
  const none = { isAny: false, has: () => false }
  const settings = { url: hostUrl, apiUrl: `${hostUrl}/api` }
  const onlyHost = new CodeHostSource(settings, { networks: none }, readingLimits)
  // Both servers have the same address, so that the name of the owner tells them apart.
  onlyHost.has = async ({ url }) => url.startsWith(hostUrl)
  world = await World.open({
    repositorySources: [
      new FolderSource(join(folder, 'kept'), git, readingLimits),
      onlyHost,
      new GitServerSource(git, { networks }, readingLimits),
    ],
    hostTurns: new HostTurns(0),
  })
})
after(async () => {
  await world.close().finally(() => server.close())
  await host.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await world.deps.db.deleteFrom('reading_hosts').execute()
})

type Files = Record<string, string>

const toEntries = (files: Files): TarEntry[] =>
  Object.entries(files).map(([path, content]) => ({ path, content }))

/** The files of an archive that `buildPack` makes. */
const sources = (id: string): Files => ({
  'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\n`,
  'README.md': '# Blur\n',
  '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS\n',
  'nodes.py': 'class Blur:\n    RETURN_TYPES = ("IMAGE",)\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
})

/** Publishes files whose manifest names a commit in its repository address. */
async function published(
  files: (id: string) => Files,
  address: (id: string) => string,
  publisher?: Awaited<ReturnType<typeof testPublisher>>,
) {
  const apiUrl = await world.listen()
  const { id: publisherId, token } = publisher ?? (await testPublisher(world))
  const nodeId = `${publisherId}-blur-${++count}`
  await publish({
    apiUrl,
    publisherId,
    token,
    nodeId,
    version: '1.0.0',
    node: { repository: address(nodeId) },
    archive: buildPack({ id: nodeId, files: files(nodeId) }),
  })
  await world.runJobs()
  return nodeId
}

const match = () => matchCommits.run(world.deps, {}, new AbortController().signal)
const matchOf = (nodeId: string) =>
  world.anonymous.call(getCommitMatch, { params: { nodeId, version: '1.0.0' } })

/** Puts a repository at the code host, and publishes an archive of other files. */
async function compared(
  change: {
    commit?: Files
    archive?: Files
    behavior?: Behavior
    archived?: Record<string, string | null>
    inFolder?: string
    publisher?: Awaited<ReturnType<typeof testPublisher>>
  } = {},
) {
  const name = `ann/pack-${++count}`
  const { inFolder = '' } = change
  const nodeId = await published(
    (id) => ({ ...sources(id), ...change.archive }),
    (id) => {
      const all = Object.entries({ ...sources(id), ...change.commit })
      const entries = toEntries(Object.fromEntries(all.map(([path, text]) => [inFolder + path, text])))
      host.put(name, entries, {
        behavior: change.behavior ?? 'fine',
        archived: change.archived ?? {},
      })
      return `${hostUrl}/${name}/tree/${host.commitOf(name)}/${inFolder}`
    },
    change.publisher,
  )
  return { nodeId, name, commit: host.commitOf(name) }
}

describe('comparing a version with its commit', () => {
  it('says that every file is the same, also after the branch has moved on', async () => {
    const { nodeId, name, commit } = await compared()
    assert.equal((await matchOf(nodeId)).state, 'waiting')
    host.put(name, toEntries({ 'other.py': '' }))
    await match()
    const { at: _, ...found } = await matchOf(nodeId)
    assert.deepEqual(found, {
      state: 'compared',
      commit,
      repository_url: `${hostUrl}/${name}`,
      named_by: 'address',
      matches: true,
      same: 4,
      changed: 0,
      added: 0,
      missing: 0,
      skipped: 0,
      files: [],
    })
  })

  it('names the files that differ, that are only here, and that are only there', async () => {
    const { nodeId } = await compared({
      archive: { 'nodes.py': 'import os\n', 'hidden.py': 'x = 1\n' },
      commit: { 'tests/test_blur.py': 'assert True\n' },
    })
    await match()
    const { matches, same, files } = await matchOf(nodeId)
    assert.deepEqual([matches, same], [false, 3])
    assert.deepEqual(files, [
      { path: 'nodes.py', state: 'changed' },
      { path: 'hidden.py', state: 'added' },
      { path: 'tests/test_blur.py', state: 'missing' },
    ])
  })

  it('finds each of 20 tampered archives', async () => {
    const tampered = Array.from({ length: 20 }, (_, at) => ({
      archive: at % 2 === 0 ? { 'nodes.py': `x = ${at}\n` } : { [`extra-${at}.py`]: `x = ${at}\n` },
    }))
    const ids: string[] = []
    for (const change of tampered) ids.push((await compared(change)).nodeId)
    await match()
    const found = await Promise.all(ids.map(matchOf))
    assert.deepEqual(
      found.map(({ matches }) => matches),
      ids.map(() => false),
    )
  })

  it('ignores line ends that git converts, and no others', async () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    const { nodeId } = await compared({
      archive: { 'README.md': crlf('# Blur\n\nBlurs.\n'), 'mixed.txt': 'a\r\nb\n', 'data.bin': 'a\0\r\n' },
      commit: { 'README.md': '# Blur\n\nBlurs.\n', 'mixed.txt': 'a\nb\n', 'data.bin': 'a\0\n' },
    })
    await match()
    assert.deepEqual((await matchOf(nodeId)).files, [
      { path: 'data.bin', state: 'changed' },
      { path: 'mixed.txt', state: 'changed' },
    ])
  })

  it('looks into the folder that the address names', async () => {
    const { nodeId } = await compared({ inFolder: 'packs/blur/' })
    await match()
    const { matches, repository_folder } = await matchOf(nodeId)
    assert.deepEqual([matches, repository_folder], [true, 'packs/blur'])
  })

  it('says why a commit could not be fetched, and gives up after five attempts', async () => {
    const { nodeId } = await compared({ behavior: 'vanishing' })
    for (let attempt = 0; attempt < 6; attempt++) {
      await match()
      const { state, failure } = await matchOf(nodeId)
      assert.deepEqual([state, /does not know/.test(failure ?? '')], ['failed', true])
      world.advance(31 * 86_400_000)
    }
    const [row] = await world.deps.db
      .selectFrom('version_commit_matches')
      .selectAll()
      .where('attempts', '>', 0)
      .where('state', '=', 'failed')
      .execute()
    assert.deepEqual([row?.attempts, row?.due_at], [5, null])
  })

  it('waits for a host that asks for a pause, without an attempt', async () => {
    const { nodeId, name } = await compared({ behavior: 'rate-limited' })
    await match()
    assert.equal((await matchOf(nodeId)).state, 'waiting')
    host.put(name, toEntries(sources(nodeId)))
    await match()
    assert.equal((await matchOf(nodeId)).state, 'waiting')
    world.advance(121_000)
    await match()
    assert.equal((await matchOf(nodeId)).matches, true)
  })

  it('finds files that the archive of the code host leaves out', async () => {
    const { nodeId } = await compared({ archived: { 'nodes.py': null } })
    await match()
    assert.equal((await matchOf(nodeId)).matches, true)
  })

  it('counts the attempt first, so that one that ends the process is not the next one again', async () => {
    const hostile = await compared({ behavior: 'silent' })
    const good = await compared()
    const killed = new AbortController()
    host.onRequest = (path) => path.includes(`${hostile.name}/archive/`) && killed.abort(new Error('Killed.'))
    await assert.rejects(matchCommits.run(world.deps, {}, killed.signal), /Killed/)
    host.requests.length = 0
    await match()
    assert.equal((await matchOf(good.nodeId)).matches, true)
    assert.ok(host.requests.every((path) => !path.includes(hostile.name)))
    host.onRequest = () => {}
  })

  it('lets publishers take turns', async () => {
    const publisher = await testPublisher(world)
    const many: { name: string }[] = []
    for (let at = 0; at < 3; at++) many.push(await compared({ publisher }))
    const other = await compared()
    host.requests.length = 0
    await match()
    const archives = host.requests.filter((path) => path.includes('/archive/'))
    const order = archives.map((path) => path.split('/').slice(1, 3).join('/'))
    assert.equal(order.indexOf(other.name), 1, order.join())
  })

  it('refuses an archive of another commit', async () => {
    const { nodeId } = await compared({ behavior: 'other commit' })
    await match()
    const { state, failure } = await matchOf(nodeId)
    assert.deepEqual([state, /is one of ffff/.test(failure ?? '')], ['failed', true])
  })

  it('is not done for a version that names no commit', async () => {
    const nodeId = await published(sources, () => `${hostUrl}/ann/pack`)
    await match()
    assert.deepEqual(await matchOf(nodeId), { state: 'none' })
  })
})

describe('comparing with a git repository', () => {
  for (const kind of ['served', 'kept'] as const) {
    it(`reads exactly the commit that is named: ${kind}`, async () => {
      const name = `ben/pack-${++count}`
      const nodeId = await published(sources, (id) => {
        const commit = makeRepository(join(folder, kind, `${name}.git`), toEntries(sources(id)))
        return `${server.url}/${name}.git/tree/${commit}`
      })
      await match()
      assert.deepEqual(await matchOf(nodeId).then(({ matches, failure }) => [matches, failure]), [
        true,
        undefined,
      ])
    })

    it(`fails for a commit that does not exist: ${kind}`, async () => {
      const name = `ben/pack-${++count}`
      const nodeId = await published(sources, (id) => {
        makeRepository(join(folder, kind, `${name}.git`), toEntries(sources(id)))
        return `${server.url}/${name}.git/tree/${'b'.repeat(40)}`
      })
      await match()
      assert.equal((await matchOf(nodeId)).state, 'failed')
    })
  }
})
