import type { IsolationLevel } from 'kysely'
import type { Db, Tx } from './database.ts'
import { assertOutsideTransaction, runAsTransaction } from './transaction-scope.ts'

/**
 * Runs `work` in one transaction; a rejection rolls it back. Until it ends, `work` can use the database only
 * through `tx`. Any other handle throws, because the embedded database would wait for itself.
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
