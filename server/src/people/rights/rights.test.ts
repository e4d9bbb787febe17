import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  createInvitation,
  deletePublisher,
  removeMember,
  showInvitation,
  updateMember,
} from '@nodeyard/contract/publishers'
import type { Access } from '@nodeyard/contract/route'
import { routes } from '@nodeyard/contract/routes'
import { listTokens } from '@nodeyard/contract/tokens'
import { listTrustedPublishers, updateTrustedPublisher } from '@nodeyard/contract/trusted-publishing'
import { listWebhooks, updateWebhook } from '@nodeyard/contract/webhooks'
import { sql } from 'kysely'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { FakeOidcIssuer, githubClaims } from '../../../test/fakes/oidc-issuer.ts'
import { IdentityClient } from '../../../test/identity-client.ts'
import { allSentTo, lastCodeTo } from '../../../test/outbox.ts'
import { buildPack } from '../../../test/pack.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { World } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { getUser } from '../../operator/sql.ts'
import { banNode } from '../../packs/nodes/ban.ts'
import { moveNode } from '../../packs/nodes/move.ts'
import { ciIssuers } from '../../packs/trusted-publishing/issuers.ts'
import { lockNode } from '../../packs/versions/sql.ts'
import { mailDueNotices, tellEvents } from '../../services/notifications/jobs.ts'
import { listListeners } from '../../services/webhooks/sql.ts'
import { signAdminToken } from '../identity/admin-token.ts'
import { toActor } from '../identity/users.ts'
import { banPublisher } from '../publishers/ban.ts'
import { revokeAdmin } from '../users/admin-role.ts'
import { decideOnUser } from '../users/ban.ts'
import { type Credential, credentials, type Loss, losses } from './credentials.ts'

const audience = 'https://registry.test'
const password = 'right-horse-9'
const operator = { kind: 'operator', id: 'operator' } as const
let ci: FakeOidcIssuer
let world: World
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

/** Besides the credentials that the registry verifies: the sign-in itself, and the response that is kept for a retry. */
type Tried = Credential | 'session' | 'kept-response'
type Use = () => Promise<boolean>

interface Scene {
  /** Has an account of their own, with a proved address. */
  maker: { id: string; email: string; name: string; idToken: string }
  coOwner: { id: string; email: string; name: string }
  publisherId: string
  /** Of the publisher; versions are announced for it. */
  nodeId: string
}

const identity = () => new IdentityClient(world)
const statusOf = async (path: string, headers: Record<string, string>, body?: object) =>
  world.fetch(`http://registry.test${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function openScene(): Promise<Scene> {
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

async function tokenOf({ maker, publisherId }: Scene): Promise<string> {
  const answer = await statusOf(`/publishers/${publisherId}/tokens`, bearer(maker.idToken), { name: 'CI' })
  return (await answer.json()).token
}

async function announced({ publisherId, nodeId }: Scene, token: string, version: string): Promise<Response> {
  return announce({ apiUrl, publisherId, nodeId, token, version })
}

/** Its own workflow for each, so that one publisher can trust several. */
async function trust(
  { maker, publisherId, nodeId }: Scene,
  workflow: string,
): Promise<() => Promise<Response>> {
  await statusOf(`/publishers/${publisherId}/trusted-publishers`, bearer(maker.idToken), {
    ...{ node_id: nodeId, issuer: ci.url, repository: 'acme/acme-blur', workflow },
  })
  return async () => {
    const token = await ci.mint({ aud: audience, ...githubClaims({ workflow }) })
    return statusOf('/oidc/mint-token', {}, { token, publisher_id: publisherId, node_id: nodeId })
  }
}

/** Makes one credential of each kind, and gives what using it later comes to. */
const makers: Record<Tried, (scene: Scene) => Promise<Use>> = {
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
    // With a sign-in from later, as only the kept response is asked about.
    return async () => (await send(await world.tokenOf(maker))) === first
  },
}

interface Way {
  /** What the person loses. */
  loss: Loss | 'nothing'
  /** The call by which it happens: a route of the contract, or one of the identity protocol. */
  by: string
  lose(scene: Scene): Promise<unknown>
  works: readonly Tried[]
}

const all = [...(Object.keys(credentials) as Credential[]), 'session', 'kept-response'] as readonly Tried[]
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

/** Every way to lose a right, and what works after it. The maker is an admin, too, so that admin rights show apart. */
const ways: Record<string, Way> = {
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

describe('a credential of a person', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`works only where the person keeps the right it stands for: ${name}`, async () => {
      const scene = await openScene()
      await world.deps.db
        .updateTable('users')
        .set({ is_admin: true })
        .where('id', '=', scene.maker.id)
        .execute()
      const uses: [Tried, Use][] = []
      for (const one of all) uses.push([one, await makers[one](scene)])
      await way.lose(scene)
      const outcomes: Record<string, boolean> = {}
      // Accepting the transfer needs the node as it is, and a sign-in makes more tokens: both come last.
      for (const [one, use] of uses) outcomes[one] = await use()
      const expected = Object.fromEntries(all.map((one) => [one, way.works.includes(one)]))
      assert.deepEqual(outcomes, expected)
    })
  }

  it('ends as an offered transfer with the role of an owner, for who is no admin', async () => {
    for (const name of ['another owner removes the person', 'another owner makes the person a member']) {
      const scene = await openScene()
      const use = await makers.transfer(scene)
      await ways[name]?.lose(scene)
      assert.equal(await use(), false, name)
    }
  })
})

describe('a token of an owner who is removed', () => {
  const listed = async ({ coOwner, publisherId }: Scene) =>
    world.as(coOwner).call(listTokens, { params: { publisherId }, query: { include_revoked: true } })
  const mailTo = async (email: string) => {
    await tellEvents.run(world.deps, {}, new AbortController().signal)
    await world.runJobs()
    world.advance(20 * 60_000)
    await mailDueNotices.run(world.deps, {}, new AbortController().signal)
    return (await allSentTo(world, email)).map(({ text }) => text).join('\n')
  }

  it('is shown to the remaining owners as stopped, recorded and mailed', async () => {
    const scene = await openScene()
    await tokenOf(scene)
    await trust(scene, 'one.yml')
    await ways['another owner removes the person']?.lose(scene)
    const [token] = await listed(scene)
    assert.equal(token?.stoppedBecause, 'removed')
    assert.ok(token.revokedAt)
    const [event] = (await world.events(token.id)).slice(-1)
    assert.deepEqual([event?.action, event?.after], ['token.delete', { name: 'CI', because: 'removed' }])
    const mail = await mailTo(scene.coOwner.email)
    assert.match(mail, /token of .* stopped working/)
    assert.match(mail, /trusted build of .* stopped working/)
  })

  it('stays dead when the person becomes an owner again', async () => {
    const scene = await openScene()
    const use = await makers['publish-token'](scene)
    await ways['another owner removes the person']?.lose(scene)
    const { publisherId, maker } = scene
    await world.given.member({ publisher_id: publisherId, user_id: maker.id, role: 'owner' })
    assert.equal(await use(), false)
  })

  it('works again when a ban is lifted, and says why it does not work meanwhile', async () => {
    const scene = await openScene()
    const use = await makers['publish-token'](scene)
    await ways['an admin bans the person']?.lose(scene)
    assert.equal(await use(), false)
    assert.equal((await listed(scene))[0]?.stoppedBecause, 'banned')
    assert.match(await mailTo(scene.coOwner.email), /token of .* stopped working/)
    await decideOnUser(world.deps, operator, 'unban', { userId: scene.maker.id })
    assert.equal(await use(), true)
  })

  it('takes no archive that was announced while the person was being removed', async () => {
    const scene = await openScene()
    const token = await tokenOf(scene)
    const [answer] = await Promise.all([
      announced(scene, token, '1.0.0'),
      ways['another owner removes the person']?.lose(scene),
    ])
    assert.equal((await announced(scene, token, '1.0.1')).status, 401)
    if (!answer.ok) return
    const { signedUrl } = (await answer.json()) as AnnounceAnswer
    const sent = await upload(signedUrl, buildPack({ id: scene.nodeId, version: '1.0.0' }))
    assert.equal(sent.status, 403)
  })
})

describe('a publish that waits for a ban of the token’s maker', () => {
  it('is refused when the ban is decided', async (t) => {
    if (process.env['TEST_DATABASE'] !== 'postgres') return t.skip('the embedded database has one connection')
    const scene = await openScene()
    const token = await tokenOf(scene)
    let waiting: Promise<Response> | undefined
    await inTransaction(world.deps.db, async (tx) => {
      await tx.updateTable('users').set({ status: 'banned' }).where('id', '=', scene.maker.id).execute()
      waiting = announced(scene, token, '1.0.0')
      await untilTrue(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          tx,
        )
        return rows.length > 0
      })
    })
    assert.equal((await waiting)?.status, 401)
  })
})

describe('what a former owner set up', () => {
  it('works again for the owner who saves it', async () => {
    const scene = await openScene()
    const { coOwner, publisherId, nodeId } = scene
    const mint = await trust(scene, 'one.yml')
    const listens = await makers.webhook(scene)
    await ways['another owner removes the person']?.lose(scene)
    const as = world.as(coOwner)
    const params = { publisherId }
    const [trusted] = await as.call(listTrustedPublishers, { params })
    assert.equal(trusted?.stoppedBecause, 'removed')
    const refusal = await (await mint()).json()
    assert.equal(refusal.error, 'trusted_publisher_mismatch')
    assert.match(refusal.message, /save the trusted publisher again/)
    const body = { node_id: nodeId, issuer: ci.url, repository: 'acme/acme-blur', workflow: 'one.yml' }
    await as.call(updateTrustedPublisher, { params: { ...params, trustedPublisherId: trusted.id }, body })
    assert.equal((await mint()).status, 201)
    const [webhook] = await as.call(listWebhooks, { params })
    assert.deepEqual([webhook?.enabled, webhook?.disabled_because], [false, 'creator'])
    await as.call(updateWebhook, {
      params: { ...params, webhookId: webhook?.id ?? '' },
      body: { enabled: true },
    })
    assert.equal(await listens(), true)
  })
})

describe('a publisher that is deleted', () => {
  it('takes its tokens, trusted publishers, invitations and webhooks along', async () => {
    const { maker, nodeId } = await openScene()
    const { id: publisherId } = await world.given.publisher({ owner: maker })
    const scene = { maker, coOwner: maker, publisherId, nodeId: `${nodeId}-of-nobody` }
    const gone = ['publish-token', 'trusted-publisher', 'trusted-token', 'invitation', 'webhook'] as const
    // The node is made by the first release: none is announced here.
    const uses = await Promise.all(gone.map((one) => makers[one](scene)))
    await world.as(maker).call(deletePublisher, { params: { publisherId } })
    for (const [index, use] of uses.entries()) assert.equal(await use(), false, gone[index])
  })
})

describe('an API key', () => {
  it('neither makes nor deletes API keys, itself among them', async () => {
    const { maker } = await openScene()
    await statusOf('/customers', bearer(maker.idToken), {})
    const { api_key: key } = await (
      await statusOf('/customers/api-keys', bearer(maker.idToken), { name: 'key' })
    ).json()
    const headers = { 'x-api-key': key.plaintext_key }
    const made = await statusOf('/customers/api-keys', headers, { name: 'another' })
    assert.deepEqual([made.status, (await made.json()).error], [403, 'api_key_cannot_manage_keys'])
    const deleted = await world.fetch(`http://registry.test/customers/api-keys/${key.id}`, {
      method: 'DELETE',
      headers,
    })
    assert.equal(deleted.status, 403)
    assert.equal((await statusOf('/customers/api-keys', headers)).status, 200)
  })
})

describe('the table of credentials', () => {
  it('has a row for every kind of loss', () => {
    const covered = new Set(Object.values(ways).map(({ loss }) => loss))
    assert.deepEqual(
      [...losses].filter((loss) => !covered.has(loss)),
      [],
    )
  })

  it('makes every kind of credential', () => {
    assert.deepEqual(Object.keys(makers).sort(), [...all].sort())
  })

  it('has a row for every call that takes something from a person, a member or a publisher', () => {
    const covered = new Set(Object.values(ways).map(({ by }) => by))
    const taking = Object.values(routes)
      .filter(({ method, path }) => method !== 'GET' && takesRights.test(`${method} ${path}`))
      .map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(
      taking.filter((call) => !covered.has(call) && !(call in takingElsewhere)),
      [],
    )
  })

  it('knows every column that says who made something', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.conrelid::regclass || '.' || a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'customers'::regclass)`.execute(
      world.deps.db,
    )
    assert.deepEqual(rows.map(({ column }) => column).sort(), Object.keys(madeBy).sort())
  })

  it('knows what every kind of access asks for', () => {
    const used = new Set(Object.values(routes).map(({ access }) => access))
    assert.deepEqual(
      [...used].filter((access) => !(access in ofAccess)),
      [],
    )
  })
})

const takesRights =
  /^(DELETE|PUT|POST) .*(\/ban|\/revoke-\w+|\/sessions\/end|\/members\/:userId|\/transfers\/:transferId\/accept|^DELETE \/publishers\/:publisherId)$/

/** Calls with a test elsewhere, and why. */
const takingElsewhere: Record<string, string> = {
  'DELETE /publishers/:publisherId':
    'Only a publisher without nodes is deleted, with everything of it: below.',
}

/** What each maker's column belongs to. */
const madeBy: Record<string, Tried | 'no credential'> = {
  'personal_access_tokens.created_by': 'publish-token',
  'trusted_publishers.created_by': 'trusted-publisher',
  'publisher_invitations.created_by': 'invitation',
  'publisher_webhooks.created_by': 'webhook',
  'node_transfers.requested_by': 'transfer',
  'api_keys.customer_id': 'api-key',
  'identity_accounts.uid': 'session',
  ...Object.fromEntries(
    [
      'abuse_report_messages.admin_id',
      'abuse_reports.closed_by',
      'abuse_reports.reporter_id',
      'abuse_reports.taken_by',
      'advisory_revisions.admin_id',
      'appeal_messages.author_id',
      'customer_events.customer_id',
      'customers.id',
      'ledger_entries.customer_id',
      'node_reviews.user_id',
      'node_versions.published_by_user',
      'notices.user_id',
      'notification_settings.user_id',
      'personal_access_tokens.revoked_by',
      'publisher_permissions.user_id',
    ].map((column) => [column, 'no credential'] as const),
  ),
}

/** By which credential one is let in where a route has this access. */
const ofAccess: Record<Access, readonly (Tried | 'configured secret' | 'none')[]> = {
  public: ['none'],
  'signed-in': ['session', 'kept-response'],
  customer: ['session', 'api-key'],
  admin: ['session', 'admin-token'],
  'admin-token': ['admin-token'],
  service: ['configured secret'],
  'service-or-admin': ['configured secret', 'session', 'admin-token'],
  'admin-secret': ['configured secret'],
  'ci-secret': ['configured secret'],
  webhook: ['configured secret'],
  'publish-token': ['publish-token', 'trusted-token'],
  'public-or-bearer-token': ['none', 'session', 'publish-token'],
  'signed-in-or-bearer-token': ['session', 'publish-token', 'trusted-token'],
  'signed-in-or-publish-token': ['session', 'publish-token'],
  'upload-address': ['upload-address'],
}
