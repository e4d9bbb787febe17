// @vitest-environment node
// A promise: the commands of a repository install its pack.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneCommands } from './install-commands.ts'

const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0
const address = 'https://code.test/acme/blur'

let folder = ''
let commit = ''
let env: NodeJS.ProcessEnv = {}

/** Creates the tool's folders, and a repository with a commit after the one that was read. */
beforeAll(() => {
  if (!hasPython) return
  folder = mkdtempSync(join(tmpdir(), 'nodeyard-install-'))
  const at = join(folder, 'code.test/acme/blur')
  mkdirSync(at, { recursive: true })
  mkdirSync(join(folder, 'tool/custom_nodes'), { recursive: true })
  env = {
    ...process.env,
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_COUNT: '2' },
    GIT_CONFIG_KEY_0: `url.${folder}/code.test/.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://code.test/',
    ...{ GIT_CONFIG_KEY_1: 'protocol.file.allow', GIT_CONFIG_VALUE_1: 'always' },
  }
  git(at, 'init', '--quiet')
  store(at, { '__init__.py': 'VERSION = 1\n', 'requirements.txt': 'pip\n' })
  commit = git(at, 'rev-parse', 'HEAD').trim()
  store(at, { '__init__.py': 'VERSION = 2\n' })
  execFileSync('python3', ['-m', 'venv', join(folder, 'tool/venv')])
}, 60_000)

afterAll(() => folder && rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!hasPython)('the commands for a repository that was read', () => {
  it('get the commit that was read and install its packages into the Python of the tool', {
    timeout: 60_000,
  }, () => {
    const output = paste(cloneCommands(address, { commit, has_requirements: true })?.venv)
    expect(readFileSync(join(folder, 'tool/custom_nodes/blur/__init__.py'), 'utf8')).toBe('VERSION = 1\n')
    expect(output).toMatch(/Requirement already satisfied: pip in .*tool\/venv/)
  })

  it('use the environment that is active', { timeout: 60_000 }, () => {
    rmSync(join(folder, 'tool/custom_nodes/blur'), { recursive: true, force: true })
    const active = `. ../venv/bin/activate\n${cloneCommands(address, { commit, has_requirements: true })?.usual}`
    expect(paste(active)).toMatch(/Requirement already satisfied: pip in .*tool\/venv/)
  })

  it('need no Python for a pack without packages', () => {
    rmSync(join(folder, 'tool/custom_nodes/blur'), { recursive: true, force: true })
    paste(cloneCommands(address, { commit, has_requirements: false })?.usual)
    expect(existsSync(join(folder, 'tool/custom_nodes/blur/__init__.py'))).toBe(true)
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
    rmSync(join(folder, 'tool/custom_nodes/blur'), { recursive: true, force: true })
    paste(cloneCommands(address, { commit: read, has_requirements: false, has_submodules: true })?.usual)
    expect(readFileSync(join(folder, 'tool/custom_nodes/blur/lib/net.py'), 'utf8')).toBe('x = 1\n')
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

/** Runs lines as a shell does that they are pasted into, in the folder for custom nodes. */
function paste(lines = ''): string {
  return execFileSync('sh', ['-e'], {
    ...{ cwd: join(folder, 'tool/custom_nodes'), env, encoding: 'utf8' },
    input: lines,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}
