import { transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import type { Deps } from './deps.ts'
import { allowLongStatements, listMoved, listNodeIds, movePopularity, writeOrders } from './sql.ts'

/** Of one transaction: nobody waits for long who indexes one of them, or who asks the embedded database anything. */
const entriesAtOnce = 100
const nodesAtOnce = 5000

/** Gives entries the popularity that they have by now, and puts them into the tiers where they belong. */
export async function moveByPopularity(deps: Pick<Deps, 'db' | 'changes' | 'now'>): Promise<void> {
  // Looks at all entries.
  const moved = await inTransaction(deps.db, async (tx) => {
    await allowLongStatements(tx)
    return listMoved(tx, deps.now())
  })
  for (let at = 0; at < moved.length; at += entriesAtOnce)
    await transact(deps, (tx) => movePopularity(tx, moved.slice(at, at + entriesAtOnce)))
}

/** Has the orders by installs and stars follow what was counted. */
export async function followOrders(deps: Pick<Deps, 'db' | 'changes' | 'now'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await listNodeIds(deps.db, after, nodesAtOnce)
    if (ids.length > 0) await transact(deps, (tx) => writeOrders(tx, ids, deps.now()))
    after = ids.at(-1)
  }
}
