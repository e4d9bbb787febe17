import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

const transactions = new AsyncLocalStorage<{ isOpen: boolean } | undefined>()

/** Runs `work` as the work of one transaction, which is open until `work` ends. */
export function runAsTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  return transactions.run(transaction, async () => {
    try {
      return await work()
    } finally {
      transaction.isOpen = false
    }
  })
}

/** Runs `work`, which belongs to another database or another request, as if no transaction were open. */
export function withoutTransaction<T>(work: () => Promise<T>): Promise<T> {
  return transactions.run(undefined, work)
}

/** Throws inside of a transaction. */
export function assertOutsideTransaction(): void {
  if (transactions.getStore()?.isOpen)
    throw new Error('Only `tx` can be used inside a transaction: the embedded database has one connection.')
}

/** Makes every statement of a database handle throw inside a transaction. */
export const outsideTransactions: KyselyPlugin = {
  transformQuery({ node }) {
    assertOutsideTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}
