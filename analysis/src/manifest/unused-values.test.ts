import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random } from '../ground/random.test-support.ts'
import { readManifest } from './read.ts'
import { silentValues } from './silent-values.test-support.ts'

const notesOf = (text: string) =>
  readManifest(new TextEncoder().encode(text)).problems.map(
    ({ severity, line_number: line, message, fix }) => `${severity} ${line}: ${message} ${fix}`,
  )
const project = (lines: string) => `[project]\nname = "tint"\nversion = "1.0.0"\n${lines}\n`

/** A line of [project], or tables, and the note about it. */
const cases: Record<string, RegExp> = {
  'licence = "MIT"': /low 4: There is no key `licence` .* Write license\./,
  'Dependencies = ["numpy"]': /low 4: .*`Dependencies`.* Write dependencies\./,
  'requires_python = ">=3.10"': /low 4: .*`requires_python`.* Write requires-python\./,
  'PublisherId = "acme"': /low 4: .*`PublisherId`.* Write PublisherId in \[tool\.comfy\]\./,
  'repository = "https://github.com/acme/tint"': /low 4: .* Write Repository = .* in \[project\.urls\]\./,
  'colour = "red"': /low 4: .*`colour`.* Remove it/,
  'authors = [{ name = "Nina" }]': /info 4: The registry does not use `authors` in \[project\]/,
  'dynamic = ["version", "dependencies"]':
    /low 4: .*the dynamic `dependencies`\. Write the values in \[project\]\./,
  'license = { name = "MIT" }': /low 4: .*`name` of `license`.* Write license/,
  'readme = 5': /low 4: `readme` is neither a path/,
  'dependencies = ["numpy", "# later", "torch=="]':
    /low 4: Lines of `dependencies` cannot be read: “# later”, “torch==”/,
  'classifiers = [\n  "Operating System :: Linux",\n]':
    /low 5: .*“Operating System :: Linux”.* Write "Operating System :: POSIX :: Linux"\./,
  'classifiers = ["Operating Systems :: MacOS"]': /low 4: .* Write "Operating System :: MacOS"\./,
  'classifiers = ["Environment :: GPU :: CUDA"]': /low 4: .* Write "Environment :: GPU :: NVIDIA CUDA"\./,
  'classifiers = ["License :: OSI Approved :: Apache Software License"]':
    /low 4: .* Write the license as an SPDX expression/,
  'classifiers = ["Topic :: Games", "Programming Language :: Python"]':
    /info 4: .*“Topic :: Games”, “Programming Language :: Python”/,
  '[project.urls]\n"Bug Tracker" = "https://example.test"': /info 5: .*`Bug Tracker`/,
  '[project.urls]\nHomepage = "https://github.com/acme/tint"':
    /low 5: .* Write Repository = "https:\/\/github\.com\/acme\/tint"\./,
  'urls = { Homepage = 5 }': /low 4: `Homepage` in \[project\.urls\] is not a text/,
  '[tool.comfy]\npublisherid = "acme"': /low 5: .* Write PublisherId\./,
  '[tool.comfy]\nDisplay_Name = "Tint"': /low 5: .* Write DisplayName\./,
  '[tool.comfy]\nrequires-comfy = ">=0.3"': /low 5: .* Write requires-comfyui\./,
  '[tool.comfy]\nrequires-comfyui = "0.3.40 or later"': /low 5: .* Write requires-comfyui = ">=0\.3\.40"\./,
  '[tool.comfy]\nIcon = "🎨"': /low 5: `Icon` is an emoji.* Write Icon = "icon\.png"/,
  '[tool.comfy]\nModels = [{ location = "a" }]': /info 5: .*`Models`/,
  '[tool.comfyui]\nPublisherId = "acme"':
    /low 4: The registry does not read \[tool\.comfyui\]\. Write \[tool\.comfy\]\./,
}

describe('a value that the registry does not use', () => {
  for (const [lines, note] of Object.entries(cases))
    it(`is named with its line: ${lines.replaceAll('\n', ' ')}`, () => {
      const notes = notesOf(project(lines))
      assert.ok(
        notes.some((one) => note.test(one)),
        notes.join('\n'),
      )
      assert.deepEqual(silentValues(project(lines)), [])
    })

  it('is not among those that it reads', () => {
    const full = `${project(`description = "Tints."
readme = "README.md"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.10"
dependencies = ["numpy>=1.26", "comfyui-frontend-package>=1.20"]
classifiers = ["Operating System :: OS Independent", "Environment :: GPU :: NVIDIA CUDA", "License :: OSI Approved :: MIT License"]
[project.urls]
Repository = "https://github.com/acme/tint"
[tool.comfy]
PublisherId = "acme"
DisplayName = "Tint"
Icon = "icon.png"
Banner = "https://example.test/banner.png"
requires-comfyui = ">=0.3.0"
includes = ["web/dist"]
web = "web/dist"
[tool.ruff]
line-length = 100`)}`
    assert.deepEqual([notesOf(full), silentValues(full)], [[], []])
  })

  it('has the address of the code under each label of Python packages', () => {
    for (const label of ['Repository', 'repository', 'Source', 'Source Code', 'GitHub']) {
      const text = project(`[project.urls]\n"${label}" = "https://github.com/acme/tint"`)
      const { manifest, problems } = readManifest(new TextEncoder().encode(text))
      assert.deepEqual([manifest?.repository, problems], ['https://github.com/acme/tint', []], label)
    }
  })

  it('is never silent in generated project files', () => {
    const random = new Random(50)
    const keys = [
      'name',
      'Name',
      'version',
      'license',
      'licence',
      'authors',
      'dynamic',
      'classifiers',
      'urls',
      'dependencies',
      'readme',
      'PublisherId',
      'icon',
      'Icon',
      'includes',
      'web',
      'requires-comfyui',
      'Models',
      'x',
    ]
    const values = [
      '"MIT"',
      '"🎨"',
      '5',
      'true',
      '["a", "b"]',
      '["version", "readme"]',
      '{ file = "LICENSE" }',
      '{ Source = "https://a.test", b = 1 }',
      '">=0.3.0"',
      '"Operating System :: Linux"',
      '[{ name = "Nina" }]',
      '"web"',
      '2026-01-01',
    ]
    const tableWith = () => {
      const chosen = new Map(
        Array.from({ length: 5 }, () => [random.pick(keys), random.pick(values)] as const),
      )
      return [...chosen].map(([key, value]) => `${key} = ${value}`).join('\n')
    }
    for (let i = 0; i < 500; i++) {
      const text = `[project]\n${tableWith()}\n[tool.comfy]\n${tableWith()}\n`
      assert.deepEqual(silentValues(text), [], text)
    }
  })
})
