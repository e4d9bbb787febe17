import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { readExamples } from './examples.ts'
import { png } from './files.test-support.ts'

const graph = { nodes: [{ id: 1, type: 'LumenGamma', pos: [0, 0], size: [200, 80] }], links: [] }
const json = JSON.stringify(graph)
const limits = { count: 60, fileBytes: 100_000, bytes: 1_000_000 }
const read = (files: Record<string, string | Uint8Array>, given = limits) =>
  readExamples(filesOfRecord(files), given)

describe('reading the workflows of a pack', () => {
  it('reads examples, templates and blueprints by path', async () => {
    const found = await read({
      'subgraphs/soften.json': json,
      'example_workflows/02-soft_blur.json': json,
      'templates/start.json': json,
      'nodes.py': '',
    })
    assert.deepEqual(
      found.map(({ path, kind, title }) => [path, kind, title]),
      [
        ['example_workflows/02-soft_blur.json', 'example', 'Soft blur'],
        ['subgraphs/soften.json', 'blueprint', 'Soften'],
        ['templates/start.json', 'template', 'Start'],
      ],
    )
    assert.deepEqual(found[0]?.uses, [{ name: 'LumenGamma', count: 1 }])
  })

  it('finds the image next to a file, and shows it once', async () => {
    const found = await read({
      'examples/blur.json': json,
      'examples/Blur.PNG': png([{ chunk: 'tEXt', key: 'workflow', text: json }]),
      'examples/other.json': json,
    })
    assert.deepEqual(
      found.map(({ path, picture }) => [path, picture]),
      [
        ['examples/blur.json', 'examples/Blur.PNG'],
        ['examples/other.json', undefined],
      ],
    )
  })

  it('reads the workflow inside of an image', async () => {
    const found = await read({ 'workflows/mask.png': png([{ chunk: 'tEXt', key: 'workflow', text: json }]) })
    assert.deepEqual(
      found.map(({ title, picture }) => [title, picture]),
      [['Mask', 'workflows/mask.png']],
    )
  })

  it('skips other JSON files and unrelated folders', async () => {
    const files = {
      'examples/list.json': '[]',
      'examples/broken.json': '{"nodes": [',
      'examples/photo.png': png([{ chunk: 'tEXt', key: 'comment', text: 'none' }]),
      'locales/en/examples.json': json,
      'data/graph.json': json,
    }
    assert.deepEqual(await read(files), [])
  })

  it('keeps its limits', async () => {
    const files = { 'examples/a.json': json, 'examples/b.json': json, 'examples/c.json': json }
    assert.equal((await read(files, { ...limits, count: 2 })).length, 2)
    assert.equal((await read(files, { ...limits, fileBytes: 10 })).length, 0)
    assert.equal((await read(files, { ...limits, bytes: json.length * 2 })).length, 2)
  })
})
