import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { acceptTransfer, endTransfer, getNode, listTransfers, offerNode } from '@nodeyard/contract/packs'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
type User = Awaited<ReturnType<(typeof registry)['world']['given']['user']>>
const dayMs = 86_400_000

interface Side {
  user: User
  id: string
}
let sender: Side
let receiver: Side
let nodeId: string

beforeEach(async () => {
  const { given } = registry.world
  const side = async () => {
    const user = await given.user()
    return { user, id: (await given.publisher({ owner: user })).id }
  }
  sender = await side()
  receiver = await side()
  nodeId = (await given.node({ publisher_id: sender.id })).id
})

const as = ({ user }: Side) => registry.world.as(user)
const offer = (to = receiver.id) =>
  as(sender).call(offerNode, { params: { publisherId: sender.id, nodeId }, body: { to } })
const accept = (side: Side, transferId: string) =>
  as(side).call(acceptTransfer, { params: { publisherId: side.id, transferId } })
const end = (side: Side, transferId: string) =>
  as(side).call(endTransfer, { params: { publisherId: side.id, transferId } })
const openOf = (side: Side) => as(side).call(listTransfers, { params: { publisherId: side.id } })
const publisherOf = async () =>
  (await registry.world.anonymous.call(getNode, { params: { nodeId } })).publisher.id

describe('a transfer offer', () => {
  it('moves the node to the accepting publisher, once', async () => {
    const { id } = await offer()
    assert.equal((await openOf(receiver)).length, 1)
    await accept(receiver, id)
    assert.equal(await publisherOf(), receiver.id)
    await refused('transfer_not_found', accept(receiver, id))
    assert.deepEqual([await openOf(sender), await openOf(receiver)], [[], []])
  })

  it('expires after its period, and can be followed by another one', async () => {
    const { id } = await offer()
    await refused('transfer_exists', offer())
    registry.world.advance(limits.transferDays * dayMs)
    await refused('transfer_not_found', accept(receiver, id))
    await refused('transfer_not_found', end(sender, id))
    assert.deepEqual([await openOf(sender), await openOf(receiver)], [[], []])
    await accept(receiver, (await offer()).id)
    assert.equal(await publisherOf(), receiver.id)
  })

  it('cannot be accepted or ended by others, nor accepted by the sender', async () => {
    const { given } = registry.world
    const third = { user: await given.user(), id: '' }
    third.id = (await given.publisher({ owner: third.user })).id
    const { id } = await offer()
    await refused('transfer_not_found', accept(sender, id))
    await refused('transfer_not_found', accept(third, id))
    await refused('transfer_not_found', end(third, id))
    assert.equal(await publisherOf(), sender.id)
  })

  it('can be withdrawn or declined without changing the node', async () => {
    for (const side of [sender, receiver]) {
      const { id } = await offer()
      await end(side, id)
      await refused('transfer_not_found', accept(receiver, id))
    }
    assert.equal(await publisherOf(), sender.id)
  })

  it('is refused to the same, an unknown or a banned publisher', async () => {
    const banned = await registry.world.given.publisher({ status: 'banned' })
    await refused('transfer_to_itself', offer(sender.id))
    await refused('publisher_not_found', offer('nobody'))
    await refused('publisher_not_found', offer(banned.id))
  })
})
