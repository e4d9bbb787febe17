import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createInvitation } from '@nodeyard/contract/people'
import { decodeJwt } from 'jose'
import { type IdentityAnswer, IdentityClient } from '../../../test/identity-client.ts'
import { lastCodeTo } from '../../../test/outbox.ts'
import { runCommand } from '../../commands.ts'
import { texts } from './embedded/texts.ts'
import {
  api,
  bearer,
  boss,
  count,
  everyProvider,
  mail,
  newEmail,
  type Person,
  password,
  path,
  post,
  registry,
  reset,
  setUps,
  signedUp,
  signIn,
  type Works,
  ways,
} from './pre-hijacking.test-support.ts'
import { providersOf } from './public-config.ts'
import { operationsOf } from './routes.ts'

/** Calls that do not sign in to an account, with the reason. */
const withoutSignIn: Record<string, string> = {
  [path('lookup')]: 'Reads the account behind an ID token.',
  [path('createAuthUri')]: 'Returns the same for every email.',
  '/securetoken.googleapis.com/v1/token': 'Continues a session, which is one of the cases set up.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start': 'Requires a verified email.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize': 'Requires a verified email.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw':
    'Removes a factor of the account behind an ID token.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start': 'Continues a pending sign-in.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize': 'Continues a pending sign-in.',
  '/identitytoolkit.googleapis.com/v1/projects': 'Configuration.',
  '/identitytoolkit.googleapis.com/v2/passwordPolicy': 'Configuration.',
  '/identitytoolkit.googleapis.com/v2/recaptchaConfig': 'Configuration.',
  '/identitytoolkit.googleapis.com/v1/recaptchaParams': 'Configuration.',
}

async function setUpEverything(first: Person, without: string[] = []): Promise<[string, Works][]> {
  const made: [string, Works][] = []
  for (const [name, setUp] of Object.entries(setUps))
    if (!without.includes(name)) made.push([name, await setUp(first)])
  return made
}

async function listWorking(made: [string, Works][]): Promise<string[]> {
  const working: string[] = []
  for (const [name, works] of made) if (await works()) working.push(name)
  return working
}

describe("an attacker who signed up with another person's email", () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`loses everything when the owner gets in by ${name}`, async () => {
      const first = await signedUp()
      const made = await setUpEverything(first)
      const idToken = await way.enter(first)
      const { email, email_verified: isVerified } = decodeJwt(idToken)
      assert.deepEqual([email, isVerified], [first.email, true])
      assert.equal((await api('/users', bearer(idToken))).status, 200)
      assert.deepEqual(await listWorking(made), [])
    })
  }

  it('cannot add a second factor before the email is verified', async () => {
    const { idToken } = await signedUp()
    const answer = await post('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
    assert.equal(answer.code, 'UNVERIFIED_EMAIL')
  })

  it('gains nothing when the owner confirms a change to their email', async () => {
    const first = await signedUp()
    await mail('VERIFY_EMAIL', { idToken: first.idToken })
    const verify = await lastCodeTo(registry.world, first.email)
    await post('accounts:update', { oobCode: verify, idToken: first.idToken })
    const holders = newEmail()
    await mail('VERIFY_AND_CHANGE_EMAIL', { idToken: first.idToken, newEmail: holders })
    const oobCode = await lastCodeTo(registry.world, holders)
    const own = await signedUp()
    for (const idToken of [undefined, own.idToken]) {
      const answer = await post('accounts:update', { oobCode, ...(idToken ? { idToken } : {}) })
      assert.equal(answer.code, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
    assert.equal((await post('accounts:signUp', { email: holders, password: 'own-horse-9' })).status, 200)
  })

  it('gets nothing from the operator, and no admin rights when the owner confirms', async () => {
    const first = await signedUp(boss)
    const run = (...args: string[]) => runCommand(registry.world.deps, args, () => {})
    const unproved = { code: 'email_not_verified' }
    await assert.rejects(run('grant-admin', boss), unproved)
    await assert.rejects(run('create-publisher', 'of-the-boss', '--owner', boss), unproved)
    await assert.rejects(run('grant-credit', boss, '5', '--reason', 'A gift'), unproved)
    await mail('VERIFY_EMAIL', { idToken: first.idToken })
    await post('accounts:update', { oobCode: await lastCodeTo(registry.world, boss) })
    assert.equal((await api('/users', bearer(first.idToken))).status, 401)
    assert.equal((await api('/admin/generate-token', bearer(first.idToken), {})).status, 401)
    assert.equal((await signIn(boss)).code, 'INVALID_LOGIN_CREDENTIALS')
    const holder = await (await api('/users', bearer(await reset(boss)))).json()
    assert.equal(holder.isAdmin, true)
    assert.equal(await run('create-publisher', 'of-the-boss', '--owner', boss), 0)
  })

  it("does not receive the owner's invitation", async () => {
    const first = await signedUp()
    const { given } = registry.world
    const owner = await given.user()
    const { id: publisherId } = await given.publisher({ owner })
    const params = { publisherId }
    const body = { email: first.email, role: 'owner' as const }
    await registry.world.as(owner).call(createInvitation, { params, body })
    const answer = await api(`/publishers/${publisherId}/invitations`, bearer(first.idToken))
    assert.equal(answer.status, 403)
  })

  it('cannot enter an account that the operator created for the email', async () => {
    const email = newEmail()
    const run = (...args: string[]) => runCommand(registry.world.deps, args, () => {})
    const id = `awaited-${count}`
    assert.equal(await run('create-publisher', id, '--owner', email), 0)
    assert.equal((await post('accounts:signUp', { email, password })).code, 'EMAIL_EXISTS')
    assert.equal((await signIn(email)).code, 'INVALID_LOGIN_CREDENTIALS')
    const answer = await api('/users/publishers/', bearer(await reset(email)))
    assert.deepEqual(
      (await answer.json()).map((publisher: { id: string }) => publisher.id),
      [id],
    )
  })
})

describe('a user who confirms their own email', () => {
  // Both need a verified email or an admin role first.
  const without = ['second factor', 'admin token']
  const confirms: Record<string, (person: Person, oobCode: string) => Promise<IdentityAnswer>> = {
    'in the session that requested it': ({ idToken }, oobCode) =>
      post('accounts:update', { oobCode, idToken }),
    'in another browser, after signing in by password': async ({ email }, oobCode) => {
      const { body } = await signIn(email)
      return post('accounts:update', { oobCode, idToken: body.idToken })
    },
    'in the same browser with a client that sends only the code': async ({ refreshToken }, oobCode) => {
      const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const refreshed = await registry.world.inject({
        method: 'POST',
        url: '/securetoken.googleapis.com/v1/token?key=nodeyard-embedded',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      })
      const cookie = String(refreshed.headers['set-cookie'])
      assert.match(cookie, /; Path=\/identitytoolkit\.googleapis\.com; .*HttpOnly; SameSite=Strict$/)
      const headers = { cookie: cookie.split(';')[0] ?? '' }
      return new IdentityClient(registry.world, { headers }).post('accounts:update', { oobCode })
    },
  }
  for (const [name, confirm] of Object.entries(confirms)) {
    it(`keeps everything: ${name}`, async () => {
      const person = await signedUp()
      const made = await setUpEverything(person, without)
      await mail('VERIFY_EMAIL', { idToken: person.idToken })
      const answer = await confirm(person, await lastCodeTo(registry.world, person.email))
      assert.deepEqual([answer.status, answer.body.emailVerified], [200, true])
      const kept = made.map(([one]) => one)
      assert.deepEqual(await listWorking(made), kept)
    })
  }

  it('keeps everything when an older link is opened elsewhere', async () => {
    const person = await signedUp()
    await mail('VERIFY_EMAIL', { idToken: person.idToken })
    const older = await lastCodeTo(registry.world, person.email)
    await mail('VERIFY_EMAIL', { idToken: person.idToken })
    const oobCode = await lastCodeTo(registry.world, person.email)
    await post('accounts:update', { oobCode, idToken: person.idToken })
    assert.equal((await post('accounts:update', { oobCode: older })).status, 200)
    assert.equal((await signIn(person.email)).status, 200)
  })
})

describe('the table of sign-in methods', () => {
  const rows = Object.values(ways)

  it('covers every call of the protocol', () => {
    const known = new Set([...rows.flatMap(({ operations }) => operations), ...Object.keys(withoutSignIn)])
    const calls = operationsOf(registry.world.deps).map((operation) => operation.path)
    assert.deepEqual(
      calls.filter((call) => !known.has(call)),
      [],
    )
  })

  it('covers every kind of mail', () => {
    const known = new Set<string>(rows.flatMap(({ mails }) => mails))
    const kinds = Object.keys(texts.en).filter((kind) => kind !== 'message')
    assert.deepEqual(
      kinds.filter((kind) => !known.has(kind)),
      [],
    )
  })

  it('covers every table that belongs to an account', async () => {
    const { rows: tables } = await registry.world.deps.database.raw.query(
      `select conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'identity_accounts'::regclass order by 1`,
    )
    assert.deepEqual(
      tables.map((table) => (table as { name: string }).name),
      ['identity_codes', 'identity_factors', 'identity_links', 'identity_sessions'],
    )
  })

  it('covers every provider', () => {
    const { identity: config } = registry.world.deps.config
    assert.ok(config.kind === 'embedded')
    assert.deepEqual([...providersOf(config)].sort(), everyProvider)
  })
})
