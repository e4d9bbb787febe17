import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Problem } from '@nodeyard/contract/ground'
import { getNodeVersion, type NodeVersion } from '@nodeyard/contract/packs'
import { announce } from '../../../../test/command-line-client.ts'
import { useWorld } from '../../../../test/world.ts'

const holder = useWorld()

let publisherId: string
let nodeId: string
let version: { id: string; version: string }

function withVersion() {
  before(async () => {
    const { given } = holder.world
    publisherId = (await given.publisher()).id
    nodeId = (await given.node({ publisher_id: publisherId })).id
    version = await given.version({ node_id: nodeId, version: '1.2.3' })
  })
}

interface Sent {
  token: string
  body?: unknown
  of?: string
}

const send = (method: string, idOrNumber: string, { token, body, of = nodeId }: Sent) =>
  holder.world.fetch(`http://registry.test/publishers/${publisherId}/nodes/${of}/versions/${idOrNumber}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const tokenWith = async (part: object = {}) =>
  (await holder.world.given.token({ publisher_id: publisherId, ...part })).secret
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).error}`

describe('a publish token as bearer token', () => {
  withVersion()

  it('changes a version by its id and by its number', async () => {
    const token = await tokenWith()
    for (const [idOrNumber, changelog] of [
      [version.id, 'By its id.'],
      ['1.2.3', 'By its number.'],
      ['v1.2.3', 'By its number with a v.'],
    ] as const) {
      const answer = await send('PUT', idOrNumber, { token, body: { changelog, deprecated: true } })
      assert.equal(answer.status, 200, idOrNumber)
      const changed = (await answer.json()) as NodeVersion
      assert.deepEqual([changed.changelog, changed.deprecated], [changelog, true])
    }
    const [event] = (await holder.world.events(version.id)).slice(-1)
    assert.deepEqual([event?.action, event?.actor_kind], ['version.update', 'token'])
  })

  it('is refused outside of its scope', async () => {
    const body = { changelog: 'No.' }
    const put = async (part: object) =>
      codeOf(await send('PUT', '1.2.3', { token: await tokenWith(part), body }))
    assert.equal(await put({ node_ids: ['another-node'] }), '403 publish_token_out_of_scope')
    assert.equal(await put({ actions: ['yank'] }), '403 publish_token_out_of_scope')
    const other = await holder.world.given.publisher()
    assert.equal(await put({ publisher_id: other.id }), '403 publish_token_of_other_publisher')
    for (const actions of [['publish-new', 'publish-update'], ['yank']] as const) {
      const token = await tokenWith({ actions: [...actions] })
      assert.equal(await codeOf(await send('DELETE', '1.2.3', { token })), '403 publish_token_out_of_scope')
    }
    const foreign = await holder.world.given.node({ publisher_id: other.id })
    await holder.world.given.version({ node_id: foreign.id, version: '1.2.3' })
    assert.equal(
      await codeOf(await send('PUT', '1.2.3', { token: await tokenWith(), body, of: foreign.id })),
      '403 node_of_other_publisher',
    )
  })

  it('does not sign in to other routes', async () => {
    const { world } = holder
    const headers = { authorization: `Bearer ${await tokenWith()}` }
    assert.equal(
      await codeOf(await world.fetch('http://registry.test/users', { headers })),
      '401 invalid_credential',
    )
    const tokens = await world.fetch(`http://registry.test/publishers/${publisherId}/tokens`, { headers })
    assert.equal(await codeOf(tokens), '401 invalid_credential')
  })

  it('does not find a missing version, and explains how to name one', async () => {
    const token = await tokenWith()
    const put = async (idOrNumber: string) => codeOf(await send('PUT', idOrNumber, { token, body: {} }))
    assert.equal(await put('9.9.9'), '404 version_not_found')
    assert.equal(await put('00000000-0000-4000-8000-000000000000'), '404 version_not_found')
    assert.equal(await put('latest'), '400 invalid_request')
  })

  it('deletes a version by its number', async () => {
    const answer = await send('DELETE', '1.2.3', { token: await tokenWith() })
    assert.equal(answer.status, 204)
    const gone = holder.world.anonymous.call(getNodeVersion, { params: { nodeId, version: '1.2.3' } })
    await assert.rejects(gone, { status: 404 })
  })
})

describe('a pasted token', () => {
  withVersion()

  it('is accepted with characters that pasting adds', async () => {
    const apiUrl = await holder.world.listen()
    const token = await tokenWith()
    for (const pasted of [
      `${token}\n`,
      `\u0016${token}`,
      ` "${token}" `,
      `Bearer ${token}`,
      `\ufeff${token}\u200b`,
    ]) {
      const answer = await announce({ apiUrl, publisherId, nodeId, token: pasted, version: '2.0.0' })
      assert.equal(answer.status, 201, JSON.stringify(pasted))
    }
    for (const pasted of [`"${token}"`, `Bearer ${token}`, `${token}  `, `\u201c${token}\u201d`]) {
      const asBytes = Buffer.from(pasted).toString('latin1')
      const answer = await send('PUT', '1.2.3', { token: asBytes, body: { changelog: 'x' } })
      assert.equal(answer.status, 200, pasted)
    }
  })

  it('is refused with the reason in the details', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const other = await world.given.publisher()
    const expires_at = new Date('2026-01-31T00:00:00Z')
    const reasons: [string, RegExp | undefined][] = [
      ['', /^The token is empty\.$/],
      [' "\n" ', /^The token is empty\.$/],
      ['nyp_ffffffff-ffff-4fff-bfff-ffffffffffff', /^The token is unknown\./],
      [await tokenWith({ revoked_at: world.now() }), /^The token was revoked on \d{4}-\d\d-\d\d\.$/],
      [await tokenWith({ expires_at }), /^The token expired on 2026-01-31\.$/],
      [await tokenWith({ publisher_id: other.id, expires_at }), /^The token expired on 2026-01-31\.$/],
    ]
    for (const [token, reason] of reasons) {
      const answer = await announce({ apiUrl, publisherId, nodeId, token, version: '3.0.0' })
      const { error, message, details } = (await answer.json()) as Problem
      assert.equal(
        `${answer.status} ${error} ${message}`,
        '401 invalid_publish_token Invalid personal access token',
      )
      assert.match(details?.[0] ?? '', reason ?? /./)
    }
    const foreign = await tokenWith({ publisher_id: other.id })
    const answer = await announce({ apiUrl, publisherId, nodeId, token: foreign, version: '3.0.0' })
    assert.doesNotMatch(await answer.clone().text(), new RegExp(other.id))
    assert.equal(await codeOf(answer), '403 publish_token_of_other_publisher')
  })
})
