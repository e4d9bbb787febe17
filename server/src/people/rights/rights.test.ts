import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listTrustedPublishers, updateTrustedPublisher } from '@nodeyard/contract/packs'
import { deletePublisher, listTokens } from '@nodeyard/contract/people'
import { listWebhooks, updateWebhook } from '@nodeyard/contract/services'
import { sql } from 'kysely'
import { type AnnounceAnswer, upload } from '../../../test/command-line-client.ts'
import { allSentTo } from '../../../test/outbox.ts'
import { buildPack } from '../../../test/pack.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { mailDueNotices, tellEvents } from '../../services/notifications/jobs.ts'
import { decideOnUser } from '../users/ban.ts'
import {
  all,
  announced,
  bearer,
  ci,
  makers,
  openScene,
  operator,
  type Scene,
  statusOf,
  type Tried,
  tokenOf,
  trust,
  type Use,
  ways,
  world,
} from './rights.test-support.ts'

describe('a credential of a user', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`works only while the user has the right behind it: ${name}`, async () => {
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
      // Accepting the transfer moves the node, and a sign-in creates tokens, so both come last.
      for (const [one, use] of uses) outcomes[one] = await use()
      const expected = Object.fromEntries(all.map((one) => [one, way.works.includes(one)]))
      assert.deepEqual(outcomes, expected)
    })
  }

  it('voids the transfer offer of a user who is no longer owner and not an admin', async () => {
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

  it('is reported to the remaining owners in the list, the log and by mail', async () => {
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

  it('stays revoked when the user becomes an owner again', async () => {
    const scene = await openScene()
    const use = await makers['publish-token'](scene)
    await ways['another owner removes the person']?.lose(scene)
    const { publisherId, maker } = scene
    await world.given.member({ publisher_id: publisherId, user_id: maker.id, role: 'owner' })
    assert.equal(await use(), false)
  })

  it('shows why it stopped during a ban, and works again afterwards', async () => {
    const scene = await openScene()
    const use = await makers['publish-token'](scene)
    await ways['an admin bans the person']?.lose(scene)
    assert.equal(await use(), false)
    assert.equal((await listed(scene))[0]?.stoppedBecause, 'banned')
    assert.match(await mailTo(scene.coOwner.email), /token of .* stopped working/)
    await decideOnUser(world.deps, operator, 'unban', { userId: scene.maker.id })
    assert.equal(await use(), true)
  })

  it('refuses an upload announced during the removal', async () => {
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

describe('trusted publishers and webhooks of a former owner', () => {
  it('work again once another owner saves them', async () => {
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

describe('deleting a publisher', () => {
  it('removes its tokens, trusted publishers, invitations and webhooks', async () => {
    const { maker, nodeId } = await openScene()
    const { id: publisherId } = await world.given.publisher({ owner: maker })
    const scene = { maker, coOwner: maker, publisherId, nodeId: `${nodeId}-of-nobody` }
    const gone = ['publish-token', 'trusted-publisher', 'trusted-token', 'invitation', 'webhook'] as const
    // The first release would create the node, so no version is announced here.
    const uses = await Promise.all(gone.map((one) => makers[one](scene)))
    await world.as(maker).call(deletePublisher, { params: { publisherId } })
    for (const [index, use] of uses.entries()) assert.equal(await use(), false, gone[index])
  })
})

describe('an API key', () => {
  it('cannot create or delete API keys, including itself', async () => {
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
