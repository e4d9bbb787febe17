import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type Registry, registryAt } from '@nodeyard/contract/ground'
import { banNode, getNode } from '@nodeyard/contract/packs'
import {
  banPublisher,
  banUser,
  getPublisher,
  unbanPublisher,
  unbanUser,
  updatePublisher,
} from '@nodeyard/contract/people'
import { refused } from '../../../../test/refused.ts'
import { useWorld } from '../../../../test/world.ts'
import { runCommand } from '../../../commands.ts'
import { signAdminToken } from '../../../people/identity/admin-token.ts'
import { toActor } from '../../../people/identity/users.ts'

const registry = useWorld()
type User = Awaited<ReturnType<(typeof registry)['world']['given']['user']>>

let admin: Registry
let owner: User
let member: User
let publisherId: string
let nodeId: string

beforeEach(async () => {
  const { world } = registry
  const { given } = world
  const { token } = await signAdminToken(world.deps, toActor(await given.user({ is_admin: true })))
  admin = registryAt('http://registry.test', (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return world.fetch(input, { ...init, headers })
  })
  owner = await given.user()
  member = await given.user()
  publisherId = (await given.publisher({ owner })).id
  await given.member({ publisher_id: publisherId, user_id: member.id, role: 'member' })
  nodeId = (await given.node({ publisher_id: publisherId })).id
})

const ban = (id = publisherId) => admin.call(banPublisher, { params: { publisherId: id } })
const unban = (id = publisherId) => admin.call(unbanPublisher, { params: { publisherId: id } })
const nodeOf = (id = nodeId) => registry.world.anonymous.call(getNode, { params: { nodeId: id } })
const write = (user: User, id = publisherId) =>
  registry.world.as(user).call(updatePublisher, { params: { publisherId: id }, body: { name: 'Renamed' } })

describe('lifting the ban of a publisher', () => {
  it('restores publisher, members and nodes, and is idempotent', async () => {
    await ban()
    await refused('user_banned', write(owner))
    await refused('node_banned', nodeOf())
    await unban()
    await unban()
    assert.equal((await nodeOf()).status, 'NodeStatusActive')
    await write(owner)
    const input = { params: { publisherId } }
    assert.equal((await registry.world.anonymous.call(getPublisher, input)).status, 'PublisherStatusActive')
    const events = await registry.world.events(publisherId)
    assert.deepEqual(
      events.map(({ action, after }) => [action, (after as { nodes?: string[] }).nodes]),
      [
        ['publisher.ban', [nodeId]],
        ['publisher.unban', [nodeId]],
        ['publisher.unban', []],
        ['publisher.update', undefined],
      ],
    )
  })

  it('keeps individual bans from before or after', async () => {
    const other = await registry.world.given.node({ publisher_id: publisherId })
    await admin.call(banNode, { params: { publisherId, nodeId: other.id } })
    await ban()
    await admin.call(banUser, { params: { userId: owner.id } })
    await unban()
    await refused('node_banned', nodeOf(other.id))
    await refused('user_banned', write(owner))
    await admin.call(unbanUser, { params: { userId: owner.id } })
    await write(owner)
  })

  it('keeps members banned while another of their publishers is banned', async () => {
    const second = (await registry.world.given.publisher({ owner })).id
    await ban()
    await ban(second)
    await unban()
    await refused('user_banned', write(owner))
    await unban(second)
    await write(owner, second)
  })
})

describe('banning a user', () => {
  it('leaves publishers and nodes of the user active', async () => {
    await admin.call(banUser, { params: { userId: owner.id } })
    await refused('user_banned', write(owner))
    assert.equal((await nodeOf()).status, 'NodeStatusActive')
    await refused('user_not_found', admin.call(banUser, { params: { userId: 'nobody' } }))
  })

  it('can be lifted by the operator', async () => {
    const { deps } = registry.world
    await admin.call(banUser, { params: { userId: owner.id } })
    const lines: string[] = []
    assert.equal(await runCommand(deps, ['unban-user', owner.email], (line) => lines.push(line)), 0)
    assert.match(lines.join(), /is no longer banned/)
    await write(owner)
    const last = (await registry.world.events(owner.id)).at(-1)
    assert.deepEqual([last?.action, last?.actor_kind], ['user.unban', 'operator'])
  })
})
