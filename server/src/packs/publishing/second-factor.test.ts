import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld({}, { SECOND_FACTOR_INSTALLS: '1000' })

async function widelyInstalled(downloads: number) {
  const { world } = holder
  const publisher = await testPublisher(world)
  const id = `${publisher.id}-blur`
  await publisher.publish({ id })
  await world.deps.db.updateTable('nodes').set({ downloads }).where('id', '=', id).execute()
  return { publisher, publish: (version: string) => publisher.publish({ id, version }) }
}

describe('publishing a widely installed node', () => {
  it('is refused for an account without a second factor, and says what to do', async () => {
    const { publish } = await widelyInstalled(1000)
    await assert.rejects(publish('1.1.0'), /Add one in the account settings/)
  })

  it('works below the threshold', async () => {
    const { publish } = await widelyInstalled(999)
    await publish('1.1.0')
  })

  it('works with an authenticator app', async () => {
    const { world } = holder
    const { publisher, publish } = await widelyInstalled(5000)
    const { ownerId: uid } = publisher
    const at = world.now()
    await world.deps.db.insertInto('identity_accounts').values({ uid, created_at: at }).execute()
    await world.deps.db
      .insertInto('identity_factors')
      .values({ id: world.deps.newId(), uid, kind: 'totp', secret: 'sealed', enrolled_at: at })
      .execute()
    await publish('1.1.0')
  })

  it('works for a month after a sign-in with one at a hosted project', async () => {
    const { world } = holder
    const { publisher, publish } = await widelyInstalled(5000)
    const owner = await world.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', publisher.ownerId)
      .executeTakeFirstOrThrow()
    const idToken = await world.tokenOf(owner, { factor: { kind: 'totp', id: 'app' } })
    const headers = { authorization: `Bearer ${idToken}` }
    assert.equal((await world.inject({ method: 'GET', url: '/users', headers })).statusCode, 200)
    await publish('1.1.0')
    world.advance(31 * 86_400_000)
    await assert.rejects(publish('1.2.0'), /second factor/)
  })
})
