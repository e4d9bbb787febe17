import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToken, tokenActions } from '@nodeyard/contract/people'
import { useWorld } from '../../../test/world.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { assertGoodFor, touchToken, verifyToken } from './verify.ts'

const registry = useWorld()
const now = new Date('2026-05-01T12:00:00Z')

const use = { publisherId: 'acme', nodeId: 'blur', action: 'publish-update' } as const

describe('a publish token', () => {
  const token = (part: Partial<Parameters<typeof assertGoodFor>[0]> = {}) => ({
    publisher_id: 'acme',
    expires_at: null,
    node_ids: null,
    actions: [...tokenActions],
    ...part,
  })

  it('works for its publisher', () => {
    assert.doesNotThrow(() => assertGoodFor(token(), use, now))
    assert.doesNotThrow(() => assertGoodFor(token({ expires_at: new Date(now.getTime() + 1) }), use, now))
  })

  it('stops working at the moment it expires, for any publisher', () => {
    for (const publisherId of ['acme', 'other']) {
      assert.throws(() => assertGoodFor(token({ expires_at: now }), { ...use, publisherId }, now), {
        code: 'invalid_publish_token',
      })
    }
  })

  it("is refused with a code of its own for another publisher's node", () => {
    assert.throws(() => assertGoodFor(token(), { ...use, publisherId: 'other' }, now), {
      code: 'publish_token_of_other_publisher',
    })
  })

  it('refuses nodes outside its scope, ignoring the case of ids', () => {
    const limited = token({ node_ids: ['Blur', 'glow'] })
    assert.doesNotThrow(() => assertGoodFor(limited, { ...use, nodeId: 'bLUR' }, now))
    assert.throws(() => assertGoodFor(limited, { ...use, nodeId: 'blur2' }, now), {
      code: 'publish_token_out_of_scope',
    })
  })

  it('refuses actions outside its scope', () => {
    const limited = token({ actions: ['yank'] })
    assert.doesNotThrow(() => assertGoodFor(limited, { ...use, action: 'yank' }, now))
    for (const action of ['publish-new', 'publish-update'] as const) {
      assert.throws(() => assertGoodFor(limited, { ...use, action }, now), {
        code: 'publish_token_out_of_scope',
      })
    }
  })

  it('is refused when it is unknown', () => {
    assert.throws(() => assertGoodFor(undefined, use, now), { code: 'invalid_publish_token' })
  })
})

describe('verifying a publish token', () => {
  it('accepts only the complete secret, and no part, hash or id', async () => {
    const { deps } = registry.world
    const { publisherId, secret, row } = await givenToken()
    const verify = (text: string) =>
      inTransaction(deps.db, (tx) => verifyToken(tx, text, { ...use, publisherId }, now))
    assert.equal((await verify(secret)).id, row.id)
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
      await assert.rejects(verify(other), { code: 'invalid_publish_token' })
  })

  it('records the last use at most once a minute', async () => {
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
