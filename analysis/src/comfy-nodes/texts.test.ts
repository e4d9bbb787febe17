import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { inspectPack } from '../inspection/inspect.ts'
import { testParser } from '../python/parser.test-support.ts'

const parser = await testParser()

async function inspectA(files: Record<string, string | Uint8Array>, web = './web') {
  const init = `WEB_DIRECTORY = "${web}"\nclass A: RETURN_TYPES = ()\nNODE_CLASS_MAPPINGS = {"A": A}\n`
  const { comfy_nodes } = await inspectPack(filesOfRecord({ '__init__.py': init, ...files }), parser)
  return comfy_nodes[0]
}

describe('texts about comfy-nodes', () => {
  it('reads translations from the locales folder, one language per file', async () => {
    const node = await inspectA({
      'locales/ja/nodeDefs.json': JSON.stringify({
        A: {
          display_name: 'ぼかし',
          inputs: { r: { name: '半径', tooltip: 't' } },
          outputs: { 0: { name: '絵' } },
        },
        B: { display_name: 'other' },
      }),
      'locales/zh-TW/nodeDefs.json': JSON.stringify({ A: { description: '說明' } }),
      'locales/ja/main.json': JSON.stringify({ nodeDefs: { A: { display_name: 'no' } } }),
    })
    assert.deepEqual(node?.translations, {
      ja: {
        display_name: 'ぼかし',
        inputs: { r: { name: '半径', tooltip: 't' } },
        outputs: { 0: { name: '絵' } },
      },
      'zh-TW': { description: '說明' },
    })
  })

  it('ignores an invalid translation file', async () => {
    for (const text of [
      '',
      '[',
      '[]',
      '3',
      '{"A": 3}',
      '{"A": {"display_name": 4, "inputs": []}}',
      '{"__proto__": {"x": 1}}',
    ])
      assert.equal((await inspectA({ 'locales/ja/nodeDefs.json': text }))?.translations, undefined)
  })

  it('reads help pages from the docs of the web folder, for all languages or one', async () => {
    const node = await inspectA({
      'web/docs/A.md': '# A',
      'web/docs/A/fr.md': '# A en français',
      'web/docs/B.md': '# B',
      'docs/A.md': 'not there',
    })
    assert.deepEqual(node?.documents, [
      { path: 'web/docs/A.md', text: '# A', is_cut: false },
      { path: 'web/docs/A/fr.md', language: 'fr', text: '# A en français', is_cut: false },
    ])
  })

  it('accepts translations in the main file of a language', async () => {
    const main = { nodeDefs: { A: { display_name: 'Flou' } }, A: { display_name: 'no' } }
    const node = await inspectA({ 'locales/fr/main.json': JSON.stringify(main) })
    assert.deepEqual(node?.translations, { fr: { display_name: 'Flou' } })
  })

  it('replaces dots in names by underscores in translation keys', async () => {
    const { comfy_nodes } = await inspectPack(
      filesOfRecord({
        '__init__.py': 'class A: RETURN_TYPES = ()\nNODE_CLASS_MAPPINGS = {"acme.A": A}\n',
        'locales/fr/nodeDefs.json': JSON.stringify({ acme_A: { display_name: 'Flou' } }),
      }),
      parser,
    )
    assert.deepEqual(comfy_nodes[0]?.translations, { fr: { display_name: 'Flou' } })
  })

  it('skips translations that are too large, and those beyond 30 languages', async () => {
    const large = JSON.stringify({ A: { display_name: 'x' }, pad: 'x'.repeat(2 * 1024 * 1024) })
    assert.equal((await inspectA({ 'locales/fr/nodeDefs.json': large }))?.translations, undefined)
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const many = letters.flatMap((letter) => [`a${letter}`, `b${letter}`])
    const text = JSON.stringify({ A: { display_name: 'x' } })
    const node = await inspectA(Object.fromEntries(many.map((one) => [`locales/${one}/nodeDefs.json`, text])))
    assert.equal(Object.keys(node?.translations ?? {}).length, 30)
  })

  it('accepts a web folder from the project file, or the pack itself', async () => {
    const project = '[project]\nname = "a"\nversion = "1"\n[tool.comfy]\nweb = "js"\n'
    const node = await inspectA({ 'pyproject.toml': project, 'js/docs/A.md': '# A' })
    assert.deepEqual(
      node?.documents?.map(({ path }) => path),
      ['js/docs/A.md'],
    )
    const atTop = await inspectA({ 'docs/A.md': '# A' }, './')
    assert.equal(atTop?.documents?.length, 1)
  })

  it('truncates a long help page between characters', async () => {
    const node = await inspectA({ 'web/docs/A.md': `x${'é'.repeat(20_000)}` })
    assert.equal(node?.documents?.[0]?.is_cut, true)
    assert.match(node?.documents?.[0]?.text ?? '', /^xé+$/)
  })
})
