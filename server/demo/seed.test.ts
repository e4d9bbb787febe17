import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { searchNodes } from '@nodeyard/contract/nodes'
import { useWorld } from '../test/world.ts'
import { seedDemo } from './seed.ts'

const holder = useWorld()

describe('seeding the demo', () => {
  it('stops after the current version', async () => {
    const { deps } = holder.world
    const published = () => deps.db.selectFrom('node_versions').select(['node_id', 'status']).execute()
    const stopping = new AbortController()
    const lines: string[] = []
    await seedDemo(
      deps,
      (line) => {
        lines.push(line)
        if (/^ {2}\S+ \d+\.\d+\.\d+$/.test(line)) stopping.abort()
      },
      stopping.signal,
    )
    assert.equal(lines.at(-1), `  ${(await published())[0]?.node_id} 1.0.0`)
    assert.deepEqual(
      (await published()).map(({ status }) => status),
      ['pending'],
    )
  })

  it('finishes the running job and starts no other when stopped in the pipeline', async () => {
    const { deps } = holder.world
    const stopping = new AbortController()
    const { analyst } = deps
    const { read } = analyst
    analyst.read = (path, options) => {
      stopping.abort()
      return read(path, options)
    }
    assert.equal(await deps.jobs.drain(deps, stopping.signal), 1)
    analyst.read = read
  })

  it('resumes after a stop, and the packs are found despite a typo', async () => {
    const { world } = holder
    await seedDemo(world.deps, () => {})
    const { nodes, corrected } = await world.anonymous.call(searchNodes, { query: { search: 'imge' } })
    assert.equal(corrected, 'image')
    assert.ok(nodes.length > 5)
  })
})
