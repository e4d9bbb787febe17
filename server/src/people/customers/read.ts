import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  listCustomers as listCustomersRoute,
  listOwnEvents as listEventsRoute,
} from '@nodeyard/contract/people'
import { servedPage, totalPages } from '../../ground/http/paging.ts'
import { getCustomer } from './customer.ts'
import type { Deps } from './deps.ts'
import { countCustomersBy, countEventsBy, listCustomersBy, listEventsBy } from './sql.ts'
import { toCustomer, toEvent } from './to-wire.ts'

/** Lists customers for admins, in pages. */
export async function listCustomers(
  { db }: Pick<Deps, 'db'>,
  query: QueryOf<typeof listCustomersRoute>,
): Promise<ResponseOf<typeof listCustomersRoute>> {
  const page = servedPage(query, limits.pageSize)
  const total = await countCustomersBy(db, query)
  const customers = (await listCustomersBy(db, query, page)).map(toCustomer)
  return { customers, total, ...page, totalPages: totalPages(total, page.limit) }
}

/** Lists the events of one customer, in pages. Throws `customer_not_found`. */
export async function listEvents(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  { filter: type, start_date, end_date, ...paging }: QueryOf<typeof listEventsRoute>,
): Promise<ResponseOf<typeof listEventsRoute>> {
  await getCustomer(db, customerId)
  const page = servedPage(paging, limits.pageSize)
  const filter = {
    customerId,
    type,
    from: start_date === undefined ? undefined : new Date(start_date),
    to: end_date === undefined ? undefined : new Date(end_date),
  }
  const total = await countEventsBy(db, filter)
  const events = (await listEventsBy(db, filter, page)).map(toEvent)
  return { events, total, ...page, totalPages: totalPages(total, page.limit) }
}
