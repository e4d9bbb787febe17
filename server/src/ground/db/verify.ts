import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface Violation {
  rule: string
  ids: string[]
}

/** Checks rules over the whole database. Each query returns the ids of rows that break its rule; at most ten are returned. */
export async function findViolations(
  { patient }: Pick<Database, 'patient'>,
  invariants: Readonly<Record<string, string>>,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [rule, query] of Object.entries(invariants)) {
    const { rows } = await sql<{ id: string }>`
      select * from (${sql.raw(query)}) as broken limit 10`.execute(patient)
    if (rows.length > 0) found.push({ rule, ids: rows.map(({ id }) => id) })
  }
  return found
}
