import type { IsolationLevel } from 'kysely'
import type { Db, Tx } from './database.ts'
import { assertOutsideTransaction, runAsTransaction } from './transaction-scope.ts'

/**
 * Runs `work` in one transaction; a rejection rolls it back. Until it ends, `work` can reach the database through `tx`
 * only: any other handle throws, as the embedded database would wait for itself.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed' as IsolationLevel } = {},
): Promise<T> {
  assertOutsideTransaction()
  return db
    .withoutPlugins()
    .transaction()
    .setIsolationLevel(isolation)
    .execute((tx) => runAsTransaction(() => work(tx)))
}
