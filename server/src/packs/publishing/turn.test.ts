import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { addressKey } from '../../ground/address-key.ts'
import { findVersion } from '../nodes/versions/sql.ts'
import { expireUploads } from './jobs.ts'
import { identifyUploader } from './turn.ts'

const holder = useWorld({}, { TRUST_PROXY: 'on' })

const addresses: Record<string, string> = { home: '192.0.2.1', work: '198.51.100.7', cafe: '2001:db8::1' }

/**
 * `ann1@home` is the first node of an account, uploaded from an address. Ann's nodes belong to different
 * publishers.
 */
interface Case {
  uploads: string
  order: string
  /** Has had a version listed for more than a week. */
  proven?: string
}

const cases: Record<string, Case> = {
  'keeps the order of one account': { uploads: 'ann1@home ann2@home ann3@home', order: 'ann1 ann2 ann3' },
  'puts a newcomer behind one version of a busy account': {
    uploads: 'ann1@home ann2@home ann3@home ben1@work',
    order: 'ann1 ben1 ann2 ann3',
  },
  'treats a newcomer at the same address alike': {
    uploads: 'ann1@home ann2@home ann3@home ben1@home',
    order: 'ann1 ben1 ann2 ann3',
  },
  'has accounts take turns': {
    uploads: 'ann1@home ann2@home ben1@work ben2@work cat1@cafe cat2@cafe',
    order: 'ann1 ben1 cat1 ann2 ben2 cat2',
  },
  'counts an account as one wherever it uploads from': {
    uploads: 'ann1@home ann2@work ann3@cafe ben1@work',
    order: 'ann1 ben1 ann2 ann3',
  },
  'puts a newcomer before all but the first of many new accounts of one address': {
    uploads: 'ann1@home ben1@home cat1@home dan1@home eve1@work',
    order: 'ann1 eve1 ben1 cat1 dan1',
  },
  'does not hold new accounts of its address against a proven one': {
    uploads: 'ann1@home ben1@home cat1@home eve1@home dan1@home',
    proven: 'eve',
    order: 'ann1 eve1 ben1 cat1 dan1',
  },
}

const parse = (upload: string) => {
  const [, account = '', place = '', address = ''] = /^([a-z]+)(\d)@(\w+)$/.exec(upload) ?? []
  return { account, place, address: addresses[address] ?? '' }
}

/** Some accounts, each with a separate publisher for every node. */
class Accounts {
  readonly #owners = new Map<string, { id: string }>()

  async publisherOf(account: string): Promise<TestPublisher> {
    const { world } = holder
    const owner = this.#owners.get(account) ?? (await world.given.user())
    this.#owners.set(account, owner)
    return testPublisher(world, { owner })
  }
}

describe('the publish queue', () => {
  for (const [says, { uploads, order, proven }] of Object.entries(cases))
    it(says, async () => {
      const { world } = holder
      const accounts = new Accounts()
      if (proven) {
        const publisher = await accounts.publisherOf(proven)
        await publisher.publish({ id: `${publisher.id}-first` })
        world.advance(8 * 24 * 3600_000)
      }
      const names = new Map<string, string>()
      for (const upload of uploads.split(' ')) {
        const { account, place, address } = parse(upload)
        const publisher = await accounts.publisherOf(account)
        const { id } = await publisher.publish({ id: `${publisher.id}-node`, address, waiting: true })
        names.set(id, account + place)
      }
      await world.runJobs()
      assert.equal((await listActivated([...names.keys()])).map((id) => names.get(id)).join(' '), order)
    })

  it('forgets the uploader of a version that no longer waits', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const { id } = await publisher.publish({ id: `${publisher.id}-node`, waiting: true })
    const find = () =>
      world.deps.db.selectFrom('waiting_versions').selectAll().where('version_id', '=', id).executeTakeFirst()
    const row = await find()
    assert.equal(row?.account, `user ${publisher.ownerId}`)
    assert.match(row.sender, /^[0-9a-f]{64}$/, 'the address itself is not stored')
    await world.runJobs()
    await expireUploads.run(world.deps, {}, new AbortController().signal)
    assert.equal(await find(), undefined)
  })
})

async function listActivated(versionIds: string[]): Promise<string[]> {
  const rows = await holder.world.deps.db
    .selectFrom('audit_events')
    .select('subject_id')
    .where('action', '=', 'version.activate')
    .where('subject_id', 'in', versionIds)
    .orderBy('id')
    .execute()
  return rows.map(({ subject_id }) => subject_id ?? '')
}

describe('the account behind an upload', () => {
  let userId: string
  before(async () => {
    userId = (await holder.world.given.user()).id
  })

  const accountOf = async (part: { published_by_user?: string; announced_by_token?: string }) => {
    const { world } = holder
    const publisher = await world.given.publisher()
    const node = await world.given.node({ publisher_id: publisher.id })
    const { id } = await world.given.announcedVersion({
      node_id: node.id,
      published_by_publisher: publisher.id,
      ...part,
    })
    const version = await findVersion(world.deps.db, id)
    assert.ok(version)
    const { account } = await identifyUploader(world.deps, version, addressKey('192.0.2.1'))
    return { account, publisherId: publisher.id }
  }

  it('is the user who created the token', async () => {
    assert.equal((await accountOf({ published_by_user: userId })).account, `user ${userId}`)
  })

  it('is the user who set up the trusted build', async () => {
    const { world } = holder
    const { db, newId, now } = world.deps
    const trusted = await world.given.trustedPublisher({
      publisher_id: (await world.given.publisher()).id,
      created_by: userId,
    })
    const id = newId()
    const expires_at = new Date(now().getTime() + 900_000)
    const values = { id, trusted_publisher_id: trusted.id, token_hash: 'a'.repeat(64), build: '{}' }
    await db
      .insertInto('trusted_tokens')
      .values({ ...values, created_at: now(), expires_at })
      .execute()
    assert.equal((await accountOf({ announced_by_token: id })).account, `user ${userId}`)
    // No build has used the token.
    await db
      .updateTable('node_versions')
      .set({ announced_by_token: null })
      .where('announced_by_token', '=', id)
      .execute()
    await db.deleteFrom('trusted_tokens').where('id', '=', id).execute()
  })

  it('is the publisher when no user is known', async () => {
    const { account, publisherId } = await accountOf({})
    assert.equal(account, `publisher ${publisherId}`)
  })
})
