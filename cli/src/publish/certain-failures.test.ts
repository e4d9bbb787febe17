import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { withJobs } from '../../../server/test/with-jobs.ts'
import { useWorld } from '../../../server/test/world.ts'
import { folderWith, nodeOf, packOf, Terminal } from '../run.test-support.ts'

const git = (folder: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.email=a@example.test', '-c', 'user.name=A', '-c', 'protocol.file.allow=always', ...args],
    { cwd: folder, stdio: 'pipe' },
  )

/** A checkout whose code imports a file that is not in the archive. */
async function checkoutWith(files: Record<string, string>, tracked: string[]): Promise<string> {
  const folder = await folderWith({
    ...packOf('tint', 'acme'),
    '__init__.py': `from .palettes import all\n${nodeOf('Tint')}`,
    ...files,
  })
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--force', 'pyproject.toml', 'README.md', '__init__.py', ...tracked)
  git(folder, 'commit', '--quiet', '--message', 'a')
  return folder
}

describe('why a file is not in the archive', () => {
  const reasons: Record<string, [says: RegExp, make: () => Promise<string>]> = {
    'that git does not track': [
      /palettes\.py is in the folder, but not in git\.\n {2}Fix: Run `git add palettes\.py`/,
      () => checkoutWith({ 'palettes.py': '' }, []),
    ],
    'that git ignores': [
      /is in the folder, but ignored: \.gitignore:1:pal\*\./,
      () => checkoutWith({ 'palettes.py': '', '.gitignore': 'pal*\n' }, ['.gitignore']),
    ],
    'that .comfyignore leaves out': [
      /is in the folder, but \.comfyignore leaves it out/,
      () => checkoutWith({ 'palettes.py': '', '.comfyignore': 'pal*\n' }, ['palettes.py', '.comfyignore']),
    ],
    'with other letters': [
      /The folder has Palettes\.py; Python and Linux tell the letters apart/,
      () => checkoutWith({ 'Palettes.py': '' }, ['Palettes.py']),
    ],
    'that is deleted': [
      /is in git, but deleted in the folder[\s\S]*git restore palettes\.py/,
      async () => {
        const folder = await checkoutWith({ 'palettes.py': '' }, ['palettes.py'])
        await rm(join(folder, 'palettes.py'))
        return folder
      },
    ],
    'in a submodule': [
      /palettes is a submodule, whose files git does not list[\s\S]*includes = \["palettes"\]/,
      async () => {
        const other = await folderWith({ '__init__.py': 'all = []\n' })
        git(other, 'init', '--quiet')
        git(other, 'add', '.')
        git(other, 'commit', '--quiet', '--message', 'a')
        const folder = await checkoutWith({}, [])
        git(folder, 'submodule', '--quiet', 'add', other, 'palettes')
        return folder
      },
    ],
  }
  for (const [name, [says, make]] of Object.entries(reasons))
    it(`is said for a file ${name}`, async () => {
      const { code, stdout } = await new Terminal().run('check', await make())
      assert.equal(code, 1)
      assert.match(stdout, says)
      assert.match(stdout, /nodeyard publish` stops here .*--allow import-missing/)
    })

  it('is not said if the folder does not have it either', async () => {
    const { stdout } = await new Terminal().run('check', await checkoutWith({}, []))
    assert.match(stdout, /the archive has no palettes\.py\.\n {2}Fix: Add palettes\.py/)
  })
})

const registry = useWorld()

describe('a release that certainly lacks something', () => {
  let acme: TestPublisher
  before(async () => {
    acme = await testPublisher(registry.world, { id: 'acme' })
  })

  async function publish(folder: string, ...options: string[]) {
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registry.world.listen() })
    return withJobs(registry.world, terminal.run('publish', folder, '--token', acme.token, ...options))
  }
  const countVersions = async () =>
    (await registry.world.deps.db.selectFrom('node_versions').select('id').execute()).length

  it('is not announced, unless each of its rules is allowed', async () => {
    const folder = await checkoutWith({}, [])
    const stopped = await publish(folder, '--allow', 'lfs-pointer')
    assert.equal(stopped.code, 1)
    assert.match(stopped.stderr, /Stopped before sending[\s\S]*--allow import-missing[\s\S]*`\.palettes`/)
    assert.equal(await countVersions(), 0)
    const { code, stdout } = await publish(folder, '--allow', 'import-missing')
    assert.equal(code, 0, stdout)
    assert.match(stdout, /medium __init__\.py:1 import-missing[\s\S]*is live/)
  })

  it('is one without nodes after one with nodes', async () => {
    const files = { ...packOf('lost', 'acme'), '__init__.py': nodeOf('Lost') }
    const folder = await folderWith(files)
    assert.equal((await publish(folder)).code, 0)
    const without = {
      'pyproject.toml': (packOf('lost', 'acme')['pyproject.toml'] ?? '').replace('1.0.0', '1.1.0'),
      '__init__.py': '',
    }
    for (const [path, text] of Object.entries(without)) await writeFile(join(folder, path), text)
    const { code, stderr } = await publish(folder)
    assert.equal(code, 1)
    assert.match(stderr, /--allow nodes-lost[\s\S]*has no nodes; version 1\.0\.0 has 1/)
    assert.equal((await publish(folder, '--allow', 'nodes-lost')).code, 0)
  })
})
