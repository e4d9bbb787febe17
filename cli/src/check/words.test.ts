import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { folderWith, packOf, Terminal } from '../run.test-support.ts'

const project = (lines: string) =>
  `[project]\nname = "soft-glow"\n${lines}\n[tool.comfy]\nPublisherId = "acme"\nIcon = "icon.svg"\n`
const terminal = new Terminal()
const checked = async (files: Record<string, string>, ...options: string[]) =>
  (await terminal.run('check', await folderWith(files), ...options)).stdout

describe('what a check says about a refusal', () => {
  it('has no unfilled placeholder, and is in the language of the user', async () => {
    const files = { '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' }
    const english = await checked(files)
    assert.match(english, /does not exist\. Create it with: .* init '?\/\S+ \(project_missing\)/)
    assert.doesNotMatch(english, /[{}]/)
    assert.match(await checked(files, '--lang', 'fr'), /n’existe pas.* init \S+ \(project_missing\)/)
    const { refused } = JSON.parse(await checked(files, '--json'))
    assert.doesNotMatch(refused[0].message, /[{}]/)
  })

  it('is said once', async () => {
    const found = await checked({
      ...packOf('soft-glow', 'acme'),
      'pyproject.toml': project('version = "1.0.0"'),
    })
    assert.equal(found.match(/Icon/g)?.length, 1, found)
  })

  for (const [version, similar] of [
    ['2026.08.04', '2026.8.4'],
    ['2.0.0b1', '2.0.0'],
    ['1.2.0-beta.1', '1.2.0'],
    ['v1.0.0+cu121', '1.0.0'],
    ['1.2.3.4', '1.2.3'],
  ])
    it(`names a version instead of ${version}`, async () => {
      const files = { ...packOf('soft-glow', 'acme'), 'pyproject.toml': project(`version = "${version}"`) }
      assert.ok((await checked(files)).includes(`Instead of ${version}, write ${similar}.`))
    })

  it('names none where there is none', async () => {
    const files = { ...packOf('soft-glow', 'acme'), 'pyproject.toml': project('version = "beta"') }
    const found = await checked(files)
    assert.ok(found.includes('(version_invalid)') && !found.includes('Instead of'), found)
  })

  it('counts bounds of requirements without a project file', async () => {
    const files = { '__init__.py': '', 'requirements.txt': 'numpy\nrequests\n' }
    const { score } = JSON.parse(await checked(files, '--json'))
    const part = score.parts.find(({ name }: { name: string }) => name === 'requirement_bounds')
    assert.deepEqual([part.points, part.total], [0, 2])
  })
})
