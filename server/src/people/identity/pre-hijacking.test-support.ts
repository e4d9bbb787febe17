import assert from 'node:assert/strict'
import {
  createTrustedPublisher,
  listTransfers,
  listTrustedPublishers,
  offerNode,
} from '@nodeyard/contract/packs'
import { createInvitation, showInvitation } from '@nodeyard/contract/people'
import { createWebhook, listWebhooks } from '@nodeyard/contract/services'
import { announce } from '../../../test/command-line-client.ts'
import { type IdentityAnswer, IdentityClient } from '../../../test/identity-client.ts'
import { allSentTo, lastCodeTo, lastDigitsTo, lastLinkTo } from '../../../test/outbox.ts'
import { useWorld } from '../../../test/world.ts'
import { usualCiIssuers } from '../../ground/setting-kinds.ts'
import { getUser } from '../../operator/sql.ts'
import { signAdminToken } from './admin-token.ts'
import { makeCode } from './embedded/codes.ts'
import type { Profile } from './embedded/provider-profile.ts'
import type { texts } from './embedded/texts.ts'
import { toActor } from './users.ts'

export const boss = 'boss@example.test'

export const registry = useWorld({}, { ADMIN_EMAILS: boss })

export const password = 'right-horse-9'

export let count = 0

export const newEmail = () => `contested-${++count}@example.test`

const newPhone = () => `+3360000${String(++count).padStart(4, '0')}`

export const post = (name: string, body: object) =>
  new IdentityClient(registry.world, { ip: `10.0.${++count % 250}.1` }).post(name, body)

export const signIn = (email: string, text = password) =>
  post('accounts:signInWithPassword', { email, password: text })

export const mail = (requestType: string, body: object) =>
  post('accounts:sendOobCode', { requestType, ...body })

export const api = async (path: string, headers: Record<string, string>, body?: object) =>
  registry.world.fetch(`http://registry.test${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export interface Person {
  email: string
  idToken: string
  refreshToken: string
  localId: string
}

export async function signedUp(email = newEmail()): Promise<Person> {
  const { body } = await post('accounts:signUp', { email, password })
  return { email, ...body }
}

/** Completes a sign-in with a provider that returned this profile. */
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

export type Works = () => Promise<boolean>

const isOf = ({ localId }: Person, answer: IdentityAnswer) => answer.body.localId === localId

/** Everything that a user can set up before the email is verified. The result tells whether it still works. */
export const setUps: Record<string, (first: Person) => Promise<Works>> = {
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
    // The protocol requires a verified email for this, but older data may have one.
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
        node_id: nodeId,
        issuer: usualCiIssuers.github,
        repository: 'acme/blur',
        workflow: 'p.yml',
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

/** How the owner of an email gets into an account that an attacker created with it. */
interface Way {
  /** The protocol calls involved. */
  operations: readonly string[]
  mails: readonly (keyof typeof texts.en)[]
  /** Returns the owner's ID token. */
  enter(first: Person): Promise<string>
}

export async function reset(email: string): Promise<string> {
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

export const path = (name: string) => `/identitytoolkit.googleapis.com/v1/accounts:${name}`

export const everyProvider = ['github.com', 'google.com']

export const ways: Record<string, Way> = {
  'confirming an unrequested mail': {
    operations: [path('update'), path('signInWithPassword')],
    mails: ['verify-email'],
    async enter(first) {
      await mail('VERIFY_EMAIL', { idToken: first.idToken })
      const oobCode = await lastCodeTo(registry.world, first.email)
      const answer = await post('accounts:update', { oobCode })
      assert.deepEqual([answer.status, answer.body.emailVerified], [200, true])
      return reset(first.email)
    },
  },
  'confirming it while signed in to their own account': {
    operations: [path('update')],
    mails: ['verify-email'],
    async enter(first) {
      const own = await signedUp()
      await mail('VERIFY_EMAIL', { idToken: first.idToken })
      const oobCode = await lastCodeTo(registry.world, first.email)
      assert.equal((await post('accounts:update', { oobCode, idToken: own.idToken })).status, 200)
      return byLink(first.email)
    },
  },
  'signing up, which reports that the email is taken': {
    operations: [path('signUp')],
    mails: [],
    async enter({ email }) {
      assert.equal((await post('accounts:signUp', { email, password: 'other-horse-9' })).code, 'EMAIL_EXISTS')
      return reset(email)
    },
  },
  'a password reset': {
    operations: [path('resetPassword'), path('sendOobCode')],
    mails: ['reset-password'],
    enter: ({ email }) => reset(email),
  },
  'a mailed link': {
    operations: [path('signInWithEmailLink')],
    mails: ['email-link'],
    enter: ({ email }) => byLink(email),
  },
  ...Object.fromEntries(
    everyProvider.flatMap((provider) => [
      [
        `a sign-in with ${provider}`,
        {
          operations: [path('signInWithIdp')],
          mails: [],
          async enter({ email }: Person) {
            const profile = { subject: `holder-of-${email}`, email, emailVerified: true }
            return (await cameFrom(provider, profile)).body.idToken
          },
        },
      ],
      [
        `linking ${provider} to an account without an email`,
        {
          operations: [path('signInWithIdp')],
          mails: [],
          async enter({ email }: Person) {
            const { body } = await byPhone(newPhone())
            const profile = { subject: `holder-of-${email}`, email, emailVerified: true }
            return (await cameFrom(provider, profile, body.idToken)).body.idToken
          },
        },
      ],
    ]),
  ),
  'a mailed link that adds the email to an account without one': {
    operations: [path('signInWithPhoneNumber'), path('sendVerificationCode'), path('signInWithEmailLink')],
    mails: ['email-link'],
    async enter({ email }) {
      const { body } = await byPhone(newPhone())
      return byLink(email, body.idToken)
    },
  },
  'linking a password to an account without an email, which is refused': {
    operations: [path('signUp')],
    mails: [],
    async enter({ email }) {
      const { body } = await byPhone(newPhone())
      const answer = await post('accounts:signUp', { email, password, idToken: body.idToken })
      assert.equal(answer.code, 'EMAIL_EXISTS')
      return byLink(email, body.idToken)
    },
  },
  "changing their own account's email, after a sign-in to the contested account": {
    operations: [path('sendOobCode'), path('update'), path('delete')],
    mails: ['change-email'],
    async enter({ email }) {
      const own = await signedUp()
      await mail('VERIFY_AND_CHANGE_EMAIL', { idToken: own.idToken, newEmail: email })
      assert.deepEqual(await allSentTo(registry.world, email), [])
      // The owner can delete the account that blocks the change.
      await post('accounts:delete', { idToken: await byLink(email), leavePublishers: true })
      await mail('VERIFY_AND_CHANGE_EMAIL', { idToken: own.idToken, newEmail: email })
      const oobCode = await lastCodeTo(registry.world, email)
      const changed = await post('accounts:update', { oobCode, idToken: own.idToken })
      assert.equal(changed.body.email, email)
      registry.world.advance(2000)
      return (await signIn(email)).body.idToken
    },
  },
  'recovering an email that the attacker has changed': {
    operations: [path('update')],
    mails: ['recover-email'],
    async enter(first) {
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
