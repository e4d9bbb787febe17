import type { Logger } from 'pino'
import { batcher } from '../../ground/db/batcher.ts'
import type { Db } from '../../ground/db/database.ts'
import { insertEvents } from '../../people/customers/sql.ts'

interface Use {
  customerId: string
  apiName: string
  status: number
}

/**
 * Counts requests to services in memory and stores them in batches, as one event per customer, service and status,
 * because clients poll every second or two. A crash loses at most `flushMs` of counts.
 */
export interface UsageMeter {
  count(use: Use): void
  /** Stores the counts. Keeps them for the next flush if that fails. */
  flush(): Promise<void>
}

const flushMs = 1000

/** Creates a meter that flushes a second after the first count. */
export function usageMeter(
  { db, now, newId }: { db: Db; now: () => Date; newId: () => string },
  log: Logger,
): UsageMeter {
  let timer: NodeJS.Timeout | undefined
  const keyOf = ({ customerId, apiName, status }: Use) => JSON.stringify([customerId, apiName, status])
  const counts = batcher<Use & { count: number }>(keyOf, {
    store: (batch) =>
      insertEvents(
        db,
        batch.map(({ customerId, apiName, status, count }) => ({
          id: newId(),
          customer_id: customerId,
          event_type: 'api_usage_completed',
          params: JSON.stringify({ api_name: apiName, status, count }),
          created_at: now(),
        })),
      ),
    onFailure(err) {
      log.warn({ err }, 'storing service usage failed; retrying')
      schedule()
    },
  })
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    return counts.flush()
  }
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), flushMs).unref()
  }
  return {
    count(use) {
      counts.add({ ...use, count: 1 })
      schedule()
    },
    flush,
  }
}
