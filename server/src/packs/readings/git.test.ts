import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { makeTreeBomb, servePackBomb } from '../../../test/fakes/git-bombs.ts'
import { makeRepository, runGit, serveGit } from '../../../test/fakes/git-server.ts'
import { buildPack } from '../../../test/pack.ts'
import { World } from '../../../test/world.ts'
import { readNetworks } from '../../ground/outbound/networks.ts'
import { HostTurns } from './host-turns.ts'
import { readDue, readRepositories } from './jobs.ts'
import { readingLimits } from './limits.ts'
import { PackBuilder } from './pack-builder.ts'
import { packFiles, readAll, readingOf, turnOf, unclaimedNode } from './readings.test-support.ts'
import { ReadingRefused } from './refusal.ts'
import { FolderSource } from './sources/folder.ts'
import { Git } from './sources/git.ts'
import { GitServerSource } from './sources/git-server.ts'

let folder: string
let world: World
let server: Awaited<ReturnType<typeof serveGit>>
const git = new Git(process.env['PATH'] ?? '')
const limits = { ...readingLimits, fileBytes: 64 * 1024, entries: 300 }

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-repositories-'))
  server = await serveGit(join(folder, 'served'))
  const networks = readNetworks(['127.0.0.0/8'])
  assert.ok(networks)
  world = await World.open({
    repositorySources: [
      new FolderSource(join(folder, 'kept'), git, limits),
      new GitServerSource(git, { networks }, limits),
    ],
    hostTurns: new HostTurns(0),
  })
})
after(async () => {
  await world.close().finally(() => server.close())
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await world.deps.db.updateTable('nodes').set({ repository_key: null }).execute()
  await world.deps.db.deleteFrom('reading_hosts').execute()
})

const kept = (name: string) => join(folder, 'kept', name)
const served = (name: string) => join(folder, 'served', name)

/** Commits a file with this content on top of others, to a bare repository. */
function commitFile(folder: string, parents: readonly string[], path: string, content: string): string {
  const [top = '', name = ''] = path.split('/')
  const git = (args: string[], input = '') => runGit(folder, args, input).trim()
  const blob = git(['hash-object', '-w', '--stdin'], content)
  const line = `100644 blob ${blob}\t${name}\n`
  const rest = git(['ls-tree', `${parents[0]}:${top}`])
    .split('\n')
    .filter((one) => !one.endsWith(`\t${name}`))
  const inner = git(['mktree'], `${rest.join('\n')}\n${line}`)
  const tree = git(['mktree'], `040000 tree ${inner}\t${top}\n`)
  return git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], 'Change')
}

async function namesOf(nodeId: string): Promise<string[]> {
  const rows = await world.deps.db
    .selectFrom('comfy_node_claims')
    .select('name')
    .where('node_id', '=', nodeId)
    .execute()
  return rows.map(({ name }) => name)
}

describe('reading from a git server', () => {
  it('fetches the newest commit, and looks at nothing else while it stays', async () => {
    const commit = makeRepository(served('ann/blur.git'), packFiles('blur'))
    const node = await unclaimedNode(world, `${server.url}/ann/blur.git`)
    assert.deepEqual(await readAll(world), { read: 1 })
    const reading = await readingOf(world, node.id)
    assert.equal(reading?.commit_id, commit)
    assert.ok(reading.committed_at)
    assert.deepEqual(await namesOf(node.id), ['blur Blur'])
    world.advance(8 * 24 * 3600_000)
    assert.deepEqual(await readAll(world), { unchanged: 1 })
  })

  it('leaves out large files, links and repositories inside', async () => {
    const path = served('ann/heavy.git')
    makeRepository(path, [
      ...packFiles('heavy'),
      { path: 'weights.bin', content: Buffer.alloc(100_000, 'x') },
    ])
    const node = await unclaimedNode(world, `${server.url}/ann/heavy.git`)
    await readAll(world)
    const reading = await readingOf(world, node.id)
    assert.deepEqual([reading?.file_count, reading?.omitted_files], [5, 1])
  })

  const reasons = { gone: 'gone', private: 'private', moved: 'moved' } as const
  for (const [owner, failure] of Object.entries(reasons))
    it(`says ${failure} of one that is ${owner}`, async () => {
      const node = await unclaimedNode(world, `${server.url}/${owner}/blur.git`)
      assert.deepEqual(await readAll(world), { failed: 1 })
      assert.equal((await turnOf(world, node.id))?.failure, failure)
    })

  it('pauses a server that is busy', async () => {
    const node = await unclaimedNode(world, `${server.url}/busy/blur.git`)
    assert.deepEqual(await readAll(world), { postponed: 1 })
    assert.equal((await turnOf(world, node.id))?.tried_at, null)
  })

  it('connects to no private address', async () => {
    const node = await unclaimedNode(world, 'http://10.0.0.1/ann/blur.git')
    assert.deepEqual(await readAll(world), { failed: 1 })
    assert.equal((await turnOf(world, node.id))?.failure, 'private')
  })

  it('connects to no other port of the public internet than 443', async () => {
    const node = await unclaimedNode(world, 'https://93.184.216.34:22/ann/blur.git')
    assert.deepEqual(await readAll(world), { failed: 1 })
    assert.equal((await turnOf(world, node.id))?.failure, 'private')
  })

  it('connects to the address that was checked, whatever the name leads to later', async () => {
    makeRepository(served('ann/rebound.git'), packFiles('Rebound'))
    const networks = readNetworks(['127.0.0.0/8'])
    assert.ok(networks)
    // The system knows no such host, so that git cannot resolve it again.
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = async () => answers.shift() ?? []
    const source = new GitServerSource(git, { networks, resolve }, limits)
    const { port } = new URL(server.url)
    const url = `http://rebound.test:${port}/ann/rebound.git`
    const place = { url, key: 'rebound.test/ann/rebound', folder: '' }
    const { signal } = new AbortController()
    const head = await source.look(place, { etag: '', commit: '' }, signal)
    assert.match(head?.commit ?? '', /^[0-9a-f]{40}$/)
    assert.ok(head)
    const pack = new PackBuilder(join(folder, 'rebound.zip'), '', limits)
    await assert.rejects(source.fetch(place, head, pack, signal), { failure: 'private' })
    assert.deepEqual(answers, [])
  })
})

describe('a repository that takes too much', () => {
  it('is refused for trees that contain one another, and the others are read', async () => {
    makeTreeBomb(kept('mal/trees.git'))
    makeRepository(kept('ann/good.git'), packFiles('good'))
    const bad = await unclaimedNode(world, 'https://github.com/mal/trees', { github_stars: 900 })
    await unclaimedNode(world, 'https://github.com/ann/good')
    assert.deepEqual(await readAll(world), { failed: 1, read: 1 })
    assert.equal((await turnOf(world, bad.id))?.failure, 'too_large')
  })

  it('is refused for a small pack that unpacks to more memory than git may take', async () => {
    const bomb = await servePackBomb(300)
    try {
      const node = await unclaimedNode(world, `${bomb.url}/mal/pack`)
      assert.deepEqual(await readAll(world), { failed: 1 })
      const turn = await turnOf(world, node.id)
      assert.deepEqual([turn?.failure, /over limit/.test(turn?.failure_detail ?? '')], ['unreadable', true])
    } finally {
      await bomb.close()
    }
  })

  it('is refused when its objects take longer than the limit', async () => {
    const slow = new FolderSource(join(folder, 'kept'), git, { ...limits, objectsSeconds: 0 })
    makeRepository(kept('mal/slow.git'), packFiles('slow'))
    const place = { url: '', key: 'github.com/mal/slow', folder: '' }
    const { signal } = new AbortController()
    const pack = new PackBuilder(join(folder, 'slow.zip'), '', limits)
    await assert.rejects(
      slow
        .look(place, { commit: undefined, etag: '' })
        .then((head) => slow.fetch(place, head as never, pack, signal)),
      /takes more than 0 seconds/,
    )
  })
})

describe('reading from a folder', () => {
  it('reads bare repositories without their settings', async () => {
    const commit = makeRepository(kept('ann/plain.git'), packFiles('plain'))
    const trap = join(folder, 'trapped')
    runGit(kept('ann/plain.git'), ['config', 'core.fsmonitor', `touch ${trap}`])
    runGit(kept('ann/plain.git'), ['config', 'core.alternateRefsCommand', `touch ${trap}`])
    const node = await unclaimedNode(world, 'https://github.com/Ann/Plain')
    assert.deepEqual(await readAll(world), { read: 1 })
    assert.equal((await readingOf(world, node.id))?.commit_id, commit)
    await assert.rejects(rm(trap))
  })

  it('learns the commits of the main branch, and which set each version of the project file', async () => {
    const project = (version: string) => `[project]\nname = "dated"\nversion = "${version}"\n`
    const path = kept('ann/dated.git')
    const file = (version: string, more = '') => ({
      path: 'Sub/pyproject.toml',
      content: project(version) + more,
    })
    const files = packFiles('dated').map((one) => ({ ...one, path: `Sub/${one.path}` }))
    const first = makeRepository(path, [...files, file('1.0')])
    const commit = (parents: string[], content: string) =>
      commitFile(path, parents, file('', '').path, content)
    const second = commit([first], project('v1.1'))
    const later = commit([second], `${project('1.1.0')}dependencies = []\n`)
    const branch = commit([first], project('9.9.9'))
    const merged = commit([later, branch], project('1.2.0'))
    const same = commit([merged], `${project('1.2.0')}dependencies = []\n`)
    runGit(path, ['update-ref', 'refs/heads/main', same])
    const node = await unclaimedNode(world, 'https://github.com/ann/dated/tree/main/sub')
    assert.deepEqual(await readAll(world), { read: 1 })
    const reading = await readingOf(world, node.id)
    assert.deepEqual(
      (reading?.versions as { version: string; commit: string }[] | undefined)?.map((one) => [
        one.version,
        one.commit,
      ]),
      [
        ['1.2.0', merged],
        ['1.1.0', second],
        ['1.0.0', first],
      ],
    )
    const entries =
      Buffer.from(reading?.main_commits ?? [])
        .toString('hex')
        .match(/.{48}/g) ?? []
    assert.deepEqual(
      entries.map((entry) => entry.slice(0, 40)),
      [same, merged, later, second, first],
    )
  })

  it('leaves out commits whose date the database cannot hold', async () => {
    const project = (version: string) => `[project]\nname = "undated"\nversion = "${version}"\n`
    const path = kept('ann/undated.git')
    const name = 'sub/pyproject.toml'
    const files = packFiles('undated').map((one) => ({ ...one, path: `sub/${one.path}` }))
    const first = makeRepository(path, [...files, { path: name, content: project('1.0.0') }])
    const dated = (parent: string, version: string, date: string) => {
      const commit = commitFile(path, [parent], name, project(version))
      const text = runGit(path, ['cat-file', 'commit', commit])
      const strange = text.replace(/^(committer .*>).*$/m, `$1 ${date}`)
      return runGit(path, ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], strange).trim()
    }
    const late = dated(first, '1.1.0', '253402300800 +0000')
    const later = dated(late, '1.2.0', '99999999999999 +0000')
    const without = dated(later, '1.3.0', '')
    const last = commitFile(path, [without], name, project('1.4.0'))
    runGit(path, ['update-ref', 'refs/heads/main', last])
    const node = await unclaimedNode(world, 'https://github.com/ann/undated/tree/main/sub')
    assert.deepEqual(await readAll(world), { read: 1 })
    const reading = await readingOf(world, node.id)
    assert.deepEqual(
      (reading?.versions as { version: string; commit: string }[] | undefined)?.map((one) => one.commit),
      [last, first],
    )
  })

  it('finds names in any letter case', async () => {
    makeRepository(kept('Cleo-Studio/ComfyUI-Plain.git'), packFiles('cased'))
    makeRepository(kept('Cleo-Studio+ComfyUI-Joined'), packFiles('joined'))
    await unclaimedNode(world, 'https://github.com/cleo-studio/ComfyUI-plain')
    await unclaimedNode(world, 'https://github.com/Cleo-Studio/comfyui-joined')
    assert.deepEqual(await readAll(world), { read: 2 })
  })

  it('notices a repository that comes later, at the next look', async () => {
    const node = await unclaimedNode(world, 'https://github.com/dora/Late')
    const { signal } = new AbortController()
    await readRepositories.run(world.deps, {}, signal)
    assert.equal((await turnOf(world, node.id))?.failure, 'gone')
    mkdirSync(kept('Dora/late.git/objects'), { recursive: true })
    writeFileSync(kept('Dora/late.git/HEAD'), 'ref: refs/heads/main\n')
    world.advance(60_000)
    await readRepositories.run(world.deps, {}, signal)
    assert.equal((await turnOf(world, node.id))?.failure, 'gone', 'it is still being copied')
    rmSync(kept('Dora/late.git'), { recursive: true })
    makeRepository(kept('Dora/late.git'), packFiles('late'))
    world.advance(60_000)
    await readRepositories.run(world.deps, {}, signal)
    assert.ok(await readingOf(world, node.id))
  })

  it('asks again on the same day for one that is gone', async () => {
    const local = { ...world.deps, repositorySources: [new FolderSource(join(folder, 'kept'), git, limits)] }
    const node = await unclaimedNode(world, 'https://github.com/dora/missing')
    assert.deepEqual(await readDue(local, new AbortController().signal), { failed: 1 })
    const due = (await turnOf(world, node.id))?.due_at.getTime() ?? 0
    assert(due - world.now().getTime() < 24 * 3600_000)
  })

  it('refuses archives, which can lack files of the commit', async () => {
    mkdirSync(kept('ben'), { recursive: true })
    for (const [name, path] of [
      ['tar', 'ben/tar.tar.gz'],
      ['tgz', 'ben+tgz.tgz'],
      ['zip', 'ben+zip.zip'],
    ] as const) {
      await writeFile(kept(path), buildPack({ id: name }))
      const { id } = await unclaimedNode(world, `https://github.com/ben/${name}`)
      assert.deepEqual(await readAll(world), { failed: 1 }, name)
      const turn = await turnOf(world, id)
      assert.deepEqual(
        [turn?.failure, /only an archive/.test(turn?.failure_detail ?? '')],
        ['unreadable', true],
      )
    }
  })

  it('reads the repository beside an archive', async () => {
    const commit = makeRepository(kept('ben/both.git'), packFiles('both'))
    await writeFile(kept('ben/both.zip'), buildPack({ id: 'other' }))
    const { id } = await unclaimedNode(world, 'https://github.com/ben/both')
    assert.deepEqual(await readAll(world), { read: 1 })
    assert.equal((await readingOf(world, id))?.commit_id, commit)
  })

  it('reads one folder of a repository with the license of all', async () => {
    const files = packFiles('inner', { LICENSE: null }).map((file) => ({
      ...file,
      path: `packs/Inner/${file.path}`,
    }))
    makeRepository(kept('cleo/many.git'), [
      ...files,
      { path: 'LICENSE', content: 'MIT License' },
      { path: 'x.py' },
    ])
    const node = await unclaimedNode(world, 'https://github.com/cleo/many/tree/main/packs/inner')
    await readAll(world)
    assert.equal((await readingOf(world, node.id))?.file_count, 5)
    assert.deepEqual(await namesOf(node.id), ['inner Blur'])
  })

  it('refuses damaged repositories and those with too many files', async () => {
    mkdirSync(kept('dora/broken.git/objects'), { recursive: true })
    writeFileSync(kept('dora/broken.git/HEAD'), `${'b'.repeat(40)}\n`)
    const many = Array.from({ length: 400 }, (_, at) => ({ path: `data/${at}.txt` }))
    makeRepository(kept('dora/many.git'), [...packFiles('many'), ...many])
    const broken = await unclaimedNode(world, 'https://github.com/dora/broken')
    const swarm = await unclaimedNode(world, 'https://github.com/dora/many')
    assert.deepEqual(await readAll(world), { failed: 2 })
    assert.equal((await turnOf(world, broken.id))?.failure, 'unreadable')
    assert.equal((await turnOf(world, swarm.id))?.failure, 'too_large')
  })

  it('warns about code that it cannot read, such as names that some systems confuse', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`
    const many = Array.from({ length: 120 }, (_, at) => ({ path: `0/${at}/con.png` }))
    for (const [name, files, unread] of [
      ['collide', [{ path: 'Tool.py' }, { path: 'tool.py' }], ['tool.py']],
      ['reserved', [{ path: 'con.py' }, { path: 'web/aux.js' }], ['con.py', 'web/aux.js']],
      ['pointer', [{ path: 'lib.py', content: pointer }], ['lib.py']],
      ['large', [{ path: 'big.js', content: Buffer.alloc(100_000, ';') }], ['big.js']],
      ['padded', [...many, { path: 'nul.py' }], ['nul.py']],
      ['harmless', [{ path: 'con.png' }], []],
    ] as const) {
      makeRepository(kept(`eve/${name}.git`), [...packFiles(name), ...files])
      const { id } = await unclaimedNode(world, `https://github.com/eve/${name}`)
      assert.deepEqual(await readAll(world), { read: 1 }, name)
      const reading = await readingOf(world, id)
      const findings = await world.deps.db
        .selectFrom('version_analyses')
        .select('findings')
        .where('version_id', '=', reading?.id ?? '')
        .execute()
      const found = findings.flatMap((row) => row.findings as { rule: string; file_path?: string }[])
      assert.deepEqual(
        found.filter(({ rule }) => rule === 'python-not-read').map(({ file_path }) => file_path),
        unread,
        name,
      )
      assert.equal(reading?.verdict === 'clear', unread.length === 0, name)
    }
  })

  it('does not follow links in a repository', async () => {
    const work = await mkdtemp(join(tmpdir(), 'nodeyard-links-'))
    for (const { path, content = '' } of packFiles('links')) writeFileSync(join(work, path), content)
    symlinkSync('/etc/passwd', join(work, 'secrets.py'))
    runGit(work, ['init', '--quiet', '--initial-branch=main'])
    runGit(work, ['add', '--all'])
    runGit(work, ['commit', '--quiet', '--message', 'Link'])
    mkdirSync(kept('eve'), { recursive: true })
    runGit(work, ['clone', '--quiet', '--bare', work, kept('eve/links.git')])
    await rm(work, { recursive: true })
    const node = await unclaimedNode(world, 'https://github.com/eve/links')
    await readAll(world)
    const reading = await readingOf(world, node.id)
    assert.deepEqual([reading?.file_count, reading?.omitted_files], [5, 1])
  })
})

describe('a repository in the folder that leads out of it', () => {
  const elsewhere = () => join(folder, 'elsewhere.git')
  let commit: string

  before(() => {
    commit = makeRepository(elsewhere(), packFiles('elsewhere'))
    runGit(elsewhere(), ['repack', '--quiet', '-a', '-d'])
  })

  /** A repository without objects whose branch is the commit of the one elsewhere. */
  function empty(path: string): void {
    mkdirSync(join(path, 'objects/info'), { recursive: true })
    mkdirSync(join(path, 'objects/pack'))
    mkdirSync(join(path, 'refs/heads'), { recursive: true })
    writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(path, 'refs/heads/main'), `${commit}\n`)
  }

  /** Lists packs by names that lead elsewhere. */
  function writePackIndex(path: string): void {
    const real = readdirSync(join(elsewhere(), 'objects/pack')).find((name) => name.endsWith('.idx')) ?? ''
    const outside = '../../../../../elsewhere.git/objects/pack/'
    const short = `${'p'.repeat(real.length - outside.length - 4)}.idx`
    runGit(elsewhere(), ['multi-pack-index', 'write'])
    for (const ending of ['.idx', '.pack'])
      cpSync(
        join(elsewhere(), 'objects/pack', real.replace('.idx', ending)),
        join(elsewhere(), 'objects/pack', short.replace('.idx', ending)),
      )
    const index = readFileSync(join(elsewhere(), 'objects/pack/multi-pack-index'))
    const named = index.indexOf(real)
    assert.ok(named > 0)
    index.write(outside + short, named)
    writeFileSync(join(path, 'objects/pack/multi-pack-index'), index)
  }

  const ways: Record<string, (path: string) => void> = {
    alternates: (path) =>
      writeFileSync(join(path, 'objects/info/alternates'), `${join(elsewhere(), 'objects')}\n`),
    'relative alternates': (path) =>
      writeFileSync(join(path, 'objects/info/alternates'), '../../../../elsewhere.git/objects\n'),
    'http alternates': (path) =>
      writeFileSync(join(path, 'objects/info/http-alternates'), 'http://127.0.0.1:1/objects/\n'),
    'a common folder': (path) => {
      rmSync(join(path, 'refs'), { recursive: true })
      writeFileSync(join(path, 'commondir'), `${elsewhere()}\n`)
    },
    'a .git file': (path) => {
      rmSync(path, { recursive: true })
      mkdirSync(path)
      writeFileSync(join(path, '.git'), `gitdir: ${elsewhere()}\n`)
    },
    'linked objects': (path) => {
      rmSync(join(path, 'objects'), { recursive: true })
      symlinkSync(join(elsewhere(), 'objects'), join(path, 'objects'))
    },
    'linked packs': (path) => {
      for (const name of readdirSync(join(elsewhere(), 'objects/pack')))
        symlinkSync(join(elsewhere(), 'objects/pack', name), join(path, 'objects/pack', name))
    },
    'a link': (path) => {
      rmSync(path, { recursive: true })
      symlinkSync(elsewhere(), path)
    },
    'a linked owner': (path) => {
      const out = join(folder, 'owner-elsewhere')
      renameSync(join(path, '..'), out)
      rmSync(join(out, 'pack.git'), { recursive: true })
      cpSync(elsewhere(), join(out, 'pack.git'), { recursive: true })
      symlinkSync(out, join(path, '..'))
    },
    'a linked branch': (path) => {
      cpSync(join(elsewhere(), 'objects'), join(path, 'objects'), { recursive: true })
      rmSync(join(path, 'refs/heads/main'))
      const outside = join(folder, 'branch-elsewhere')
      writeFileSync(outside, `${commit}\n`)
      symlinkSync(outside, join(path, 'refs/heads/main'))
    },
    'names of packs': writePackIndex,
    'a pipe in place of a branch': (path) => {
      rmSync(join(path, 'refs/heads/main'))
      execFileSync('mkfifo', [join(path, 'refs/heads/main')])
    },
  }
  for (const [name, lead] of Object.entries(ways))
    it(`is not followed: ${name}`, async () => {
      const owner = name.replaceAll(/\W/g, '')
      empty(kept(`${owner}/pack.git`))
      lead(kept(`${owner}/pack.git`))
      const source = new FolderSource(join(folder, 'kept'), git, limits)
      const place = { url: '', key: `github.com/${owner}/pack`, folder: '' }
      const pack = new PackBuilder(join(folder, 'led.zip'), '', limits)
      const { signal } = new AbortController()
      const reading = async () => {
        const head = await source.look(place, { commit: undefined, etag: '' })
        await source.fetch(place, head as never, pack, signal)
      }
      await assert.rejects(reading, ReadingRefused)
    })
})
