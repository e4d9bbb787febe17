import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareWithAnnounced, normalizeVersion } from './announced.ts'
import type { Manifest } from './manifest.ts'
import { manifestBytes, readManifest } from './read.ts'

const read = (text: string) => readManifest(new TextEncoder().encode(text))

describe('reading a project file', () => {
  it('converts a project file to the fields of the publish call', () => {
    const { manifest, problems } = read(`
[project]
name = "blur"
version = "1.2.0"
description = "Blurs"
dependencies = ["numpy>=1.26", "ComfyUI_frontend_package>=1.2.3,<2", "torch[cuda]; sys_platform == 'linux'"]
license = { file = "LICENSE" }
classifiers = ["Operating System :: OS Independent", "Operating System :: MacOS", "Environment :: GPU :: NVIDIA CUDA"]

[project.urls]
Repository = "https://example.org/blur"
Homepage = "https://example.org"

[tool.comfy]
PublisherId = "acme"
DisplayName = "Blur"
Icon = "https://example.org/icon.png"
Banner = "https://example.org/banner.png"
requires-comfyui = ">=0.3.0"
includes = ["dist"]
`)
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['The registry does not use `Homepage` in [project.urls].'],
    )
    assert.deepEqual(manifest, {
      name: 'blur',
      version: '1.2.0',
      description: 'Blurs',
      repository: 'https://example.org/blur',
      publisher_id: 'acme',
      display_name: 'Blur',
      icon: 'https://example.org/icon.png',
      banner_url: 'https://example.org/banner.png',
      dependencies: ['numpy>=1.26', "torch[cuda]; sys_platform == 'linux'"],
      license: '{"file":"LICENSE"}',
      license_files: [{ path: 'LICENSE', line: 7 }],
      urls: { Homepage: 'https://example.org', Repository: 'https://example.org/blur' },
      supported_os: ['OS Independent', 'MacOS'],
      supported_accelerators: ['GPU :: NVIDIA CUDA'],
      supported_comfyui_frontend_version: '>=1.2.3,<2',
      supported_comfyui_version: '>=0.3.0',
      includes: ['dist'],
    } satisfies Manifest)
  })

  it('converts a license to the JSON text that the command-line client sends', () => {
    const license = (line: string) => read(`[project]\nname = "a"\nversion = "1"\n${line}`).manifest?.license
    assert.equal(license('license = { text = "MIT" }'), '{"text":"MIT"}')
    assert.equal(license('license = "Apache-2.0"'), '{"text":"Apache-2.0"}')
    assert.equal(license('license = 7'), '{}')
    assert.equal(license(''), '{}')
  })

  it('reports a syntax error with its line and column', () => {
    const { manifest, problems } = read('[project]\nname = "a"\nversion = 1.2.3\n')
    assert.equal(manifest, undefined)
    assert.equal(problems[0]?.line_number, 3)
    assert.match(problems[0]?.message ?? '', /^Line 3, column \d+: /)
  })

  it('reports wrong types with their line, and reads everything else', () => {
    const { manifest, problems } = read(`[project]
name = ["a"]
version = 1.5
dependencies = "numpy"
classifiers = [1, 2]
urls = "https://example.org"
license = [1]
[tool]
comfy = 3
`)
    assert.equal(manifest?.name, undefined)
    assert.deepEqual(manifest?.dependencies, ['numpy'])
    assert.deepEqual(problems.flatMap((problem) => problem.line_number ?? []).sort(), [2, 3, 4, 5])
    for (const problem of problems) assert.ok(problem.fix && problem.why && problem.rule)
  })

  it('reports missing fields, but not a dynamic version', () => {
    assert.match(read('').problems[0]?.message ?? '', /no \[project\]/)
    assert.match(read('[project]\nname = "a"').problems[0]?.message ?? '', /version/)
    assert.deepEqual(read('[project]\nname = "a"\ndynamic = ["version"]').problems, [])
  })

  it('reports what is wrong with hostile input', () => {
    for (const [input, rule] of [
      ['\0', 'manifest-encoding'],
      ['[[[', 'manifest-syntax'],
      ['a = "\\ud800"', 'manifest-syntax'],
      ['[a]\n[a]', 'manifest-syntax'],
      [`x = ${'['.repeat(50_000)}`, 'manifest-syntax'],
      ['"__proto__" = 1\n[project]\nname="a"', 'manifest-field'],
    ] as const)
      assert.deepEqual(
        read(input).problems.map((problem) => problem.rule),
        [rule],
        input.slice(0, 40),
      )
    assert.match(readManifest(new Uint8Array(manifestBytes + 1)).problems[0]?.rule ?? '', /too-large/)
  })

  it('compares names without regard to case, and versions leniently', () => {
    const manifest = { ...(read('[project]\nname = "Blur"\nversion = "v1.0"').manifest as Manifest) }
    assert.deepEqual(compareWithAnnounced(manifest, { nodeId: 'blur', version: '1.0.0' }), [])
    const rules = compareWithAnnounced(manifest, { nodeId: 'blurred', version: '1.0.1' }).map(
      (finding) => finding.rule,
    )
    assert.deepEqual(rules, ['manifest-name-differs', 'manifest-version-differs'])
  })

  it('normalizes versions as the registry stores them', () => {
    assert.equal(normalizeVersion('v1.2.3'), '1.2.3')
    assert.equal(normalizeVersion('1'), '1.0.0')
    assert.equal(normalizeVersion('01.02'), '1.2.0')
    assert.equal(normalizeVersion('1.2.3-beta.1+build'), '1.2.3-beta.1+build')
    assert.equal(normalizeVersion('latest'), 'latest')
  })
})
