import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type DayNumbers, duties, type getDuties as dutiesContract } from '@nodeyard/contract/safety'
import type { Deps } from './deps.ts'
import { countByDay, countDuties } from './sql.ts'

/** Returns daily figures of publishing and moderation. */
export async function getNumbers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  days: number = limits.numbersDays.default,
): Promise<{ days: DayNumbers[] }> {
  const rows = await countByDay(db, now(), days)
  return {
    days: rows.map(({ median_seconds, p95_seconds, oldest_open_seconds, ...row }) => ({
      ...row,
      ...(median_seconds === null ? {} : { median_seconds }),
      ...(p95_seconds === null ? {} : { p95_seconds }),
      ...(oldest_open_seconds === null ? {} : { oldest_open_seconds }),
    })),
  }
}

/** The pipeline takes seconds, so a version pending for this long is stuck. */
const stuckMs = 3600_000

/** Counts open admin duties, with the oldest of each. */
export async function getDuties({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<ResponseOf<typeof dutiesContract>> {
  const rows = await countDuties(db, new Date(now().getTime() - stuckMs))
  const found = new Map(rows.map((row) => [row.name, row]))
  return {
    duties: duties.map((name) => {
      const { count = 0, oldest } = found.get(name) ?? {}
      return { name, count, ...(oldest ? { oldest: oldest.toISOString() } : {}) }
    }),
  }
}
