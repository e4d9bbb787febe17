import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../test/world.ts'
import { seedDemo } from './seed.ts'

const holder = useWorld()

test('a stop while the demo catalogue is published ends it after the version under way', async () => {
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

test('what is running is waited for, and no more is begun, when a stop comes in the middle of the pipeline', async () => {
  const { deps } = holder.world
  const stopping = new AbortController()
  const { analyst } = deps
  const verify = analyst.verify
  analyst.verify = (path) => {
    stopping.abort()
    return verify(path)
  }
  assert.equal(await deps.jobs.drain(deps, stopping.signal), 1)
  analyst.verify = verify
})
