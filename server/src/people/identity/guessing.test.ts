import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { IdentityClient } from '../../../test/identity-client.ts'
import { lastCodeTo, lastDigitsTo } from '../../../test/outbox.ts'
import { World } from '../../../test/world.ts'
import { client, holder, newEmail, nextNumber, password, signedUp } from './attacks.test-support.ts'
import { allowances, countOrRefuse } from './embedded/attempts.ts'

describe('rate limits against guessing', () => {
  it('block password tries per address, including the right password', async () => {
    const { email } = await signedUp()
    const from = (ip: string, text: string) =>
      client({ ip }).post('accounts:signInWithPassword', { email, password: text })
    for (let tries = 0; tries < 10; tries++)
      assert.equal((await from('198.51.100.7', 'wrong-one-9')).code, 'INVALID_LOGIN_CREDENTIALS')
    const refused = await from('198.51.100.7', password)
    assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
    // The account's owner uses another address.
    assert.equal((await from('198.51.100.8', password)).status, 200)
    holder.world.advance(15 * 60_000 + 1000)
    assert.equal((await from('198.51.100.7', password)).status, 200)
  })

  it('block password tries per account across addresses', async () => {
    const { email } = await signedUp()
    for (let tries = 0; tries < allowances.passwordOfAccount.count; tries++)
      await countOrRefuse(holder.world.deps, allowances.passwordOfAccount, email)
    const { code } = await client({ ip: '203.0.113.9' }).post('accounts:signInWithPassword', {
      email,
      password,
    })
    assert.equal(code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  it('count a whole IPv6 network as one address', async () => {
    const email = newEmail()
    const from = (host: number) =>
      client({ ip: `2001:db8:1:2::${host.toString(16)}` }).post('accounts:signInWithPassword', {
        email,
        password: 'x-wrong-9',
      })
    for (let host = 1; host <= 10; host++) assert.equal((await from(host)).code, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await from(11)).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  it('end a phone verification after five tries', async () => {
    const phone = '+33612345678'
    const { body } = await client().post('accounts:sendVerificationCode', { phoneNumber: phone })
    const digits = await lastDigitsTo(holder.world, phone)
    const wrong = digits === '000000' ? '111111' : '000000'
    const attempt = (code: string) =>
      client().post('accounts:signInWithPhoneNumber', { sessionInfo: body.sessionInfo, code })
    for (let tries = 0; tries < 5; tries++) assert.equal((await attempt(wrong)).code, 'INVALID_CODE')
    assert.equal((await attempt(digits)).code, 'SESSION_EXPIRED')
  })

  it('limit messages per number and mails per address', async () => {
    const phoneNumber = '+33687654321'
    const send = (index: number) =>
      client({ ip: `192.0.2.${index}` }).post('accounts:sendVerificationCode', { phoneNumber })
    for (let index = 0; index < 5; index++) assert.equal((await send(index)).status, 200)
    assert.equal((await send(6)).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
    const email = newEmail()
    const mail = (index: number) =>
      client({ ip: `192.0.2.${index}` }).post('accounts:sendOobCode', {
        requestType: 'PASSWORD_RESET',
        email,
      })
    for (let index = 0; index < 10; index++) assert.equal((await mail(index)).status, 200)
    assert.equal((await mail(11)).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  })
})

describe('the global rate limit', () => {
  it('is reported with an error that the client knows', async (t) => {
    const narrow = await World.open({}, { RATE_LIMIT_FACTOR: '0.0001' })
    t.after(() => narrow.close())
    const ask = () => new IdentityClient(narrow, { ip: '203.0.113.7' }).get('v2/passwordPolicy')
    let answer = await ask()
    for (let more = 0; more < 20 && answer.status === 200; more++) answer = await ask()
    assert.deepEqual([answer.status, answer.code], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
  })
})

async function exhaust(allowance: (typeof allowances)[keyof typeof allowances], of: string) {
  for (let time = 0; time < allowance.count; time++) await countOrRefuse(holder.world.deps, allowance, of)
}

describe('setting a password', () => {
  const names = ['accounts:signUp', 'accounts:update'] as const
  const bodyOf = (idToken: string) => ({ idToken, email: newEmail(), password: 'another-horse-9' })

  it('hashes only after verifying the token, so that strangers cannot block sign-ins', async () => {
    const strangers = Array.from({ length: 250 }, () => client().post('accounts:signUp', bodyOf('x')))
    const codes = new Set((await Promise.all(strangers)).map(({ code }) => code))
    assert.deepEqual([...codes], ['INVALID_ID_TOKEN'])
  })

  it('is limited per account and per network', async () => {
    for (const name of names) {
      const { idToken } = await signedUp()
      const { localId } = (await client().post('accounts:lookup', { idToken })).body.users[0]
      const body = { ...bodyOf(idToken), ...(name === 'accounts:update' ? { email: undefined } : {}) }
      const answer = (ip: string) => client({ ip }).post(name, body)
      await exhaust(allowances.newPasswordOfAccount, localId)
      const refused = await answer('10.9.9.1')
      assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'], name)
      const other = await signedUp()
      const ip = `10.9.8.${nextNumber()}`
      await exhaust(allowances.newPasswordFromAddress, ip)
      const { code } = await client({ ip }).post(name, { ...body, idToken: other.idToken })
      assert.equal(code, 'TOO_MANY_ATTEMPTS_TRY_LATER', name)
    }
  })

  it('is limited per network with a mailed link, but not per account', async () => {
    const { email, localId } = await signedUp()
    await client().post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const oobCode = await lastCodeTo(holder.world, email)
    const reset = (ip: string) =>
      client({ ip }).post('accounts:resetPassword', { oobCode, newPassword: 'another-horse-9' })
    await exhaust(allowances.newPasswordOfAccount, localId)
    await exhaust(allowances.newPasswordFromAddress, '10.9.7.1')
    assert.equal((await reset('10.9.7.1')).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
    assert.equal((await reset('10.9.7.2')).status, 200)
  })
})
