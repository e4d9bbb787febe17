import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { folderWith, Terminal } from '../run.test-support.ts'

const registry = ['--registry', 'http://127.0.0.1:1']

describe('nodeyard init', () => {
  it('takes the id from the repository, and the description from a sentence', async () => {
    const readme = '# Tint kit\n\nEnglish | 中文\n\nMoved here\n\nTints pictures with *one* colour.\n'
    const folder = await folderWith({ 'README.md': readme })
    execFileSync('git', ['init', '-q'], { cwd: folder })
    const address = 'https://github.com/acme/Comfy_Tint-Kit.git'
    execFileSync('git', ['remote', 'add', 'origin', address], { cwd: folder })
    const { stdout } = await new Terminal().run('init', folder, ...registry)
    assert.match(
      stdout,
      / {2}name = "comfy_tint-kit"[\s\S]*The id comfy_tint-kit cannot be changed once a version is published/,
    )
    const text = await readFile(join(folder, 'pyproject.toml'), 'utf8')
    assert.match(text, /^name = "comfy_tint-kit"$/m)
    assert.match(text, /^description = "Tints pictures with one colour\."$/m)
  })

  it('invents neither an id nor a description', async () => {
    const folder = join(await folderWith({}), '中文')
    await mkdir(folder)
    const { code, stderr } = await new Terminal().run('init', folder, ...registry)
    assert.equal(code, 1)
    assert.match(stderr, /name in \[project\] is missing\. Add it, or pass --id/)
    await new Terminal().succeed('init', folder, '--id', 'tint', ...registry)
    assert.match(await readFile(join(folder, 'pyproject.toml'), 'utf8'), /^description = ""$/m)
  })
})
