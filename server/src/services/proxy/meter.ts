import type { Logger } from 'pino'
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
  let counted = new Map<string, Use & { count: number }>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const add = (use: Use & { count: number }) => {
    const key = JSON.stringify([use.customerId, use.apiName, use.status])
    const known = counted.get(key)
    if (known) known.count += use.count
    else counted.set(key, { ...use })
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...counted.values()]
    counted = new Map()
    try {
      await insertEvents(
        db,
        batch.map(({ customerId, apiName, status, count }) => ({
          id: newId(),
          customer_id: customerId,
          event_type: 'api_usage_completed',
          params: JSON.stringify({ api_name: apiName, status, count }),
          created_at: now(),
        })),
      )
    } catch (error) {
      log.warn({ err: error }, 'storing service usage failed; retrying')
      batch.forEach(add)
      schedule()
    }
  }
  const flush = () => {
    running = running.then(write)
    return running
  }
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), flushMs).unref()
  }
  return {
    count(use) {
      add({ ...use, count: 1 })
      schedule()
    },
    flush,
  }
}
