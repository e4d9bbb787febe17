import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import * as contract from '@nodeyard/contract/services'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { inTransaction } from '../../ground/db/transactions.ts'

const secret = 'what-the-code-host-knows'
const registry = useWorld(
  {},
  { RELEASE_SECRET: secret, RELEASE_REPOSITORIES: 'Tool/Core=comfyui,tool/ui=cloud' },
)
const off = useWorld()

interface Event {
  tag?: string
  repository?: string
  action?: string
  release?: object
}

const eventOf = ({ tag = 'v1.0.0', repository = 'tool/core', action = 'published', release }: Event) => ({
  action,
  release: {
    id: 7,
    tag_name: tag,
    name: tag,
    body: `Notes of ${tag}`,
    draft: false,
    prerelease: false,
    published_at: '2026-01-02T03:04:05Z',
    html_url: 'https://code.example.test/tool/core',
    author: { login: 'somebody' },
    ...release,
  },
  repository: { id: 1, full_name: repository },
  sender: { login: 'somebody' },
})

const sign = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

async function deliver(event: Event, headers: Record<string, string | undefined> = {}, holder = registry) {
  const body = JSON.stringify(eventOf(event))
  const all = {
    'content-type': 'application/json',
    'x-github-event': 'release',
    'x-github-delivery': randomUUID(),
    'x-github-hook-id': '1',
    'x-hub-signature-256': sign(body),
    ...headers,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const answer = await holder.world.inject({
    method: 'POST',
    url: '/releases',
    headers: Object.fromEntries(given),
    payload: body,
  })
  return { status: answer.statusCode, code: answer.payload ? JSON.parse(answer.payload)?.error : undefined }
}

const list = (query: { current_version?: string; locale?: contract.ReleaseLocale; project?: 'cloud' } = {}) =>
  registry.world.anonymous.call(contract.listReleases, { query: { project: 'comfyui', ...query } })
const versions = async (query = {}) => (await list(query)).map(({ version }) => version)

describe('a release event', () => {
  it('stores a note for a published release', async () => {
    assert.deepEqual(await deliver({ tag: 'v0.3.0' }), { status: 200, code: undefined })
    const [note] = await list()
    assert.deepEqual(
      { ...note, id: 0 },
      {
        id: 0,
        project: 'comfyui',
        version: '0.3.0',
        attention: 'medium',
        content: 'Notes of v0.3.0',
        published_at: '2026-01-02T03:04:05.000Z',
      },
    )
    const [event] = await registry.world.events('comfyui 0.3.0')
    assert.deepEqual(
      [event?.action, event?.actor_kind, event?.actor_id],
      ['release.publish', 'service', 'code-host'],
    )
  })

  it('ignores repetitions by delivery id or content', async () => {
    const headers = { 'x-github-delivery': randomUUID() }
    await deliver({ tag: 'v0.3.1' }, headers)
    assert.equal((await deliver({ tag: 'v0.3.2' }, headers)).status, 200)
    assert.equal((await deliver({ tag: 'v0.3.1', release: { body: 'Other' } })).status, 200)
    const notes = await list()
    assert.deepEqual(
      notes.filter(({ version }) => version.startsWith('0.3.')).map(({ content }) => content),
      ['Notes of v0.3.1', 'Notes of v0.3.0'],
    )
  })

  it('stores one note for concurrent deliveries', async () => {
    const headers = { 'x-github-delivery': randomUUID() }
    await Promise.all([1, 2, 3, 4].map(() => deliver({ tag: 'v0.3.9' }, headers)))
    assert.equal((await versions()).filter((version) => version === '0.3.9').length, 1)
  })

  it('ignores other actions, drafts, prereleases and unknown repositories', async () => {
    const before = await versions()
    for (const event of [
      { action: 'edited' },
      { action: 'deleted' },
      { release: { draft: true } },
      { release: { prerelease: true } },
      { repository: 'stranger/core' },
    ])
      assert.equal((await deliver({ tag: 'v9.9.9', ...event })).status, 200)
    assert.deepEqual(await versions(), before)
  })

  it('refuses a missing or wrong signature', async () => {
    const before = await versions()
    for (const signature of [
      undefined,
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      sign('another body'),
      sign(JSON.stringify(eventOf({}))).toUpperCase(),
      sign(JSON.stringify(eventOf({}))).slice('sha256='.length),
    ])
      assert.deepEqual(await deliver({ tag: 'v9.9.8' }, { 'x-hub-signature-256': signature }), {
        status: 401,
        code: 'invalid_signature',
      })
    assert.deepEqual(await versions(), before)
  })

  it('is refused without a configured secret', async () => {
    assert.deepEqual(await deliver({}, {}, off), { status: 501, code: 'not_configured' })
  })

  it('refuses other event types and missing headers', async () => {
    assert.deepEqual(await deliver({}, { 'x-github-event': 'push' }), {
      status: 422,
      code: 'delivery_not_understood',
    })
    for (const name of ['x-github-event', 'x-github-delivery', 'x-github-hook-id'])
      assert.equal((await deliver({}, { [name]: undefined })).status, 400)
    assert.equal((await deliver({}, { 'x-github-delivery': 'nonsense' })).status, 400)
  })

  it('accepts null members', async () => {
    const odd = { body: null, name: null, published_at: null }
    assert.equal((await deliver({ tag: 'nightly', release: odd, repository: 'tool/ui' })).status, 200)
    assert.deepEqual(
      (await list({ project: 'cloud' })).map(({ version, content }) => [version, content]),
      [['nightly', '']],
    )
    assert.equal((await deliver({ release: { published_at: '0000-01-01T00:00:00Z' } })).status, 400)
  })
})

describe('release notes', () => {
  it('list newer versions, highest first', async () => {
    const day = (n: number) => ({ published_at: `2026-02-0${n}T00:00:00Z` })
    await deliver({ tag: 'v2.10.0', release: day(1) })
    await deliver({ tag: 'v2.9.0', release: day(2) })
    await deliver({ tag: 'v2.9.1', release: day(3) })
    assert.deepEqual((await versions()).slice(0, 3), ['2.10.0', '2.9.1', '2.9.0'])
    assert.deepEqual(await versions({ current_version: '2.9.0' }), ['2.10.0', '2.9.1'])
    assert.deepEqual(await versions({ current_version: 'v2.10.0' }), [])
    assert.deepEqual(await versions({ current_version: '2.10.0-rc.1' }), ['2.10.0'])
    assert.deepEqual(await versions({ current_version: 'who knows' }), await versions())
  })

  it('use the requested language, or else English', async () => {
    const { db } = registry.world.deps
    await db
      .insertInto('release_notes')
      .values({
        project: 'cloud',
        version: '5.0.0',
        content: JSON.stringify({ en: 'Hello', fr: 'Bonjour' }),
        published_at: new Date('2026-03-01'),
      })
      .execute()
    const content = async (locale: contract.ReleaseLocale) =>
      (await list({ project: 'cloud', locale })).find(({ version }) => version === '5.0.0')?.content
    assert.deepEqual([await content('fr'), await content('ja')], ['Bonjour', 'Hello'])
    const arabic = registry.world.anonymous.call(contract.listReleases, {
      query: { project: 'cloud', locale: 'ar' as never },
    })
    assert.equal((await refused('invalid_request', arabic)).field, 'query.locale')
  })
})

describe('the features', () => {
  it('are public', async () => {
    assert.deepEqual(await registry.world.anonymous.call(contract.getFeatures), {
      partner_node_conversion_rate: 1,
    })
  })
})

describe('delivery ids', () => {
  it('are deleted after a while', async () => {
    const { world } = registry
    const { db, jobs } = world.deps
    world.advance(31 * 86_400_000)
    const { forgetOldDeliveries } = await import('./jobs.ts')
    await inTransaction(db, (tx) => jobs.send(tx, forgetOldDeliveries, {}))
    await world.runJobs()
    assert.deepEqual(await db.selectFrom('webhook_deliveries').select('id').execute(), [])
  })
})
