import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { isLock, readLock } from '@nodeyard/analysis/lock'
import { buildZip } from '../../../analysis/src/archive/zip-builder.test-support.ts'
import { runGit as git } from '../../../server/test/fakes/git-server.ts'
import { answerKillList } from '../registry/kill-list.test-support.ts'
import { folderWith, type Ran, serverThat, Terminal } from '../run.test-support.ts'
import { filesBelow } from './folder.ts'
import { historyName, maxChanges, readHistory } from './history.ts'

const program = join(import.meta.dirname, '../nodeyard.ts')
const killer = join(import.meta.dirname, 'kill-at.test-support.ts')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const archiveOf = (files: Record<string, string>) =>
  buildZip({ entries: Object.entries(files).map(([name, data]) => ({ name, data })) })
const manifest = (version: string) => `[project]\nname = "blur"\nversion = "${version}"\n`
/** The versions of a pack that a registry has. The last one fails when it is installed. */
const versions: Record<string, Uint8Array> = {
  '1.0.0': archiveOf({
    'pyproject.toml': manifest('1.0.0'),
    'nodes.py': 'x = 1\n',
    'config.json': '{"a": 1}',
    'old/part.py': 'y = 1\n',
  }),
  '2.0.0': archiveOf({
    'pyproject.toml': manifest('2.0.0'),
    'nodes.py': 'x = 2\n',
    'config.json': '{"a": 2}',
    old: 'a file now',
    'mine/new.txt': 'of the pack',
  }),
  large: archiveOf({ 'pyproject.toml': '[project]\nname = "large"\n', 'data.bin': 'x'.repeat(900_000) }),
  '3.0.0': archiveOf({ 'pyproject.toml': manifest('3.0.0'), 'install.py': 'raise SystemExit(3)\n' }),
  '3.1.0': archiveOf({
    'pyproject.toml': manifest('3.1.0'),
    'requirements.txt': 'torch>=2\nlib>=2\nadded\n',
  }),
}

const registry = await serverThat((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry.test')
  const killList = answerKillList(request.url ?? '')
  const [, , id = ''] = pathname.split('/')
  const version = searchParams.get('version') ?? (id === 'large' ? id : '1.0.0')
  const bytes = versions[pathname.slice('/archive/'.length)] ?? versions[version]
  if (killList) response.end(JSON.stringify(killList))
  else if (pathname.startsWith('/archive/')) response.end(bytes)
  else {
    const found = {
      node_id: id,
      version,
      downloadUrl: `http://${request.headers.host}/archive/${version}`,
      sha256: bytes && sha256(bytes),
      size: bytes?.byteLength,
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
  }
})
const terminal = new Terminal({ NODEYARD_REGISTRY: registry })
const nodeyard = (packs: string, ...args: string[]): Promise<Ran> => terminal.run(...args, '--into', packs)
const succeed = (packs: string, ...args: string[]) => terminal.succeed(...args, '--into', packs)

/** Everything that the tool, or the user, sees in a folder: the bytes of files, and where links lead. */
async function stateOf(packs: string): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const entry of await readdir(packs, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(packs.length + 1)
    if (name.startsWith(historyName)) continue
    state[name] = entry.isSymbolicLink()
      ? `link to ${await readlink(path)}`
      : entry.isDirectory()
        ? 'folder'
        : (await readFile(path)).toString('base64')
  }
  return state
}

/** A folder in which the first version is installed, with files of the user in it. */
async function packsWithBlur(): Promise<string> {
  const packs = await folderWith({ 'other/nodes.py': 'z = 1\n', 'loose.py': '' })
  await succeed(packs, 'install', 'blur@1.0.0')
  for (const [path, text] of Object.entries({
    'mine/wildcards.txt': 'red\nblue\n',
    'models/deep/weights.bin': 'weights',
    'config.json': '{"a": "changed by the user"}',
  })) {
    await mkdir(dirname(join(packs, 'blur', path)), { recursive: true })
    await writeFile(join(packs, 'blur', path), text)
  }
  await symlink(tmpdir(), join(packs, 'blur/models/elsewhere'))
  await mkdir(join(packs, 'blur/empty'))
  return packs
}

describe('undo', () => {
  it('restores an update byte for byte, and keeps what the user added or changed since', async () => {
    const packs = await packsWithBlur()
    const before = await stateOf(packs)
    await succeed(packs, 'install', 'blur@2.0.0')
    const updated = await stateOf(packs)
    assert.equal(updated['blur/nodes.py'], Buffer.from('x = 2\n').toString('base64'))
    assert.equal(updated['blur/models/deep/weights.bin'], before['blur/models/deep/weights.bin'])
    assert.equal(updated['blur/models/elsewhere'], `link to ${tmpdir()}`)
    await succeed(packs, 'undo')
    assert.deepEqual(await stateOf(packs), before)
    await succeed(packs, 'install', 'blur@2.0.0')
    await writeFile(join(packs, 'blur/mine/wildcards.txt'), 'green\n')
    await writeFile(join(packs, 'blur/mine/later.txt'), 'later')
    await writeFile(join(packs, 'blur/nodes.py'), 'patched by the user')
    const stdout = await succeed(packs, 'undo')
    const [wildcards, later] = ['green\n', 'later'].map((text) => Buffer.from(text).toString('base64'))
    assert.deepEqual(await stateOf(packs), {
      ...before,
      'blur/mine/wildcards.txt': wildcards,
      'blur/mine/later.txt': later,
    })
    assert.match(stdout, /Undid install: blur\.\nKept changes: 3 \(/)
    const [, , last] = await readHistory(packs)
    assert.equal(await readFile(last?.path('after/blur/nodes.py') ?? '', 'utf8'), 'patched by the user')
  })

  it('goes back one change after the other, to where there was none', async () => {
    const packs = await folderWith({ 'other/nodes.py': '' })
    const states = [await stateOf(packs)]
    for (const args of [
      ['install', 'blur'],
      ['install', 'blur@2.0.0'],
      ['disable', 'blur'],
      ['uninstall', 'other'],
      ['enable', 'BLUR'],
    ]) {
      await succeed(packs, ...args)
      states.push(await stateOf(packs))
    }
    states.pop()
    for (const state of states.toReversed()) {
      await succeed(packs, 'undo')
      assert.deepEqual(await stateOf(packs), state)
    }
    const { code, stderr } = await nodeyard(packs, 'undo')
    assert.deepEqual([code, /that can be undone was not found/.test(stderr)], [1, true], stderr)
  })

  it('restores what was uninstalled: checkouts with local changes, and links as links', async () => {
    const elsewhere = await folderWith({ 'nodes.py': 'mine' })
    const packs = await folderWith({ 'Fog/nodes.py': 'x = 1\n', 'Fog/pyproject.toml': manifest('1.0.0') })
    git(join(packs, 'Fog'), ['init', '--quiet'])
    git(join(packs, 'Fog'), ['add', '--all'])
    await writeFile(join(packs, 'Fog/nodes.py'), 'x = "changed"\n')
    await symlink(elsewhere, join(packs, 'linked'))
    const before = await stateOf(packs)
    const stdout = await succeed(packs, 'uninstall', 'blur', 'linked')
    assert.match(stdout, /Removed Fog\. To restore it, run: .*nodeyard.* undo --into /)
    assert.match(stdout, /Kept changes: 1 \([\d.,]+ kB, in .*\.nodeyard\.disabled\)\. .* undo --clear/)
    assert.deepEqual(await stateOf(packs), {})
    assert.deepEqual(await readdir(elsewhere), ['nodes.py'])
    await succeed(packs, 'undo')
    assert.deepEqual(await stateOf(packs), before)
  })

  it('names the Python packages that were left over, and that no one else states', async () => {
    const tool = await folderWith({
      'requirements.txt': 'torch\nnumpy>=1.25\n',
      'custom_nodes/blur/requirements.txt': 'numpy\nOnly_Here[gpu]==1\nshared\n-r more.txt\n',
      'custom_nodes/blur/more.txt': 'git+https://example.com/a/fork.git#egg=a-fork\n',
      'custom_nodes/.disabled/fog@1_0/requirements.txt': 'shared>2\n',
    })
    const packs = join(tool, 'custom_nodes')
    const stdout = await succeed(packs, 'uninstall', 'blur')
    assert.match(stdout, /do not list: a-fork, only-here\. They stay installed/)
    await succeed(packs, 'undo')
    const json = await terminal.json('uninstall', 'blur', '--into', packs)
    assert.deepEqual(json, { uninstalled: [{ folder: 'blur' }], python_left: ['a-fork', 'only-here'] })
    await succeed(packs, 'undo')
    await rm(join(tool, 'requirements.txt'))
    assert.match(await succeed(packs, 'uninstall', 'blur'), /that are left over were not looked for/)
  })

  it('after a failed install takes back that one, not the change before', async () => {
    const packs = await packsWithBlur()
    const before = await stateOf(packs)
    for (const args of [['blur@4.0.0'], ['blur@3.0.0', '--python', 'python3', '--run-install-scripts']]) {
      const failed = await nodeyard(packs, 'install', ...args)
      assert.deepEqual([failed.code, await stateOf(packs)], [1, before], failed.stderr)
    }
    assert.match(await succeed(packs, 'undo'), /The last install failed, and its files had been restored/)
    assert.deepEqual(await stateOf(packs), before)
    await nodeyard(packs, 'undo')
    assert.deepEqual(Object.keys(await stateOf(packs)).sort(), ['loose.py', 'other', 'other/nodes.py'])
  })

  it('does not overwrite what is in the place by now', async () => {
    const packs = await packsWithBlur()
    await succeed(packs, 'uninstall', 'blur')
    await mkdir(join(packs, 'blur'))
    await writeFile(join(packs, 'blur/new.py'), 'new')
    const before = await stateOf(packs)
    const { code, stderr } = await nodeyard(packs, 'undo')
    assert.deepEqual([code, /blur exists\. Move it away/.test(stderr)], [1, true], stderr)
    assert.deepEqual(await stateOf(packs), before)
  })

  it('of an unpacked archive without a list of files keeps those of the user alone', async () => {
    const packs = await folderWith({
      'blur/pyproject.toml': manifest('1.0.0'),
      'blur/nodes.py': 'x = 1\n',
      'blur/old/part.py': 'y = 1\n',
      'blur/config.json': '{"a": "changed by the user"}',
      'blur/mine.txt': 'mine',
    })
    const before = await stateOf(packs)
    await succeed(packs, 'install', 'blur@3.1.0')
    const names = Object.keys(await stateOf(packs)).sort()
    const files = ['.tracking', 'config.json', 'mine.txt', 'pyproject.toml', 'requirements.txt']
    assert.deepEqual(names, ['blur', ...files.map((file) => `blur/${file}`)])
    await succeed(packs, 'undo')
    assert.deepEqual(await stateOf(packs), before)
  })

  it('leaves files behind a link where they are', async () => {
    const elsewhere = await folderWith({ 'work.py': 'mine' })
    const packs = await packsWithBlur()
    await succeed(packs, 'install', 'blur@2.0.0')
    await rm(join(packs, 'blur'), { recursive: true })
    await symlink(elsewhere, join(packs, 'blur'))
    await succeed(packs, 'undo')
    assert.equal(await readFile(join(packs, 'blur/nodes.py'), 'utf8'), 'x = 1\n')
    assert.deepEqual(await readdir(elsewhere), ['work.py'])
  })

  it('keeps files whose names have backslashes in their folder', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such names.')
    const packs = await packsWithBlur()
    await writeFile(join(packs, 'blur', String.raw`..\..\journal.json`), 'mine')
    const before = await stateOf(packs)
    await succeed(packs, 'install', 'blur@2.0.0')
    assert.equal(await readFile(join(packs, 'blur', String.raw`..\..\journal.json`), 'utf8'), 'mine')
    await succeed(packs, 'undo')
    assert.deepEqual(await stateOf(packs), before)
  })

  it('keeps a bounded number of changes, lists them, and deletes them when told', async () => {
    const packs = await folderWith({ 'blur/nodes.py': 'x'.repeat(2000) })
    for (let at = 0; at < maxChanges / 2 + 1; at++) {
      await succeed(packs, 'disable', 'blur')
      await succeed(packs, 'enable', 'blur')
    }
    assert.equal((await readHistory(packs)).length, maxChanges)
    await succeed(packs, 'uninstall', 'blur')
    const listed = await succeed(packs, 'undo', '--list')
    assert.match(listed, /^\d{4}-\d\d-\d\d \d\d:\d\d {2}uninstall {2}blur {2}[\d.]+ kB\n/)
    const { changes } = await terminal.json<{ changes: { size: number }[] }>(
      'undo',
      '--list',
      '--into',
      packs,
    )
    assert.equal(changes.length, maxChanges)
    assert.ok((changes[0]?.size ?? 0) >= 2000)
    assert.match(await succeed(packs, 'undo', '--clear'), /Deleted changes: 20 \([\d.]+ kB\)/)
    assert.deepEqual(await readdir(packs), ['.disabled'])
  })

  it('writes a lock before and after each change', async () => {
    const packs = await folderWith({ 'hand-made/nodes.py': '' })
    await succeed(packs, 'install', 'blur')
    await succeed(packs, 'uninstall', 'blur')
    const locks: unknown[] = []
    for (const entry of await readHistory(packs))
      for (const name of ['before.lock', 'after.lock']) {
        const value = JSON.parse(await readFile(entry.path(name), 'utf8'))
        assert.ok(isLock(value))
        const { packs: pinned, unknown } = readLock(value)
        locks.push([pinned.map(({ id, version, sha256: digest }) => [id, version, digest]), unknown])
      }
    const blur = [['blur', '1.0.0', sha256(versions['1.0.0'] ?? new Uint8Array())]]
    assert.deepEqual(locks, [
      [[], ['hand-made']],
      [blur, ['hand-made']],
      [blur, ['hand-made']],
      [[], ['hand-made']],
    ])
  })
})

const hasVenv = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0

/** A virtual environment whose pip finds these wheels of empty modules, and no others. */
async function environmentWith(wheels: readonly (readonly [name: string, version: string])[]) {
  const folder = await folderWith({})
  assert.equal(spawnSync('python3', ['-m', 'venv', join(folder, 'venv')]).status, 0)
  const python = join(folder, 'venv/bin/python')
  await mkdir(join(folder, 'wheels'))
  for (const [name, version] of wheels) {
    const info = `${name}-${version}.dist-info`
    const files = {
      [`${name}.py`]: '',
      [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
      [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      [`${info}/RECORD`]: `${name}.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
    }
    await writeFile(join(folder, `wheels/${name}-${version}-py3-none-any.whl`), archiveOf(files))
  }
  await writeFile(
    join(folder, 'venv/pip.conf'),
    `[global]\nno-index = true\ndisable-pip-version-check = true\nfind-links = ${join(folder, 'wheels')}\n`,
  )
  const pip = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(python, ['-m', 'pip', ...args], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }
  return {
    python,
    pip,
    installed: () =>
      pip('list', '--format=freeze')
        .split('\n')
        .filter((line) => !/^(pip|setuptools|$)/.test(line)),
  }
}

describe('undoing in Python', { skip: !hasVenv && 'needs Python with venv' }, () => {
  it('restores the packages of an environment, and never changes torch', async () => {
    const { python, pip, installed } = await environmentWith([
      ['torch', '2.6.0+cu124'],
      ['torch', '2.7.0'],
      ['lib', '1.0'],
      ['lib', '2.0'],
      ['added', '1.0'],
    ])
    pip('install', 'torch==2.6.0+cu124', 'lib==1.0')
    const before = installed()
    const packs = await packsWithBlur()
    const state = await stateOf(packs)
    await succeed(packs, 'install', 'blur@3.1.0', '--python', python)
    assert.deepEqual(installed(), ['added==1.0', 'lib==2.0', 'torch==2.6.0+cu124'])
    assert.match(await succeed(packs, 'undo', '--python', python), /install/)
    assert.deepEqual(installed(), before)
    assert.deepEqual(await stateOf(packs), state)
  })
})

describe('installing what is right already', () => {
  it('changes nothing, and leaves nothing to undo', async () => {
    const packs = await packsWithBlur()
    await rm(join(packs, 'blur/config.json'))
    await succeed(packs, 'install', 'blur@1.0.0')
    const before = await stateOf(packs)
    assert.match(await succeed(packs, 'install', 'blur@1.0.0'), /blur is at 1\.0\.0 already/)
    assert.deepEqual(await stateOf(packs), before)
    assert.equal((await readHistory(packs)).length, 2)
  })

  it('updates a folder whose name differs in letter case', async () => {
    const packs = await folderWith({ 'BLUR/mine.txt': 'mine', 'BLUR/nodes.py': 'old' })
    const before = await stateOf(packs)
    await succeed(packs, 'install', 'blur')
    assert.deepEqual((await readdir(packs)).sort(), [historyName, 'BLUR'])
    assert.equal(await readFile(join(packs, 'BLUR/mine.txt'), 'utf8'), 'mine')
    await succeed(packs, 'undo')
    assert.deepEqual(await stateOf(packs), before)
  })
})

describe('disabling', () => {
  it('moves a pack where the in-app manager keeps disabled ones, and back', async () => {
    const packs = await folderWith({
      'ComfyUI-Blur/pyproject.toml': manifest('1.2.3'),
      'fog/.git/HEAD': '',
      'loose.py': '',
    })
    const before = await stateOf(packs)
    await succeed(packs, 'disable', 'blur', 'fog', 'loose.py')
    assert.deepEqual((await readdir(join(packs, '.disabled'))).sort(), ['ComfyUI-Blur@1_2_3', 'fog@nightly'])
    assert.deepEqual((await readdir(packs)).sort(), ['.disabled', historyName, 'loose.py.disabled'])
    assert.match(await succeed(packs, 'disable', 'fog'), /fog@nightly is disabled already/)
    await succeed(packs, 'enable', 'comfyui-blur', 'fog', 'loose.py')
    assert.deepEqual(await stateOf(packs), { ...before, '.disabled': 'folder' })
    assert.match(await succeed(packs, 'enable', 'fog'), /fog is enabled already/)
  })

  it('lets no version of an author change the name of the folder', async () => {
    for (const version of ['1/2', '..\\\\..\\\\x', '1@2', '../../x', 'x'.repeat(300)]) {
      const packs = await folderWith({ 'blur/pyproject.toml': manifest(version) })
      const before = await stateOf(packs)
      await succeed(packs, 'disable', 'blur')
      assert.deepEqual(await readdir(join(packs, '.disabled')), ['blur'])
      await succeed(packs, 'enable', 'blur')
      assert.deepEqual(await stateOf(packs), { ...before, '.disabled': 'folder' })
    }
  })

  it('reads no device, and no more of a file than it needs', async () => {
    const packs = await folderWith({ 'blur/nodes.py': '' })
    for (const name of ['pyproject.toml', 'requirements.txt', 'install.py'])
      await symlink('/dev/zero', join(packs, 'blur', name))
    await succeed(packs, 'disable', 'blur')
    assert.deepEqual(await readdir(join(packs, '.disabled')), ['blur'])
  })

  it('enables what others disabled by a suffix, and refuses a name that two folders have', async () => {
    const packs = await folderWith({ 'fog.disabled/a.py': '', '.disabled/fog@1_0/a.py': '' })
    const { code, stderr } = await nodeyard(packs, 'enable', 'fog')
    assert.equal(code, 1)
    assert.match(stderr, /Several folders match fog: fog\.disabled, \.disabled\/fog@1_0\./)
    await succeed(packs, 'enable', 'fog.disabled')
    assert.deepEqual(await readdir(join(packs, 'fog')), ['a.py'])
    assert.match((await nodeyard(packs, 'enable', 'fog@1_0')).stderr, /fog exists/)
    assert.match((await nodeyard(packs, 'uninstall', '..')).stderr, /\.\. is not among the packs/)
  })
})

interface Options {
  killAt?: number
  uid?: number
  settings?: string
}

/** Starts the program in a process of its own. */
function start(packs: string, args: readonly string[], options: Options = {}) {
  const preload = options.killAt === undefined ? [] : ['--import', killer]
  return spawn(process.execPath, [...preload, program, ...args, '--into', packs], {
    env: {
      ...process.env,
      ...terminal.env,
      ...(options.settings === undefined ? {} : { NODEYARD_CONFIG_DIR: options.settings }),
      KILL_AT: String(options.killAt),
      KILL_BELOW: packs,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
  })
}

async function ended(child: ReturnType<typeof start>) {
  const [[code, signal], stderr] = await Promise.all([once(child, 'close'), textOf(child.stderr)])
  return { code, signal, stderr } as { code: number | null; signal: string | null; stderr: string }
}

describe('kill -9', () => {
  for (const [name, args] of Object.entries({
    update: ['install', 'blur@2.0.0'],
    uninstall: ['uninstall', 'blur', 'other'],
    undo: ['undo'],
  }))
    it(`at any rename of ${name} leaves what undo restores`, async () => {
      let killed = 0
      for (let at = 1; ; at++) {
        const packs = await packsWithBlur()
        if (name === 'undo') await succeed(packs, 'install', 'blur@2.0.0')
        const before = await stateOf(packs)
        const { code, signal, stderr } = await ended(start(packs, args, { killAt: at }))
        if (signal !== 'SIGKILL') {
          assert.equal(code, 0, stderr)
          break
        }
        killed++
        // The change was recorded before the first file moved; the last kill may come after it was done.
        const [last] = (await readHistory(packs)).toReversed()
        const wasDone = last?.journal.state === 'done' && name !== 'undo'
        const undone = await nodeyard(packs, 'undo')
        assert.equal(undone.code, 0, undone.stderr)
        if (name === 'undo') {
          const state = await stateOf(packs)
          assert.equal(state['blur/nodes.py'], Buffer.from('x = 1\n').toString('base64'), `at ${at}`)
          assert.equal(state['blur/mine/wildcards.txt'], before['blur/mine/wildcards.txt'])
        } else assert.deepEqual(await stateOf(packs), before, `at ${at}, done: ${wasDone}`)
        await rm(packs, { recursive: true })
      }
      assert.ok(killed >= 3, `${killed} points`)
    })

  it('leaves what the next command restores, too', async () => {
    const packs = await packsWithBlur()
    const before = await stateOf(packs)
    const { signal } = await ended(start(packs, ['install', 'blur@2.0.0'], { killAt: 4 }))
    assert.equal(signal, 'SIGKILL')
    assert.notDeepEqual(await stateOf(packs), before)
    const { stderr } = await nodeyard(packs, 'install', 'blur@9.0.0')
    assert.match(stderr, /Restored blur, because a command had been interrupted/)
    assert.deepEqual(await stateOf(packs), before)
  })

  it('during the restoring of an interrupted change leaves what the next undo restores', async () => {
    const interrupted = await packsWithBlur()
    const before = await stateOf(interrupted)
    await ended(start(interrupted, ['install', 'blur@2.0.0'], { killAt: 6 }))
    for (let at = 1; ; at++) {
      const packs = await folderWith({})
      await cp(interrupted, packs, { recursive: true, verbatimSymlinks: true })
      const { signal } = await ended(start(packs, ['undo'], { killAt: at }))
      const isDone = (await readHistory(packs)).at(-1)?.journal.state === 'undone'
      if (signal === 'SIGKILL' && !isDone) assert.equal((await nodeyard(packs, 'undo')).code, 0)
      assert.deepEqual(await stateOf(packs), before, `at ${at}`)
      if (isDone) {
        assert.ok(at > 4)
        break
      }
    }
  })

  it('keeps what someone put in the place of a pack meanwhile', async () => {
    const packs = await packsWithBlur()
    await ended(start(packs, ['install', 'blur@2.0.0'], { killAt: 4 }))
    await mkdir(join(packs, 'blur'))
    await writeFile(join(packs, 'blur/mine.txt'), 'mine')
    await succeed(packs, 'install', 'large')
    const aside = (await readHistory(packs)).map((entry) => filesBelow(entry.path('aside')))
    assert.deepEqual((await Promise.all(aside)).flat(), ['0/blur/mine.txt'])
  })
})

describe('a history that is not as it was written', () => {
  const journal = (parts: object) =>
    JSON.stringify({
      format: 'nodeyard-history/1',
      command: 'install',
      created: '2026-01-01T00:00:00.000Z',
      state: 'started',
      packs: [],
      moves: [],
      ...parts,
    })

  it('moves no file out of the folder of packs, or into it', async () => {
    const outside = await folderWith({ 'key.txt': 'secret' })
    for (const parts of [
      { moves: [['gone', '../key.txt']] },
      { moves: [['gone', join(outside, 'key.txt')]] },
      { moves: [['gone', 'blur/../../key.txt']] },
      { state: 'done', packs: [{ name: 'fog', to: '../key.txt' }] },
      { state: 'done', packs: [{ name: '..', files: [] }] },
      { state: 'done', packs: ['fog'] },
      { state: 'done', created: undefined },
    ]) {
      const packs = join(outside, 'custom_nodes')
      const change = join(packs, historyName, '0001')
      await mkdir(change, { recursive: true })
      await writeFile(join(change, 'journal.json'), journal(parts))
      const { code } = await nodeyard(packs, 'undo')
      assert.deepEqual([code, (await readdir(outside)).sort()], [1, ['custom_nodes', 'key.txt']])
      assert.equal((await nodeyard(packs, 'undo', '--list')).code, 0)
      await rm(packs, { recursive: true })
    }
  })

  it('is not read from a repository that was cloned under its name', async () => {
    const outside = await folderWith({ 'key.txt': 'secret', 'custom_nodes/fog/a.py': '' })
    const packs = join(outside, 'custom_nodes')
    await mkdir(join(packs, historyName, '.git'), { recursive: true })
    await mkdir(join(packs, historyName, '0001'))
    await symlink('../..', join(packs, historyName, 'up'))
    const moves = [['gone', `${historyName}/up/key.txt`]]
    await writeFile(join(packs, historyName, '0001/journal.json'), journal({ moves }))
    await succeed(packs, 'uninstall', 'fog')
    assert.equal(await readFile(join(outside, 'key.txt'), 'utf8'), 'secret')
  })

  it('is not mixed with later changes', async () => {
    const packs = await packsWithBlur()
    await succeed(packs, 'install', 'blur@2.0.0')
    const [, last] = await readHistory(packs)
    await writeFile(last?.path('journal.json') ?? '', '\0\0')
    const before = await stateOf(packs)
    await succeed(packs, 'uninstall', 'blur')
    await succeed(packs, 'undo')
    assert.deepEqual(await stateOf(packs), before)
    assert.equal(await readFile(last?.path('before/blur/nodes.py') ?? '', 'utf8'), 'x = 1\n')
  })
})

describe('a folder of packs', () => {
  it('is changed by one command at a time, and not blocked by one that was killed', async () => {
    const packs = await packsWithBlur()
    const before = await stateOf(packs)
    const asked = Promise.withResolvers<void>()
    const stalling = await serverThat(async ({ url = '', headers }, response) => {
      if (url.startsWith('/archive/')) asked.resolve()
      else {
        const sent = await (await fetch(new URL(url, registry))).text()
        response.end(sent.replaceAll(new URL(registry).host, headers.host ?? ''))
      }
    })
    const first = start(packs, ['install', 'blur@2.0.0', '--registry', stalling])
    await asked.promise
    for (const args of [['uninstall', 'other'], ['undo'], ['install', 'blur@2.0.0']]) {
      const { code, stderr } = await nodeyard(packs, ...args)
      const mark = `process ${first.pid} @`
      assert.deepEqual(
        [code, /Another command is changing/.test(stderr), stderr.includes(mark)],
        [1, true, true],
      )
    }
    // A stopped command gives no sign, and goes on later.
    first.kill('SIGSTOP')
    const running = join(packs, historyName, 'running')
    const longAgo = new Date(Date.now() - 7_200_000)
    for (const mark of await readdir(running)) await utimes(join(running, mark), longAgo, longAgo)
    assert.match((await nodeyard(packs, 'undo')).stderr, /Another command is changing/)
    first.kill('SIGKILL')
    await ended(first)
    assert.match(await succeed(packs, 'undo'), /The last install failed/)
    assert.deepEqual(await stateOf(packs), before)
  })

  it('is not blocked by a command whose process number another program has', async (t) => {
    if (process.platform !== 'linux') return t.skip('Only Linux says when a process started.')
    const packs = await packsWithBlur()
    const running = join(packs, historyName, 'running')
    await mkdir(running, { recursive: true })
    await writeFile(join(running, `${process.ppid}@${hostname()}@1-${'0'.repeat(8)}`), '')
    await succeed(packs, 'undo')
  })

  it('is not blocked by a mark that was left on another machine', async () => {
    const packs = await packsWithBlur()
    const mark = join(packs, historyName, 'running', `1@elsewhere@${'0'.repeat(8)}`)
    await mkdir(dirname(mark), { recursive: true })
    await writeFile(mark, '')
    assert.match((await nodeyard(packs, 'undo')).stderr, /process 1 @ elsewhere/)
    const longAgo = new Date(Date.now() - 120_000)
    await utimes(mark, longAgo, longAgo)
    await succeed(packs, 'undo')
  })

  it('that cannot be written is named, without advice for publishers', async () => {
    const packs = await packsWithBlur()
    const before = await stateOf(packs)
    await rm(join(packs, historyName), { recursive: true })
    await chmod(dirname(packs), 0o755)
    await chmod(packs, 0o555)
    // Nothing is denied to root.
    const asUser = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const settings = await folderWith({})
    await chmod(settings, 0o777)
    for (const args of [['install', 'blur@2.0.0'], ['uninstall', 'blur'], ['undo']]) {
      const { code, stderr } = await ended(start(packs, args, { ...asUser, settings }))
      assert.equal(code, 1)
      assert.match(stderr, /\.nodeyard\.disabled.*: you lack permission to write there, or it is read-only/)
      assert.doesNotMatch(stderr, /comfyignore/)
    }
    await chmod(packs, 0o755)
    assert.deepEqual(await stateOf(packs), before)
  })

  it('is not the folder above it', async () => {
    const tool = await folderWith({ 'ComfyUI/custom_nodes/fog/a.py': '', 'ComfyUI/main.py': '' })
    for (const above of [tool, join(tool, 'ComfyUI')]) {
      const { code, stderr } = await nodeyard(above, 'install', 'blur')
      assert.equal(code, 1)
      assert.match(stderr, /contains the folder of packs.* Use: --into \S+ComfyUI\/custom_nodes\n/)
    }
    await succeed(join(tool, 'ComfyUI/custom_nodes'), 'install', 'blur')
  })

  it('stays as it is when the disk is full', async (t) => {
    const packs = await folderWith({})
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', packs])
    if (mounted.status !== 0) return t.skip('A small disk cannot be mounted here.')
    try {
      await succeed(packs, 'install', 'blur')
      await writeFile(join(packs, 'blur/models.bin'), Buffer.alloc(300_000, 1))
      const before = await stateOf(packs)
      const { code, stderr } = await nodeyard(packs, 'install', 'large')
      assert.deepEqual([code, /the disk is full/.test(stderr)], [1, true], stderr)
      assert.deepEqual(await stateOf(packs), before)
      await succeed(packs, 'uninstall', 'blur')
      await succeed(packs, 'undo')
      assert.deepEqual(await stateOf(packs), before)
    } finally {
      spawnSync('umount', [packs])
    }
  })
})
