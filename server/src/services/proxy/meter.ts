import type { Logger } from 'pino'
import type { Db } from '../../ground/db/database.ts'
import { insertEvents } from '../../people/customers/sql.ts'

interface Use {
  customerId: string
  apiName: string
  status: number
}

/**
 * Counts reads of services in memory and writes them down together, as one event for each customer, service and
 * status: clients ask every second or two whether their task is done. A process that dies loses what it counted since
 * its last write, at most `flushMs` of it.
 */
export interface UsageMeter {
  count(use: Use): void
  /** Writes down what was counted. Keeps it for the next time when that fails. */
  flush(): Promise<void>
}

const flushMs = 1000

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
      log.warn({ err: error }, 'uses of services could not be written down; tried again')
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
