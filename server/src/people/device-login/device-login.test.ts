import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  getDeviceLogin,
  listTokens,
  redeemDeviceLogin,
  startDeviceLogin,
} from '@nodeyard/contract/people'
import { sql } from 'kysely'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
const dayMs = 86_400_000

type User = { id: string; email: string; name: string }
let owner: User
let publisherId: string
beforeEach(async () => {
  owner = await registry.world.given.user()
  publisherId = (await registry.world.given.publisher({ owner })).id
})

const start = (client_name = 'nodeyard', more: object = {}) =>
  registry.world.anonymous.call(startDeviceLogin, { body: { client_name, ...more } })
const approve = (user: User, userCode: string, body: object = {}) =>
  registry.world.as(user).call(approveDeviceLogin, {
    params: { userCode },
    body: { publisher_id: publisherId, nodes: ['blur'], ...body },
  })
const deny = (user: User, userCode: string, publisher_id = publisherId) =>
  registry.world.as(user).call(denyDeviceLogin, { params: { userCode }, body: { publisher_id } })
const read = (userCode: string) => registry.world.as(owner).call(getDeviceLogin, { params: { userCode } })

/** A user who owns another publisher. */
async function otherOwner() {
  const user = await registry.world.given.user()
  return { user, publisherId: (await registry.world.given.publisher({ owner: user })).id }
}

describe('the sign-in of a program', () => {
  it('has no code in its link', async () => {
    const { verification_uri, verification_uri_complete, user_code } = await start()
    assert.equal(verification_uri_complete, verification_uri)
    assert.ok(!verification_uri.includes(user_code))
  })

  it('shows the name of the program without control characters and quotes, and where it was started', async () => {
    const names: [string, string][] = [
      ['\u001b[31mred\u0007', '[31mred'],
      ['\u202eabc\u2066\u200b', 'abc'],
      ['Security – press “Approve” "now"', "Security – press 'Approve' 'now'"],
      ['“a„ 〞｢b｣ ″c❞ «d»', "'a' ''b' 'c' 'd'"],
      ['\u3164\u115f', '–'],
      [' two\n lines ', 'two lines'],
      ['\u200b', '–'],
      ['x'.repeat(200), 'x'.repeat(limits.deviceLoginNameLength)],
    ]
    for (const [name, shown] of names) {
      const login = await read((await start(name)).user_code)
      assert.equal(login.client_name, shown)
      assert.equal(login.is_same_address, true)
      assert.notEqual(login.started_from, '')
    }
  })

  it('gets a token for the named nodes, to update them, for 30 days', async () => {
    const { user_code, device_code } = await start()
    await approve(owner, user_code)
    const { token } = await registry.world.anonymous.call(redeemDeviceLogin, { body: { device_code } })
    assert.ok(token)
    const [own] = await registry.world.as(owner).call(listTokens, { params: { publisherId } })
    assert.deepEqual([own?.nodes, own?.actions], [['blur'], ['publish-update']])
    const lifeMs = Date.parse(own?.expiresAt ?? '') - Date.parse(own?.createdAt ?? '')
    assert.equal(lifeMs, limits.deviceTokenDefaultDays * dayMs)
  })

  it('gets no token without nodes or without an end', async () => {
    const { user_code } = await start()
    for (const body of [
      { nodes: [] },
      { nodes: undefined },
      { actions: [] },
      { expires_in_days: limits.deviceTokenDays + 1 },
      { expires_in_days: 0 },
    ])
      await refused('invalid_request', approve(owner, user_code, body))
  })

  it('is approved and denied by owners of a publisher only', async () => {
    const stranger = await registry.world.given.user()
    const { user_code } = await start()
    await refused('not_publisher_owner', deny(stranger, user_code))
    await refused('not_publisher_owner', approve(stranger, user_code))
    await read(user_code)
    await deny(owner, user_code)
    await refused('device_login_unknown', approve(owner, user_code))
  })

  it('is decided by owners of the publisher that it names', async () => {
    const other = await otherOwner()
    const { user_code } = await start('nodeyard', { publisher_id: publisherId.toUpperCase() })
    const body = { publisher_id: other.publisherId }
    await refused('device_login_of_other_publisher', deny(other.user, user_code, other.publisherId))
    await refused('device_login_of_other_publisher', approve(other.user, user_code, body))
    await approve(owner, user_code)
  })

  it('is approved with a recent second factor, if the account has one', async () => {
    const { world } = registry
    const factor = { kind: 'totp' as const, id: 'factor' }
    const withFactor = (at: Date) => ({ factor, authTime: at })
    const approveWith = async (claims: Parameters<typeof world.tokenOf>[1]) => {
      const { user_code } = await start()
      const { statusCode, payload } = await world.inject({
        method: 'POST',
        url: `/device-logins/${user_code}/approve`,
        headers: { authorization: `Bearer ${await world.tokenOf(owner, claims)}` },
        payload: { publisher_id: publisherId, nodes: ['blur'] },
      })
      return statusCode === 204 ? 204 : JSON.parse(payload).error
    }
    assert.equal(await approveWith({}), 204)
    const minuteMs = 60_000
    const before = (minutes: number) => new Date(world.now().getTime() - minutes * minuteMs)
    assert.equal(await approveWith(withFactor(before(limits.recentFactorMinutes - 1))), 204)
    assert.equal(
      await approveWith(withFactor(before(limits.recentFactorMinutes + 1))),
      'recent_second_factor_required',
    )
    assert.equal(await approveWith({}), 'recent_second_factor_required')
    assert.equal(await approveWith(withFactor(world.now())), 204)
  })
})

describe('guessing codes', () => {
  const limited = useWorld({}, { RATE_LIMIT_FACTOR: '1' })

  it('is limited for every request that tells whether a code is right', async () => {
    const { world } = limited
    const user = await world.given.user()
    const { id } = await world.given.publisher({ owner: user })
    const params = { userCode: 'BCDF-BCDF' }
    const as = world.as(user)
    const guesses = [
      () => as.call(getDeviceLogin, { params }),
      () => as.call(approveDeviceLogin, { params, body: { publisher_id: id, nodes: ['blur'] } }),
      () => as.call(denyDeviceLogin, { params, body: { publisher_id: id } }),
    ]
    for (const guess of guesses) {
      for (let count = 0; count < limits.deviceLoginsPerMinute; count++)
        await refused('device_login_unknown', guess())
      await refused('too_many_requests', guess())
    }
  })
})

describe('open sign-ins', () => {
  it('are few per network, and the busiest network makes room for others', async () => {
    const { db } = registry.world.deps
    await db.deleteFrom('device_logins').execute()
    const oldest = await start()
    for (let count = 1; count < limits.deviceLoginsOfAddress; count++) await start()
    await refused('too_many_at_once', start())
    await db.updateTable('device_logins').set({ network: 'busy' }).execute()
    const { user_code: own } = await start()
    const at = registry.world.now()
    // Fills the table to its limit.
    const rows = Array.from(
      { length: limits.openDeviceLogins - limits.deviceLoginsOfAddress - 1 },
      (_, i) => ({
        id: registry.world.deps.newId(),
        device_code_hash: i.toString(16).padStart(64, '0'),
        user_code: i
          .toString(10)
          .padStart(8, '0')
          .replace(/\d/g, (digit) => 'BCDFGHJKLM'[Number(digit)] ?? ''),
        client_name: 'x',
        network: `n${i}`,
        created_at: at,
        expires_at: new Date(at.getTime() + dayMs),
      }),
    )
    for (let i = 0; i < rows.length; i += 1000)
      await db
        .insertInto('device_logins')
        .values(rows.slice(i, i + 1000))
        .execute()
    await db
      .updateTable('device_logins')
      .set({ network: 'own' })
      .where('user_code', '=', own.replace('-', ''))
      .execute()
    await start()
    await read(own)
    await refused('device_login_unknown', read(oldest.user_code))
    // Sorts before all others.
    await db
      .updateTable('device_logins')
      .set({ network: '1.2.3.4' })
      .where('user_code', '=', own.replace('-', ''))
      .execute()
    await sql`update device_logins set network = '2001:db8:1:' || network where network like 'n%'`.execute(db)
    for (let i = 0; i < 3; i++) {
      await sql`update device_logins set network = 'n' || id
        where network not like '2001:%' and network <> '1.2.3.4'`.execute(db)
      await start()
    }
    await read(own)
    await db.deleteFrom('device_logins').execute()
  })
})
