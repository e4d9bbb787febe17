import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runInspect } from './inspect.ts'

const folder = mkdtempSync(join(tmpdir(), 'inspect-'))
after(() => rmSync(folder, { recursive: true }))

const pack = join(folder, 'pack')
mkdirSync(join(pack, 'ノード'), { recursive: true })
writeFileSync(join(pack, 'pyproject.toml'), '[project]\nname = "blur"\nversion = "1.0.0"\n')
writeFileSync(join(pack, '__init__.py'), 'from .nodes import NODE_CLASS_MAPPINGS\n')
writeFileSync(
  join(pack, 'nodes.py'),
  `class Blur:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "image"
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
NODE_CLASS_MAPPINGS = {"Blur": Blur}
`,
)

async function inspect(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const code = await runInspect(args, (line) => {
    text += line
  })
  return { code, text }
}

describe('the inspect command', () => {
  it('prints a folder as a table or JSON', async () => {
    const table = await inspect(pack)
    assert.equal(table.code, 0)
    assert.match(table.text, /blur 1\.0\.0/)
    assert.match(table.text, /Blur +image +1 in, 1 out/)
    const { comfy_nodes } = JSON.parse((await inspect(pack, '--json')).text)
    assert.equal(comfy_nodes[0].input_types, '{"required": {"image": ["IMAGE"]}}')
  })

  it('prints the location of each finding and one fix per rule', async () => {
    const risky = join(folder, 'risky')
    mkdirSync(risky)
    writeFileSync(
      join(risky, 'pyproject.toml'),
      '[project]\nname = "risky"\nversion = "1.0.0"\ndependencies = ["numpy"]\n',
    )
    writeFileSync(join(risky, '__init__.py'), 'def a(x):\n    eval(x)\n    eval(x + "1")\n')
    const { text } = await inspect(risky)
    assert.match(text, /medium +dynamic-code +__init__\.py:2 +`eval` runs/)
    assert.match(text, /pyproject\.toml +Names no version\. +numpy/)
    assert.equal(text.match(/Parse the input with/g)?.length, 1)
  })

  it('inspects the tracked files of a checkout, like its archive', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', pack, ...args])
    git('init', '-q')
    git('add', '-A')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'One')
    writeFileSync(join(pack, 'untracked.py'), 'eval(x)\n')
    git('archive', '--format=zip', '-o', join(folder, 'pack.zip'), 'HEAD')
    const [checkout, archive] = [
      await inspect(pack, '--json'),
      await inspect(join(folder, 'pack.zip'), '--json'),
    ]
    assert.equal(checkout.text, archive.text)
    assert.doesNotMatch(checkout.text, /untracked/)
  })

  it('exits with 1 and the reason for a refused archive', async () => {
    const path = join(folder, 'broken.zip')
    writeFileSync(path, 'PK\u0003\u0004 but no more than that')
    const { code, text } = await inspect(path)
    assert.equal(code, 1)
    assert.match(text, /Refused \(truncated\): The archive ends too early/)
    assert.equal(JSON.parse((await inspect(path, '--json')).text).refused.code, 'truncated')
  })

  it('refuses a missing path and wrong arguments', async () => {
    assert.equal((await inspect(join(folder, 'nothing'))).code, 1)
    assert.equal((await inspect()).code, 2)
  })
})
