import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Registry, RegistryRefusal, registryAt, unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  banNode,
  claimNode,
  deleteNode,
  deleteVersion,
  installNode,
  publishVersion,
  yankVersion,
} from '@nodeyard/contract/packs'
import { banPublisher, deleteToken } from '@nodeyard/contract/people'
import { sql } from 'kysely'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { withoutTransaction } from '../../ground/db/transaction-scope.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { violations } from '../../invariants.ts'
import { signAdminToken } from '../../people/identity/admin-token.ts'
import { rememberUser, toActor } from '../../people/identity/users.ts'
import { lockPublisher } from '../../people/publishers/sql.ts'
import { insertNode, lockNode } from '../nodes/sql.ts'
import { runPipeline } from './pipeline.ts'

/**
 * Runs conflicting requests concurrently: one wins, the others get a clear error, and the database stays
 * consistent. They overlap only on PostgreSQL; the embedded database serializes them, with the same result.
 */
const registry = useWorld()
const rounds = 8
/** Used for short operations that overlap in a small part only. */
const manyRounds = 100

describe('concurrent requests', () => {
  it('takes one archive for concurrent publishes of one version', async () => {
    const { world } = registry
    for (let round = 0; round < rounds; round++) {
      const { publisherId, secret } = await givenPublisher()
      const nodeId = `raced-${round}`
      const outcomes = await Promise.all(
        [1, 2, 3].map((one) =>
          outcomeOf(async () => {
            const { signedUrl } = await announce(world.anonymous, { publisherId, nodeId, secret })
            return upload(signedUrl, buildPack({ id: nodeId, files: { 'note.txt': `${one}` } }))
          }),
        ),
      )
      assert.equal(outcomes.filter((outcome) => outcome === 'ok').length, 1, outcomes.join(' '))
      for (const outcome of outcomes) {
        assert.ok(
          [
            'ok',
            'version_taken',
            'upload_address_invalid',
            'upload_already_received',
            'upload_replaced',
          ].includes(outcome),
          outcome,
        )
      }
      await world.runJobs()
      await assertWhole()
    }
  })

  it('creates a node once for concurrent publishes', async () => {
    const { deps } = registry.world
    const { publisherId } = await givenPublisher()
    for (let round = 0; round < manyRounds; round++) {
      const node = { id: `made-${round}`, publisher_id: publisherId, name: 'Made', created_at: deps.now() }
      const made = await Promise.all(
        [1, 2, 3, 4].map(() =>
          transact(deps, (tx) => insertNode(tx, { ...node, updated_at: node.created_at })),
        ),
      )
      assert.equal(made.filter((row) => row !== undefined).length, 1)
    }
    await assertWhole()
  })

  it("creates one user for a new person's concurrent requests", async () => {
    const { deps } = registry.world
    for (let round = 0; round < manyRounds; round++) {
      // The other issuer uses the same subject for another person.
      const known = await Promise.all(
        ['one', 'one', 'one', 'other', 'other'].map((issuer) =>
          rememberUser(deps, {
            issuer: `https://${issuer}.example`,
            subject: `newcomer-${round}`,
            email: `newcomer-${round}@${issuer}.example`,
            emailVerified: true,
            hasSecondFactor: false,
            name: 'Newcomer',
            authTime: deps.now(),
            issuedAt: deps.now(),
          }),
        ),
      )
      const ids = known.map((user) => user?.id)
      assert.equal(new Set(ids.slice(0, 3)).size, 1)
      assert.equal(new Set(ids).size, 2)
      assert.ok(ids.includes(`newcomer-${round}`))
    }
  })

  it('gives a node to one of two publishers that claim it', async () => {
    const { world } = registry
    for (let round = 0; round < rounds; round++) {
      const name = world.deps.newId()
      world.codeHost.addRepository({ owner: 'acme', name })
      const node = await world.given.node({
        publisher_id: unclaimedPublisherId,
        repository_url: `https://github.com/acme/${name}`,
      })
      const claimers = await Promise.all([1, 2].map(() => givenPublisher()))
      const outcomes = await Promise.all(
        claimers.map(({ owner, publisherId }) =>
          outcomeOf(() =>
            world.as(owner).call(claimNode, {
              params: { publisherId, nodeId: node.id },
              body: { GH_TOKEN: world.codeHost.tokenFor('acme') },
            }),
          ),
        ),
      )
      assert.deepEqual(outcomes.toSorted(), ['node_not_unclaimed', 'ok'])
      await world.runJobs()
      await assertWhole()
    }
  })

  it('lets one of several nodes with the same repository hold it', async () => {
    const { world } = registry
    for (let round = 0; round < rounds; round++) {
      const repository = `https://github.com/acme/${world.deps.newId()}`
      const sent = await Promise.all(
        [1, 2, 3].map(async (one) => {
          const { publisherId, secret } = await givenPublisher()
          const nodeId = `shared-${round}-${one}`
          const told = { publisherId, nodeId, secret, repository }
          const { signedUrl, node_version } = await announce(world.anonymous, told)
          await upload(signedUrl, buildPack({ id: nodeId }))
          return { nodeId, versionId: node_version.id }
        }),
      )
      await Promise.all(sent.map(({ versionId }) => runPipeline(world.deps, versionId)))
      await world.runJobs()
      const nodes = await world.deps.db
        .selectFrom('nodes')
        .select(['status', 'repository_url'])
        .where(
          'id',
          'in',
          sent.map(({ nodeId }) => nodeId),
        )
        .orderBy('repository_url')
        .execute()
      assert.deepEqual(
        nodes.map(({ status, repository_url }) => `${status} ${repository_url}`),
        ['active ', 'active ', `active ${repository}`],
      )
      await assertWhole()
    }
  })
})

describe('a ban during a publish', () => {
  for (const target of ['publisher', 'node'] as const) {
    it(`refuses everything after a ban of the ${target} and leaves no active version`, async () => {
      const { world } = registry
      for (let round = 0; round < rounds; round++) {
        const { publisherId, secret } = await givenPublisher()
        const node = await world.given.node({ publisher_id: publisherId })
        const admin = await adminWithToken()
        const params = { publisherId, nodeId: node.id }
        const [published, banned] = await Promise.all([
          outcomeOf(async () => {
            const { signedUrl } = await announce(world.anonymous, { ...params, secret })
            return upload(signedUrl, buildPack({ id: node.id }))
          }),
          outcomeOf(() =>
            target === 'node'
              ? admin.call(banNode, { params })
              : admin.call(banPublisher, { params: { publisherId } }),
          ),
        ])
        assert.equal(banned, 'ok')
        assert.ok(['ok', 'node_banned', 'publisher_banned'].includes(published), published)
        const again = await outcomeOf(() =>
          announce(world.anonymous, { ...params, secret, version: '9.0.0' }),
        )
        assert.equal(again, target === 'node' ? 'node_banned' : 'publisher_banned')
        await world.runJobs()
        const install = await outcomeOf(() =>
          world.anonymous.call(installNode, { params: { nodeId: node.id } }),
        )
        assert.equal(install, 'node_banned')
        await assertWhole()
      }
    })
  }
})

describe('concurrent changes', () => {
  it('returns a complete install or a clear refusal while the version or node is deleted', async () => {
    const { world } = registry
    for (let round = 0; round < rounds; round++) {
      const { publisherId, owner } = await givenPublisher()
      const node = await world.given.node({ publisher_id: publisherId })
      const version = await world.given.version({ node_id: node.id })
      const params = { publisherId, nodeId: node.id }
      const remove = () =>
        round % 2 === 0
          ? world.as(owner).call(deleteVersion, { params: { ...params, versionId: version.id } })
          : world.as(owner).call(deleteNode, { params })
      const install = () =>
        outcomeOf(() => world.anonymous.call(installNode, { params: { nodeId: node.id } }))
      const [removed, ...installed] = await Promise.all([outcomeOf(remove), install(), install(), install()])
      assert.equal(removed, 'ok')
      for (const outcome of installed) {
        assert.ok(['ok', 'no_installable_version', 'node_not_found'].includes(outcome), outcome)
      }
      assert.equal(await install(), round % 2 === 0 ? 'no_installable_version' : 'node_not_found')
      await world.deps.installs.flush()
      await assertWhole()
    }
  })

  it('takes no locks for a caller without a token of the publisher', async (t) => {
    if (process.env['TEST_DATABASE'] !== 'postgres') return t.skip('the embedded database has one connection')
    const { world } = registry
    const { publisherId, secret } = await givenPublisher()
    const { id: nodeId } = await world.given.node({ id: 'held', publisher_id: publisherId })
    await announce(world.anonymous, { publisherId, nodeId, secret })
    const { id: versionId } = await world.given.version({ node_id: nodeId, version: '2.0.0' })
    const stranger = await givenPublisher()
    const refused = [
      ['guessed', 'invalid_publish_token'],
      [stranger.secret, 'publish_token_of_other_publisher'],
    ] as const
    await inTransaction(world.deps.db, async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = '20s'`.execute(tx)
      await lockPublisher(tx, publisherId)
      await lockNode(tx, nodeId)
      for (const [guess, code] of refused) {
        const publish = () => announce(world.anonymous, { publisherId, nodeId, secret: guess })
        assert.equal(await withoutTransaction(() => outcomeOf(publish)), code)
        const body = { personal_access_token: guess, reason: 'guessed' }
        const yank = () =>
          world.anonymous.call(yankVersion, { params: { publisherId, nodeId, versionId }, body })
        assert.equal(await withoutTransaction(() => outcomeOf(yank)), code)
      }
    })
  })

  it('uses a concurrently revoked token before the revocation or not at all', async () => {
    const { world } = registry
    for (let round = 0; round < rounds; round++) {
      const { publisherId, owner, secret, tokenId } = await givenPublisher()
      const nodeId = `revoked-${round}`
      const [published, revoked] = await Promise.all([
        outcomeOf(() => announce(world.anonymous, { publisherId, nodeId, secret })),
        outcomeOf(() => world.as(owner).call(deleteToken, { params: { publisherId, tokenId } })),
      ])
      assert.equal(revoked, 'ok')
      assert.ok(['ok', 'invalid_publish_token'].includes(published), published)
      const again = await outcomeOf(() =>
        announce(world.anonymous, { publisherId, nodeId: `${nodeId}-b`, secret }),
      )
      assert.equal(again, 'invalid_publish_token')
      const order = (await eventsOf(publisherId)).map(({ action }) => action)
      const use = order.indexOf('version.announce')
      assert.ok(use < order.indexOf('token.delete'), order.join(' '))
      await assertWhole()
    }
  })

  it('yanks a version once for concurrent requests', async () => {
    const { world } = registry
    const { publisherId, owner } = await givenPublisher()
    const node = await world.given.node({ publisher_id: publisherId })
    const version = await world.given.version({ node_id: node.id })
    const outcomes = await Promise.all(
      [1, 2, 3].map((one) =>
        outcomeOf(() =>
          world.as(owner).call(yankVersion, {
            params: { publisherId, nodeId: node.id, versionId: version.id },
            body: { reason: `Reason ${one}` },
          }),
        ),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), ['already_yanked', 'already_yanked', 'ok'])
    await assertWhole()
  })
})

async function givenPublisher() {
  const { given } = registry.world
  const owner = await given.user()
  const { id: publisherId } = await given.publisher({ owner })
  const { secret, id: tokenId } = await given.token({ publisher_id: publisherId })
  return { owner, publisherId, secret, tokenId }
}

async function adminWithToken(): Promise<Registry> {
  const { world } = registry
  const admin = await world.given.user({ is_admin: true })
  const { token } = await signAdminToken(world.deps, toActor(admin))
  return registryAt('http://registry.test', (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return world.fetch(input, { ...init, headers })
  })
}

function announce(
  client: Registry,
  {
    publisherId,
    nodeId,
    secret,
    version = '1.0.0',
    repository,
  }: Record<'publisherId' | 'nodeId' | 'secret', string> & { version?: string; repository?: string },
) {
  const node = { id: nodeId, ...(repository ? { repository } : {}) }
  return client.call(publishVersion, {
    params: { publisherId, nodeId },
    body: { personal_access_token: secret, node, node_version: { version } },
  })
}

async function upload(signedUrl: string, archive: Uint8Array): Promise<void> {
  const { pathname, search } = new URL(signedUrl)
  const answer = await registry.world.fetch(`http://registry.test${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/zip' },
    body: archive as BodyInit,
  })
  if (!answer.ok) throw new RegistryRefusal(answer.status, await answer.json())
}

async function outcomeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return 'ok'
  } catch (error) {
    if (error instanceof RegistryRefusal) return error.problem.error
    throw error
  }
}

const eventsOf = (publisherId: string) =>
  registry.world.deps.db
    .selectFrom('audit_events')
    .select('action')
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .execute()

async function assertWhole(): Promise<void> {
  assert.deepEqual(await violations(registry.world.deps.database), [])
}
