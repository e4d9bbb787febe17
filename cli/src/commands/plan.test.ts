import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { toActor } from '../../../server/src/people/identity/users.ts'
import { publishAdvisory } from '../../../server/src/safety/advisories/publish.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { useWorld } from '../../../server/test/world.ts'
import { folderWith, Terminal } from '../run.test-support.ts'

const registry = useWorld()
let acme: TestPublisher
let terminal: Terminal
let isPrepared = false

const nodes = (...names: string[]) =>
  `class N:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\nNODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": N`).join(', ')}}\n`
const workflowOf = (...types: string[]) =>
  JSON.stringify({ nodes: types.map((type, id) => ({ id, type })), links: [] })

async function prepare(): Promise<void> {
  if (isPrepared) return
  isPrepared = true
  acme = await testPublisher(registry.world, { id: 'acme' })
  terminal = new Terminal({ NODEYARD_REGISTRY: await registry.world.listen() })
  const publish = (id: string, version: string, names: string[], requirements = '') =>
    acme.publish({
      id,
      version,
      files: { '__init__.py': nodes(...names), 'requirements.txt': requirements },
    })
  await publish('soft-fog', '1.0.0', ['Fog', 'Fog Mask'])
  await publish('soft-fog', '2.0.0', ['Fog'])
  await publish('old-rain', '1.0.0', ['Rain'], 'numpy<2\n')
  await publish('clear-sky', '1.0.0', ['Sky'], 'numpy<2\n')
  await publish('clear-sky', '1.1.0', ['Sky'], 'numpy\n')
  await publish('new-snow', '1.0.0', ['Snow'], 'numpy>=2\n')
}

describe('a folder with a pack twice', () => {
  before(prepare)

  it('is planned with a warning that names the folders', async () => {
    const folder = await folderWith({})
    for (const [name, id] of [
      ['soft-fog', 'soft-fog'],
      ['Soft_Fog-main', 'Soft_Fog'],
      ['soft.fog.disabled', 'soft-fog'],
      ['old-rain', 'old-rain'],
    ] as const) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'pyproject.toml'), `[project]\nname = "${id}"\nversion = "1.0.0"\n`)
    }
    for (const command of ['plan', 'outdated']) {
      const { stderr } = await terminal.run(command, folder, '--python-version', '3.12')
      assert.match(
        stderr,
        /^Soft_Fog is in several folders: Soft_Fog-main, soft-fog\. Keep one of them/m,
        command,
      )
      assert.doesNotMatch(stderr, /old-rain is in|disabled/)
    }
  })
})

describe('finding the packs of a workflow', () => {
  before(prepare)

  it('reads files and error texts, and names what to install', async () => {
    const folder = await folderWith({
      'a.json': workflowOf('KSampler', 'Fog', 'Rain', 'Nobody Made This'),
      'error.txt': 'Cannot execute because node Rain does not exist.\n',
    })
    const { code, stdout } = await terminal.run('resolve', join(folder, 'a.json'))
    assert.equal(code, 1)
    assert.match(stdout, /^old-rain {2}1\.0\.0\n {2}Rain\nsoft-fog {2}2\.0\.0\n {2}Fog\n/)
    assert.match(stdout, /Part of the tool: KSampler\nNot provided by a known pack: Nobody Made This\n/)
    assert.match(stdout, /nodeyard install old-rain@1\.0\.0 soft-fog@2\.0\.0\n/)
    assert.match(await terminal.succeed('resolve', join(folder, 'error.txt')), /^old-rain {2}1\.0\.0\n/)
  })

  it('takes names, and says which are unknown', async () => {
    const { packs } = await terminal.json<{ packs: { node_id: string; source: string }[] }>('resolve', 'Snow')
    assert.deepEqual(
      packs.map(({ node_id, source }) => [node_id, source]),
      [['new-snow', 'archive']],
    )
    const { code, stdout } = await terminal.run('resolve', 'Snow', 'Hail')
    assert.deepEqual([code, /Not provided by a known pack: Hail/.test(stdout)], [1, true])
  })

  it('names a repository that the workflow records and the registry does not list', async () => {
    const commit = 'b'.repeat(40)
    const node = {
      id: 1,
      type: 'ExampleNobodyLists',
      properties: { aux_id: 'some-owner/ComfyUI-Example', ver: commit },
    }
    const workflow = join(
      await folderWith({ 'a.json': JSON.stringify({ nodes: [node], links: [] }) }),
      'a.json',
    )
    const said =
      /records github\.com\/some-owner\/ComfyUI-Example at bbbbbbb\. .* does not list it\. Look at it before/
    const address = `https://github.com/some-owner/ComfyUI-Example/tree/${commit}`
    for (const command of ['resolve', 'plan', 'lock']) {
      const output = command === 'lock' ? ['--output', `${workflow}.lock`] : []
      const { code, stdout } = await terminal.run(command, workflow, ...output)
      assert.equal(code, 1)
      assert.match(stdout, said, command)
      assert.ok(stdout.includes(`${address}  ExampleNobodyLists`), command)
    }
    const lock = JSON.parse(await readFile(`${workflow}.lock`, 'utf8'))
    assert.deepEqual(lock.unknown, ['ExampleNobodyLists', `github.com/some-owner/ComfyUI-Example@${commit}`])
    const { unlisted_repositories } = JSON.parse((await terminal.run('resolve', workflow, '--json')).stdout)
    assert.deepEqual(unlisted_repositories, [{ url: address, commit, comfy_nodes: ['ExampleNobodyLists'] }])
  })

  it('explains files that it cannot read', async () => {
    const folder = await folderWith({ 'a.json': '{"a":', 'b.png': Buffer.from([137, 80, 78, 71]) })
    const { stderr } = await terminal.run('resolve', join(folder, 'a.json'))
    assert.match(stderr, /The workflow is damaged/)
    assert.match(
      (await terminal.run('resolve', join(folder, 'b.png'))).stderr,
      /no workflow|neither a workflow|damaged/,
    )
    assert.match((await terminal.run('resolve', 'missing.json')).stderr, /file or folder not found/)
    assert.match((await terminal.run('resolve', folder)).stderr, /A folder is not a workflow/)
  })
})

describe('planning', () => {
  before(prepare)

  it('shows conflicts with their lines', async () => {
    const { code, stdout } = await terminal.run('plan', 'old-rain', 'new-snow', '--python-version', '3.12')
    assert.equal(code, 1)
    assert.match(stdout, /Some of this cannot be installed together/)
    assert.match(stdout, /Conflicting versions of numpy\n {2}\S+ 1\.0\.0: numpy\S+/)
  })

  it('counts what the interpreter already has', async () => {
    const folder = await folderWith({ 'freeze.txt': 'numpy==1.26.4\n' })
    const freeze = join(folder, 'freeze.txt')
    const { code, stdout } = await terminal.run('plan', 'new-snow', '--freeze', freeze)
    assert.equal(code, 1)
    assert.match(stdout, /numpy==1\.26\.4/)
    await terminal.succeed('plan', 'old-rain', '--freeze', freeze)
  })

  it('explains options that cannot be', async () => {
    for (const [option, value, message] of [
      ['--os', 'beos', /Choose one of linux, windows, macos/],
      ['--python-version', 'three', /not a version of Python/],
      ['--python', 'no-such-python', /program not found/],
      ['--as-of', 'yesterday', /not a date/],
      ['--freeze', 'missing.txt', /file or folder not found/],
    ] as const)
      assert.match((await terminal.run('plan', 'old-rain', option, value)).stderr, message)
    assert.match((await terminal.run('plan', 'no-such-pack')).stdout, /no-such-pack +not known here/)
  })

  it('writes no lock with a conflict, unless forced', async () => {
    const own = new Terminal(terminal.env)
    own.folder = await folderWith({})
    const { code, stderr } = await own.run('lock', 'old-rain', 'new-snow')
    assert.equal(code, 1)
    assert.match(stderr, /Conflicting versions of numpy[\s\S]*Not written/)
    assert.deepEqual(await readdir(own.folder), [])
    assert.equal((await own.run('lock', 'old-rain', 'new-snow', '--force')).code, 1)
    assert.deepEqual(await readdir(own.folder), ['nodeyard.lock'])
  })
})

describe('from a workflow to the same installation elsewhere', () => {
  let here: Terminal
  before(prepare)
  before(async () => {
    here = new Terminal(terminal.env)
    here.folder = await folderWith({
      'a.json': workflowOf('Fog', 'Rain'),
      'fog-mask.json': workflowOf('Fog Mask'),
    })
    for (const name of ['one/custom_nodes', 'two/custom_nodes'])
      await mkdir(join(here.folder, name), { recursive: true })
  })

  it('locks, installs, and locks what is installed', async () => {
    assert.match(await here.succeed('lock', 'a.json', '--as-of', '2100-01-01'), /Wrote \S+nodeyard\.lock/)
    const lock = JSON.parse(await readFile(join(here.folder, 'nodeyard.lock'), 'utf8'))
    assert.deepEqual(
      lock.packs.map(({ id, version }: Record<string, string>) => `${id} ${version}`),
      ['old-rain 1.0.0', 'soft-fog 2.0.0'],
    )
    await here.succeed('install', '--lock', 'nodeyard.lock', '--into', 'one/custom_nodes')
    await here.succeed('lock', 'one/custom_nodes', '--output', 'again.lock')
    const again = JSON.parse(await readFile(join(here.folder, 'again.lock'), 'utf8'))
    assert.deepEqual(again.packs, lock.packs)
    const files = (await readdir(join(here.folder, 'one/custom_nodes')))
      .filter((name) => !name.startsWith('.'))
      .sort()
    assert.deepEqual(files, ['old-rain', 'soft-fog'])
  })

  it('says which installed packs are outdated, and what updates would break', async () => {
    await here.succeed('install', 'soft-fog@1.0.0', 'old-rain', '--into', 'two/custom_nodes')
    const { code, stdout } = await here.run('outdated', 'two/custom_nodes')
    assert.equal(code, 1)
    assert.match(stdout, /soft-fog {2}1\.0\.0 → 2\.0\.0 {2}Keep the installed version\.\n/)
    assert.match(stdout, / {2}2\.0\.0 {2}1 change can break saved workflows\n {4}Fog Mask +node removed/)
    const used = await here.run('outdated', 'two/custom_nodes', 'fog-mask.json')
    assert.match(used.stdout, /breaks the workflow in 1 place\n {4}Fog Mask#0 +node removed/)
    const unused = await here.run('outdated', 'two/custom_nodes', 'a.json')
    assert.match(unused.stdout, /Update to 2\.0\.0[\s\S]*nodeyard install soft-fog@2\.0\.0/)
    assert.equal((await here.run('outdated', 'nodeyard.lock')).code, 0)
  })

  it('lists the models of a workflow, and prints commands', async () => {
    const models = [{ name: 'x.safetensors', url: 'https://models.test/x.safetensors', directory: 'loras' }]
    const loader = { id: 1, type: 'LoraLoader', widgets_values: ['x.safetensors'], properties: { models } }
    await writeFile(join(here.folder, 'm.json'), JSON.stringify({ nodes: [loader], links: [] }))
    const stdout = await here.succeed('models', 'm.json')
    assert.match(stdout, /^loras\/x\.safetensors[\s\S]*https:\/\/models\.test\/x\.safetensors \(recorded\)/)
    assert.match(await here.succeed('models', 'm.json', '--commands', 'wget'), /wget -c -O models\/loras\/x/)
    assert.match((await here.run('models', 'm.json', '--commands', 'ftp')).stderr, /curl, wget, aria2, hub/)
  })
})

describe('folders of packs that the registry does not know', () => {
  before(prepare)

  const planOf = async (files: Record<string, string>, ...more: string[]) => {
    const folder = await folderWith(files)
    return terminal.run('plan', folder, '--python-version', '3.12', ...more)
  }

  it('compares their requirements on this machine, with file and line', async () => {
    const { code, stdout } = await planOf({
      'example-old/requirements.txt': 'numpy<2\nopencv-python\ntransformers==4.26.1\n',
      'example-new/requirements.txt': 'numpy>=2.1\nopencv-python-headless\ntransformers>=4.51\n',
      'example-new/pyproject.toml': '[project]\nname = "example-new"\nversion = "1.0.0"\n',
    })
    assert.equal(code, 1)
    assert.match(
      stdout,
      /Conflicting versions of numpy\n {2}example-new 1\.0\.0: numpy>=2\.1 \(example-new\/requirements\.txt:1\)\n {2}example-old: numpy<2 \(example-old\/requirements\.txt:1\)\n/,
    )
    assert.match(stdout, /Conflicting versions of transformers\n/)
    assert.match(stdout, /cv2[\s\S]*opencv-python-headless \(example-new\/requirements\.txt:2\)/)
    assert.match(stdout, /example-old +not known here/)
  })

  it('compares them with packs of the registry, and follows other files', async () => {
    const { stdout } = await planOf({
      'mine/requirements.txt': '-r more/base.txt\n',
      'mine/more/base.txt': '# first\nnumpy>=2\n',
      'old-rain/pyproject.toml': '[project]\nname = "old-rain"\nversion = "1.0.0"\n',
      'old-rain/requirements.txt': 'numpy<2\n',
      'sleeping.disabled/requirements.txt': 'numpy<1\n',
      '.disabled/gone@1_0_0/requirements.txt': 'numpy<1\n',
    })
    assert.match(stdout, /mine: numpy>=2 \(mine\/more\/base\.txt:2\)/)
    assert.match(stdout, /old-rain 1\.0\.0: numpy<2 \(old-rain\/requirements\.txt:1\)/)
    assert.doesNotMatch(stdout, /numpy<1/)
  })

  it('names versions of the registry that agree with a folder', async () => {
    const { stdout } = await planOf({
      'mine/requirements.txt': 'numpy>=2\n',
      'clear-sky/pyproject.toml': '[project]\nname = "clear-sky"\nversion = "1.0.0"\n',
      'clear-sky/requirements.txt': 'numpy<2\n',
    })
    assert.match(stdout, /clear-sky 1\.0\.0: numpy<2 \(\S+\)\n {4}.*: 1\.1\.0\n/)
  })

  it('says which files it did not read', async () => {
    const { stdout } = await planOf({ 'mine/install.py': 'import pip\n', 'mine/requirements.txt': '' })
    assert.match(stdout, /mine\/install\.py/)
  })
})

describe('checkouts and packs with advisories', () => {
  before(prepare)

  const git = async (folder: string, ...args: string[]) => {
    const who = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b.c',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b.c',
    }
    const date = '2026-01-01T00:00:00Z'
    const env = { ...process.env, ...who, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    return (await promisify(execFile)('git', args, { cwd: folder, env })).stdout.trim()
  }
  const checkout = async (packs: string, name: string) => {
    const folder = join(packs, name)
    await mkdir(folder)
    await git(folder, 'init', '--quiet')
    await git(folder, 'remote', 'add', 'origin', `https://github.com/test/${name}`)
    await writeFile(join(folder, '__init__.py'), '')
    await git(folder, 'add', '.')
    await git(folder, 'commit', '--quiet', '-m', 'x')
    return git(folder, 'rev-parse', 'HEAD')
  }

  it('are judged by readings and by the advisories of the audit, and the others are named', async () => {
    const { given } = registry.world
    const packs = await folderWith({
      'soft-fog/pyproject.toml': '[project]\nname = "soft-fog"\nversion = "1.0.0"\n',
      'stranger/__init__.py': '',
      'private/pyproject.toml': '[project]\nname = "private"\nversion = "1.0.0"\n',
      'soft-rain/pyproject.toml': '[project]\nname = "old-rain"\nversion = "7.0.0"\n',
    })
    const read = async (id: string, reading: object) => {
      await given.node({
        id,
        publisher_id: unclaimedPublisherId,
        repository_url: `https://github.com/test/${id}`,
        repository_key: `github.com/test/${id}`,
      })
      await given.reading({ node_id: id, ...reading })
    }
    for (const id of ['old-mist', 'new-mist', 'same-mist', 'lost-mist']) {
      const head = await checkout(packs, id)
      if (id === 'old-mist') await read(id, { committed_at: new Date('2026-02-01') })
      if (id === 'new-mist') await read(id, { committed_at: new Date('2025-02-01') })
      if (id === 'same-mist') await read(id, { commit_id: head, committed_at: new Date('2026-01-01') })
    }
    const content = { details: '', remedy: '', aliases: [], references: [], ranges: [] }
    await publishAdvisory(registry.world.deps, toActor(await given.user({ is_admin: true })), {
      ...{ ...content, archive_digests: [], file_digests: [] },
      node_id: 'soft-fog',
      severity: 'high',
      title: 'Sends pictures',
      refuses_installs: false,
      versions: ['1.0.0'],
    })
    await registry.world.runJobs()
    const { code, stdout } = await terminal.run('outdated', packs)
    assert.equal(code, 1)
    assert.match(stdout, /^high soft-fog 1\.0\.0: Sends pictures \(NYSA-\S+\)\n/)
    assert.match(stdout, /^soft-fog {2}1\.0\.0 → 2\.0\.0\n/m)
    assert.match(stdout, /^old-mist {2}[\da-f]{10} → [\da-f]{10} {2}.*newer commit, of 2026-02-01/m)
    assert.match(stdout, /not known here: lost-mist, private\n/)
    assert.match(stdout, /versions are not known here: soft-rain\n/)
    assert.match(stdout, /id or version is missing: stranger\n/)
    assert.match(stdout, /^2 of 8 packs are outdated\.\n/m)
    const audited = await terminal.run('audit', packs)
    assert.match(audited.stdout, /^high soft-fog 1\.0\.0: Sends pictures/m)
    const asleep = await folderWith({
      '.disabled/soft-fog@1_0_0/pyproject.toml': '[project]\nname = "soft-fog"\nversion = "1.0.0"\n',
    })
    for (const command of ['audit', 'outdated']) {
      const ran = await terminal.run(command, asleep)
      assert.equal(ran.code, 1, command)
      assert.match(ran.stdout, /^high soft-fog 1\.0\.0: Sends pictures/m, command)
    }
  })
})

describe('what a lock cannot have', () => {
  before(prepare)

  it('is named, and in the lock', async () => {
    const folder = await folderWith({
      'snapshot.json': JSON.stringify({
        git_custom_nodes: { 'https://github.com/a/b': { hash: 'main', disabled: false } },
        cnr_custom_nodes: { 'soft-fog': '1.0.0' },
        file_custom_nodes: [{ filename: 'my_node.py', disabled: false }],
        pips: { 'numpy==2.1.0': '', 'extra @ git+https://github.com/a/c': '' },
      }),
    })
    const lock = join(folder, 'x.lock')
    const { code, stdout } = await terminal.run('lock', join(folder, 'snapshot.json'), '--output', lock)
    assert.equal(code, 1)
    const lost = ['extra @ git+https://github.com/a/c', 'https://github.com/a/b@main', 'my_node.py']
    assert.match(stdout, /cannot pin them: https:\/\/github\.com\/a\/b@main, my_node\.py, extra @ git/)
    assert.deepEqual(JSON.parse(await readFile(lock, 'utf8')).unknown, lost)
  })
})

describe('conflicts that an environment already has', () => {
  before(prepare)

  it('do not count for the plan, and come with a repair', async () => {
    const folder = await folderWith({
      'freeze.txt': 'onnxruntime==1.20.0\nonnxruntime-gpu==1.20.1\nnumpy==2.2.0\n',
    })
    const args = ['plan', 'new-snow', '--freeze', join(folder, 'freeze.txt'), '--accelerator', 'cuda']
    const { code, stdout } = await terminal.run(...args)
    assert.equal(code, 0)
    assert.doesNotMatch(stdout, /cannot be installed together/)
    assert.match(
      stdout,
      /already has these conflicts[\s\S]*python -m pip uninstall -y onnxruntime onnxruntime-gpu\n {4}python -m pip install -c \S+ onnxruntime-gpu==1\.20\.1\n/,
    )
  })

  it('are read from an interpreter without pip, and without running packages', async (t) => {
    const folder = await folderWith({ 'json.py': 'open("ran", "w")\n' })
    const made = await promisify(execFile)('python3', [
      '-m',
      'venv',
      '--without-pip',
      join(folder, 'venv'),
    ]).catch(() => undefined)
    if (!made) return t.skip('needs Python with venv')
    const python = join(folder, 'venv/bin/python')
    const { stdout: library } = await promisify(execFile)(python, [
      '-c',
      'import sysconfig; print(sysconfig.get_path("purelib"))',
    ])
    for (const [name, version] of [
      ['onnxruntime', '1.20.0'],
      ['onnxruntime-gpu', '1.20.1'],
      ['torch', '2.6.0+cu124'],
    ] as const) {
      const info = join(library.trim(), `${name}-${version}.dist-info`)
      await mkdir(info)
      await writeFile(join(info, 'METADATA'), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`)
    }
    await mkdir(join(library.trim(), 'torch'))
    await writeFile(
      join(library.trim(), 'torch/__init__.py'),
      `open(${JSON.stringify(join(folder, 'ran'))}, 'w')\n`,
    )
    const own = new Terminal(terminal.env)
    own.folder = folder
    const { stdout } = await own.run('plan', 'new-snow', '--python', python)
    assert.match(stdout, /cuda\.[\s\S]*Installed package: onnxruntime-gpu==1\.20\.1/)
    assert.ok(stdout.includes(`    ${python} -m pip uninstall -y onnxruntime onnxruntime-gpu\n`), stdout)
    assert.deepEqual((await readdir(folder)).sort(), ['json.py', 'venv'])
  })
})
