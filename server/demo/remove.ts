import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Deps } from '../src/deps.ts'
import { transact } from '../src/ground/db/changes.ts'
import type { Tx } from '../src/ground/db/database.ts'
import { setNodeStatus } from '../src/packs/nodes/set-status.ts'
import { lockNode } from '../src/packs/nodes/sql.ts'
import { deleteAccountOf } from '../src/people/identity/embedded/profile.ts'
import { toActor } from '../src/people/identity/users.ts'
import { sharePublisher } from '../src/people/publishers/sql.ts'
import { withdrawAdvisory } from '../src/safety/advisories/publish.ts'
import { idOf, readDemoCatalogue } from './seed.ts'
import { hasOtherOwner, listDemoAccounts, listOpenAdvisories } from './sql.ts'

const operator = { kind: 'operator', id: 'demo' } as const

/**
 * Deletes the packs of the demo catalog, and then its accounts with all they can do. Packs that have another owner by now
 * stay. Can be repeated after an interruption.
 */
export async function removeDemo(deps: Deps, output: (line: string) => void): Promise<void> {
  const accounts = await listDemoAccounts(deps.db)
  const [first] = accounts
  if (!first) return output('There are no demo accounts.')
  const ids = accounts.map(({ id }) => id)
  const { packs, unclaimed, desk } = await readDemoCatalogue()
  const { node_id: warned, title } = desk.advisory
  for (const id of await listOpenAdvisories(deps.db, warned, title))
    await withdrawAdvisory(deps, toActor(first), id, 'The demo was removed.')
  let deleted = 0
  for (const pack of packs) {
    const isDeleted = await transact(deps, async (tx) => {
      if (await hasOtherOwner(tx, pack.publisher, ids)) return false
      return deleteIf(tx, deps, { publisherId: pack.publisher, nodeId: idOf(pack) })
    })
    if (isDeleted) deleted++
  }
  for (const { id: nodeId, repository } of unclaimed) {
    const wanted = { publisherId: unclaimedPublisherId, nodeId, repository }
    if (await transact(deps, (tx) => deleteIf(tx, deps, wanted))) deleted++
  }
  for (const id of ids) await transact(deps, (tx) => deleteAccountOf(deps, tx, id))
  output(`Deleted ${deleted} packs and ${ids.length} accounts of the demo.`)
}

/** Deletes a pack unless it has another publisher or repository by now. */
async function deleteIf(
  tx: Tx,
  deps: Deps,
  wanted: { publisherId: string; nodeId: string; repository?: string },
): Promise<boolean> {
  await sharePublisher(tx, wanted.publisherId)
  const node = await lockNode(tx, wanted.nodeId)
  if (!node || node.status === 'deleted' || node.publisher_id !== wanted.publisherId) return false
  if (wanted.repository !== undefined && node.repository_url !== wanted.repository) return false
  await setNodeStatus(tx, deps, operator, node, 'deleted')
  return true
}
