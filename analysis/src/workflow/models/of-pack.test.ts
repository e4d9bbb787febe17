import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { inspectionLimits } from '../../inspection/pack-texts.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { maxDocumentedModels } from './of-pack.ts'

const parser = await testParser()
const hub = 'https://huggingface.co/acme/blur'

async function modelsOf(files: Record<string, string>, limits = inspectionLimits) {
  const pack = filesOfRecord({ '__init__.py': '', ...files })
  return (await inspectPack(pack, parser, { limits })).traits.models
}

describe('models that the texts of a pack name', () => {
  it('have their place, and code is surer than examples and documents', async () => {
    const models = [{ name: 'b.pt', url: `${hub}/resolve/main/b.pt`, directory: 'sams' }]
    const found = await modelsOf({
      'load.py': 'from huggingface_hub import hf_hub_download\ndef f(): hf_hub_download("acme/blur", "a.pt")',
      'examples/one.json': JSON.stringify({ nodes: [{ id: 1, type: 'X', properties: { models } }] }),
      'README.md': `# Blur\n${hub}/resolve/main/a.pt ${hub}/blob/main/b.pt\nc.pt: ${hub}`,
    })
    assert.deepEqual(found, [
      { url: `${hub}/resolve/main/a.pt`, name: 'a.pt', from: 'code', file: 'load.py', line: 2 },
      {
        url: `${hub}/resolve/main/b.pt`,
        name: 'b.pt',
        folder: 'sams',
        from: 'example',
        file: 'examples/one.json',
        line: 1,
      },
      { url: hub, name: 'c.pt', from: 'docs', isPage: true, file: 'README.md', line: 3 },
    ])
  })

  it('are limited, with documents at the top first', async () => {
    const links = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `${hub}/resolve/main/${from + at}.pt`).join('\n')
    const files = { 'a/deep.md': links(1000, 300), 'README.md': links(0, 5) }
    const found = await modelsOf(files)
    assert.equal(found.length, maxDocumentedModels)
    assert.equal(found[0]?.file, 'README.md')
    const few = await modelsOf(files, { ...inspectionLimits, docsBytes: 1000 })
    assert.deepEqual([...new Set(few.map(({ file }) => file))], ['README.md'])
  })
})
