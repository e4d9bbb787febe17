import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { createToken, deleteToken, listTokens, tokenActions } from '@nodeyard/contract/people'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { touchToken, verifyToken } from './verify.ts'

const registry = useWorld()
type User = { id: string; email: string; name: string }

const dayMs = 86_400_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let owner: User
let publisherId: string

beforeEach(async () => {
  owner = await registry.world.given.user()
  publisherId = (await registry.world.given.publisher({ owner })).id
})

const create = (user: User, body: object = { name: 'CI' }, id = publisherId) =>
  registry.world.as(user).call(createToken, { params: { publisherId: id }, body })
const list = (user: User, id = publisherId) =>
  registry.world.as(user).call(listTokens, { params: { publisherId: id } })
const revoke = (user: User, tokenId: string, id = publisherId) =>
  registry.world.as(user).call(deleteToken, { params: { publisherId: id, tokenId } })
const verify = (secret: string, id = publisherId) =>
  inTransaction(registry.world.deps.db, (tx) =>
    verifyToken(
      tx,
      secret,
      { publisherId: id, nodeId: 'blur', action: 'publish-update' },
      registry.world.now(),
    ),
  )

async function onlyToken() {
  const [token] = await list(owner)
  assert.ok(token)
  return token
}

describe('creating a token', () => {
  it('returns only the secret: a prefix and a random UUID', async () => {
    const answer = await create(owner)
    assert.deepEqual(Object.keys(answer), ['token'])
    assert.equal(answer.token.slice(0, 4), 'nyp_')
    assert.match(answer.token.slice(4), uuid)
    assert.notEqual((await create(owner)).token, answer.token)
  })

  it('stores only the SHA-256 and the first characters of the secret', async () => {
    const { world } = registry
    const { token } = await create(owner, { name: 'CI', description: 'For the build.' })
    const [row] = await world.deps.db
      .selectFrom('personal_access_tokens')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .execute()
    assert.equal(row?.token_hash, createHash('sha256').update(token).digest('hex'))
    assert.equal(row?.token_prefix, token.slice(0, 8))
    assert.equal(row?.created_by, owner.id)
    const events = await world.events(row?.id ?? '')
    assert.deepEqual(
      events.map(({ action, actor_id }) => [action, actor_id]),
      [['token.create', owner.id]],
    )
    for (const stored of [row, events])
      assert.doesNotMatch(JSON.stringify(stored), new RegExp(token.slice(8)))
  })

  it('accepts a missing name, empty texts and an empty body', async () => {
    await create(owner, { name: '', description: '' })
    await create(owner, {})
    assert.deepEqual(
      (await list(owner)).map(({ name, description }) => [name, description]),
      [
        ['', ''],
        ['', ''],
      ],
    )
  })

  it('refuses long texts and invalid expiry, and names field and limit', async () => {
    const bad: [object, string, number?][] = [
      [{ name: 'a'.repeat(256) }, 'body.name', 255],
      [{ description: 'a'.repeat(1001) }, 'body.description', 1000],
      [{ expires_in_days: 0 }, 'body.expires_in_days', 1],
      [{ expires_in_days: -1 }, 'body.expires_in_days', 1],
      [{ expires_in_days: 3651 }, 'body.expires_in_days', 3650],
      [{ expires_in_days: 1.5 }, 'body.expires_in_days'],
      [{ expires_in_days: '30' }, 'body.expires_in_days'],
      [{ name: {} }, 'body.name'],
    ]
    for (const [body, field, limit] of bad) {
      const problem = await refused('invalid_request', create(owner, body))
      assert.deepEqual([problem.field, problem.limit], [field, limit])
    }
    assert.deepEqual(await list(owner), [])
  })

  it('sets an expiry date', async () => {
    const { world } = registry
    const { token } = await create(owner, { name: 'Short', expires_in_days: 1 })
    assert.equal((await verify(token)).publisher_id, publisherId)
    const { expiresAt, createdAt } = await onlyToken()
    assert.equal(Date.parse(expiresAt ?? '') - Date.parse(createdAt), dayMs)
    world.advance(dayMs)
    await assert.rejects(verify(token), { code: 'invalid_publish_token' })
  })
})

describe('listing tokens', () => {
  it('returns masked tokens, newest first, without empty fields', async () => {
    const { world } = registry
    const first = await create(owner, { name: 'First' })
    world.advance(1000)
    const second = await create(owner, { name: 'Second', description: 'Two.' })
    const tokens = await list(owner)
    const made = { actions: [...tokenActions], createdBy: owner.name }
    assert.deepEqual(
      tokens.map(({ id, createdAt, ...rest }) => rest),
      [
        { ...made, name: 'Second', description: 'Two.', token: `${second.token.slice(0, 8)}***` },
        { ...made, name: 'First', description: '', token: `${first.token.slice(0, 8)}***` },
      ],
    )
    assert.ok(tokens.every(({ id }) => !first.token.includes(id) && !second.token.includes(id)))
  })

  it('returns an empty list when there are none', async () => {
    assert.deepEqual(await list(owner), [])
  })

  it('shows when a token was last used', async () => {
    const { deps, now } = registry.world
    await create(owner)
    const { id, lastUsedAt } = await onlyToken()
    assert.equal(lastUsedAt, undefined)
    const at = now.call(registry.world)
    await touchToken(deps.db, id, at)
    assert.equal((await onlyToken()).lastUsedAt, at.toISOString())
  })
})

describe('revoking a token', () => {
  it('takes effect immediately and is recorded', async () => {
    const { token } = await create(owner)
    const { id } = await onlyToken()
    await verify(token)
    assert.equal(await revoke(owner, id), null)
    await assert.rejects(verify(token), { code: 'invalid_publish_token' })
    assert.deepEqual(await list(owner), [])
    const events = await registry.world.events(id)
    assert.deepEqual(
      events.map(({ action }) => action),
      ['token.create', 'token.delete'],
    )
  })

  it('refuses an unknown token and a malformed id', async () => {
    await refused('token_not_found', revoke(owner, '00000000-0000-4000-8000-000000000000'))
    for (const id of ['7', 'nonsense', 'urn:uuid:00000000-0000-4000-8000-000000000000', "' or 1=1", 'ｕ']) {
      const problem = await refused('invalid_request', revoke(owner, id))
      assert.equal(problem.field, 'path.tokenId')
    }
  })

  it("refuses another publisher's token, which stays valid", async () => {
    const { token } = await create(owner)
    const { id } = await onlyToken()
    const stranger = await registry.world.given.user()
    const own = await registry.world.given.publisher({ owner: stranger })
    await refused('not_publisher_owner', revoke(stranger, id, own.id))
    await verify(token)
  })

  it('succeeds once when sent twice concurrently', async () => {
    await create(owner)
    const { id } = await onlyToken()
    const results = await Promise.allSettled([revoke(owner, id), revoke(owner, id)])
    const refusals = results.filter((result) => result.status === 'rejected')
    assert.equal(refusals.length, 1)
    await refused('token_not_found', Promise.reject(refusals[0]?.reason))
    assert.equal((await registry.world.events(id)).length, 2)
  })

  it('lists revoked tokens separately, with time and user', async () => {
    const { token } = await create(owner)
    const { id } = await onlyToken()
    await revoke(owner, id)
    assert.deepEqual(await list(owner), [])
    const params = { publisherId }
    const all = () => registry.world.as(owner).call(listTokens, { params, query: { include_revoked: true } })
    const [revoked] = await all()
    assert.equal(revoked?.id, id)
    assert.ok(revoked?.revokedAt)
    assert.equal((revoked as { revokedBy?: string }).revokedBy, `User ${owner.id}`)
    await assert.rejects(verify(token), { code: 'invalid_publish_token' })
  })

  it('stops uploads announced with this token, but no others', async () => {
    const apiUrl = await registry.world.listen()
    const announced = async (token: string, version: string) => {
      const nodeId = `${publisherId}-blur`
      const answer = await announce({ apiUrl, publisherId, nodeId, token, version })
      return ((await answer.json()) as AnnounceAnswer).signedUrl
    }
    const { token } = await create(owner)
    const { id } = await onlyToken()
    const { token: other } = await create(owner)
    const [address, otherAddress] = [await announced(token, '1.0.0'), await announced(other, '1.0.1')]
    await revoke(owner, id)
    const archive = buildPack({ id: `${publisherId}-blur` })
    assert.equal((await upload(address, archive)).status, 403)
    assert.equal((await upload(otherAddress, archive)).status, 200)
    await registry.world.runJobs()
  })

  it('follows the deletion of the publisher', async () => {
    const { token } = await create(owner)
    await registry.world.deps.db.deleteFrom('publishers').where('id', '=', publisherId).execute()
    await assert.rejects(verify(token), { code: 'invalid_publish_token' })
  })
})

describe('permission to manage tokens', () => {
  it('belongs only to owners of the publisher', async () => {
    const { world } = registry
    await create(owner)
    const { id } = await onlyToken()
    const member = await world.given.user()
    await world.given.member({ publisher_id: publisherId, user_id: member.id, role: 'member' })
    const otherOwner = await world.given.user()
    await world.given.publisher({ owner: otherOwner })
    const admin = await world.given.user({ is_admin: true })
    for (const user of [member, otherOwner, await world.given.user(), admin]) {
      await refused('not_publisher_owner', list(user))
      await refused('not_publisher_owner', create(user))
      await refused('not_publisher_owner', revoke(user, id))
    }
    const { anonymous } = world
    const params = { publisherId, tokenId: id }
    await refused('missing_credential', anonymous.call(listTokens, { params }))
    await refused('missing_credential', anonymous.call(createToken, { params, body: { name: 'CI' } }))
    await refused('missing_credential', anonymous.call(deleteToken, { params }))
    assert.equal((await list(owner)).length, 1)
  })

  it('lets a banned owner read tokens but not create or revoke them', async () => {
    const { given } = registry.world
    await create(owner)
    const { id } = await onlyToken()
    const banned = await given.user({ status: 'banned' })
    await given.member({ publisher_id: publisherId, user_id: banned.id, role: 'owner' })
    assert.equal((await list(banned)).length, 1)
    await refused('user_banned', create(banned))
    await refused('user_banned', revoke(banned, id))
  })

  it('is denied to all for the unclaimed publisher', async () => {
    await refused('not_publisher_owner', create(owner, {}, unclaimedPublisherId))
    await refused('not_publisher_owner', list(owner, unclaimedPublisherId))
    await refused('publisher_not_found', create(owner, {}, 'nobody'))
    await refused('publisher_not_found', list(owner, 'nobody'))
    await refused('publisher_not_found', revoke(owner, '00000000-0000-4000-8000-000000000000', 'nobody'))
  })
})
