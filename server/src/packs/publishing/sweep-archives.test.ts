import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { sweepArchives } from './sweep-archives.ts'

const holder = useWorld()

/** Leaves an archive behind like an upload whose process died, and returns its digest. */
async function leave(text: string): Promise<string> {
  const { blobs } = holder.world.deps
  const staged = await blobs.stage(Readable.from([Buffer.from(text)]), { maxBytes: 1000 })
  await blobs.keep(staged.stagingKey, staged.sha256)
  return staged.sha256
}

async function sweep(): Promise<string[]> {
  const { world } = holder
  const { deps } = world
  await transact(deps, (tx) => deps.jobs.send(tx, sweepArchives, {}))
  await world.runJobs()
  return (await Array.fromAsync(deps.blobs.list('archives/'))).map(({ key }) => key)
}

describe('sweeping archives', () => {
  it('removes only archives without a version, after a week', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    await publisher.publish({ id: `${publisher.id}-blur` })
    const orphan = await leave('kept, and then the process died')
    const isThere = (keys: string[]) => keys.some((key) => key.includes(orphan))
    const soon = await sweep()
    assert.deepEqual([soon.length, isThere(soon)], [2, true])
    world.advance(8 * 86_400_000)
    const later = await sweep()
    assert.deepEqual([later.length, isThere(later)], [1, false])
  })

  it('removes nothing when the database does not know most of the archives', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    await publisher.publish({ id: `${publisher.id}-sharp` })
    const known = (await sweep()).length
    for (let n = 0; n <= known; n++) await leave(`of another registry, ${n}`)
    world.advance(8 * 86_400_000)
    assert.equal((await sweep()).length, 2 * known + 1)
  })
})
