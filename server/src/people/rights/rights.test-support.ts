import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { createInvitation, removeMember, showInvitation, updateMember } from '@nodeyard/contract/people'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { FakeOidcIssuer, githubClaims } from '../../../test/fakes/oidc-issuer.ts'
import { IdentityClient } from '../../../test/identity-client.ts'
import { lastCodeTo } from '../../../test/outbox.ts'
import { buildPack } from '../../../test/pack.ts'
import { World } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { getUser } from '../../operator/sql.ts'
import { banNode } from '../../packs/nodes/ban.ts'
import { moveNode } from '../../packs/nodes/move.ts'
import { lockNode } from '../../packs/nodes/sql.ts'
import { ciIssuers } from '../../packs/trusted-publishing/issuers.ts'
import { banPublisher } from '../../safety/admin/bans/ban.ts'
import { listListeners } from '../../services/webhooks/sql.ts'
import { signAdminToken } from '../identity/admin-token.ts'
import { toActor } from '../identity/users.ts'
import { revokeAdmin } from '../users/admin-role.ts'
import { decideOnUser } from '../users/ban.ts'
import { type Credential, credentials, type Loss } from './credentials.ts'

const audience = 'https://registry.test'

const password = 'right-horse-9'

export const operator = { kind: 'operator', id: 'operator' } as const

export let ci: FakeOidcIssuer

export let world: World

let apiUrl: string

let count = 0

before(async () => {
  ci = await FakeOidcIssuer.at('https://ci.test', () => world.now())
  world = await World.open(
    {
      ciIssuers: ciIssuers([{ kind: 'github', url: ci.url }], () => world.now(), {
        fetch: ci.fetch,
        cooldownMs: 0,
      }),
    },
    { CI_AUDIENCE: audience },
  )
  apiUrl = await world.listen()
  await world.given.user({ is_admin: true })
})

after(() => world.close())

/** Adds the sign-in itself, and the response stored for an idempotent retry. */
export type Tried = Credential | 'session' | 'kept-response'

export type Use = () => Promise<boolean>

export interface Scene {
  /** Has an account with a verified email. */
  maker: { id: string; email: string; name: string; idToken: string }
  coOwner: { id: string; email: string; name: string }
  publisherId: string
  /** A node of the publisher, used to announce versions. */
  nodeId: string
}

const identity = () => new IdentityClient(world)

export const statusOf = async (path: string, headers: Record<string, string>, body?: object) =>
  world.fetch(`http://registry.test${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function openScene(): Promise<Scene> {
  const email = `maker-${++count}@example.test`
  const { body } = await identity().post('accounts:signUp', { email, password })
  const { idToken, localId: id } = body
  await identity().post('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const oobCode = await lastCodeTo(world, email)
  await identity().post('accounts:update', { oobCode, idToken })
  const maker = { id, email, name: '', idToken }
  const coOwner = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner: coOwner })
  await world.given.member({ publisher_id: publisherId, user_id: id, role: 'owner' })
  const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
  return { maker, coOwner, publisherId, nodeId }
}

export async function tokenOf({ maker, publisherId }: Scene): Promise<string> {
  const answer = await statusOf(`/publishers/${publisherId}/tokens`, bearer(maker.idToken), { name: 'CI' })
  return (await answer.json()).token
}

export async function announced(
  { publisherId, nodeId }: Scene,
  token: string,
  version: string,
): Promise<Response> {
  return announce({ apiUrl, publisherId, nodeId, token, version })
}

/** Uses a workflow per call, so that one publisher can trust several. */
export async function trust(
  { maker, publisherId, nodeId }: Scene,
  workflow: string,
): Promise<() => Promise<Response>> {
  await statusOf(`/publishers/${publisherId}/trusted-publishers`, bearer(maker.idToken), {
    node_id: nodeId,
    issuer: ci.url,
    repository: 'acme/acme-blur',
    workflow,
  })
  return async () => {
    const token = await ci.mint({ aud: audience, ...githubClaims({ workflow }) })
    return statusOf('/oidc/mint-token', {}, { token, publisher_id: publisherId, node_id: nodeId })
  }
}

/** Creates one credential of each kind. Each result tells whether a later use still works. */
export const makers: Record<Tried, (scene: Scene) => Promise<Use>> = {
  async 'publish-token'(scene) {
    const token = await tokenOf(scene)
    return async () => (await announced(scene, token, '1.0.0')).ok
  },
  async 'trusted-publisher'(scene) {
    const mint = await trust(scene, 'one.yml')
    return async () => (await mint()).ok
  },
  async 'trusted-token'(scene) {
    const mint = await trust(scene, 'two.yml')
    const { token } = await (await mint()).json()
    return async () => (await announced(scene, token, '2.0.0')).ok
  },
  async 'upload-address'(scene) {
    const answer = await announced(scene, await tokenOf(scene), '3.0.0')
    const { signedUrl } = (await answer.json()) as AnnounceAnswer
    const archive = buildPack({ id: scene.nodeId, version: '3.0.0' })
    return async () => (await upload(signedUrl, archive)).ok
  },
  async invitation({ maker, publisherId }) {
    const { secret } = await world.as(maker).call(createInvitation, {
      params: { publisherId },
      body: { email: 'guest@example.test', role: 'owner' },
    })
    const guest = await world.given.user()
    return () =>
      world
        .as(guest)
        .call(showInvitation, { body: { secret } })
        .then(
          () => true,
          () => false,
        )
  },
  async webhook({ maker, publisherId }) {
    const body = { url: 'https://hooks.example.test/', description: '' }
    await statusOf(`/publishers/${publisherId}/webhooks`, bearer(maker.idToken), body)
    const asked = { publisherId, nodeId: undefined, type: 'token.created' }
    return () => transact(world.deps, async (tx) => (await listListeners(tx, asked)).length > 0)
  },
  async transfer({ maker, publisherId }) {
    const receiver = await world.given.user()
    const { id: to } = await world.given.publisher({ owner: receiver })
    const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
    const path = `/publishers/${publisherId}/nodes/${nodeId}/transfer`
    const { id } = await (await statusOf(path, bearer(maker.idToken), { to })).json()
    const token = await world.tokenOf(receiver)
    return async () => (await statusOf(`/publishers/${to}/transfers/${id}/accept`, bearer(token), {})).ok
  },
  async 'admin-token'({ maker }) {
    const user = await getUser(world.deps.db, maker.id)
    const { token } = await signAdminToken(world.deps, toActor(user))
    return async () => (await statusOf('/admin/users', bearer(token))).ok
  },
  async 'api-key'({ maker }) {
    await statusOf('/customers', bearer(maker.idToken), {})
    const made = await (await statusOf('/customers/api-keys', bearer(maker.idToken), { name: 'key' })).json()
    const headers = { 'x-api-key': made.api_key.plaintext_key }
    return async () => (await statusOf('/customers/me', headers)).ok
  },
  async session({ maker, publisherId }) {
    return async () =>
      (await statusOf(`/publishers/${publisherId}/tokens`, bearer(maker.idToken), { name: 'more' })).ok
  },
  async 'kept-response'({ maker, publisherId }) {
    const send = async (token: string) => {
      const headers = { ...bearer(token), 'idempotency-key': 'once' }
      return (await statusOf(`/publishers/${publisherId}/tokens`, headers, { name: 'kept' })).text()
    }
    const first = await send(maker.idToken)
    world.advance(2000)
    // A later sign-in makes sure that only the stored response is tested.
    return async () => (await send(await world.tokenOf(maker))) === first
  },
}

interface Way {
  /** The right that the user loses. */
  loss: Loss | 'nothing'
  /** The causing call: a contract route, or an operation of the identity protocol. */
  by: string
  lose(scene: Scene): Promise<unknown>
  works: readonly Tried[]
}

export const all = [
  ...(Object.keys(credentials) as Credential[]),
  'session',
  'kept-response',
] as readonly Tried[]

const but = (...stopped: Tried[]) => all.filter((one) => !stopped.includes(one))

const ownersOnly = [
  'publish-token',
  'trusted-publisher',
  'trusted-token',
  'upload-address',
  'invitation',
  'webhook',
  'session',
  'kept-response',
] as const

const memberPath = ({ publisherId, maker }: Scene) => ({ publisherId, userId: maker.id })

/** Every way to lose a right, with the credentials that keep working. The user is also an admin, to test that role. */
export const ways: Record<string, Way> = {
  'nothing happens': { loss: 'nothing', by: '', lose: async () => {}, works: all },
  'another owner removes the person': {
    loss: 'removed',
    by: 'DELETE /publishers/:publisherId/members/:userId',
    lose: (scene) => world.as(scene.coOwner).call(removeMember, { params: memberPath(scene) }),
    works: but(...ownersOnly),
  },
  'the person leaves': {
    loss: 'removed',
    by: 'DELETE /publishers/:publisherId/members/:userId',
    lose: (scene) => world.as(scene.maker).call(removeMember, { params: memberPath(scene) }),
    works: but(...ownersOnly),
  },
  'another owner makes the person a member': {
    loss: 'demoted',
    by: 'PUT /publishers/:publisherId/members/:userId',
    lose: (scene) =>
      world.as(scene.coOwner).call(updateMember, { params: memberPath(scene), body: { role: 'member' } }),
    works: but(...ownersOnly),
  },
  'an admin bans the person': {
    loss: 'banned',
    by: 'POST /admin/users/:userId/ban',
    lose: ({ maker }) => decideOnUser(world.deps, operator, 'ban', { userId: maker.id }),
    works: [],
  },
  'an admin bans the publisher': {
    loss: 'banned',
    by: 'POST /publishers/:publisherId/ban',
    lose: async ({ publisherId }) => banPublisher(world.deps, await anAdmin(), { publisherId }),
    works: [],
  },
  'an admin bans another publisher of the person': {
    loss: 'banned',
    by: 'POST /publishers/:publisherId/ban',
    async lose({ maker }) {
      const { id: publisherId } = await world.given.publisher({ owner: maker })
      await banPublisher(world.deps, await anAdmin(), { publisherId })
    },
    works: [],
  },
  'an admin bans the node': {
    loss: 'nothing',
    by: 'POST /publishers/:publisherId/nodes/:nodeId/ban',
    lose: async (scene) => banNode(world.deps, await anAdmin(), scene),
    works: but('publish-token', 'trusted-publisher', 'trusted-token', 'upload-address'),
  },
  'the node goes to another publisher': {
    loss: 'nothing',
    by: 'POST /publishers/:publisherId/transfers/:transferId/accept',
    async lose({ nodeId }) {
      const { id: to } = await world.given.publisher()
      const admin = await anAdmin()
      await transact(world.deps, async (tx) => {
        const node = (await lockNode(tx, nodeId)) ?? assert.fail()
        await moveNode(tx, world.deps, admin, node, { to, action: 'node.move' })
      })
    },
    works: but('publish-token', 'trusted-publisher', 'trusted-token', 'upload-address'),
  },
  'an admin takes the admin role away': {
    loss: 'not-admin',
    by: 'POST /admin/users/:userId/revoke-admin',
    lose: ({ maker }) => revokeAdmin(world.deps, operator, maker.id),
    works: but('admin-token', 'kept-response'),
  },
  'the person deletes the account': {
    loss: 'deleted',
    by: 'accounts:delete',
    lose: ({ maker: { idToken } }) => identity().post('accounts:delete', { idToken }),
    works: [],
  },
  'the person resets the password': {
    loss: 'nothing',
    by: 'accounts:resetPassword',
    async lose({ maker: { email } }) {
      await identity().post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const reset = { oobCode: await lastCodeTo(world, email), newPassword: 'quite-another-1' }
      assert.equal((await identity().post('accounts:resetPassword', reset)).status, 200)
      world.advance(2000)
    },
    works: but('admin-token', 'api-key', 'session', 'kept-response'),
  },
  'the person logs out everywhere': {
    loss: 'nothing',
    by: 'POST /users/sessions/end',
    async lose({ maker: { idToken } }) {
      assert.equal((await statusOf('/users/sessions/end', bearer(idToken), {})).status, 204)
      world.advance(2000)
    },
    works: but('admin-token', 'session', 'kept-response'),
  },
}

const anAdmin = async () => toActor(await world.given.user({ is_admin: true }))
