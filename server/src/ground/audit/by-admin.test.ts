import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteNode } from '@nodeyard/contract/packs'
import { listPublisherEvents } from '@nodeyard/contract/people'
import { revokeAdmin } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { useWorld } from '../../../test/world.ts'
import { inTransaction } from '../db/transactions.ts'
import { toHappening } from './happening.ts'
import { takePendingEvents } from './sql.ts'

const registry = useWorld({}, { ADMIN_EMAILS: 'root@example.test' })

describe('the name of the deciding admin', () => {
  it('is hidden from publishers, for configured admins and after the role has ended', async () => {
    const { world } = registry
    const owner = await world.given.user()
    const { id: publisherId } = await world.given.publisher({ owner })
    const root = await world.given.user({ email: 'root@example.test' })
    const former = await world.given.user({ is_admin: true })
    for (const by of [root, former, owner]) {
      const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
      await world.as(by).call(deleteNode, { params: { publisherId, nodeId } })
    }
    await (await asAdmin(world)).call(revokeAdmin, { params: { userId: former.id } })
    const { events } = await world.as(owner).call(listPublisherEvents, { params: { publisherId } })
    assert.deepEqual(
      events.filter(({ action }) => action === 'node.delete').map(({ actor }) => actor.id ?? actor.kind),
      [owner.id, 'admin', 'admin'],
    )
    const pending = await inTransaction(world.deps.db, (tx) => takePendingEvents(tx, 1000))
    assert.deepEqual(
      pending.filter(({ action }) => action === 'node.delete').map((row) => toHappening(row).actor.isHidden),
      [true, true, false],
    )
  })
})
