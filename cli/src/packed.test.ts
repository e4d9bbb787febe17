// A promise: one command checks, publishes and installs on a machine with npm.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ensureBuilt, testEnvironment } from '../../scripts/set-up.mjs'
import { packProgram } from '../../server/src/discovery/program/archive.ts'
import { tarballOf } from '../../server/test/fakes/tarball.ts'
import { type TestPublisher, testPublisher } from '../../server/test/publishing.ts'
import { withJobs } from '../../server/test/with-jobs.ts'
import { World } from '../../server/test/world.ts'
import { programVersion } from './ground/program-version.ts'
import { folderWith, packOf, serverThat } from './run.test-support.ts'

const samples = join(import.meta.dirname, '../../server/demo/packs')
const run = promisify(execFile)
const maxBytes = 3_000_000

let world: World
let apiUrl: string
let acme: TestPublisher
let folder: string
let address: string

before(async () => {
  await ensureBuilt(['cli'])
  world = await World.open()
  apiUrl = await world.listen()
  acme = await testPublisher(world, { id: 'acme' })
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-packed-'))
  address = `${apiUrl}/nodeyard.tgz`
})
after(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** A stranger's machine: nothing is installed or cached, and npm reaches only `registryUrl`. */
const strange = (npmRegistry = apiUrl) => ({
  ...testEnvironment(),
  HOME: join(folder, 'home'),
  LANG: 'C',
  NODEYARD_KEYCHAIN: 'off',
  npm_config_cache: join(folder, 'npm'),
  npm_config_registry: npmRegistry,
  npm_config_update_notifier: 'false',
})

describe('the program that a registry serves', () => {
  it('is the same file each time, which caches revalidate and CI can pin', async () => {
    const answer = await fetch(address)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const etag = answer.headers.get('etag') ?? ''
    assert.equal(answer.headers.get('content-type'), 'application/gzip')
    assert.ok(bytes.length < maxBytes, `${bytes.length} bytes`)
    assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304)
    assert.deepEqual((await packProgram(apiUrl)).bytes, bytes)
    const facts = await (await fetch(`${apiUrl}/nodeyard.json`)).json()
    assert.deepEqual(facts, {
      version: programVersion,
      url: `${apiUrl}/nodeyard-${programVersion}.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      size: bytes.length,
    })
    assert.deepEqual(Buffer.from(await (await fetch(facts.url)).arrayBuffer()), bytes)
    assert.equal((await fetch(`${apiUrl}/nodeyard-0.0.1.tgz`)).status, 404)
  })

  it('differs between registries in its address only', async () => {
    assert.notDeepEqual(await packProgram('https://a.test'), await packProgram('https://b.test'))
  })

  it('checks, publishes and installs through npx in an empty folder, without settings', async () => {
    const npx = async (...args: string[]) => {
      const options = { cwd: await folderWith({}), env: strange() }
      return (await withJobs(world, run('npx', ['--yes', address, ...args], options))).stdout
    }
    assert.equal(await npx('--version'), `${programVersion}\n`)
    const pack = await folderWith(packOf('from-here', 'acme'))
    assert.match(await npx('check', pack, '--no-git'), /would list this version/)
    assert.match(await npx('publish', pack, '--no-git', '--token', acme.token), /from-here 1\.0\.0 is live/)
    const into = await folderWith({})
    await npx('install', 'from-here', '--into', into)
    assert.match(await readFile(join(into, 'from-here/pyproject.toml'), 'utf8'), /from-here/)
    assert.equal(existsSync(join(folder, 'home/.config/nodeyard/config.json')), false)
  })

  it('names itself in hints as it was started', async () => {
    const options = { cwd: await folderWith({}), env: strange() }
    const { stderr } = await run('npx', ['--yes', address, 'whoami'], options).catch((error) => error)
    assert.ok(stderr.includes(`Log in with: npx --yes ${address} login`), stderr)
  })

  it('gives way to the version that the registry serves now, although npx keeps an older one', async () => {
    let now: Buffer | undefined
    const origin = await serverThat(({ url = '' }, response) => {
      const files: Record<string, Buffer | undefined> = {
        '/nodeyard.tgz': now ?? old,
        '/nodeyard-9.9.9.tgz': now,
        '/nodeyard.json': now && Buffer.from('{"version":"9.9.9"}'),
      }
      const body = files[url]
      response.writeHead(body ? 200 : 404, { 'cache-control': 'no-cache' }).end(body)
    })
    const old = (await packProgram(origin)).bytes
    const options = { cwd: await folderWith({}), env: strange(origin) }
    const npx = () => run('npx', ['--yes', `${origin}/nodeyard.tgz`, '--version'], options)
    assert.equal((await npx()).stdout, `${programVersion}\n`)
    now = tarballOf([
      { path: 'package.json', content: '{"name":"nodeyard","version":"9.9.9","bin":{"nodeyard":"p.js"}}' },
      { path: 'p.js', content: '#!/usr/bin/env node\nconsole.log("new", ...process.argv.slice(2))\n' },
    ])
    assert.equal((await npx()).stdout, 'new --version\n')
  })
})

describe('the installed program', () => {
  let program: string
  /** What npm asked its own registry for. */
  const asked: string[] = []
  before(async () => {
    const deadEnd = await serverThat(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(404).end()
    })
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const quietly = ['--no-audit', '--no-fund']
    await run('npm', ['install', ...quietly, address], { cwd: folder, env: strange(deadEnd) })
    program = join(folder, 'node_modules/nodeyard/dist/nodeyard.js')
  })

  /** The oldest Node on this machine, which can be older than the project's own. */
  const node = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath

  it('has no dependency of any kind, so that npm asks no other registry', async () => {
    const manifest = await readFile(join(folder, 'node_modules/nodeyard/package.json'), 'utf8')
    const members = Object.keys(JSON.parse(manifest)).sort()
    assert.deepEqual(members, ['bin', 'description', 'engines', 'license', 'name', 'type', 'version'])
    assert.deepEqual((await readdir(join(folder, 'node_modules'))).sort(), [
      '.bin',
      '.package-lock.json',
      'nodeyard',
    ])
    assert.deepEqual(asked, [])
  })

  it('shows its version and help', async () => {
    assert.equal((await run(node, [program, '--version'])).stdout, `${programVersion}\n`)
    assert.match((await run(node, [program, '--help', '--lang', 'fr'])).stdout, /publish/)
  })

  it('says the same about a pack as the source', async () => {
    const pack = join(samples, 'lumen-histogram')
    const args = ['check', pack, '--json']
    const [packed, source] = await Promise.all([
      run(node, [program, ...args]),
      run(process.execPath, [join(import.meta.dirname, 'nodeyard.ts'), ...args]),
    ])
    assert.equal(packed.stdout, source.stdout)
  })

  it('asks the chosen registry instead of its own', async () => {
    const env = { ...testEnvironment(), LANG: 'C', NODEYARD_CONFIG_DIR: folder, NODEYARD_KEYCHAIN: 'off' }
    const other = 'http://127.0.0.1:1'
    for (const chosen of [
      { args: ['--registry', other], env: {} },
      { args: [], env: { NODEYARD_REGISTRY: other } },
    ]) {
      const failed = await run(node, [program, 'search', 'blur', ...chosen.args], {
        env: { ...env, ...chosen.env },
      }).catch((error: { stderr: string }) => error)
      assert.match(failed.stderr, /refuses connections|cannot be reached/)
    }
    const pack = join(folder, 'my-pack')
    await mkdir(pack)
    await writeFile(join(pack, '__init__.py'), 'NODE_CLASS_MAPPINGS = {}\n')
    await run(node, [program, 'init', pack, '--publisher', 'acme'], { env })
    assert.match((await run(node, [program, 'check', pack], { env })).stdout, /would list this version/)
  })
})
