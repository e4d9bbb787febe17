import { AsyncLocalStorage } from 'node:async_hooks'
import type { IsolationLevel, KyselyPlugin } from 'kysely'
import type { Db, Tx } from './database.ts'

const transactions = new AsyncLocalStorage<{ isOpen: boolean } | undefined>()

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
    .execute((tx) => {
      const transaction = { isOpen: true }
      return transactions.run(transaction, async () => {
        try {
          return await work(tx)
        } finally {
          transaction.isOpen = false
        }
      })
    })
}

/** Lets `work` open a transaction in another database while one is open here. */
export function inAnotherDatabase<T>(work: () => Promise<T>): Promise<T> {
  return transactions.run(undefined, work)
}

export function assertOutsideTransaction(): void {
  if (transactions.getStore()?.isOpen)
    throw new Error('Only `tx` can be used inside a transaction: the embedded database has one connection.')
}

/** Has every statement of a database handle throw inside a transaction. */
export const outsideTransactions: KyselyPlugin = {
  transformQuery({ node }) {
    assertOutsideTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}
