import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listTransfers, offerNode } from '@nodeyard/contract/nodes'
import { createInvitation, showInvitation } from '@nodeyard/contract/publishers'
import { createTrustedPublisher, listTrustedPublishers } from '@nodeyard/contract/trusted-publishing'
import { createWebhook, listWebhooks } from '@nodeyard/contract/webhooks'
import { decodeJwt } from 'jose'
import { announce } from '../../../test/command-line-client.ts'
import { type IdentityAnswer, IdentityClient } from '../../../test/identity-client.ts'
import { allSentTo, lastCodeTo, lastDigitsTo, lastLinkTo } from '../../../test/outbox.ts'
import { useWorld } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import { usualCiIssuers } from '../../config.ts'
import { getUser } from '../../operator/sql.ts'
import { signAdminToken } from './admin-token.ts'
import { makeCode } from './embedded/codes.ts'
import { operationsOf } from './embedded/protocol.ts'
import type { Profile } from './embedded/provider-clients.ts'
import { texts } from './embedded/texts.ts'
import { providersOf } from './public-config.ts'
import { toActor } from './users.ts'

const boss = 'boss@example.test'
const registry = useWorld({}, { ADMIN_EMAILS: boss })
const password = 'right-horse-9'
let count = 0
const newEmail = () => `contested-${++count}@example.test`
const newPhone = () => `+3360000${String(++count).padStart(4, '0')}`

const post = (name: string, body: object) =>
  new IdentityClient(registry.world, { ip: `10.0.${++count % 250}.1` }).post(name, body)
const signIn = (email: string, text = password) =>
  post('accounts:signInWithPassword', { email, password: text })
const mail = (requestType: string, body: object) => post('accounts:sendOobCode', { requestType, ...body })
const api = async (path: string, headers: Record<string, string>, body?: object) =>
  registry.world.fetch(`http://registry.test${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Person {
  email: string
  idToken: string
  refreshToken: string
  localId: string
}

async function signedUp(email = newEmail()): Promise<Person> {
  const { body } = await post('accounts:signUp', { email, password })
  return { email, ...body }
}

/** What somebody brings back from a provider. */
async function cameFrom(
  provider: string,
  profile: Partial<Profile>,
  idToken?: string,
): Promise<IdentityAnswer> {
  const { deps } = registry.world
  const data = {
    provider,
    subject: 'nobody',
    email: '',
    emailVerified: false,
    name: '',
    picture: '',
    ...profile,
  }
  const sessionId = await makeCode(deps, deps.db, 'provider-result', { data })
  return post('accounts:signInWithIdp', { sessionId, ...(idToken ? { idToken } : {}) })
}

async function byPhone(phoneNumber: string, idToken?: string): Promise<IdentityAnswer> {
  const { body } = await post('accounts:sendVerificationCode', { phoneNumber })
  const code = await lastDigitsTo(registry.world, phoneNumber)
  const { sessionInfo } = body
  return post('accounts:signInWithPhoneNumber', { sessionInfo, code, ...(idToken ? { idToken } : {}) })
}

type Works = () => Promise<boolean>
const isOf = ({ localId }: Person, answer: IdentityAnswer) => answer.body.localId === localId

/** Whatever a person can set up with an account before its address is proved, and whether it still lets them act. */
const setUps: Record<string, (first: Person) => Promise<Works>> = {
  password: async (first) => async () => isOf(first, await signIn(first.email)),
  session: async (first) => async () =>
    (await new IdentityClient(registry.world).refresh(first.refreshToken)).status === 200,
  'ID token': async (first) => async () => (await api('/users', bearer(first.idToken))).ok,
  async 'provider link'(first) {
    const subject = `of-${first.localId}`
    const profile = { subject, email: `${subject}@example.test` }
    await cameFrom('github.com', profile, first.idToken)
    return async () => isOf(first, await cameFrom('github.com', profile))
  },
  async phone(first) {
    const phone = newPhone()
    await byPhone(phone, first.idToken)
    return async () => isOf(first, await byPhone(phone))
  },
  async 'second factor'({ localId: uid }) {
    const { db, newId, now } = registry.world.deps
    // The protocol adds none before the address is proved; older data may have one.
    const id = newId()
    await db
      .insertInto('identity_factors')
      .values({ id, uid, kind: 'phone', phone_number: newPhone(), enrolled_at: now() })
      .execute()
    return async () =>
      (await db.selectFrom('identity_factors').select('id').where('id', '=', id).execute()).length > 0
  },
  async 'pending codes'({ localId: uid }) {
    const { deps } = registry.world
    for (const kind of ['change-email', 'recover-email', 'pending-sign-in', 'totp-enrolment'] as const)
      await makeCode(deps, deps.db, kind, { uid, data: { email: newEmail() } })
    return async () =>
      (
        await deps.db
          .selectFrom('identity_codes')
          .select('kind')
          .where('uid', '=', uid)
          .where('kind', 'in', ['change-email', 'recover-email', 'pending-sign-in', 'totp-enrolment'])
          .execute()
      ).length > 0
  },
  async 'API key'(first) {
    await api('/customers', bearer(first.idToken), {})
    const made = await (await api('/customers/api-keys', bearer(first.idToken), { name: 'key' })).json()
    return async () => (await api('/customers/me', { 'x-api-key': made.api_key.plaintext_key })).ok
  },
  async 'admin token'({ localId }) {
    const { deps } = registry.world
    const { token } = await signAdminToken(deps, toActor(await getUser(deps.db, localId)))
    return async () => (await api('/admin/users', bearer(token))).ok
  },
  async 'publish token'(first) {
    const apiUrl = await registry.world.listen()
    const { publisherId } = await publisherOf(first)
    const { token } = await (
      await api(`/publishers/${publisherId}/tokens`, bearer(first.idToken), { name: 'CI' })
    ).json()
    return async () => (await announce({ apiUrl, publisherId, nodeId: `${publisherId}-new`, token })).ok
  },
  async 'trusted publisher'(first) {
    const { publisherId, params, nodeId } = await publisherOf(first)
    await registry.world.as(asUser(first)).call(createTrustedPublisher, {
      params,
      body: {
        ...{ node_id: nodeId, issuer: usualCiIssuers.github, repository: 'acme/blur', workflow: 'p.yml' },
      },
    })
    const owner = await coOwnerOf(publisherId)
    return async () => (await registry.world.as(owner).call(listTrustedPublishers, { params })).length > 0
  },
  async invitation(first) {
    const { params } = await publisherOf(first)
    const body = { email: newEmail(), role: 'owner' as const }
    const { secret } = await registry.world.as(asUser(first)).call(createInvitation, { params, body })
    const guest = await registry.world.given.user()
    return () =>
      registry.world
        .as(guest)
        .call(showInvitation, { body: { secret } })
        .then(
          () => true,
          () => false,
        )
  },
  async webhook(first) {
    const { params, publisherId } = await publisherOf(first)
    const body = { url: 'https://hooks.example.test/' }
    await registry.world.as(asUser(first)).call(createWebhook, { params, body })
    const owner = await coOwnerOf(publisherId)
    return async () => (await registry.world.as(owner).call(listWebhooks, { params })).length > 0
  },
  async 'offered node'(first) {
    const { params, publisherId, nodeId } = await publisherOf(first)
    const { id: to } = await registry.world.given.publisher()
    await registry.world.as(asUser(first)).call(offerNode, { params: { ...params, nodeId }, body: { to } })
    const owner = await coOwnerOf(publisherId)
    return async () => (await registry.world.as(owner).call(listTransfers, { params })).length > 0
  },
}

const asUser = ({ localId: id, email }: Person) => ({ id, email, name: '' })

async function publisherOf({ localId }: Person) {
  const { given } = registry.world
  const { id: publisherId } = await given.publisher({ owner: { id: localId } })
  const { id: nodeId } = await given.node({ publisher_id: publisherId })
  return { publisherId, params: { publisherId }, nodeId }
}

async function coOwnerOf(publisherId: string) {
  const { given } = registry.world
  const owner = await given.user()
  await given.member({ publisher_id: publisherId, user_id: owner.id, role: 'owner' })
  return owner
}

/** The holder of an address comes in, somebody else having signed up with it. Gives the holder's ID token. */
interface Way {
  /** Calls of the protocol that it goes by. */
  operations: readonly string[]
  mails: readonly (keyof typeof texts.en)[]
  come(first: Person): Promise<string>
}

async function reset(email: string): Promise<string> {
  await mail('PASSWORD_RESET', { email })
  const oobCode = await lastCodeTo(registry.world, email)
  const newPassword = 'of-the-holder-1'
  assert.equal((await post('accounts:resetPassword', { oobCode, newPassword })).status, 200)
  return (await signIn(email, newPassword)).body.idToken
}

async function byLink(email: string, idToken?: string): Promise<string> {
  await mail('EMAIL_SIGNIN', { email })
  const oobCode = await lastCodeTo(registry.world, email)
  const answer = await post('accounts:signInWithEmailLink', {
    email,
    oobCode,
    ...(idToken ? { idToken } : {}),
  })
  return answer.body.idToken
}

const path = (name: string) => `/identitytoolkit.googleapis.com/v1/accounts:${name}`
const everyProvider = ['github.com', 'google.com']

const ways: Record<string, Way> = {
  'confirming a mail that the holder did not ask for': {
    operations: [path('update'), path('signInWithPassword')],
    mails: ['verify-email'],
    async come(first) {
      await mail('VERIFY_EMAIL', { idToken: first.idToken })
      const oobCode = await lastCodeTo(registry.world, first.email)
      const answer = await post('accounts:update', { oobCode })
      assert.deepEqual([answer.status, answer.body.emailVerified], [200, true])
      return reset(first.email)
    },
  },
  'confirming it while signed in to an account of their own': {
    operations: [path('update')],
    mails: ['verify-email'],
    async come(first) {
      const own = await signedUp()
      await mail('VERIFY_EMAIL', { idToken: first.idToken })
      const oobCode = await lastCodeTo(registry.world, first.email)
      assert.equal((await post('accounts:update', { oobCode, idToken: own.idToken })).status, 200)
      return byLink(first.email)
    },
  },
  'signing up, which tells that the address is taken': {
    operations: [path('signUp')],
    mails: [],
    async come({ email }) {
      assert.equal((await post('accounts:signUp', { email, password: 'other-horse-9' })).code, 'EMAIL_EXISTS')
      return reset(email)
    },
  },
  'a reset of the password': {
    operations: [path('resetPassword'), path('sendOobCode')],
    mails: ['reset-password'],
    come: ({ email }) => reset(email),
  },
  'a mailed link': {
    operations: [path('signInWithEmailLink')],
    mails: ['email-link'],
    come: ({ email }) => byLink(email),
  },
  ...Object.fromEntries(
    everyProvider.flatMap((provider) => [
      [
        `a sign-in with ${provider}`,
        {
          operations: [path('signInWithIdp')],
          mails: [],
          async come({ email }: Person) {
            const profile = { subject: `holder-of-${email}`, email, emailVerified: true }
            return (await cameFrom(provider, profile)).body.idToken
          },
        },
      ],
      [
        `linking ${provider} to an account without an address`,
        {
          operations: [path('signInWithIdp')],
          mails: [],
          async come({ email }: Person) {
            const { body } = await byPhone(newPhone())
            const profile = { subject: `holder-of-${email}`, email, emailVerified: true }
            return (await cameFrom(provider, profile, body.idToken)).body.idToken
          },
        },
      ],
    ]),
  ),
  'a mailed link that gives the address to an account without one': {
    operations: [path('signInWithPhoneNumber'), path('sendVerificationCode'), path('signInWithEmailLink')],
    mails: ['email-link'],
    async come({ email }) {
      const { body } = await byPhone(newPhone())
      return byLink(email, body.idToken)
    },
  },
  'linking a password to an account without an address, which is refused': {
    operations: [path('signUp')],
    mails: [],
    async come({ email }) {
      const { body } = await byPhone(newPhone())
      const answer = await post('accounts:signUp', { email, password, idToken: body.idToken })
      assert.equal(answer.code, 'EMAIL_EXISTS')
      return byLink(email, body.idToken)
    },
  },
  'a change of the address of an account of their own, after proving the other one': {
    operations: [path('sendOobCode'), path('update'), path('delete')],
    mails: ['change-email'],
    async come({ email }) {
      const own = await signedUp()
      await mail('VERIFY_AND_CHANGE_EMAIL', { idToken: own.idToken, newEmail: email })
      assert.deepEqual(await allSentTo(registry.world, email), [])
      // Whoever reads the mail can empty the account that is in the way.
      await post('accounts:delete', { idToken: await byLink(email) })
      await mail('VERIFY_AND_CHANGE_EMAIL', { idToken: own.idToken, newEmail: email })
      const oobCode = await lastCodeTo(registry.world, email)
      const changed = await post('accounts:update', { oobCode, idToken: own.idToken })
      assert.equal(changed.body.email, email)
      registry.world.advance(2000)
      return (await signIn(email)).body.idToken
    },
  },
  'taking back an address that the other person has left': {
    operations: [path('update')],
    mails: ['recover-email'],
    async come(first) {
      const elsewhere = newEmail()
      await mail('VERIFY_AND_CHANGE_EMAIL', { idToken: first.idToken, newEmail: elsewhere })
      const oobCode = await lastCodeTo(registry.world, elsewhere)
      assert.equal((await post('accounts:update', { oobCode, idToken: first.idToken })).status, 200)
      const link = await lastLinkTo(registry.world, first.email)
      assert.equal(link.get('mode'), 'recoverEmail')
      assert.equal((await post('accounts:update', { oobCode: link.get('oobCode') })).status, 200)
      return reset(first.email)
    },
  },
}

/** Calls that let nobody in to an account, and why. */
const opensNothing: Record<string, string> = {
  [path('lookup')]: 'Reads the account of an ID token.',
  [path('createAuthUri')]: 'Tells the same of every address.',
  '/securetoken.googleapis.com/v1/token': 'Goes on with a session, which is one of the things set up.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start': 'Refused before the address is proved.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize':
    'Refused before the address is proved.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw':
    'Takes a factor of an ID token’s account.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start': 'Goes on with a pending code.',
  '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize': 'Goes on with a pending code.',
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

async function whatWorks(made: [string, Works][]): Promise<string[]> {
  const working: string[] = []
  for (const [name, works] of made) if (await works()) working.push(name)
  return working
}

describe('somebody who signed up with an address first', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`keeps nothing, and its holder gets in: ${name}`, async () => {
      const first = await signedUp()
      const made = await setUpEverything(first)
      const idToken = await way.come(first)
      const { email, email_verified: isVerified } = decodeJwt(idToken)
      assert.deepEqual([email, isVerified], [first.email, true])
      assert.equal((await api('/users', bearer(idToken))).status, 200)
      assert.deepEqual(await whatWorks(made), [])
    })
  }

  it('adds no second factor before the address is proved', async () => {
    const { idToken } = await signedUp()
    const answer = await post('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
    assert.equal(answer.code, 'UNVERIFIED_EMAIL')
  })

  it('gets nothing from a confirmation by the holder that their account moves to the address', async () => {
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

  it('is given nothing by the operator, and no admin rights by an address that its holder confirms', async () => {
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

  it('is not invited in the place of the holder', async () => {
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

  it('finds an account that the operator made for the address, and gets no way in', async () => {
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

describe('a person who confirms their own address', () => {
  // Neither is there before the address is proved: the one needs that, the other a role.
  const without = ['second factor', 'admin token']
  const confirms: Record<string, (person: Person, oobCode: string) => Promise<IdentityAnswer>> = {
    'in the session that asked for it': ({ idToken }, oobCode) =>
      post('accounts:update', { oobCode, idToken }),
    'in another browser, after signing in by password': async ({ email }, oobCode) => {
      const { body } = await signIn(email)
      return post('accounts:update', { oobCode, idToken: body.idToken })
    },
    'in the same browser by a client that sends the code alone': async ({ refreshToken }, oobCode) => {
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
      assert.deepEqual(await whatWorks(made), kept)
    })
  }

  it('keeps everything when an older link is opened elsewhere later', async () => {
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

describe('the table of ways in', () => {
  const rows = Object.values(ways)

  it('has every call of the protocol', () => {
    const known = new Set([...rows.flatMap(({ operations }) => operations), ...Object.keys(opensNothing)])
    const calls = operationsOf(registry.world.deps).map((operation) => operation.path)
    assert.deepEqual(
      calls.filter((call) => !known.has(call)),
      [],
    )
  })

  it('has every kind of mail', () => {
    const known = new Set<string>(rows.flatMap(({ mails }) => mails))
    const kinds = Object.keys(texts.en).filter((kind) => kind !== 'message')
    assert.deepEqual(
      kinds.filter((kind) => !known.has(kind)),
      [],
    )
  })

  it('sets up something in every table that belongs to an account', async () => {
    const { rows: tables } = await registry.world.deps.database.raw.query(
      `select conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'identity_accounts'::regclass order by 1`,
    )
    assert.deepEqual(
      tables.map((table) => (table as { name: string }).name),
      ['identity_codes', 'identity_factors', 'identity_links', 'identity_sessions'],
    )
  })

  it('has every provider', () => {
    const { identity: config } = registry.world.deps.config
    assert.ok(config.kind === 'embedded')
    assert.deepEqual([...providersOf(config)].sort(), everyProvider)
  })
})
