import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { silentTelemetry } from '../../ground/telemetry/telemetry.ts'

let statements = 0
/** Only PostgreSQL reports the beginning and the end of a transaction as queries. */
const ranQuery = ({ sql }: { sql: string }) => {
  if (!/^(start transaction|commit)/.test(sql)) statements++
}
const holder = useWorld({ telemetry: { ...silentTelemetry, ranQuery } })

async function countOf(work: () => Promise<unknown>): Promise<number> {
  statements = 0
  await work()
  return statements
}

describe('publishing a version', () => {
  for (const [says, version, most] of [
    ['of a new node', '1.0.0', { received: 43, listed: 58 }],
    ['of a known node', '1.0.1', { received: 39, listed: 46 }],
  ] as const)
    it(`takes few statements ${says}`, async () => {
      const { world } = holder
      const owner = await world.given.user({ id: `owner-${version}` })
      const publisher = await testPublisher(world, { owner })
      const id = `${publisher.id}-blur`
      if (version !== '1.0.0') await publisher.publish({ id })
      const received = await countOf(() => publisher.publish({ id, version, waiting: true }))
      const listed = await countOf(() => world.runJobs())
      assert.ok(received <= most.received, `${received} statements to announce and receive it`)
      assert.ok(listed <= most.listed, `${listed} statements to list it`)
    })
})
