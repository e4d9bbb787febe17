import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { approveDeviceLogin, denyDeviceLogin } from '@nodeyard/contract/people'
import { toActor } from '../../../server/src/people/identity/users.ts'
import { publishAdvisory } from '../../../server/src/safety/advisories/publish.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { untilTrue } from '../../../server/test/until-true.ts'
import { useWorld } from '../../../server/test/world.ts'
import { folderWith, packOf, Terminal } from '../run.test-support.ts'

const registry = useWorld()
let acme: TestPublisher
let owner: { id: string; email: string; name: string }
let terminal: Terminal
let isPrepared = false

async function prepare(): Promise<void> {
  if (isPrepared) return
  isPrepared = true
  const user = await registry.world.given.user({ email: 'maya@example.com', name: 'Maya' })
  owner = { id: user.id, email: 'maya@example.com', name: 'Maya' }
  acme = await testPublisher(registry.world, { id: 'acme', owner: user })
  terminal = new Terminal({ NODEYARD_REGISTRY: await registry.world.listen() })
}

/** Runs the jobs of the registry while `work` waits for them. */
async function withJobs<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  await untilTrue(async () => {
    await registry.world.runJobs()
    return isDone
  })
  return done
}

/** Waits for the code that a program shows, and decides about it in the browser. */
async function decide(decision: 'approve' | 'deny'): Promise<void> {
  const { world } = registry
  let userCode = ''
  await untilTrue(async () => {
    const row = await world.deps.db
      .selectFrom('device_logins')
      .select('user_code')
      .where('token_id', 'is', null)
      .executeTakeFirst()
    userCode = row?.user_code ?? ''
    return userCode !== ''
  })
  const params = { userCode: userCode.toLowerCase() }
  const body = { publisher_id: acme.id }
  if (decision === 'deny') await world.as(owner).call(denyDeviceLogin, { params, body })
  else
    await world.as(owner).call(approveDeviceLogin, {
      params,
      body: { ...body, nodes: ['soft-glow'], actions: ['publish-new', 'publish-update', 'yank'] },
    })
}

describe('signing in from a terminal', () => {
  before(prepare)

  it('says what to do before it', async () => {
    const { code, stderr } = await terminal.run('whoami')
    assert.equal(code, 1)
    assert.match(stderr, /You are not logged in to http:\S+\. Log in with: nodeyard login/)
  })

  it('stores a token that only the user can read, once approved in the browser', async () => {
    const [said] = await Promise.all([terminal.succeed('login', '--no-browser'), decide('approve')])
    assert.match(said, /This program calls itself “nodeyard”/)
    assert.match(said, /Allowed: publish-new, publish-update, yank; soft-glow; until \d{4}-/)
    assert.match(said, /Open this address in your browser: http\S+\/device\n/)
    assert.match(said, /Enter this code there: [A-Z]{4}-[A-Z]{4}\n/)
    assert.match(said, /You are logged in to http\S+ for the publisher acme\./)
    const file = join(terminal.env['NODEYARD_CONFIG_DIR'] ?? '', 'credentials.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const [own] = await terminal.json<{ publisherId: string; createdBy: string }[]>('whoami')
    assert.deepEqual([own?.publisherId, own?.createdBy], ['acme', 'Maya'])
  })

  it('reports a refusal in the browser', async () => {
    const other = new Terminal(terminal.env)
    const named = other.run('login', '--no-browser', '--name', 'my desktop')
    const [{ code, stdout, stderr }] = await Promise.all([named, decide('deny')])
    assert.match(stdout, /calls itself “my desktop”/)
    assert.equal(code, 1)
    assert.match(stderr, /The sign-in was refused in the browser/)
  })
})

describe('from an empty folder to an installed pack', () => {
  let folder: string
  let packs: string
  before(prepare)
  before(async () => {
    folder = await folderWith({
      'README.md': '# Soft Glow\n\nAdds a soft glow to pictures.\n',
      'requirements.txt': '# For speed\nnumpy>=1.26\n',
      LICENSE: 'MIT License\n',
      '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
    })
    packs = await folderWith({})
  })

  it('writes a project file that passes the check', async () => {
    await terminal.succeed('init', folder, '--id', 'soft-glow')
    const text = await readFile(join(folder, 'pyproject.toml'), 'utf8')
    for (const part of [
      'name = "soft-glow"',
      'DisplayName = "Soft Glow"',
      'PublisherId = "acme"',
      '"numpy>=1.26"',
      'license-files = [ "LICENSE" ]',
    ])
      assert.ok(text.includes(part), text)
    assert.match(await terminal.succeed('check', folder), /The registry would list this version\./)
    const again = await terminal.run('init', folder)
    assert.match(again.stderr, /exists\. Replace it with --force/)
  })

  it('publishes and follows the version', async () => {
    const said = await withJobs(terminal.succeed('publish', folder, '--changelog', 'First.'))
    assert.match(said, /soft-glow 1\.0\.0 is live\./)
    assert.match(await terminal.succeed('status', 'soft-glow@1.0.0'), /soft-glow 1\.0\.0 is live\./)
    assert.match(await terminal.succeed('status', 'soft-glow'), /1\.0\.0 +active/)
  })

  it('shows its publisher the state of a pack that no visitor sees', async () => {
    const { given } = registry.world
    const at = { NODEYARD_REGISTRY: terminal.env['NODEYARD_REGISTRY'] ?? '' }
    const { secret } = await given.token({ publisher_id: 'acme' })
    const [publisher, visitor] = [new Terminal({ ...at, NODEYARD_TOKEN: secret }), new Terminal(at)]
    for (const status of ['flagged', 'banned'] as const) {
      const { id } = await given.node({ publisher_id: 'acme', status: 'draft', was_public: false })
      await given.version({ node_id: id, status, first_active_at: null })
      assert.match(await publisher.succeed('status', id), new RegExp(`1\\.0\\.0 +${status}`))
      const { code, stderr } = await visitor.run('status', id)
      assert.equal(code, 1)
      assert.match(stderr, /not found/i)
    }
  })

  it('tells its publisher that a pack has no version yet', async () => {
    const { id } = await registry.world.given.node({ publisher_id: 'acme' })
    assert.equal(await terminal.succeed('status', id), `${id} does not have a public version yet.\n`)
  })

  it('finds it, and shows its facts', async () => {
    assert.match(await terminal.succeed('search', 'glow'), /soft-glow +1\.0\.0[\s\S]*1 pack found/)
    assert.match(
      await terminal.succeed('info', 'soft-glow'),
      /Soft Glow soft-glow[\s\S]*Requirements +numpy>=1\.26/,
    )
    assert.match(await terminal.succeed('open', 'soft-glow', '--print'), /\/nodes\/soft-glow\n$/)
    assert.equal((await terminal.run('search', 'zzzzzz')).code, 1)
  })

  it('installs it byte for byte, and runs nothing', async () => {
    const said = await terminal.succeed('install', 'soft-glow', '--into', packs)
    assert.match(said, /Installed soft-glow 1\.0\.0\./)
    assert.match(said, /No code of the packs was run[\s\S]*-m pip install -c \S+ -r \S+requirements\.txt/)
    for (const file of ['__init__.py', 'README.md', 'pyproject.toml'])
      assert.deepEqual(await readFile(join(packs, 'soft-glow', file)), await readFile(join(folder, file)))
    assert.deepEqual((await readdir(packs)).sort(), ['.nodeyard.disabled', 'soft-glow'])
  })

  it('compares a new version with the published one', async () => {
    const init = join(folder, '__init__.py')
    await writeFile(
      init,
      'import requests\nrequests.get("https://models.example.com/a")\nNODE_CLASS_MAPPINGS = {}\n',
    )
    const { since } = await terminal.json<{
      since: { version: string; capabilities: { gained: unknown[] } }
    }>(...['check', folder, '--against', 'latest'])
    assert.equal(since.version, '1.0.0')
    assert.ok(since.capabilities.gained.length > 0)
    assert.match(
      await terminal.succeed('check', folder, '--against', '1.0.0'),
      /new capabilities[\s\S]*network +models\.example\.com/,
    )
  })

  it('updates it, keeps the files of the user, and removes files that are gone', async () => {
    const files = { ...packOf('soft-glow', 'acme', '1.1.0'), 'new.py': '' }
    const next = await folderWith(files)
    await withJobs(terminal.succeed('publish', next))
    await mkdir(join(packs, 'soft-glow/presets'))
    await writeFile(join(packs, 'soft-glow/presets/mine.json'), '{}')
    await terminal.succeed('install', 'soft-glow', '--into', packs)
    const found = (await readdir(join(packs, 'soft-glow'))).sort()
    assert.deepEqual(found, ['.tracking', 'README.md', '__init__.py', 'new.py', 'presets', 'pyproject.toml'])
    assert.equal(await readFile(join(packs, 'soft-glow/presets/mine.json'), 'utf8'), '{}')
  })

  it('yanks and deprecates versions', async () => {
    const { stderr } = await terminal.run('yank', 'soft-glow@1.0.0')
    assert.match(stderr, /Say why with --reason/)
    assert.match(
      await terminal.succeed('yank', 'soft-glow@1.0.0', '--reason', 'Too dark.'),
      /hidden from new installs/,
    )
    assert.match(await terminal.succeed('status', 'soft-glow'), /1\.0\.0 +active +\S+ +yanked/)
    await terminal.succeed('yank', 'soft-glow@1.0.0', '--undo')
    await terminal.succeed('deprecate', 'soft-glow@1.0.0', '--message', 'Use 1.1.0.')
    assert.match(await terminal.succeed('status', 'soft-glow'), /1\.0\.0 +active +\S+ +deprecated/)
    await terminal.succeed('deprecate', 'soft-glow@1.0.0', '--undo')
  })

  it('names installed packs that define the same nodes', async () => {
    const code = (names: string[]) =>
      `class Node:\n    pass\n\nNODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": Node`).join(', ')}}\n`
    const installed = await folderWith({
      'fog/__init__.py': code(['Defog', 'Rehaze', 'KSampler']),
      'fog-copy/__init__.py': code(['Rehaze', 'Defog', 'KSampler', 'Own']),
      'fog-old.disabled/__init__.py': code(['Defog']),
      'other/__init__.py': code(['Other']),
    })
    const { code: exit, stdout } = await terminal.run('audit', installed)
    assert.equal(exit, 0)
    assert.match(
      stdout,
      /^fog-copy: defines the same nodes as fog \(Defog, Rehaze\); one replaces the other$/m,
    )
    assert.doesNotMatch(stdout, /^(?:fog|other|fog-old\.disabled): /m)
    const { shared } = JSON.parse((await terminal.run('audit', installed, '--json')).stdout)
    assert.deepEqual(shared, [{ folder: 'fog-copy', other: 'fog', comfy_nodes: ['Defog', 'Rehaze'] }])
  })

  it('finds installed packs that became dangerous', async () => {
    assert.match(
      await terminal.succeed('audit', packs),
      /^Not checked: this registry has not published advisories yet\. Installed packs: 1\.$/m,
    )
    const { world } = registry
    const admin = await world.given.user({ is_admin: true })
    await publishAdvisory(world.deps, toActor(admin), {
      node_id: 'soft-glow',
      severity: 'high',
      title: 'Mines coins',
      details: '',
      remedy: '',
      aliases: [],
      references: [],
      refuses_installs: true,
      ranges: [],
      archive_digests: [],
      file_digests: [],
      versions: ['1.1.0'],
    })
    await world.runJobs()
    const { code, stdout } = await terminal.run('audit', packs)
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^high soft-glow 1\.1\.0: Mines coins \(NYSA-\S+\)\n {2}Remove it: \S+soft-glow\nInstalled packs: 1\. Compared with advisories: 1, blocked versions: 1\. Dangers found: 1\.\n$/,
    )
    const refused = await terminal.run('install', 'soft-glow@1.1.0', '--into', packs)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /The registry refused|is dangerous/)
  })
})

describe('reporting imports', () => {
  before(prepare)

  it('shows what it would send, and sends it only if asked', async () => {
    const { world } = registry
    const node = await world.given.node()
    const version = await world.given.version({ node_id: node.id })
    const project = (publisherId: string) =>
      `[project]\nname = "${node.id}"\nversion = "${version.version}"\n[tool.comfy]\nPublisherId = "${publisherId}"\n`
    const packs = await folderWith({
      'fog/pyproject.toml': project('acme'),
      'checkout/pyproject.toml': project('acme'),
      'checkout/.git/HEAD': '',
      'private/pyproject.toml': project(''),
      'tool.log': [
        '** Python version: 3.12.7',
        'ComfyUI version: 0.3.66',
        'Device: cpu',
        ...['fog', 'checkout', 'private'].map((name) => `   0.0 seconds: /tool/custom_nodes/${name}`),
      ].join('\n'),
    })
    const args = ['report-imports', join(packs, 'tool.log'), '--into', packs]
    const reports = async () =>
      (await world.deps.db.selectFrom('import_reports').selectAll().execute()).length
    assert.match(await terminal.succeed(...args), new RegExp(`${node.id} 1\\.0\\.0 imported\\nNot sent\\.`))
    assert.equal(await reports(), 0)
    assert.match(
      await terminal.succeed(...args, '--send'),
      /^Tool 0\.3, Python 3\.12, .*, cpu\n.*\n1 report counted\.\n$/,
    )
    assert.equal(await reports(), 1)
    const { code, stderr } = await terminal.run(
      'report-imports',
      join(packs, 'fog/pyproject.toml'),
      '--into',
      packs,
    )
    assert.equal(code, 1)
    assert.match(stderr, /does not name the versions of the tool and of Python/)
  })
})

describe('the help', () => {
  before(prepare)

  it('exists for every command in every language', async () => {
    for (const language of ['ar', 'en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh']) {
      const help = await terminal.succeed('--help', '--lang', language)
      assert.match(help, /publish/)
    }
  })

  it('names unknown commands', async () => {
    const { code, stderr } = await terminal.run('publsh')
    assert.deepEqual([code, stderr], [1, 'Unknown command "publsh". List the commands: nodeyard --help\n'])
  })

  it('is named where a command is used wrongly', async () => {
    const { code, stderr } = await terminal.run('search')
    assert.equal(code, 1)
    assert.match(stderr, /The argument words is missing\.\nOptions: nodeyard search --help\n$/)
  })

  it('reports wrong usage in the language of the user', async () => {
    const said = async (...args: string[]) => (await terminal.run(...args, '--lang', 'es')).stderr
    assert.match(
      await said('search', 'fog', '--limt', '3'),
      /^Opción desconocida: --limt\.\n¿Querías decir --limit\?\n/,
    )
    assert.match(await said('search'), /^Falta el argumento words\.\n/)
    assert.match(await said('open', 'a', 'b'), /^Demasiados argumentos para open\.\n/)
    const { stderr } = await terminal.run('search', 'fog', '--lang', 'es', '--limit')
    assert.match(stderr, /^La opción --limit <\S+> necesita un valor\.\n/)
  })

  it('tells before publishing what a folder without a project file lacks', async () => {
    const { code, stdout } = await terminal.run('check', await folderWith({ '__init__.py': '' }))
    assert.equal(code, 1)
    assert.match(stdout, /pyproject\.toml does not exist\. Create it with: nodeyard init/)
    assert.match(stdout, /0\/15 +Names a license/)
    const licensed = await terminal.run('check', await folderWith({ LICENSE: 'MIT License\n' }))
    assert.match(licensed.stdout, /0\/10/)
    assert.doesNotMatch(licensed.stdout, /Names a license/)
    const stated = await folderWith(packOf('a', 'acme'))
    assert.doesNotMatch(await terminal.succeed('check', stated), /nodeyard init/)
  })

  it('completes commands and options in three shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await terminal.succeed('completion', shell)
      assert.ok(script.includes('publish') && script.includes('changelog'), script)
    }
  })
})
