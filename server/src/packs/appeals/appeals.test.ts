import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type Registry, registryAt } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { answerAppeal, getAppeal, getPublishReport, listAppeals, writeAppeal } from '@nodeyard/contract/packs'
import { moderateVersion } from '@nodeyard/contract/safety'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { signAdminToken } from '../../people/identity/admin-token.ts'
import { toActor } from '../../people/identity/users.ts'

const registry = useWorld()
const minuteMs = 60_000
let owner: Registry
let admin: Registry
let path: { nodeId: string; version: string }
let versionPath: { publisherId: string; nodeId: string; versionId: string }

beforeEach(async () => {
  const { world } = registry
  const publisher = await world.given.publisher()
  owner = world.as({ id: publisher.ownerId, email: 'maya@example.test', name: 'Maya' })
  const { token } = await signAdminToken(world.deps, toActor(await world.given.user({ is_admin: true })))
  admin = registryAt('http://registry.test', (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return world.fetch(input, { ...init, headers })
  })
  const node = await world.given.node({ publisher_id: publisher.id })
  const version = await world.given.version({ node_id: node.id, status: 'flagged' })
  path = { nodeId: node.id, version: version.version }
  versionPath = { publisherId: publisher.id, nodeId: node.id, versionId: version.id }
})

const write = (text: string) => owner.call(writeAppeal, { params: versionPath, body: { text } })
const answer = (text: string) => admin.call(answerAppeal, { params: path, body: { text } })
const decide = (status: 'NodeVersionStatusActive' | 'NodeVersionStatusBanned') =>
  admin.call(moderateVersion, { params: path, body: { status } })
const waiting = async () => {
  const { appeals } = await admin.call(listAppeals, { query: { limit: 100 } })
  return appeals.filter(({ version_id }) => version_id === versionPath.versionId)
}

describe('an appeal', () => {
  it("shows both sides the messages in order, and hides the moderator's name from the publisher", async () => {
    await write('  Why?  ')
    await answer('Line 3 downloads code.')
    await write('It is gone in 1.0.1.')
    const report = await owner.call(getPublishReport, { params: path })
    assert.deepEqual(
      report.appeal?.messages.map(({ from, text, name }) => [from, text, name !== undefined]),
      [
        ['publisher', 'Why?', true],
        ['moderators', 'Line 3 downloads code.', false],
        ['publisher', 'It is gone in 1.0.1.', true],
      ],
    )
    const forAdmin = await admin.call(getAppeal, { params: path })
    assert.ok(forAdmin.messages.every(({ name }) => name))
    assert.deepEqual(
      (await registry.world.events(versionPath.versionId)).map(({ action }) => action),
      ['appeal.write', 'appeal.answer', 'appeal.write'],
    )
  })

  it('lists the longest waiting first, from its first unanswered message', async () => {
    const { waitingSince } = await write('Why?')
    registry.world.advance(minuteMs)
    assert.equal((await write('Are you there?')).waitingSince, waitingSince)
    const { appeals } = await admin.call(listAppeals)
    const since = appeals.map((one) => one.waitingSince ?? '')
    assert.deepEqual(since, since.toSorted())
    assert.equal((await waiting())[0]?.lastMessage.text, 'Are you there?')
    assert.equal((await answer('Yes.')).waitingSince, undefined)
    assert.deepEqual(await waiting(), [])
    const { usualAnswerSeconds = 0 } = await owner.call(getPublishReport, { params: path })
    assert.ok(usualAnswerSeconds > 0)
  })

  it('is settled by a decision and can continue after a ban', async () => {
    await write('Why?')
    await decide('NodeVersionStatusBanned')
    assert.deepEqual(await waiting(), [])
    await write('It is harmless.')
    assert.equal((await waiting()).length, 1)
    await decide('NodeVersionStatusActive')
    assert.deepEqual(await waiting(), [])
    await refused('appeal_not_possible', write('Thank you.'))
  })

  it('limits the messages until a moderator replies', async () => {
    for (let number = 1; number <= limits.appealMessagesUnanswered; number++) await write(`${number}`)
    await refused('appeal_waits', write('Hello?'))
    await answer('One moment.')
    assert.equal((await write('Fine.')).messagesLeft, limits.appealMessagesUnanswered - 1)
  })

  it('refuses empty texts and texts longer than a page', async () => {
    await refused('invalid_request', write('   '))
    await refused('invalid_request', write('x'.repeat(limits.appealLength + 1)))
    assert.equal((await write('x'.repeat(limits.appealLength))).messages.length, 1)
  })

  it('refuses a reply when no appeal was written', async () => {
    await refused('appeal_not_found', answer('Hello.'))
    await refused('appeal_not_found', admin.call(getAppeal, { params: path }))
  })
})
