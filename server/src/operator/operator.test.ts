import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { IdentityClient } from '../../test/identity-client.ts'
import { useWorld } from '../../test/world.ts'
import { runCommand } from '../commands.ts'

const registry = useWorld()
const run = (...args: string[]) => runCommand(registry.world.deps, args, () => {})

describe("the operator's commands", () => {
  it('give nothing to an account with an unverified email', async () => {
    const email = 'claimed@example.test'
    await new IdentityClient(registry.world).post('accounts:signUp', { email, password: 'right-horse-9' })
    const refusal = { code: 'email_not_verified' }
    await assert.rejects(run('create-publisher', 'acme', '--owner', email), refusal)
    await assert.rejects(run('grant-credit', email, '5', '--reason', 'A gift'), refusal)
    // A user with the same, verified email is preferred.
    const { id } = await registry.world.given.user({ email })
    assert.equal(await run('create-publisher', 'acme', '--owner', email), 0)
    const [role] = await registry.world.deps.db
      .selectFrom('publisher_permissions')
      .select('user_id')
      .where('publisher_id', '=', 'acme')
      .execute()
    assert.equal(role?.user_id, id)
  })

  it('can use an account that the operator created, before its first sign-in', async () => {
    const email = 'awaited@example.test'
    assert.equal(await run('create-publisher', 'first', '--owner', email), 0)
    assert.equal(await run('create-publisher', 'second', '--owner', email), 0)
  })

  it("update the planner's statistics after an import, even one that fails", async () => {
    const { world } = registry
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-operator-'))
    after(() => rm(folder, { recursive: true }))
    const knownRows = async () => {
      const { rows } = await world.deps.database.raw.query(
        "select reltuples::int as rows from pg_class where relname = 'nodes'",
      )
      return rows[0]?.['rows']
    }
    const listed = (ids: readonly string[]) => ids.map((id) => JSON.stringify({ id })).join('\n')
    const ids = Array.from({ length: 120 }, (_, i) => `imported-${i}`)
    await writeFile(join(folder, 'list.jsonl'), listed(ids))
    assert.equal(await run('import', join(folder, 'list.jsonl')), 0)
    assert.equal(await knownRows(), 120)
    const more = Array.from({ length: 500 }, (_, i) => `more-${i}`)
    // The import stores the first batch before it reads the broken end.
    const broken = gzipSync(listed([...more, ...ids])).subarray(0, -12)
    await writeFile(join(folder, 'broken.jsonl.gz'), broken)
    await assert.rejects(run('import', join(folder, 'broken.jsonl.gz')))
    assert.equal(await knownRows(), 620)
  })

  it("are recorded as the operator's, without secrets", async () => {
    const { world } = registry
    await run('create-publisher', 'lumen', '--owner', 'lumen@example.test')
    await run('create-token', 'lumen', '--name', 'CI')
    await run('create-service-token', 'scheduler', '--days', '30')
    await run('rotate-keys')
    const events = await world.deps.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'action', 'after'])
      .where('action', 'in', [
        'token.create',
        'service-token.create',
        'identity.rotate-keys',
        'publisher.create',
      ])
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    assert.deepEqual(events.map(({ actor_kind, action }) => [actor_kind, action]).reverse(), [
      ['operator', 'publisher.create'],
      ['operator', 'token.create'],
      ['operator', 'service-token.create'],
      ['operator', 'identity.rotate-keys'],
    ])
    assert.deepEqual(events[1]?.after, { name: 'scheduler', days: 30 })
  })
})
