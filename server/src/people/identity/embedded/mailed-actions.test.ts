import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locales } from '@nodeyard/contract/ground'
import { decodeJwt } from 'jose'
import { IdentityClient } from '../../../../test/identity-client.ts'
import { allSentTo, lastCodeTo, lastLinkTo, lastSentTo } from '../../../../test/outbox.ts'
import { useWorld } from '../../../../test/world.ts'
import { getUser } from '../../../operator/sql.ts'
import { createApiKey } from '../../customers/api-keys.ts'
import { invite } from '../../publishers/invitations.ts'
import { toActor } from '../users.ts'
import { texts } from './texts.ts'

const holder = useWorld()
const client = (headers: Record<string, string> = {}) => new IdentityClient(holder.world, { headers })
const password = 'right-horse-9'
let count = 0
const newEmail = () => `grace-${++count}@example.test`

async function signedUp() {
  const email = newEmail()
  const { body } = await client().post('accounts:signUp', { email, password })
  return { email, ...body } as { email: string; idToken: string; refreshToken: string; localId: string }
}

const ask = (requestType: string, body: object, headers = {}) =>
  client(headers).post('accounts:sendOobCode', { requestType, ...body })
const signIn = (email: string, text = password) =>
  client().post('accounts:signInWithPassword', { email, password: text })

async function changedTo(idToken: string, newEmail: string) {
  await ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail })
  const oobCode = await lastCodeTo(holder.world, newEmail)
  assert.equal((await client().post('accounts:update', { oobCode, idToken })).body.email, newEmail)
}

async function resetOf(email: string) {
  await ask('PASSWORD_RESET', { email })
  const oobCode = await lastCodeTo(holder.world, email)
  return client().post('accounts:resetPassword', { oobCode, newPassword: 'quite-another-1' })
}

describe('verifying an email', () => {
  it('works once, with the mailed link', async () => {
    const { email, idToken, refreshToken } = await signedUp()
    assert.equal((await ask('VERIFY_EMAIL', { idToken })).status, 200)
    const link = await lastLinkTo(holder.world, email)
    assert.equal(link.get('mode'), 'verifyEmail')
    const oobCode = link.get('oobCode')
    const { body: purpose } = await client().post('accounts:resetPassword', { oobCode })
    assert.deepEqual(purpose, { requestType: 'VERIFY_EMAIL', email })
    assert.equal((await client().post('accounts:update', { oobCode, idToken })).body.emailVerified, true)
    assert.equal((await client().post('accounts:update', { oobCode, idToken })).code, 'INVALID_OOB_CODE')
    const { body } = await client().refresh(refreshToken)
    assert.equal(decodeJwt(body.id_token)['email_verified'], true)
  })

  it("updates the registry's user immediately, which older tokens do not undo", async () => {
    const { email, idToken, localId } = await signedUp()
    const getUser = async () => {
      const headers = { authorization: `Bearer ${idToken}` }
      const { status } = await holder.world.fetch('http://registry.test/users', { headers })
      assert.equal(status, 200)
      const user = await holder.world.deps.db
        .selectFrom('users')
        .select(['email', 'email_verified'])
        .where('id', '=', localId)
        .executeTakeFirst()
      return user
    }
    assert.deepEqual(await getUser(), { email, email_verified: false })
    await ask('VERIFY_EMAIL', { idToken })
    await client().post('accounts:update', { oobCode: await lastCodeTo(holder.world, email), idToken })
    assert.deepEqual(await getUser(), { email, email_verified: true })
  })

  it('expires after a day', async () => {
    const { email, idToken } = await signedUp()
    await ask('VERIFY_EMAIL', { idToken })
    const oobCode = await lastCodeTo(holder.world, email)
    holder.world.advance(24 * 3600_000 + 1000)
    assert.equal((await client().post('accounts:update', { oobCode })).code, 'EXPIRED_OOB_CODE')
  })

  it('uses the requested language', async () => {
    const { email, idToken } = await signedUp()
    await ask('VERIFY_EMAIL', { idToken }, { 'x-firebase-locale': 'fr-CA' })
    assert.match((await lastSentTo(holder.world, email)).subject, /confirmez/)
    assert.equal((await lastLinkTo(holder.world, email)).get('lang'), 'fr')
  })
})

describe('resetting a password', () => {
  it('sets the password, verifies the email and ends all sessions', async () => {
    const { email, idToken, refreshToken } = await signedUp()
    await ask('PASSWORD_RESET', { email: email.toUpperCase() })
    const oobCode = await lastCodeTo(holder.world, email)
    const weak = await client().post('accounts:resetPassword', { oobCode, newPassword: 'abc' })
    assert.equal(weak.code, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
    const newPassword = 'quite-another-1'
    const done = await client().post('accounts:resetPassword', { oobCode, newPassword })
    assert.deepEqual(done.body, { email, requestType: 'PASSWORD_RESET' })
    assert.equal((await client().refresh(refreshToken)).code, 'TOKEN_EXPIRED')
    assert.equal((await client().post('accounts:lookup', { idToken })).code, 'TOKEN_EXPIRED')
    assert.equal((await signIn(email)).code, 'INVALID_LOGIN_CREDENTIALS')
    const { body } = await signIn(email, newPassword)
    assert.equal(decodeJwt(body.idToken)['email_verified'], true)
    const again = await client().post('accounts:resetPassword', { oobCode, newPassword })
    assert.equal(again.code, 'INVALID_OOB_CODE')
  })

  it('works once for concurrent requests', async () => {
    const { email } = await signedUp()
    await ask('PASSWORD_RESET', { email })
    const oobCode = await lastCodeTo(holder.world, email)
    const answers = await Promise.all(
      ['first-one-1', 'second-one-2'].map((newPassword) =>
        client().post('accounts:resetPassword', { oobCode, newPassword }),
      ),
    )
    assert.deepEqual(answers.map(({ code }) => code).sort(), ['', 'INVALID_OOB_CODE'])
  })

  it('sends no mail to an unknown email, with the same response', async () => {
    const known = await signedUp()
    const unknown = newEmail()
    const first = await ask('PASSWORD_RESET', { email: known.email })
    const second = await ask('PASSWORD_RESET', { email: unknown })
    assert.deepEqual(
      { ...second, body: { ...second.body, email: '' } },
      { ...first, body: { ...first.body, email: '' } },
    )
    assert.equal((await allSentTo(holder.world, known.email)).length, 1)
    assert.deepEqual(await allSentTo(holder.world, unknown), [])
  })

  it('invalidates earlier links', async () => {
    const { email } = await signedUp()
    await ask('PASSWORD_RESET', { email })
    const first = await lastCodeTo(holder.world, email)
    await ask('PASSWORD_RESET', { email })
    const second = await lastCodeTo(holder.world, email)
    await client().post('accounts:resetPassword', { oobCode: second, newPassword: 'quite-another-1' })
    const late = await client().post('accounts:resetPassword', {
      oobCode: first,
      newPassword: 'stolen-one-1',
    })
    assert.equal(late.code, 'INVALID_OOB_CODE')
  })
})

describe('a mailed sign-in link', () => {
  it('creates an account with a verified email, and signs in to it later', async () => {
    const email = newEmail()
    await ask('EMAIL_SIGNIN', { email })
    const oobCode = await lastCodeTo(holder.world, email)
    const { body } = await client().post('accounts:signInWithEmailLink', { email, oobCode })
    assert.deepEqual([body.email, body.isNewUser], [email, true])
    assert.equal(decodeJwt(body.idToken)['email_verified'], true)
    const again = await client().post('accounts:signInWithEmailLink', { email, oobCode })
    assert.equal(again.code, 'INVALID_OOB_CODE')
    await ask('EMAIL_SIGNIN', { email })
    const second = await lastCodeTo(holder.world, email)
    const later = await client().post('accounts:signInWithEmailLink', { email, oobCode: second })
    assert.deepEqual([later.body.localId, later.body.isNewUser], [body.localId, false])
  })

  it('works only for its own email, and survives a try with another', async () => {
    const email = newEmail()
    await ask('EMAIL_SIGNIN', { email })
    const oobCode = await lastCodeTo(holder.world, email)
    const other = await client().post('accounts:signInWithEmailLink', { email: newEmail(), oobCode })
    assert.equal(other.code, 'INVALID_EMAIL')
    assert.equal((await client().post('accounts:signInWithEmailLink', { email, oobCode })).status, 200)
  })

  it('ends the access of a stranger who signed up with the email', async () => {
    const stranger = await signedUp()
    await ask('EMAIL_SIGNIN', { email: stranger.email })
    const oobCode = await lastCodeTo(holder.world, stranger.email)
    const { body } = await client().post('accounts:signInWithEmailLink', { email: stranger.email, oobCode })
    assert.equal(body.localId, stranger.localId)
    assert.equal((await signIn(stranger.email)).code, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await client().refresh(stranger.refreshToken)).code, 'TOKEN_EXPIRED')
  })

  it('revokes the credentials that the stranger created', async () => {
    const { world } = holder
    const { given } = world
    const stranger = await signedUp()
    const { db } = world.deps
    await db.insertInto('customers').values({ id: stranger.localId }).execute()
    const actor = toActor(await getUser(db, stranger.localId))
    await createApiKey(world.deps, actor, { name: 'of a stranger' })
    const publisher = await given.publisher({ owner: { id: stranger.localId } })
    const token = await given.token({ publisher_id: publisher.id, created_by: stranger.localId })
    await given.trustedPublisher({ publisher_id: publisher.id, created_by: stranger.localId })
    await invite(world.deps, actor, publisher.id, { email: newEmail() })
    await resetOf(stranger.email)
    const of = async (table: 'api_keys' | 'trusted_publishers' | 'publisher_invitations') =>
      (await db.selectFrom(table).selectAll().execute()).length
    assert.deepEqual(
      [await of('api_keys'), await of('trusted_publishers'), await of('publisher_invitations')],
      [0, 0, 0],
    )
    const { revoked_at } = await db
      .selectFrom('personal_access_tokens')
      .select('revoked_at')
      .where('id', '=', token.id)
      .executeTakeFirstOrThrow()
    assert.ok(revoked_at)
  })

  it('redirects only to authorized sites', async () => {
    const email = newEmail()
    const cases = {
      'https://evil.test/': 'UNAUTHORIZED_DOMAIN',
      'http://localhost.evil.test/': 'UNAUTHORIZED_DOMAIN',
      'javascript:alert(1)': 'UNAUTHORIZED_DOMAIN',
      'not an address': 'INVALID_CONTINUE_URI',
      'http://localhost:3000/nodes?x=1': '',
    }
    for (const [continueUrl, code] of Object.entries(cases)) {
      assert.equal((await ask('EMAIL_SIGNIN', { email, continueUrl })).code, code, continueUrl)
    }
    assert.equal(
      (await lastLinkTo(holder.world, email)).get('continueUrl'),
      'http://localhost:3000/nodes?x=1',
    )
  })
})

describe('changing an email', () => {
  it('takes effect once the new email is verified, and can be reverted from the old one', async () => {
    const first = await signedUp()
    const { email } = first
    await ask('VERIFY_EMAIL', { idToken: first.idToken })
    const verify = await lastCodeTo(holder.world, email)
    await client().post('accounts:update', { oobCode: verify, idToken: first.idToken })
    holder.world.advance(2000)
    // The password is older than the requesting session, so it survives the recovery.
    const { idToken, refreshToken } = (await signIn(email)).body
    const newer = newEmail()
    await ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: newer })
    const oobCode = await lastCodeTo(holder.world, newer)
    const { body: purpose } = await client().post('accounts:resetPassword', { oobCode })
    assert.deepEqual(purpose, { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: newer, email })
    const unasked = await client().post('accounts:update', { oobCode })
    assert.equal(unasked.code, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    assert.equal((await client().post('accounts:update', { oobCode, idToken })).body.email, newer)
    assert.equal((await client().refresh(refreshToken)).code, 'TOKEN_EXPIRED')
    assert.equal((await signIn(email)).code, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await signIn(newer)).status, 200)
    const recover = await lastLinkTo(holder.world, email)
    assert.equal(recover.get('mode'), 'recoverEmail')
    await client().post('accounts:update', { oobCode: recover.get('oobCode') })
    assert.equal((await signIn(email)).status, 200)
  })

  it("updates the registry's user immediately, as does its recovery", async () => {
    const { email, idToken, localId } = await signedUp()
    const newer = newEmail()
    await changedTo(idToken, newer)
    const userOf = () =>
      holder.world.deps.db
        .selectFrom('users')
        .select(['email', 'email_verified'])
        .where('id', '=', localId)
        .executeTakeFirst()
    assert.deepEqual(await userOf(), { email: newer, email_verified: true })
    await client().post('accounts:update', { oobCode: await lastCodeTo(holder.world, email) })
    assert.deepEqual(await userOf(), { email, email_verified: true })
  })

  it('is void if the sessions end first, mailed or not', async () => {
    const ends: Record<string, (account: { email: string; idToken: string }) => Promise<unknown>> = {
      'another password': ({ idToken }) =>
        client().post('accounts:update', { idToken, password: 'another-horse-9' }),
      'a reset': ({ email }) => resetOf(email),
      'the end of all sessions': ({ idToken }) =>
        holder.world.fetch('http://registry.test/users/sessions/end', {
          method: 'POST',
          headers: { authorization: `Bearer ${idToken}` },
        }),
      'proof by a sign-in link': async ({ email }) => {
        await ask('EMAIL_SIGNIN', { email })
        const oobCode = await lastCodeTo(holder.world, email)
        await client().post('accounts:signInWithEmailLink', { email, oobCode })
      },
    }
    for (const [name, end] of Object.entries(ends)) {
      const account = await signedUp()
      const mailed = newEmail()
      await ask('VERIFY_AND_CHANGE_EMAIL', { idToken: account.idToken, newEmail: mailed })
      const oobCode = await lastCodeTo(holder.world, mailed)
      await end(account)
      assert.equal((await client().post('accounts:update', { oobCode })).code, 'INVALID_OOB_CODE', name)
    }
    const { idToken } = await signedUp()
    const waiting = newEmail()
    await ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: waiting })
    await client().post('accounts:update', { idToken, password: 'another-horse-9' })
    assert.deepEqual(await allSentTo(holder.world, waiting), [])
  })

  it('cannot be reverted from an intermediate email', async () => {
    for (const isMailed of [true, false]) {
      const { email, idToken } = await signedUp()
      const [thiefs, last] = [newEmail(), newEmail()]
      await changedTo(idToken, thiefs)
      const ofOwner = await lastCodeTo(holder.world, email)
      holder.world.advance(1000)
      const { body } = await signIn(thiefs)
      await changedTo(body.idToken, last)
      const ofThief = isMailed ? await lastCodeTo(holder.world, thiefs) : ''
      assert.equal((await client().post('accounts:update', { oobCode: ofOwner })).body.email, email)
      if (isMailed) {
        const { code } = await client().post('accounts:update', { oobCode: ofThief })
        assert.equal(code, 'INVALID_OOB_CODE')
      } else {
        const subjects = (await allSentTo(holder.world, thiefs)).length
        assert.equal(subjects, 1, 'the queued mail was not sent')
      }
    }
  })

  it('sends no mail to a taken email, with the usual response', async () => {
    const taken = await signedUp()
    const { idToken } = await signedUp()
    const answer = await ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: taken.email })
    assert.equal(answer.status, 200)
    assert.deepEqual(await allSentTo(holder.world, taken.email), [])
  })
})

describe('a mailed code', () => {
  it('exists only in the mail', async () => {
    const { email } = await signedUp()
    await ask('PASSWORD_RESET', { email })
    const oobCode = await lastCodeTo(holder.world, email)
    const { raw } = holder.world.deps.database
    const codes = await raw.query('select * from identity_codes')
    const jobs = await raw.query("select data from jobs.job where name = 'identity-mail'")
    assert.ok(codes.rows.length > 0 && jobs.rows.length > 0)
    assert.ok(!JSON.stringify([codes.rows, jobs.rows]).includes(oobCode))
  })
})

describe('the outbox page', () => {
  it('shows sent messages to this machine only', async () => {
    const { email, idToken } = await signedUp()
    await ask('VERIFY_EMAIL', { idToken })
    await holder.world.runJobs()
    const open = (path: string, remoteAddress: string, host = 'localhost:3000') =>
      holder.world.inject({ url: path, remoteAddress, headers: { host } })
    const page = await open('/emulator/outbox', '127.0.0.1')
    assert.match(page.body, new RegExp(email))
    const { messages } = (await open(`/emulator/outbox.json?to=${email}`, '127.0.0.1')).json()
    assert.equal(messages[0].to, email)
    assert.equal((await open('/emulator/outbox', '203.0.113.9')).statusCode, 403)
    assert.equal((await open('/emulator/outbox.json', '127.0.0.1', 'rebound.evil.test')).statusCode, 403)
    assert.equal(page.headers['access-control-allow-origin'], undefined)
  })
})

describe('mail texts', () => {
  it('have the same placeholders in every language', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const locale of locales) {
      for (const [kind, english] of Object.entries(texts.en)) {
        const translated = texts[locale][kind as 'message']
        assert.deepEqual(
          places(JSON.stringify(translated)),
          places(JSON.stringify(english)),
          `${locale} ${kind}`,
        )
      }
    }
  })
})
