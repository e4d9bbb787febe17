// A promise: each command that the program recommends leads on as printed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { approveDeviceLogin } from '@nodeyard/contract/people'
import { attestationVerifier } from '../../server/src/packs/attestations/verify.ts'
import { makeRepository, serveGit } from '../../server/test/fakes/git-server.ts'
import { FakeSigstore } from '../../server/test/fakes/sigstore.ts'
import { type TestPublisher, testPublisher } from '../../server/test/publishing.ts'
import { untilTrue } from '../../server/test/until-true.ts'
import { useWorld } from '../../server/test/world.ts'
import { folderWith, packOf, type Ran, serverThat, Terminal } from './run.test-support.ts'

const sigstore = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
const registry = useWorld({ attestationVerifier: attestationVerifier(async () => sigstore.trustedRoot()) })
let acme: TestPublisher
let owner: { id: string; email: string; name: string }
let url: string

async function prepare(): Promise<void> {
  const user = await registry.world.given.user({ email: 'maya@example.com', name: 'Maya' })
  owner = { id: user.id, email: 'maya@example.com', name: 'Maya' }
  acme = await testPublisher(registry.world, { id: 'acme', owner: user })
  url = await registry.world.listen()
  const code =
    'class N:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\nNODE_CLASS_MAPPINGS = {"Rain": N}\n'
  for (const version of ['1.0.0', '2.0.0'])
    await acme.publish({ id: 'old-rain', version, files: { '__init__.py': code } })
}

const english: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'ground/locales/en.json'), 'utf8'),
)

/** Someone in a folder whose program has no registry built in: every command names it. */
async function someoneIn(files: Record<string, string>, ...folders: string[]): Promise<Terminal> {
  const terminal = new Terminal()
  terminal.folder = await folderWith(files)
  for (const folder of folders) await mkdir(join(terminal.folder, folder), { recursive: true })
  return terminal
}

/** Finds the command that a text recommends. It ends with its sentence. */
function commandIn({ stdout, stderr }: Ran, key: string): string {
  const form = english[key] ?? assert.fail(key)
  const said = stdout + stderr
  const escaped = form.replace(/[.*+?^$()[\]\\|]/g, '\\$&')
  const found = new RegExp(escaped.replace(/\{\{\w+\}\}/g, '(?:.*)'), 'm').exec(said)?.[0]
  const command = /\bnodeyard (.+?)(?:\. [A-Z].*)?$/.exec(found ?? '')?.[1]
  return command ?? assert.fail(`${key} is not in: ${said}`)
}

/** Splits a command as a shell does. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

/** Runs what a text recommends, as it is printed. */
const follow = (terminal: Terminal, ran: Ran, key: string) => terminal.run(...wordsOf(commandIn(ran, key)))

async function followWell(terminal: Terminal, ran: Ran, key: string): Promise<string> {
  const { code, stdout, stderr } = await follow(terminal, ran, key)
  assert.equal(code, 0, `${commandIn(ran, key)}: ${stdout}${stderr}`)
  return stdout
}

/** Approves the next login in the browser. */
async function approve(): Promise<void> {
  const { world } = registry
  const find = () =>
    world.deps.db
      .selectFrom('device_logins')
      .select('user_code')
      .where('token_id', 'is', null)
      .executeTakeFirst()
  await untilTrue(async () => (await find()) !== undefined)
  const params = { userCode: (await find())?.user_code ?? '' }
  await world.as(owner).call(approveDeviceLogin, {
    params,
    body: { publisher_id: 'acme', nodes: ['soft-glow'], actions: ['publish-new'] },
  })
}

async function logsIn(terminal: Terminal, ran: Ran, key: string): Promise<void> {
  await Promise.all([followWell(terminal, ran, key), approve()])
  const whoami = await terminal.succeed('whoami', '--registry', url)
  assert.match(whoami, /acme/)
}

const versionIn = async (...path: string[]) =>
  /version = "(.*)"/.exec(await readFile(join(...path, 'pyproject.toml'), 'utf8'))?.[1]

/** Each text with a command: what makes the program say it, and what following it leads to. */
const rows: Record<string, () => Promise<void>> = {
  async unknown_command() {
    const terminal = await someoneIn({})
    assert.match(await followWell(terminal, await terminal.run('publsh'), 'unknown_command'), /publish/)
  },
  async help_hint() {
    const terminal = await someoneIn({})
    assert.match(await followWell(terminal, await terminal.run('search'), 'help_hint'), /--limit/)
  },
  async project_missing() {
    const terminal = await someoneIn({}, 'my pack')
    const ran = await terminal.run('publish', 'my pack', '--token', acme.token, '--registry', url)
    await followWell(terminal, ran, 'project_missing')
    assert.ok(existsSync(join(terminal.folder, 'my pack/pyproject.toml')))
  },
  async wrote_project() {
    const terminal = await someoneIn({ 'my pack/__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' })
    const ran = await terminal.run('init', 'my pack', '--publisher', 'acme', '--registry', url)
    assert.match(await followWell(terminal, ran, 'wrote_project'), /would list this version/)
  },
  async publisher_left() {
    const terminal = await someoneIn({ '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' })
    await logsIn(terminal, await terminal.run('init', '--registry', url), 'publisher_left')
    await terminal.succeed('init', '--force', '--registry', url)
    assert.match(await readFile(join(terminal.folder, 'pyproject.toml'), 'utf8'), /PublisherId = "acme"/)
  },
  async not_logged_in() {
    const terminal = await someoneIn({})
    await logsIn(terminal, await terminal.run('whoami', '--registry', url), 'not_logged_in')
  },
  async not_logged_in_as() {
    const terminal = await someoneIn(packOf('soft-glow', 'acme'))
    await logsIn(terminal, await terminal.run('publish', '--registry', url), 'not_logged_in_as')
  },
  async advice_log_in() {
    const terminal = await someoneIn(packOf('soft-glow', 'acme'))
    const ran = await terminal.run('publish', '--token', 'nyp_wrong', '--registry', url)
    await logsIn(terminal, ran, 'advice_log_in')
  },
  async bundle_about_other_file() {
    const terminal = await someoneIn(packOf('soft-glow', 'acme'))
    const bundle = JSON.stringify(sigstore.attest({ digest: 'a'.repeat(64), at: registry.world.now() }))
    const file = join(await folderWith({ 'bundle.json': bundle }), 'bundle.json')
    const asked = ['--bundle', file, '--token', acme.token, '--registry', url]
    const [command = ''] = wordsOf(
      commandIn(await terminal.run('publish', ...asked), 'bundle_about_other_file'),
    )
    const packed = await terminal.succeed(command, '--output', join(await folderWith({}), 'a.zip'))
    assert.match(packed, /SHA-256 [0-9a-f]{64}/)
  },
  async kill_list_untrusted() {
    const terminal = await someoneIn({}, 'custom_nodes')
    await terminal.succeed('audit', 'custom_nodes', '--registry', url)
    const trusted = join(terminal.env['NODEYARD_CONFIG_DIR'] ?? '', 'trusted-keys.json')
    const text = await readFile(trusted, 'utf8')
    await writeFile(
      trusted,
      text.replace(/"x": ?"[^"]{43}"/g, `"x":"${'A'.repeat(43)}"`).replace(/"list":/g, '"other":'),
    )
    const ran = await terminal.run('audit', 'custom_nodes', '--registry', url)
    await followWell(terminal, ran, 'kill_list_untrusted')
    await terminal.succeed('audit', 'custom_nodes', '--registry', url)
  },
  models_left_one: () => leavesModels('one'),
  models_left_other: () => leavesModels('other'),
  async resolve_folder() {
    const terminal = await someoneIn({
      'my packs/rain/pyproject.toml': '[project]\nname = "old-rain"\nversion = "1.0.0"\n',
    })
    const ran = await terminal.run('resolve', 'my packs', '--registry', url)
    assert.match((await follow(terminal, ran, 'resolve_folder')).stdout, /1 of 1 packs is outdated/)
  },
  async lock_install() {
    const terminal = await someoneIn({}, 'custom_nodes')
    const ran = await terminal.run(
      'lock',
      (await aRepository()).id,
      'old-rain',
      '--output',
      'a b.lock',
      '--registry',
      url,
    )
    await followWell(terminal, ran, 'lock_install')
    assert.equal(await versionIn(terminal.folder, 'custom_nodes/old-rain'), '2.0.0')
    await followWell(terminal, ran, 'lock_install')
  },
  async install_with() {
    const { id, address } = await aRepository()
    const terminal = await someoneIn({ 'a.txt': `${address}\n` }, 'custom_nodes')
    const ran = await terminal.run('resolve', 'Rain', 'a.txt', '--registry', url)
    await followWell(terminal, ran, 'install_with')
    assert.equal(await versionIn(terminal.folder, 'custom_nodes/old-rain'), '2.0.0')
    assert.ok(existsSync(join(terminal.folder, 'custom_nodes', id, 'nodes.py')))
  },
  async pack_uninstalled() {
    const terminal = await someoneIn({ 'my packs/rain/a.py': '' })
    const ran = await terminal.run('uninstall', 'rain', '--into', 'my packs')
    await followWell(terminal, ran, 'pack_uninstalled')
    assert.ok(existsSync(join(terminal.folder, 'my packs/rain/a.py')))
  },
  async trash_size() {
    const terminal = await someoneIn({ 'my packs/rain/a.py': '' })
    const ran = await terminal.run('uninstall', 'rain', '--into', 'my packs')
    await followWell(terminal, ran, 'trash_size')
    assert.equal(existsSync(join(terminal.folder, 'my packs/.nodeyard.disabled')), false)
  },
  async update_with() {
    const terminal = await someoneIn({}, 'my packs')
    await terminal.succeed('install', 'old-rain@1.0.0', '--into', 'my packs', '--registry', url)
    const ran = await terminal.run('outdated', 'my packs', '--registry', url)
    await followWell(terminal, ran, 'update_with')
    assert.equal(await versionIn(terminal.folder, 'my packs/old-rain'), '2.0.0')
    const other = await terminal.run('outdated', '--into', 'my packs', '--registry', url)
    assert.match(other.stdout, /0 of 1/)
  },
}

/** Texts with a command that nobody is asked to run. */
const others: Record<string, string> = {
  running: 'names what the program runs itself',
  git_failed: 'names the command of git that failed',
}

async function leavesModels(form: 'one' | 'other'): Promise<void> {
  const host = await serverThat((_, response) => void response.end('weights'))
  const sha256 = createHash('sha256').update('weights').digest('hex')
  const names = form === 'one' ? ['a.safetensors'] : ['a.safetensors', 'b.safetensors']
  const models = names.map((name) => ({ folder: 'vae', name, url: `${host}/${name}`, sha256, size: 7 }))
  const lock = {
    format: 'nodeyard-lock/1',
    created: '2026-03-01T00:00:00.000Z',
    registry: 'https://other.test',
  }
  const terminal = await someoneIn(
    { 'a b.lock': JSON.stringify({ ...lock, packs: [], python: [], models, unknown: [] }) },
    ...['tool/custom_nodes', 'tool/models'],
  )
  const ran = await terminal.run(
    'install',
    '--lock',
    'a b.lock',
    '--into',
    'tool/custom_nodes',
    '--registry',
    url,
  )
  await followWell(terminal, ran, `models_left_${form}`)
  for (const name of names) assert.ok(existsSync(join(terminal.folder, 'tool/models/vae', name)))
}

let count = 0
/** A pack that only its repository offers, at a commit that the registry has read. */
async function aRepository(): Promise<{ id: string; address: string }> {
  const { given } = registry.world
  const id = `fog-${++count}`
  const root = await folderWith({})
  const commit = makeRepository(join(root, `acme/${id}.git`), [{ path: 'nodes.py', content: 'x = 1\n' }])
  const served = await serveGit(root)
  after(() => served.close())
  const repository_url = `${served.url}/acme/${id}`
  const repository_key = repository_url.replace('http://', '')
  await given.node({ id, publisher_id: unclaimedPublisherId, repository_url, repository_key })
  await given.reading({ node_id: id, commit_id: commit, repository_url })
  return { id, address: repository_url }
}

describe('each command that the program recommends', () => {
  before(prepare)

  it('has a row below', () => {
    const texts = Object.keys(english).filter((key) => /\{\{(nodeyard|command)\}\}/.test(english[key] ?? ''))
    assert.deepEqual([...Object.keys(rows), ...Object.keys(others)].sort(), texts.sort())
  })

  for (const [key, row] of Object.entries(rows)) it(`leads on as printed: ${key}`, row)
})
