import { markChanged, transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import type { Deps } from './deps.ts'
import { entryTag, figuresTag } from './search-index.ts'
import {
  allowLongStatements,
  countUsers,
  listMoved,
  listNodeIds,
  movePopularity,
  writeOrders,
} from './sql.ts'

/** Limits the rows of a transaction, because others that index the same nodes wait for it. */
const entriesAtOnce = 100
const nodesAtOnce = 5000

/** Updates the popularity of entries. */
export async function updatePopularities(deps: Pick<Deps, 'db' | 'changes' | 'now'>): Promise<void> {
  const moved = await inTransaction(deps.db, async (tx) => {
    await allowLongStatements(tx)
    await countUsers(tx)
    return listMoved(tx, deps.now())
  })
  for (let at = 0; at < moved.length; at += entriesAtOnce) {
    const part = moved.slice(at, at + entriesAtOnce)
    await transact(deps, async (tx) => {
      await movePopularity(tx, part)
      markChanged(tx, ...part.map(({ node_id }) => entryTag(node_id)))
    })
  }
}

/** Updates the sort orders by installs and stars. */
export async function updateOrders(deps: Pick<Deps, 'db' | 'changes' | 'now'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await listNodeIds(deps.db, after, nodesAtOnce)
    if (ids.length > 0) await transact(deps, (tx) => writeOrders(tx, ids, deps.now()))
    after = ids.at(-1)
  }
  await transact(deps, async (tx) => markChanged(tx, figuresTag))
}
