// A promise: the commands that install packs from repositories work in each shell and for each installation of the tool.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildZip } from '../../analysis/src/archive/zip-builder.test-support.ts'
import {
  type ClonedPack,
  cloneCommands,
  commandsByHand,
  pinCommands,
  pipLines,
  type Setup,
  setups,
  shellsOf,
} from './commands.ts'

const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0
const skip = hasPython ? false : 'needs Python with venv'
const clone = 'https://code.test/acme/blur'

let folder = ''
let tool = ''
let commit = ''
let env: NodeJS.ProcessEnv = {}

/** Creates the tool with its Python, in which numpy and a build of torch are installed, and a repository with a commit after the one that was read. */
before(() => {
  if (!hasPython) return
  folder = mkdtempSync(join(tmpdir(), 'nodeyard-install-'))
  tool = join(folder, 'tool')
  const blur = join(folder, 'code.test/acme/blur')
  for (const path of [blur, join(folder, 'bin'), join(tool, 'custom_nodes')])
    mkdirSync(path, { recursive: true })
  execFileSync('python3', ['-m', 'venv', join(tool, 'venv')])
  execFileSync('ln', ['-s', 'venv', join(tool, '.venv')])
  const [library] = execFileSync(join(tool, 'venv/bin/python'), [
    '-c',
    'import sysconfig; print(sysconfig.get_path("purelib"))',
  ])
    .toString()
    .split('\n')
  for (const [name, version] of [
    ['numpy', '1.26.4'],
    ['torch', '2.6.0+cu124'],
    ['pillow', '11.0'],
  ]) {
    const info = join(library ?? '', `${name}-${version}.dist-info`)
    mkdirSync(info)
    writeFileSync(join(info, 'METADATA'), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`)
  }
  // Python searches this folder later, as it does that of the system from an environment of its own.
  const older = join(folder, 'older')
  writeFileSync(join(library ?? '', 'older.pth'), `${older}\n`)
  mkdirSync(join(older, 'torch-2.1.0.dist-info'), { recursive: true })
  writeFileSync(join(older, 'torch-2.1.0.dist-info/METADATA'), 'Name: torch\nVersion: 2.1.0\n')
  // Stands for a container: runs a program in the tool's folder, with its Python.
  writeFileSync(
    join(folder, 'bin/docker'),
    `#!/bin/sh\n[ "$1 $2 $3 $4" = "exec -w /root/ComfyUI comfyui" ] || exit 9\nshift 4\nPATH="${tool}/venv/bin:$PATH" exec "$@"\n`,
  )
  chmodSync(join(folder, 'bin/docker'), 0o755)
  env = {
    ...process.env,
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_COUNT: '2' },
    GIT_CONFIG_KEY_0: `url.${folder}/code.test/.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://code.test/',
    ...{ GIT_CONFIG_KEY_1: 'protocol.file.allow', GIT_CONFIG_VALUE_1: 'always' },
    ...{ PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', CONDA_PREFIX: join(tool, 'venv') },
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  }
  git(blur, 'init', '--quiet')
  store(blur, { '__init__.py': 'VERSION = 1\n', 'requirements.txt': 'pip\nnumpy\ntorch>=2\n' })
  commit = git(blur, 'rev-parse', 'HEAD').trim()
  store(blur, { '__init__.py': 'VERSION = 2\n' })
})
after(() => folder && rmSync(folder, { recursive: true, force: true }))

describe('the commands for repositories that were read', { skip }, () => {
  const inPosix = setups.filter((setup) => shellsOf(setup).includes('posix'))

  for (const setup of inPosix)
    it(`install one in the Python of: ${setup}`, () => {
      const output = install(setup, [{ clone, commit, has_requirements: true }])
      assert.equal(readFileSync(join(tool, 'custom_nodes/blur/__init__.py'), 'utf8'), 'VERSION = 1\n')
      assert.match(output, /Requirement already satisfied: pip in \S*\/\.?venv\//)
      assert.equal(
        readFileSync(join(tool, 'nodeyard-constraints.txt'), 'utf8'),
        'numpy==1.26.4\ntorch==2.6.0+cu124',
      )
    })

  it('install the packages of a pack that has not been read, if it names any', () => {
    for (const requirements of [true, false]) {
      const blur = join(folder, 'code.test/acme/blur')
      if (!requirements) rmSync(join(blur, 'requirements.txt'))
      store(blur, { '__init__.py': `VERSION = ${requirements}\n` })
      const output = install('venv', [{ clone }])
      assert.equal(/Requirement already satisfied: torch/.test(output), requirements)
    }
  })

  it('do not replace the installed torch', () => {
    const [write = '', install = ''] = pinCommands(
      { setup: 'venv', shell: 'posix' },
      { python: [{ name: 'torch', version: '2.7.0' }] },
    )
    assert.throws(() => paste([write, install]), /conflict|Cannot install|No matching/)
  })

  it('repair conflicts, and keep torch while numpy is named', () => {
    const output = paste(
      pipLines({ setup: 'venv', shell: 'posix' }, [
        ['uninstall', '-y', 'none'],
        ['install', 'pip'],
      ]),
    )
    assert.match(output, /Requirement already satisfied: pip/)
    const numpy = pipLines({ setup: 'venv', shell: 'posix' }, [['install', 'numpy>=2']])
    assert.throws(
      () => paste(numpy),
      /No matching distribution found for numpy>=2/,
      'a named package is not kept',
    )
    assert.equal(readFileSync(join(tool, 'nodeyard-constraints.txt'), 'utf8'), 'torch==2.6.0+cu124')
  })

  it('need no Python for a pack without packages', () => {
    const output = install('docker', [{ clone, commit, has_requirements: false }])
    assert.equal(output.includes('pip'), false)
    assert.ok(existsSync(join(tool, 'custom_nodes/blur/__init__.py')))
  })

  it('also get the repositories inside', () => {
    const blur = join(folder, 'code.test/acme/blur')
    const models = join(folder, 'code.test/acme/models')
    mkdirSync(models, { recursive: true })
    git(models, 'init', '--quiet')
    store(models, { 'net.py': 'x = 1\n' })
    git(blur, 'submodule', '--quiet', 'add', 'https://code.test/acme/models', 'lib')
    store(blur, {})
    const read = git(blur, 'rev-parse', 'HEAD').trim()
    install('active', [{ clone, commit: read, has_requirements: false, has_submodules: true }])
    assert.equal(readFileSync(join(tool, 'custom_nodes/blur/lib/net.py'), 'utf8'), 'x = 1\n')
  })
})

describe('the commands that unpack an archive', () => {
  it('keep the files of the user in the folder of the pack', () => {
    const at = mkdtempSync(join(tmpdir(), 'nodeyard-unpack-'))
    try {
      const bytes = buildZip({ entries: [{ name: 'nodes.py', data: 'x = 2\n' }] })
      writeFileSync(join(at, 'blur.zip'), bytes)
      const whole = join(at, 'custom_nodes/blur one')
      mkdirSync(join(whole, 'models'), { recursive: true })
      writeFileSync(join(whole, 'nodes.py'), 'x = 1\n')
      writeFileSync(join(whole, 'models/weights.bin'), 'mine')
      const pack = {
        ...{ folder: 'blur one', id: 'blur', version: '2.0.0', url: `file://${at}/blur.zip` },
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }
      const lock = { packs: [pack], python: [], models: [], unknown: [], created: '', registry: '' }
      for (const _ of ['once', 'again'])
        execFileSync('sh', ['-e'], {
          cwd: at,
          input: commandsByHand(lock, 'active').join('\n'),
          stdio: 'pipe',
        })
      assert.equal(readFileSync(join(whole, 'nodes.py'), 'utf8'), 'x = 2\n')
      assert.equal(readFileSync(join(whole, 'models/weights.bin'), 'utf8'), 'mine')
      assert.deepEqual(readdirSync(join(at, 'custom_nodes')), ['blur one'])
    } finally {
      rmSync(at, { recursive: true })
    }
  })
})

function git(at: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: at, env, encoding: 'utf8' })
}

function store(at: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(at, path), content)
  git(at, 'add', '.')
  git(at, '-c', 'user.name=A', '-c', 'user.email=a@code.test', 'commit', '--quiet', '-m', 'Change')
}

function install(setup: Setup, packs: readonly ClonedPack[]): string {
  rmSync(join(tool, 'custom_nodes/blur'), { recursive: true, force: true })
  const activation = setup === 'active' ? ['. venv/bin/activate'] : []
  return paste([...activation, ...(cloneCommands({ setup, shell: 'posix' }, packs) ?? [])])
}

/** Runs lines as a shell does that they are pasted into, in the tool's folder. */
function paste(lines: readonly string[]): string {
  return execFileSync('sh', ['-e'], {
    ...{ cwd: tool, env, encoding: 'utf8' },
    input: lines.join('\n'),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}
