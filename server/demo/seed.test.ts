import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { searchNodes } from '@nodeyard/contract/packs'
import { listAdvisories } from '@nodeyard/contract/safety'
import { runCommand } from '../src/commands.ts'
import { useWorld } from '../test/world.ts'
import { adminEmail, refuseDemoAccounts } from './accounts.ts'
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

  it('is undone by removing the demo, except for what others own', async () => {
    const { world } = holder
    const { db } = world.deps
    const [kept, gone] = ['gridworks-tiles', 'lumen-relight']
    const owner = await world.given.user()
    await world.given.member({ publisher_id: 'gridworks', user_id: owner.id, role: 'owner' })
    const own = await world.given.node({ publisher_id: 'lumen-lab' })
    await assert.rejects(refuseDemoAccounts(db), /publisher@demo\.test, user@demo\.test, admin@demo\.test/)
    for (const table of ['users', 'identity_accounts'] as const)
      await db.updateTable(table).set({ email: 'me@example.org' }).where('email', '=', adminEmail).execute()
    await assert.rejects(refuseDemoAccounts(db), /publisher@demo\.test, user@demo\.test, me@example\.org/)
    await world.given.user({ id: 'stranger', email: adminEmail })

    const lines: string[] = []
    const run = () => runCommand(world.deps, ['remove-demo'], (line) => lines.push(line))
    assert.equal(await run(), 0)
    assert.match(lines.join(), /^Deleted 1\d packs and 3 accounts of the demo\.$/)
    await refuseDemoAccounts(db)
    assert.equal(await run(), 0)
    assert.equal(lines.at(-1), 'There are no demo accounts.')
    await world.runJobs()

    const statusOf = async (id: string) =>
      (await db.selectFrom('nodes').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    assert.equal(await statusOf(kept), 'active')
    assert.equal(await statusOf(own.id), 'active')
    assert.equal(await statusOf(gone), 'deleted')
    assert.equal(await statusOf('weather-fog'), 'deleted')
    const { nodes } = await world.anonymous.call(searchNodes, { query: { search: 'relight' } })
    assert.deepEqual(
      nodes.filter(({ id }) => id === gone),
      [],
    )
    const { advisories } = await world.anonymous.call(listAdvisories, {})
    assert.deepEqual(advisories, [])
    assert.deepEqual(await db.selectFrom('identity_accounts').select('email').execute(), [])
    const admins = await db.selectFrom('users').select('id').where('is_admin', '=', true).execute()
    assert.deepEqual(admins, [])
  })
})
