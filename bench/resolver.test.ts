import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { useWorld } from '../server/test/world.ts'
import { resolveWorkflows } from './resolver.ts'

const holder = useWorld()

const folder = mkdtempSync(join(tmpdir(), 'nodeyard-workflow-files-'))
after(() => rmSync(folder, { recursive: true }))

/** Typical names; the first of each list is claimed by several nodes. */
const names = [
  ['Load Mask', 'Mask Blur 🎭', 'mask/blur (v2)'],
  ['Load Mask', '模糊遮罩', 'Blur "soft"'],
  ['Load Mask', 'قناع', 'Blur|Sharpen'],
  ['Upscale', 'UpscaleTiled', "Tile's Edge"],
  ['Upscale', 'Upscale<4x>', 'Upscale & Sharpen'],
  ['upscale', 'A name as long as '.padEnd(120, 'this '), '  Padded  '],
]

/** Writes a community list of a few nodes. `npm run bench -- resolver` uses thousands. */
function writeList(): string {
  const path = join(folder, 'list.jsonl')
  const lines = names.map((nodes, index) =>
    JSON.stringify({
      ...{ id: `pack-${index}`, name: `Pack ${index}`, description: '', author: `author-${index}`, nodes },
      ...{ publisher: `author-${index}`, repository: `https://github.com/author-${index}/Pack-${index}` },
      ...{ stars: index * 10, last_update: '2026-01-02 03:04:05', tags: [] },
    }),
  )
  writeFileSync(path, lines.join('\n'))
  return path
}

describe('the resolver', () => {
  it('finds the providing nodes from every kind of file, up to five megabytes', async () => {
    const { score, wrong } = await resolveWorkflows(holder.world, writeList(), 18)
    assert.deepEqual(wrong, [])
    for (const [kind, { all, right }] of Object.entries(score)) {
      assert.ok(all > 5, kind)
      assert.equal(right, all, kind)
    }
  })
})
