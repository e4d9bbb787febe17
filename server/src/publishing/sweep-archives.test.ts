import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { testPublisher } from '../../test/publishing.ts'
import { useWorld } from '../../test/world.ts'
import { transact } from '../db/changes.ts'
import { sweepArchives } from './sweep-archives.ts'

const holder = useWorld()

test('archives that no version has are removed after a week, and no others', async () => {
  const { world } = holder
  const { deps } = world
  const publisher = await testPublisher(world)
  await publisher.publish({ id: `${publisher.id}-blur` })
  const bytes = Buffer.from('kept, and then the process died')
  const staged = await deps.blobs.stage(Readable.from([bytes]), { maxBytes: 1000 })
  await deps.blobs.keep(staged.stagingKey, staged.sha256)
  const orphan = createHash('sha256').update(bytes).digest('hex')
  const sweep = async () => {
    await transact(deps, (tx) => deps.jobs.send(tx, sweepArchives, {}))
    await world.runJobs()
    const keys: string[] = []
    for await (const { key } of deps.blobs.list('archives/')) keys.push(key)
    return { count: keys.length, hasOrphan: keys.some((key) => key.includes(orphan)) }
  }
  assert.deepEqual(await sweep(), { count: 2, hasOrphan: true })
  world.advance(8 * 86_400_000)
  assert.deepEqual(await sweep(), { count: 1, hasOrphan: false })
})
