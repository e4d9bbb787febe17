import { limits } from '@nodeyard/contract/limits'
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a row of a list loses its long texts. Strangers decide how large a row is, so all rows together have a budget. A
 * row that needs no more than its even share always keeps its texts; larger ones keep them until the budget is spent.
 * Strings of a row that are stored outside of it are not read for their `octet_length`.
 */
export const isLongRow = (bytes: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${bytes} > ${limits.listedTextBytes}::int / count(*) over ()
    and sum(${bytes}) over (order by ${order} rows unbounded preceding) > ${limits.listedTextBytes}::int)`
