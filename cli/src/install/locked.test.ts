import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Lock } from '@nodeyard/analysis/lock'
import type { KillList } from '@nodeyard/contract/safety'
import { buildZip } from '../../../analysis/src/archive/zip-builder.test-support.ts'
import { makeTreeBomb, servePackBomb } from '../../../server/test/fakes/git-bombs.ts'
import { runGit as git, makeRepository, serveGit } from '../../../server/test/fakes/git-server.ts'
import { untilTrue } from '../../../server/test/until-true.ts'
import { answerKillList } from '../registry/kill-list.test-support.ts'
import { folderWith, serverThat, Terminal } from '../run.test-support.ts'
import { isAt, stageCheckout } from './checkout.ts'
import { historyName } from './history.ts'
import { itemsOf } from './wanted.ts'

const checkoutOf = async (repository: string, commit = 'a'.repeat(40)) =>
  stageCheckout({ env: process.env, signal: new AbortController().signal }, await folderWith({}), {
    name: 'fog',
    repository,
    commit,
  })

const run = promisify(execFile)
const sound = buildZip({ entries: [{ name: 'pyproject.toml', data: '[project]\nname = "blur"\n' }] })
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Parts {
  killed?: object[]
  files?: Record<string, RequestListener>
  node?: object
}

/** Starts a registry with a kill list, some files, and at most one node without a version. */
function registryWith({ killed = [], files = {}, node }: Parts = {}): Promise<string> {
  return serverThat((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const json = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const file = files[path]
    const killList = answerKillList(path, killed)
    if (file) file(request, response)
    else if (killList) json(killList)
    else if (path.endsWith('/install')) json({ error: 'no_installable_version', message: 'None.' }, 404)
    else if (node && path === '/nodes/fog') json(node)
    else json({ error: 'not_found', message: 'Nothing here.' }, 404)
  })
}

interface LockParts {
  packs: object[]
  python?: object[]
  models?: object[]
}

const archive = (origin: string, part: object = {}) => ({
  folder: 'blur',
  id: 'blur',
  version: '1.0.0',
  url: `${origin}/blur.zip`,
  sha256: sha256Of(sound),
  size: sound.byteLength,
  ...part,
})

async function lockIn(
  folder: string,
  { packs, python = [], models = [] }: LockParts,
  registry = 'https://registry.test',
): Promise<string> {
  const file = join(folder, 'nodeyard.lock')
  const lock = {
    format: 'nodeyard-lock/1',
    created: '2026-03-01T00:00:00.000Z',
    registry,
    packs,
    python,
    models,
    unknown: [],
  }
  await writeFile(file, JSON.stringify(lock))
  return file
}

const sends =
  (bytes: Uint8Array): RequestListener =>
  (_, response) =>
    void response.end(bytes)

/** Installs a lock into a folder that has a pack of the user. */
async function install(origin: string, lock: LockParts, ...args: string[]) {
  const packs = await folderWith({ 'blur/mine.txt': 'mine', 'blur/pyproject.toml': 'old' })
  const file = await lockIn(await folderWith({}), lock)
  const terminal = new Terminal({ NODEYARD_REGISTRY: origin })
  const ran = await terminal.run('install', '--lock', file, '--into', packs, ...args)
  return { ...ran, packs }
}

async function assertRefused(ran: Awaited<ReturnType<typeof install>>, message: RegExp): Promise<void> {
  assert.match(ran.stderr, message)
  assert.doesNotMatch(ran.stderr, /^\s+at /m)
  assert.equal(ran.code, 1)
  assert.deepEqual(await readdir(ran.packs), ['blur'])
  assert.deepEqual((await readdir(join(ran.packs, 'blur'))).sort(), ['mine.txt', 'pyproject.toml'])
  assert.equal(await readFile(join(ran.packs, 'blur/pyproject.toml'), 'utf8'), 'old')
}

describe('installing a lock', () => {
  it('installs the stated bytes, and leaves what to run', async () => {
    const origin = await registryWith({ files: { '/blur.zip': sends(sound) } })
    const python = [{ name: 'numpy', version: '2.1.0' }]
    const { code, stdout, packs } = await install(origin, { packs: [archive(origin)], python })
    assert.equal(code, 0)
    assert.match(
      stdout,
      /Installed blur 1\.0\.0\.[\s\S]* {2}python -c "[^"]* torchvision [^"]*"\n {2}python -m pip install -c nodeyard-constraints\.txt numpy==2\.1\.0\n/,
    )
    assert.match(await readFile(join(packs, 'blur/pyproject.toml'), 'utf8'), /name = "blur"/)
    assert.equal(await readFile(join(packs, 'blur/mine.txt'), 'utf8'), 'mine')
  })

  it('leaves commands for the Python of the tool, if it has its own', async () => {
    const origin = await registryWith({ files: { '/blur.zip': sends(sound) } })
    const python = [{ name: 'numpy', version: '2.1.0' }]
    const file = await lockIn(await folderWith({}), { packs: [archive(origin)], python })
    for (const [program, flags] of [
      ['python_embeded/python.exe', '-s '],
      ['ComfyUI/venv/bin/python', ''],
      ['ComfyUI/.venv/Scripts/python.exe', ''],
    ]) {
      const tool = await folderWith({ [`${program}`]: '', 'ComfyUI/custom_nodes/a.txt': '' })
      const terminal = new Terminal({ NODEYARD_REGISTRY: origin })
      const into = join(tool, 'ComfyUI/custom_nodes')
      const stdout = await terminal.succeed('install', '--lock', file, '--into', into)
      assert.ok(
        stdout.includes(
          `\n  ${tool}/${program} ${flags}-m pip install -c nodeyard-constraints.txt numpy==2.1.0\n`,
        ),
        stdout,
      )
    }
  })

  it('quotes the names of strangers in the commands that it leaves', async () => {
    const archived = buildZip({ entries: [{ name: 'requirements.txt', data: 'numpy\n' }] })
    const origin = await registryWith({ files: { '/blur.zip': sends(archived) } })
    const part = { folder: "x'$(touch owned)", sha256: sha256Of(archived), size: archived.byteLength }
    const { stdout, packs } = await install(origin, { packs: [archive(origin, part)] })
    const named = `${packs}/x'\\''$(touch owned)/requirements.txt`
    assert.ok(stdout.includes(`  python -m pip install -c nodeyard-constraints.txt -r '${named}'\n`), stdout)
  })

  it('changes nothing in a dry run', async () => {
    const origin = await registryWith()
    const ran = await install(origin, { packs: [archive(origin)] }, '--dry-run')
    assert.equal(ran.code, 0)
    assert.match(
      ran.stdout,
      /blur 1\.0\.0 would replace what is in [\s\S]*sha256 [0-9a-f]{64}\nFiles were not changed\./,
    )
    assert.deepEqual((await readdir(join(ran.packs, 'blur'))).sort(), ['mine.txt', 'pyproject.toml'])
  })

  it('refuses other bytes, more bytes than stated, and addresses without a file', async () => {
    const other = await registryWith({ files: { '/blur.zip': sends(Buffer.alloc(sound.byteLength)) } })
    await assertRefused(await install(other, { packs: [archive(other)] }), /its digest is/)
    const longer = await registryWith({ files: { '/blur.zip': sends(Buffer.concat([sound, sound])) } })
    await assertRefused(await install(longer, { packs: [archive(longer)] }), /sent more than \d+ bytes/)
    const none = await registryWith()
    await assertRefused(await install(none, { packs: [archive(none)] }), /status 404/)
  })

  it('installs none if one cannot be', async () => {
    const origin = await registryWith({ files: { '/blur.zip': sends(sound) } })
    const broken = archive(origin, { folder: 'other', url: `${origin}/none.zip` })
    await assertRefused(await install(origin, { packs: [archive(origin), broken] }), /as they were before/)
  })

  it('refuses versions that were killed since, by name or digest', async () => {
    const reason = { advisory: 'NYSA-2026-0001', severity: 'high', title: 'Mines coins' }
    for (const entry of [{ node: 'Blur', version: '1.0.0' }, { sha256: sha256Of(sound) }]) {
      const origin = await registryWith({ killed: [{ ...reason, ...entry }] })
      await assertRefused(
        await install(origin, { packs: [archive(origin)] }),
        /blur 1\.0\.0 is dangerous: the advisory NYSA-2026-0001/,
      )
    }
  })

  it('does not send a token to the registry or the addresses of a lock', async () => {
    const seen: (string | undefined)[] = []
    const origin = await serverThat((request, response) => {
      seen.push(request.headers.authorization)
      const killList = answerKillList(request.url ?? '', [])
      response.end(killList ? JSON.stringify(killList) : sound)
    })
    const own = await registryWith()
    const packs = await folderWith({})
    const file = await lockIn(await folderWith({}), { packs: [archive(origin)] }, origin)
    const terminal = new Terminal({ NODEYARD_TOKEN: 'nyp_mine' })
    await terminal.run('install', '--lock', file, '--into', packs, '--held', '--registry', own)
    await terminal.run('install', '--lock', file, '--into', packs, '--held')
    await terminal.run('install', '--lock', file, '--into', packs)
    assert.ok(seen.length > 0)
    assert.deepEqual(new Set(seen), new Set([undefined]))
  })

  it('refuses a lock without a kill list to compare it with', async () => {
    const origin = await serverThat((_, response) => response.writeHead(404).end())
    await assertRefused(
      await install(origin, { packs: [archive(origin)] }),
      /which a registry does not send here/,
    )
  })

  for (const folder of ['.nodeyard', '.git', '..', 'a/b', 'con', 'blur.', 'NUL.txt'])
    it(`refuses the folder ${folder}`, async () => {
      const origin = await registryWith({ files: { '/blur.zip': sends(sound) } })
      await assertRefused(
        await install(origin, { packs: [archive(origin, { folder })] }),
        /cannot be the folder of a pack|damaged at packs\[0\]/,
      )
    })

  it('refuses locks that it cannot read whole', async () => {
    const origin = await registryWith()
    const twice = [archive(origin), archive(origin, { folder: 'BLUR' })]
    await assertRefused(await install(origin, { packs: twice }), /damaged at packs/)
    const flag = [{ name: '--index-url=https://evil.test', version: '1' }]
    await assertRefused(await install(origin, { packs: [], python: flag }), /damaged at python\[0\]/)
    const terminal = new Terminal({ NODEYARD_REGISTRY: origin })
    const packs = await folderWith({ 'not-a.lock': '{"a":1}' })
    const { stderr } = await terminal.run('install', '--lock', join(packs, 'not-a.lock'), '--into', packs)
    assert.match(stderr, /not a lock file, a snapshot, or a list/)
  })
})

/** A repository with one commit, as files of the simple HTTP protocol of git. */
async function repositoryWith(files: Record<string, string>, prepare?: (folder: string) => Promise<void>) {
  const folder = await folderWith(files)
  await prepare?.(folder)
  const own = ['-c', 'user.name=A', '-c', 'user.email=a@b.test']
  const git = async (...args: string[]) =>
    (await run('git', [...own, ...args], { cwd: folder })).stdout.trim()
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all')
  await git('commit', '--quiet', '--message=One')
  await git('repack', '-adq')
  await git('update-server-info')
  const origin = await serverThat(filesOf(join(folder, '.git')))
  return { repository: `${origin}/acme/fog.git`, commit: await git('rev-parse', 'HEAD') }
}

const filesOf =
  (root: string): RequestListener =>
  (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const file = join(root, normalize(path.replace(/^\/acme\/fog\.git/, '')))
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  }

const nodeOf = (install: object) => ({
  id: 'fog',
  name: 'Fog',
  install: { state: 'no_version', ...install },
  publisher: { id: 'acme', name: 'Acme' },
})

describe('installing from a repository', () => {
  const sourceOfFog = () => repositoryWith({ 'nodes.py': 'x = 1\n', 'requirements.txt': 'numpy\n' })

  const installFog = async (node: object, ...args: string[]) => {
    const packs = await folderWith({ 'mine/a.txt': '' })
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registryWith({ node }) })
    return { ...(await terminal.run('install', 'fog', '--into', packs, ...args)), packs }
  }

  it('clones the commit that was read, only if asked', async () => {
    const { repository: clone, commit } = await sourceOfFog()
    const refused = await installFog(nodeOf({ clone, commit }))
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      new RegExp(`fog is not published here.* at commit ${commit}\\. Clone it with --git`),
    )
    const { code, stdout, packs } = await installFog(nodeOf({ clone, commit }), '--git')
    assert.equal(code, 0)
    assert.match(stdout, /Installed fog [0-9a-f]{10}\.[\s\S]*pip install -c \S+ -r \S+requirements\.txt/)
    assert.deepEqual((await readdir(join(packs, 'fog'))).sort(), ['.git', 'nodes.py', 'requirements.txt'])
    assert.equal(await isAt(join(packs, 'fog'), { name: 'fog', repository: clone, commit }), true)
    assert.deepEqual((await readdir(packs)).sort(), [historyName, 'fog', 'mine'])
  })

  it('installs the repositories of a lock with its archives, or nothing', async () => {
    const { repository, commit } = await sourceOfFog()
    const origin = await registryWith({ files: { '/blur.zip': sends(sound) } })
    const packs = [archive(origin), { folder: 'fog', repository, commit }]
    await assertRefused(await install(origin, { packs }), /Clone it with --git/)
    const ran = await install(origin, { packs }, '--git')
    assert.equal(ran.code, 0)
    assert.deepEqual((await readdir(ran.packs)).sort(), [historyName, 'blur', 'fog'])
    const missing = { folder: 'fog', repository, commit: 'a'.repeat(40) }
    await assertRefused(
      await install(origin, { packs: [archive(origin), missing] }, '--git'),
      /neither on the default branch nor on a tag/,
    )
  })

  it('installs the repositories of a lock again, and keeps what is at their commits', async () => {
    const { repository, commit } = await sourceOfFog()
    const origin = await registryWith({ files: { '/blur.zip': sends(sound) } })
    const file = await lockIn(await folderWith({}), {
      packs: [archive(origin), { folder: 'fog', repository, commit }],
    })
    const packs = await folderWith({})
    const terminal = new Terminal({ NODEYARD_REGISTRY: origin })
    const again = () => terminal.run('install', '--lock', file, '--into', packs, '--git')
    assert.equal((await again()).code, 0)
    await writeFile(join(packs, 'fog/nodes.py'), 'x = 2\n')
    const { code, stdout, stderr } = await again()
    assert.deepEqual([code, stderr.match(/Error|checkout/)], [0, null], stderr)
    assert.match(stdout, /fog is at [0-9a-f]{10} already\.[\s\S]*pip install -c \S+ -r \S+requirements\.txt/)
    assert.equal(await readFile(join(packs, 'fog/nodes.py'), 'utf8'), 'x = 2\n')
    const other = await repositoryWith({ 'nodes.py': 'y = 1\n' })
    await lockIn(join(file, '..'), { packs: [{ folder: 'fog', ...other }] })
    assert.match((await again()).stderr, /is a git checkout/)
  })

  it('refuses a commit that is on no branch or tag of the repository, although its host has it', async () => {
    const root = await folderWith({})
    const bare = join(root, 'acme/fog.git')
    const old = makeRepository(bare, [{ path: 'nodes.py', content: 'x = 1\n' }])
    const commitOn = (parent: string) =>
      git(bare, ['commit-tree', `${old}^{tree}`, '-p', parent, '-m', 'Next']).trim()
    const [next, tagged, forked] = [commitOn(old), commitOn(old), commitOn(old)].map((one, at) =>
      git(bare, ['commit-tree', `${old}^{tree}`, '-p', one, '-m', `Next ${at}`]).trim(),
    )
    git(bare, ['update-ref', 'refs/heads/main', next ?? ''])
    git(bare, ['tag', '-a', '-m', 'One', 'v1', tagged ?? ''])
    // Pull requests of forks are references of the repository, too.
    git(bare, ['update-ref', 'refs/pull/1/head', forked ?? ''])
    git(bare, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
    const served = await serveGit(root)
    try {
      const repository = `${served.url}/acme/fog.git`
      const origin = await registryWith()
      for (const commit of [next, tagged, old]) {
        const ran = await install(origin, { packs: [{ folder: 'fog', repository, commit }] }, '--git')
        assert.equal(ran.code, 0, ran.stderr)
        assert.deepEqual((await readdir(join(ran.packs, 'fog'))).sort(), ['.git', 'nodes.py'])
      }
      await assertRefused(
        await install(origin, { packs: [{ folder: 'fog', repository, commit: forked }] }, '--git'),
        new RegExp(`${forked} is neither on the default branch nor on a tag`),
      )
    } finally {
      await served.close()
    }
  })

  it('refuses repositories without a commit, and addresses that are no web addresses', async () => {
    const { repository } = await sourceOfFog()
    const unpinned = await installFog(nodeOf({ clone: repository }), '--git')
    assert.match(unpinned.stderr, /is not pinned/)
    for (const clone of ['ext::sh -c touch% /tmp/x', '--upload-pack=touch', 'file:///etc', '/etc']) {
      const { code, stderr, packs } = await installFog(nodeOf({ clone, commit: 'a'.repeat(40) }), '--git')
      assert.equal(code, 1)
      assert.match(stderr, /address of fog cannot be cloned/)
      assert.deepEqual(await readdir(packs), ['mine'])
    }
  })

  it('uses no keys or files of the user, wherever the settings of git lead', async () => {
    const { repository, commit } = await sourceOfFog()
    const mirror = await folderWith({})
    const stranger = makeRepository(join(mirror, 'acme/fog.git'), [{ path: 'nodes.py', content: 'x = 2\n' }])
    const [, origin = ''] = /^(.*\/)acme/.exec(repository) ?? []
    const installWith = async (target: string, of: string) => {
      const home = await folderWith({
        '.gitconfig': `[url "${target}"]\n\tinsteadOf = ${origin}\n[protocol "file"]\n\tallow = always\n[protocol "ssh"]\n\tallow = always\n`,
      })
      const packs = await folderWith({})
      const node = nodeOf({ clone: repository, commit: of })
      const terminal = new Terminal({ NODEYARD_REGISTRY: await registryWith({ node }), HOME: home })
      return { ...(await terminal.run('install', 'fog', '--git', '--into', packs)), packs }
    }
    for (const target of [`${mirror}/`, `file://${mirror}/`, 'git@127.0.0.1:', 'ssh://127.0.0.1:1/']) {
      const refused = await installWith(target, stranger)
      assert.equal(refused.code, 1, target)
      const { code, stderr, packs } = await installWith(target, commit)
      assert.equal(code, 0, stderr)
      assert.equal(await readFile(join(packs, 'fog/nodes.py'), 'utf8'), 'x = 1\n', target)
    }
    const served = await serveGit(mirror)
    try {
      const { code, stderr, packs } = await installWith(`${served.url}/`, stranger)
      assert.equal(code, 0, stderr)
      assert.equal(await readFile(join(packs, 'fog/nodes.py'), 'utf8'), 'x = 2\n')
    } finally {
      await served.close()
    }
  })

  it('writes the bytes of the commit, whatever its attributes say', async () => {
    const { repository, commit } = await repositoryWith({
      '.gitattributes': 'a.py ident\n*.txt working-tree-encoding=UTF-16BE\n',
      'a.py': '# $Id$\n',
      'lib/b.txt': '\0x\0\n',
    })
    const signal = new AbortController().signal
    const checkout = { name: 'fog', repository, commit, isRead: true as const }
    const { folder } = await stageCheckout({ env: process.env, signal }, await folderWith({}), checkout)
    assert.equal(await readFile(join(folder, 'a.py'), 'utf8'), '# $Id$\n')
    assert.equal(await readFile(join(folder, 'lib/b.txt'), 'utf8'), 'x\n')
    assert.equal(git(folder, ['status', '--porcelain']), '')
  })

  it('runs no hook of the repository, and writes links as files', async () => {
    const files = {
      'a.py': '',
      '.gitmodules': '[submodule "s"]\n path = s\n url = http://127.0.0.1:1/s.git\n',
    }
    const { repository, commit } = await repositoryWith(files, (folder) =>
      symlink('/etc/passwd', join(folder, 'presets')),
    )
    const packs = await folderWith({})
    const signal = new AbortController().signal
    const checkout = { name: 'fog', repository, commit }
    const { folder } = await stageCheckout({ env: process.env, signal }, packs, checkout)
    assert.ok((await stat(join(folder, 'presets'))).size < 20)
    assert.equal(await readFile(join(folder, 'presets'), 'utf8'), '/etc/passwd')
    assert.deepEqual(await readdir(join(folder, '.git/hooks')).catch(() => []), [])
  })

  it('stops a repository without end', async () => {
    const origin = await serverThat(({ url = '' }, response) => {
      if (url.startsWith('/fog.git/info/refs')) response.end(`${'a'.repeat(40)}\trefs/heads/main\n`)
      else if (url === '/fog.git/HEAD') response.end('ref: refs/heads/main\n')
      else if (url === '/fog.git/objects/info/packs') response.end(`P pack-${'b'.repeat(40)}.pack\n`)
      else if (url.endsWith('.idx')) response.writeHead(404).end()
      else {
        const piece = Buffer.alloc(64 * 1024, 'a')
        const more = () => {
          while (!response.destroyed && response.write(piece));
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      }
    })
    const packs = await folderWith({})
    const signal = new AbortController().signal
    const checkout = { name: 'fog', repository: `${origin}/fog.git`, commit: 'a'.repeat(40) }
    await assert.rejects(
      stageCheckout({ env: process.env, signal }, packs, checkout, 1_000_000),
      /larger than 1,000,000 bytes/,
    )
  })

  it('refuses more files than any pack has, without walking them', async () => {
    const folder = await folderWith({})
    const commit = makeTreeBomb(join(folder, 'bomb.git'))
    git(join(folder, 'bomb.git'), ['update-server-info'])
    const origin = await serverThat(filesOf(join(folder, 'bomb.git')))
    await assert.rejects(checkoutOf(`${origin}/acme/fog.git`, commit), /more than 100,000 files and folders/)
  })

  it('ends git when an object takes more memory than it may', async () => {
    const bomb = await servePackBomb(300)
    try {
      await assert.rejects(checkoutOf(`${bomb.url}/x`, bomb.commit), /over limit/)
    } finally {
      await bomb.close()
    }
  })

  it('follows no redirect of a server in this network', async () => {
    const reached: (string | undefined)[] = []
    const inner = await serverThat(({ url }, response) => {
      reached.push(url)
      response.writeHead(404).end()
    })
    for (const status of [301, 302, 307, 308]) {
      const outer = await serverThat(({ url }, response) =>
        response.writeHead(status, { location: `${inner}${url}` }).end(),
      )
      await assert.rejects(checkoutOf(`${outer.replace('127.0.0.1', 'localhost')}/x`), /git fetch failed/)
    }
    assert.deepEqual(reached, [])
  })

  it('asks no other host for the objects of a repository', async () => {
    const reached: (string | undefined)[] = []
    const inner = await serverThat(({ url }, response) => {
      reached.push(url)
      response.writeHead(404).end()
    })
    const { repository: sound, commit } = await sourceOfFog()
    const origin = await serverThat(async ({ url = '' }, response) => {
      if (/info\/(http-)?alternates$/.test(url)) return void response.end(`${inner}/objects\n`)
      // Only its references are here.
      const isHere = /\/(HEAD|info\/refs)(\?|$)/.test(url)
      response.writeHead(isHere ? 200 : 404)
      response.end(isHere ? await (await fetch(new URL(url, sound))).text() : '')
    })
    await assert.rejects(checkoutOf(`${origin}/acme/fog.git`, commit), /git fetch failed/)
    assert.deepEqual(reached, [])
  })

  it('refuses addresses inside this network unless the registry is there, too', async () => {
    const checkout = { folder: 'fog', repository: 'http://10.0.0.1/acme/fog.git', commit: 'a'.repeat(40) }
    const lock = { packs: [archive('http://169.254.169.254'), checkout] } as unknown as Lock
    const killList = { entries: [] } as unknown as KillList
    const options = { killList, isGitAllowed: true, registryUrl: 'https://registry.example' }
    for (const pack of lock.packs)
      assert.throws(() => itemsOf({ packs: [pack] }, options), /which is inside your network/)
    const file = await lockIn(await folderWith({}), { packs: [] })
    const inside = await folderWith({
      'a.lock': (await readFile(file, 'utf8')).replace('https://registry.test', 'http://10.0.0.1'),
    })
    const packs = await folderWith({ 'blur/mine.txt': '' })
    const terminal = new Terminal({})
    const { code, stderr } = await terminal.run('install', '--lock', join(inside, 'a.lock'), '--into', packs)
    assert.deepEqual([code, /leads to http:\/\/10\.0\.0\.1, which is inside/.test(stderr)], [1, true], stderr)
  })

  it('puts the user’s files back when a later pack fails', async () => {
    const { repository, commit } = await sourceOfFog()
    const bad = buildZip({ entries: [{ name: 'install.py', data: 'raise SystemExit(3)\n' }] })
    const origin = await registryWith({ files: { '/bad.zip': sends(bad) } })
    const last = archive(origin, {
      folder: 'zzz',
      url: `${origin}/bad.zip`,
      sha256: sha256Of(bad),
      size: bad.byteLength,
    })
    const packs = [{ folder: 'blur', repository, commit }, last]
    await assertRefused(
      await install(origin, { packs }, ...['--git', '--python', 'false', '--run-install-scripts', '--force']),
      /requirements\.txt of blur failed/,
    )
  })
})

describe('downloading the models of a lock', () => {
  const bytes = Buffer.from('weights '.repeat(1000))
  const model = (url: string, part: object = {}) => ({
    folder: 'checkpoints',
    name: 'sdxl.safetensors',
    url,
    sha256: sha256Of(bytes),
    size: bytes.byteLength,
    ...part,
  })

  async function download(models: object[], files: Record<string, string | Buffer> = {}, ...args: string[]) {
    const folder = await folderWith(files)
    const lock = await lockIn(await folderWith({}), { packs: [], models })
    const terminal = new Terminal({ NODEYARD_REGISTRY: 'http://127.0.0.1:1' })
    const ran = await terminal.run('models', lock, '--download', '--models-folder', folder, ...args)
    return { ...ran, folder, path: join(folder, 'checkpoints/sdxl.safetensors') }
  }

  it('continues where an earlier download stopped, and verifies the whole', async () => {
    const ranges: (string | undefined)[] = []
    const origin = await serverThat(({ headers }, response) => {
      ranges.push(headers.range)
      const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
      const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`
      response.writeHead(start > 0 ? 206 : 200, { 'content-range': range }).end(bytes.subarray(start))
    })
    const part = { 'checkpoints/sdxl.safetensors.part': bytes.subarray(0, 3000) }
    const { code, stderr, path } = await download([model(origin)], part)
    assert.equal(code, 0, stderr)
    assert.deepEqual(ranges, ['bytes=3000-'])
    assert.match(stderr, /Downloaded and verified/)
    assert.deepEqual(await readFile(path), bytes)
  })

  /** A host with one file. */
  async function hostOf(content: Buffer, etag?: string) {
    const asked: { range?: string | undefined; ifRange?: string | undefined }[] = []
    const origin = await serverThat(({ headers }, response) => {
      asked.push({ range: headers.range, ifRange: headers['if-range']?.toString() })
      const marks: Record<string, string> = etag ? { etag } : {}
      const fits = headers['if-range'] === undefined || headers['if-range'] === etag
      const start = fits ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
      if (start >= content.length) {
        response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
        return
      }
      const range = { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }
      response.writeHead(start > 0 ? 206 : 200, { ...marks, ...(start > 0 ? range : {}) })
      response.end(content.subarray(start))
    })
    return { origin, asked }
  }
  const unverified = { sha256: undefined, size: undefined }
  const stopped = (url: string, etag = '"v1"') => ({
    'checkpoints/sdxl.safetensors.part': bytes.subarray(0, 3000),
    'checkpoints/sdxl.safetensors.part.json': JSON.stringify({ url: new URL(url).href, etag }),
  })

  it('continues an unknown file only if the host still has the same content', async () => {
    const same = await hostOf(bytes, '"v1"')
    const one = await download([model(same.origin, unverified)], stopped(same.origin), '--unverified')
    assert.equal(one.code, 0, one.stderr)
    assert.match(one.stderr, /was not verified/)
    assert.deepEqual(same.asked, [{ range: 'bytes=3000-', ifRange: '"v1"' }])
    assert.deepEqual(await readFile(one.path), bytes)
    assert.deepEqual(await readdir(join(one.folder, 'checkpoints')), ['sdxl.safetensors'])

    const other = Buffer.from('replaced '.repeat(900))
    const changed = await hostOf(other, '"v2"')
    const two = await download([model(changed.origin, unverified)], stopped(changed.origin), '--unverified')
    assert.deepEqual(await readFile(two.path), other)

    const unmarked = await hostOf(bytes)
    const part = { 'checkpoints/sdxl.safetensors.part': 'of another file' }
    const three = await download([model(unmarked.origin, unverified)], part, '--unverified')
    assert.deepEqual(unmarked.asked, [{ range: undefined, ifRange: undefined }])
    assert.deepEqual(await readFile(three.path), bytes)
  })

  it('starts over if it has more than the host, and is done if it has all', async () => {
    const { origin, asked } = await hostOf(bytes, '"v1"')
    const longer = { ...stopped(origin), 'checkpoints/sdxl.safetensors.part': Buffer.alloc(9000) }
    const one = await download([model(origin, unverified)], longer, '--unverified')
    assert.equal(one.code, 0, one.stderr)
    assert.deepEqual(await readFile(one.path), bytes)
    assert.deepEqual(
      asked.map(({ range }) => range),
      ['bytes=9000-', undefined],
    )
    const all = { ...stopped(origin), 'checkpoints/sdxl.safetensors.part': bytes }
    const two = await download([model(origin, unverified)], all, '--unverified')
    assert.deepEqual(await readFile(two.path), bytes)
  })

  it('continues after it was killed', async () => {
    let isSlow = true
    const ranges: (string | undefined)[] = []
    const origin = await serverThat(({ headers }, response) => {
      ranges.push(headers.range)
      const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
      const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }
      response.writeHead(start > 0 ? 206 : 200, { etag: '"v1"', ...(start > 0 ? range : {}) })
      if (isSlow) response.write(bytes.subarray(0, 4000))
      else response.end(bytes.subarray(start))
    })
    const folder = await folderWith({})
    const lock = await lockIn(await folderWith({}), { packs: [], models: [model(origin, unverified)] })
    const program = fileURLToPath(new URL('../nodeyard.ts', import.meta.url))
    const args = ['models', lock, '--download', '--unverified', '--models-folder', folder]
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' })
    const part = join(folder, 'checkpoints/sdxl.safetensors.part')
    await untilTrue(async () => (await stat(part).catch(() => undefined))?.size === 4000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    isSlow = false
    const terminal = new Terminal({ NODEYARD_REGISTRY: 'http://127.0.0.1:1' })
    assert.equal((await terminal.run(...args)).code, 0)
    assert.deepEqual(ranges, [undefined, 'bytes=4000-'])
    assert.deepEqual(await readFile(join(folder, 'checkpoints/sdxl.safetensors')), bytes)
  })

  it('says which file needs a login, and downloads the others', async () => {
    const gated = await serverThat((_request, response) => response.writeHead(403).end())
    const free = await serverThat(sends(bytes))
    const { code, stderr, folder } = await download([
      model(gated, { name: 'gated.safetensors' }),
      model(free, { sha256: 'f'.repeat(64), name: 'wrong.safetensors' }),
      model(free),
    ])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /gated\.safetensors needs a login \(status 403\)\. Accept its terms or log in at http/,
    )
    assert.match(stderr, /wrong\.safetensors is not the expected file/)
    assert.deepEqual(await readdir(join(folder, 'checkpoints')), ['sdxl.safetensors'])
  })

  it('says that the disk is full', { skip: !existsSync('/dev/full') }, async () => {
    const { origin } = await hostOf(bytes)
    const folder = await folderWith({})
    await mkdir(join(folder, 'checkpoints'))
    await symlink('/dev/full', join(folder, 'checkpoints/sdxl.safetensors.part'))
    const lock = await lockIn(await folderWith({}), { packs: [], models: [model(origin)] })
    const terminal = new Terminal({ NODEYARD_REGISTRY: 'http://127.0.0.1:1' })
    const { code, stderr } = await terminal.run('models', lock, '--download', '--models-folder', folder)
    assert.equal(code, 1)
    assert.match(stderr, /disk is full|no space/i)
  })

  it('deletes a file with another hash, and never replaces one that is there', async () => {
    const origin = await serverThat(sends(Buffer.alloc(bytes.length)))
    const wrong = await download([model(origin)])
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /is not the expected file/)
    assert.deepEqual(await readdir(join(wrong.folder, 'checkpoints')), [])
    const other = await download([model(origin)], { 'checkpoints/sdxl.safetensors': 'mine' })
    assert.match(other.stderr, /is not the file that is needed/)
    assert.equal(await readFile(other.path, 'utf8'), 'mine')
  })

  it('stops at the stated size, and starts over when the server sends all', async () => {
    const longer = await serverThat(sends(Buffer.concat([bytes, bytes])))
    assert.match((await download([model(longer)])).stderr, /sent more than 8,000 bytes/)
    const whole = await serverThat(sends(bytes))
    const part = { 'checkpoints/sdxl.safetensors.part': 'something else' }
    const { code, path } = await download([model(whole)], part)
    assert.equal(code, 0)
    assert.deepEqual(await readFile(path), bytes)
  })

  it('skips what cannot be verified and what can run code, unless told', async () => {
    const origin = await serverThat(sends(bytes))
    const models = [
      model(origin, { sha256: undefined }),
      model(origin, { name: 'old.ckpt' }),
      model(origin, { name: 'nowhere.safetensors', url: undefined }),
    ]
    const { code, stdout, folder } = await download(models)
    assert.equal(code, 1)
    assert.match(stdout, /hash is not known[\s\S]*can run code[\s\S]*address not known/)
    assert.deepEqual(await readdir(folder), [])
    const told = await download(models.slice(0, 2), {}, '--unverified', '--pickle')
    assert.equal(told.code, 0)
    assert.deepEqual((await readdir(join(told.folder, 'checkpoints'))).sort(), [
      'old.ckpt',
      'sdxl.safetensors',
    ])
  })

  it('refuses paths outside of the folder', async () => {
    for (const part of [{ folder: '../..' }, { name: '../../x.safetensors' }, { folder: '/etc' }]) {
      const { code, stderr } = await download([model('http://127.0.0.1:1/', part)])
      assert.equal(code, 1)
      assert.match(stderr, /damaged at models\[0\]|refuses connections/)
    }
  })
})
