import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNodeVersion } from '@nodeyard/contract/packs'
import { getPublisher } from '@nodeyard/contract/people'
import { decodeJwt } from 'jose'
import { IdentityClient } from '../../../../test/identity-client.ts'
import { useWorld } from '../../../../test/world.ts'
import { removeMember } from '../../publishers/members.ts'
import { toActor } from '../users.ts'

const holder = useWorld()
const client = () => new IdentityClient(holder.world)

let count = 0
const newEmail = () => `ada-${++count}@example.test`
const password = 'right-horse-9'

const userOf = (idToken: string) =>
  holder.world.fetch('http://registry.test/users', { headers: { authorization: `Bearer ${idToken}` } })

describe('sign-up', () => {
  it('returns tokens that the API accepts, and creates the user', async () => {
    const email = newEmail()
    const { status, body } = await client().post('accounts:signUp', { email: email.toUpperCase(), password })
    assert.equal(status, 200)
    assert.deepEqual([body.email, body.expiresIn], [email, '3600'])
    const me = await (await userOf(body.idToken)).json()
    assert.deepEqual(me, {
      id: body.localId,
      email,
      name: '',
      isApproved: false,
      isAdmin: false,
      isBanned: false,
    })
    const claims = decodeJwt(body.idToken)
    assert.equal(claims['email_verified'], false)
    assert.equal(claims.aud, 'nodeyard')
  })

  it('refuses a taken email, ignoring case', async () => {
    const email = newEmail()
    await client().post('accounts:signUp', { email, password })
    const { code } = await client().post('accounts:signUp', { email: ` ${email.toUpperCase()}`, password })
    assert.equal(code, 'EMAIL_EXISTS')
  })

  it('reports invalid input with codes that the client knows', async () => {
    const cases: [object, string][] = [
      [{ email: 'nobody', password }, 'INVALID_EMAIL'],
      [{ email: 'a@b@c.test', password }, 'INVALID_EMAIL'],
      [{ password }, 'MISSING_EMAIL'],
      [{ email: newEmail() }, 'MISSING_PASSWORD'],
      [{ email: newEmail(), password: 'short' }, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
      [{ email: newEmail(), password: 'a'.repeat(5000) }, 'INVALID_ARGUMENT'],
      [{ email: 'x\0@example.test', password }, 'INVALID_ARGUMENT'],
      [{ email: 7, password }, 'INVALID_ARGUMENT'],
      [{ returnSecureToken: true }, 'ADMIN_ONLY_OPERATION'],
    ]
    for (const [body, code] of cases) {
      const answer = await client().post('accounts:signUp', body)
      assert.deepEqual([answer.status, answer.code], [400, code], JSON.stringify(body).slice(0, 80))
    }
  })

  it('creates one account for concurrent requests', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      [1, 2, 3].map(() => client().post('accounts:signUp', { email, password })),
    )
    assert.deepEqual(answers.map(({ code }) => code).sort(), ['', 'EMAIL_EXISTS', 'EMAIL_EXISTS'])
  })
})

describe('sign-in', () => {
  it('accepts the right password and shows the sign-in methods', async () => {
    const email = newEmail()
    const { body: made } = await client().post('accounts:signUp', { email, password })
    const { body } = await client().post('accounts:signInWithPassword', { email, password })
    assert.equal(body.localId, made.localId)
    const { body: found } = await client().post('accounts:lookup', { idToken: body.idToken })
    const [account] = found.users
    assert.equal(account.email, email)
    assert.equal(account.emailVerified, false)
    assert.deepEqual(
      account.providerUserInfo.map((one: { providerId: string }) => one.providerId),
      ['password'],
    )
  })

  it('gives the same response to a wrong password and an unknown email', async () => {
    const email = newEmail()
    await client().post('accounts:signUp', { email, password })
    const wrong = await client().post('accounts:signInWithPassword', { email, password: 'wrong-horse' })
    const unknown = await client().post('accounts:signInWithPassword', { email: newEmail(), password })
    assert.equal(wrong.code, 'INVALID_LOGIN_CREDENTIALS')
    assert.deepEqual(unknown, wrong)
  })
})

describe('a password account', () => {
  const signedUp = async () => {
    const email = newEmail()
    const { body } = await client().post('accounts:signUp', { email, password })
    return { email, ...body } as { email: string; idToken: string; refreshToken: string; localId: string }
  }

  it('shows a new name and photo, also in tokens', async () => {
    const { idToken } = await signedUp()
    const photoUrl = 'https://example.test/ada.png'
    const { body } = await client().post('accounts:update', { idToken, displayName: 'Ada', photoUrl })
    assert.deepEqual([body.displayName, body.photoUrl], ['Ada', photoUrl])
    assert.equal(decodeJwt(body.idToken)['name'], 'Ada')
    assert.equal((await client().refresh(body.refreshToken)).status, 200)
    const cleared = await client().post('accounts:update', { idToken, displayName: null })
    assert.equal(cleared.body.displayName, undefined)
    assert.equal(cleared.body.photoUrl, photoUrl)
    const bad = await client().post('accounts:update', { idToken, photoUrl: 'javascript:alert(1)' })
    assert.equal(bad.code, 'INVALID_ARGUMENT')
  })

  it('accepts a new password after a recent sign-in, and ends other sessions', async () => {
    const { email, idToken, refreshToken } = await signedUp()
    const other = await client().post('accounts:signInWithPassword', { email, password })
    const { body } = await client().post('accounts:update', { idToken, password: 'another-horse-9' })
    assert.equal((await userOf(body.idToken)).status, 200)
    assert.equal((await client().refresh(body.refreshToken)).status, 200)
    assert.equal((await userOf(idToken)).status, 401)
    assert.equal((await userOf(other.body.idToken)).status, 401)
    for (const old of [refreshToken, other.body.refreshToken])
      assert.equal((await client().refresh(old)).code, 'TOKEN_EXPIRED')
    assert.equal((await client().post('accounts:lookup', { idToken })).code, 'TOKEN_EXPIRED')
    const signIn = (text: string) => client().post('accounts:signInWithPassword', { email, password: text })
    assert.equal((await signIn(password)).code, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await signIn('another-horse-9')).status, 200)
  })

  it('requires a recent sign-in for sensitive changes', async () => {
    const { idToken } = await signedUp()
    holder.world.advance(5 * 60_000 + 1000)
    for (const [name, body] of [
      ['accounts:update', { idToken, password: 'another-horse-9' }],
      ['accounts:delete', { idToken }],
      ['accounts:signInWithPhoneNumber', { idToken, sessionInfo: 'of a message', code: '123456' }],
      ['accounts:signInWithIdp', { idToken, postBody: 'id_token=of-a-trip&providerId=github.com' }],
    ] as const) {
      assert.equal((await client().post(name, body)).code, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
  })

  it('is gone immediately after deletion, and its user is anonymized', async () => {
    const { idToken, refreshToken, localId, email } = await signedUp()
    assert.equal((await userOf(idToken)).status, 200)
    assert.equal((await client().post('accounts:delete', { idToken })).status, 200)
    assert.equal((await userOf(idToken)).status, 401)
    assert.equal((await client().refresh(refreshToken)).code, 'TOKEN_EXPIRED')
    assert.equal((await client().post('accounts:lookup', { idToken })).code, 'USER_NOT_FOUND')
    const { db } = holder.world.deps
    const user = await db.selectFrom('users').selectAll().where('id', '=', localId).executeTakeFirstOrThrow()
    assert.deepEqual([user.email, user.name], ['', ''])
    assert.equal((await client().post('accounts:signUp', { email, password })).status, 200)
  })

  it('updates its name in publishers and versions, and removes it on deletion', async () => {
    const { anonymous, given } = holder.world
    const { idToken, localId } = await signedUp()
    const [own, left] = [await given.publisher({ owner: { id: localId } }), await given.publisher()]
    const node = await given.node({ publisher_id: left.id })
    const publishedBy = { published_by_publisher: left.id, published_by_user: localId }
    const { version } = await given.version({ node_id: node.id, ...publishedBy })
    const shown = async () => {
      const { members } = await anonymous.call(getPublisher, { params: { publisherId: own.id } })
      const read = await anonymous.call(getNodeVersion, { params: { nodeId: node.id, version } })
      return [members?.[0]?.user.name, read.published_by?.name ?? '']
    }
    assert.deepEqual(await shown(), ['', ''])
    const { body } = await client().post('accounts:update', { idToken, displayName: 'Ada' })
    await userOf(body.idToken)
    assert.deepEqual(await shown(), ['Ada', 'Ada'])
    assert.equal((await client().post('accounts:delete', { idToken: body.idToken })).status, 200)
    assert.deepEqual(await shown(), ['', ''])
  })

  it('loses all credentials on deletion', async () => {
    const { world } = holder
    const { given } = world
    const { idToken, localId } = await signedUp()
    const post = (path: string, body: object) =>
      world.fetch(`http://registry.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    assert.equal((await post('/customers', {})).status, 201)
    const { api_key: key } = await (await post('/customers/api-keys', { name: 'Mine' })).json()
    const apiKey = key.plaintext_key
    const other = await given.user()
    const shared = await given.publisher({ owner: other })
    await given.member({ publisher_id: shared.id, user_id: localId, role: 'owner' })
    const sharedToken = await given.token({ publisher_id: shared.id, created_by: localId })
    const alone = await given.publisher({ owner: { id: localId } })
    const lost = await given.token({ publisher_id: alone.id })
    await given.trustedPublisher({ publisher_id: alone.id })
    const withKey = () =>
      world.fetch('http://registry.test/customers/me', { headers: { 'x-api-key': apiKey } })
    assert.equal((await withKey()).status, 200)

    assert.equal((await client().post('accounts:delete', { idToken })).status, 200)
    assert.equal((await withKey()).status, 401)
    const { db } = world.deps
    const customer = await db
      .selectFrom('customers')
      .select(['email', 'name'])
      .where('id', '=', localId)
      .executeTakeFirst()
    assert.deepEqual(customer, { email: '', name: '' })
    const isValid = async (id: string) =>
      (
        await db
          .selectFrom('personal_access_tokens')
          .select('revoked_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).revoked_at === null
    assert.equal(await isValid(sharedToken.id), false)
    assert.equal(await isValid(lost.id), false)
    assert.deepEqual(await db.selectFrom('trusted_publishers').selectAll().execute(), [])
    const leaving = removeMember(world.deps, toActor(other), { publisherId: shared.id, userId: other.id })
    await assert.rejects(leaving, { code: 'last_owner' })
  })

  it('is deleted by the last owner of packs only if the request leaves them without one', async () => {
    const { given } = holder.world
    const { idToken, localId } = await signedUp()
    const { id } = await given.publisher({ owner: { id: localId } })
    const node = await given.node({ publisher_id: id })
    const remove = (more = {}) => client().post('accounts:delete', { idToken, ...more })
    assert.equal((await remove()).code, 'LAST_OWNER')
    assert.equal((await remove({ leavePublishers: false })).code, 'LAST_OWNER')
    assert.equal((await userOf(idToken)).status, 200)
    const other = await given.user()
    await given.member({ publisher_id: id, user_id: other.id, role: 'member' })
    assert.equal((await remove()).code, 'LAST_OWNER')
    assert.equal((await remove({ leavePublishers: true })).status, 200)
    const { db } = holder.world.deps
    const { status } = await db
      .selectFrom('nodes')
      .select('status')
      .where('id', '=', node.id)
      .executeTakeFirstOrThrow()
    assert.equal(status, 'active')
  })

  it('is deleted without a question by one of two owners, and by the owner of deleted packs', async () => {
    const { given } = holder.world
    const { idToken, localId } = await signedUp()
    const shared = await given.publisher({ owner: await given.user() })
    await given.member({ publisher_id: shared.id, user_id: localId, role: 'owner' })
    await given.node({ publisher_id: shared.id })
    const empty = await given.publisher({ owner: { id: localId } })
    await given.node({ publisher_id: empty.id, status: 'deleted' })
    assert.equal((await client().post('accounts:delete', { idToken })).status, 200)
  })

  it('loses the admin role on deletion, which the last admin cannot do', async () => {
    const { world } = holder
    const { db } = world.deps
    await db.updateTable('users').set({ is_admin: false }).execute()
    const [first, last] = [await signedUp(), await signedUp()]
    const ids = [first.localId, last.localId]
    await db.updateTable('users').set({ is_admin: true }).where('id', 'in', ids).execute()
    assert.equal((await client().post('accounts:delete', { idToken: first.idToken })).status, 200)
    const { code } = await client().post('accounts:delete', { idToken: last.idToken })
    assert.equal(code, 'LAST_ADMIN')
    assert.equal((await userOf(last.idToken)).status, 200)
    const admins = await db.selectFrom('users').select('id').where('is_admin', '=', true).execute()
    assert.deepEqual(admins, [{ id: last.localId }])
  })

  it('keeps its email until a new one is verified', async () => {
    const { idToken } = await signedUp()
    const { code } = await client().post('accounts:update', { idToken, email: newEmail() })
    assert.equal(code, 'OPERATION_NOT_ALLOWED')
  })

  it('returns no tokens and records nothing for an update without changes', async () => {
    const { idToken, localId } = await signedUp()
    await client().post('accounts:update', { idToken, displayName: 'Ada' })
    for (const body of [{}, { displayName: 'Ada' }]) {
      const answer = await client().post('accounts:update', { idToken, ...body })
      assert.deepEqual([answer.body.displayName, answer.body.refreshToken], ['Ada', undefined])
    }
    const acts = (await holder.world.events(localId)).map(({ action }) => action)
    assert.deepEqual(acts, ['account.create', 'account.update'])
  })

  it('keeps its last sign-in method', async () => {
    const { idToken } = await signedUp()
    const { code } = await client().post('accounts:update', { idToken, deleteProvider: ['password'] })
    assert.equal(code, 'OPERATION_NOT_ALLOWED')
  })
})

describe('the embedded identity service', () => {
  it('ends all sessions through the API', async () => {
    const { body } = await client().post('accounts:signUp', { email: newEmail(), password })
    const answer = await holder.world.fetch('http://registry.test/users/sessions/end', {
      method: 'POST',
      headers: { authorization: `Bearer ${body.idToken}` },
    })
    assert.equal(answer.status, 204)
    assert.equal((await userOf(body.idToken)).status, 401)
    assert.equal((await client().refresh(body.refreshToken)).code, 'TOKEN_EXPIRED')
  })

  it('records actions on an account without their values', async () => {
    const email = newEmail()
    const { body } = await client().post('accounts:signUp', { email, password })
    await client().post('accounts:update', { idToken: body.idToken, displayName: 'Ada' })
    const changed = await client().post('accounts:update', {
      idToken: body.idToken,
      password: 'another-horse-9',
    })
    await holder.world.fetch('http://registry.test/users/sessions/end', {
      method: 'POST',
      headers: { authorization: `Bearer ${changed.body.idToken}` },
    })
    const again = await client().post('accounts:signInWithPassword', { email, password: 'another-horse-9' })
    await client().post('accounts:delete', { idToken: again.body.idToken })
    const events = await holder.world.events(body.localId)
    assert.deepEqual(
      events.map(({ action }) => action),
      ['create', 'update', 'set-password', 'end-sessions', 'delete'].map((act) => `account.${act}`),
    )
    assert(events.every(({ actor_id: actor, before, after }) => actor === body.localId && !before && !after))
  })

  it('serves domains, password policy and captcha settings', async () => {
    const { body: project } = await client().get('v1/projects')
    assert.deepEqual(project.authorizedDomains, ['localhost', '127.0.0.1'])
    const { body: policy } = await client().get('v2/passwordPolicy')
    assert.deepEqual(policy.customStrengthOptions, { minPasswordLength: 6 })
    const { body: captcha } = await client().get('v2/recaptchaConfig')
    assert.match(captcha.recaptchaKey, /^projects\/[^/]+\/keys\/[^/]+$/)
  })

  it('serves the sign-in configuration to the site', async () => {
    const answer = await holder.world.fetch('http://registry.test/identity-config')
    const config = await answer.json()
    assert.equal(config.mode, 'embedded')
    assert.equal(config.usesOwnOrigin, true)
    assert.deepEqual(config.methods, ['password', 'email-link', 'phone', 'google.com', 'github.com'])
  })
})
