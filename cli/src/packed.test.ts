import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { testEnvironment } from '../../scripts/set-up.mjs'
import { programVersion } from './program-version.ts'

const root = join(import.meta.dirname, '../..')
const samples = join(root, 'server/demo/packs')
const run = promisify(execFile)
const maxBytes = 3_000_000

describe('the packed command line', () => {
  let folder: string
  let program: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-packed-'))
    const { stdout } = await run(
      'npm',
      ['pack', '--workspace', 'cli', '--json', '--pack-destination', folder],
      { cwd: root },
    )
    const { filename, size } = packedIn(stdout)
    assert.ok(size < maxBytes, `${size} bytes`)
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const quietly = ['--offline', '--omit=optional', '--no-audit', '--no-fund']
    await run('npm', ['install', ...quietly, join(folder, filename)], { cwd: folder })
    program = join(folder, 'node_modules/nodeyard/dist/nodeyard.js')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** The oldest Node on this machine, which can be older than the project's own. */
  const node = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath

  it('brings no package of ours and no dependency', async () => {
    await assert.rejects(stat(join(folder, 'node_modules/undici')))
    await assert.rejects(stat(join(folder, 'node_modules/@nodeyard')))
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

  it('reads settings, writes projects and explains a missing registry', async () => {
    const env = { ...testEnvironment(), LANG: 'C', NODEYARD_CONFIG_DIR: folder, NODEYARD_KEYCHAIN: 'off' }
    const failed = await run(node, [program, 'search', 'blur', '--registry', 'http://127.0.0.1:1'], {
      env,
    }).catch((error: { stderr: string }) => error)
    assert.match(failed.stderr, /refuses connections|cannot be reached/)
    const pack = join(folder, 'my-pack')
    await mkdir(pack)
    await writeFile(join(pack, '__init__.py'), 'NODE_CLASS_MAPPINGS = {}\n')
    await run(node, [program, 'init', pack, '--publisher', 'acme'], { env })
    assert.match((await run(node, [program, 'check', pack], { env })).stdout, /would list this version/)
  })
})

/** npm prints a list, and newer ones an object by name. */
function packedIn(output: string): { filename: string; size: number } {
  const found = Object.values(JSON.parse(output) as Record<string, { filename: string; size: number }>)[0]
  assert.ok(found)
  return found
}
