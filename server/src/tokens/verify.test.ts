import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createToken } from '@nodeyard/contract/tokens'
import { useWorld } from '../../test/world.ts'
import { assertMayPublish, touchToken, verifyPublishToken } from './verify.ts'

const registry = useWorld()
const now = new Date('2026-05-01T12:00:00Z')

describe('a publish token', () => {
  const token = (expires_at: Date | null) => ({ publisher_id: 'acme', expires_at })

  test('is good for its publisher', () => {
    assert.doesNotThrow(() => assertMayPublish(token(null), 'acme', now))
    assert.doesNotThrow(() => assertMayPublish(token(new Date(now.getTime() + 1)), 'acme', now))
  })

  test('is not good from the moment on at which it expires, whoever asks', () => {
    for (const publisher of ['acme', 'other']) {
      assert.throws(() => assertMayPublish(token(now), publisher, now), { code: 'invalid_publish_token' })
    }
  })

  test("says so when it is another publisher's", () => {
    assert.throws(() => assertMayPublish(token(null), 'other', now), {
      code: 'publish_token_of_other_publisher',
    })
  })

  test('that nobody knows is not good', () => {
    assert.throws(() => assertMayPublish(undefined, 'acme', now), { code: 'invalid_publish_token' })
  })
})

test('only the whole secret is good: not a part of it, its hash, or its id', async () => {
  const { deps } = registry.world
  const { publisherId, secret, row } = await givenToken()
  assert.equal((await verifyPublishToken(deps.db, publisherId, secret, now)).id, row.id)
  const others = [
    '',
    secret.slice(4),
    secret.toUpperCase(),
    ` ${secret}`,
    row.token_prefix,
    row.token_hash,
    row.id,
  ]
  for (const other of [...others, "' or 1=1 --", 'a'.repeat(100_000), '\0', '\ud800'])
    await assert.rejects(verifyPublishToken(deps.db, publisherId, other, now), {
      code: 'invalid_publish_token',
    })
})

test('a secret is also verified inside of a transaction', async () => {
  const { deps } = registry.world
  const { publisherId, secret, row } = await givenToken()
  const found = await deps.db.transaction().execute((tx) => verifyPublishToken(tx, publisherId, secret, now))
  assert.equal(found.id, row.id)
})

test('the time of last use is noted, but not with every use', async () => {
  const { deps } = registry.world
  const { row } = await givenToken()
  const used = async (at: string) => {
    await touchToken(deps.db, row.id, new Date(at))
    const { last_used_at } = await deps.db
      .selectFrom('personal_access_tokens')
      .select('last_used_at')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    return last_used_at?.toISOString()
  }
  assert.equal(await used('2026-05-01T12:00:00Z'), '2026-05-01T12:00:00.000Z')
  assert.equal(await used('2026-05-01T12:00:59Z'), '2026-05-01T12:00:00.000Z')
  assert.equal(await used('2026-05-01T12:01:00Z'), '2026-05-01T12:01:00.000Z')
  assert.equal(await used('2026-05-01T11:00:00Z'), '2026-05-01T12:01:00.000Z')
})

async function givenToken() {
  const { world } = registry
  const owner = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner })
  const { token: secret } = await world.as(owner).call(createToken, { params: { publisherId }, body: {} })
  const row = await world.deps.db
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return { publisherId, secret, row }
}
