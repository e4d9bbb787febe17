import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import { addToNodes } from '../sql.ts'

export interface DailyInstalls {
  /** Installs on the first day. */
  day: number
  count: number
}

/** Lists daily installs of all versions together. Skips days without installs. */
export async function listDailyInstalls(db: DbOrTx, nodeId: string, from: string): Promise<DailyInstalls[]> {
  const { rows } = await sql<DailyInstalls>`
    select day - ${from}::date as day, sum(count)::bigint as count from node_downloads
    where node_id = ${nodeId} and day >= ${from}::date group by day order by day`.execute(db)
  return rows
}

/** Lists daily installs of each version. Skips days without installs. */
export async function listDailyInstallsByVersion(
  db: DbOrTx,
  nodeId: string,
  from: string,
): Promise<(DailyInstalls & { version: string })[]> {
  const { rows } = await sql<DailyInstalls & { version: string }>`
    select v.version, d.day - ${from}::date as day, d.count
    from node_downloads d join node_versions v on v.id = d.version_id
    where d.node_id = ${nodeId} and d.day >= ${from}::date order by v.version_key desc, d.day`.execute(db)
  return rows
}

export interface CountedInstalls {
  /** In UTC, such as `2026-01-31`. */
  day: string
  nodeId: string
  versionId: string
  count: number
}

/** Identifies installs that are counted together. */
export const keyOfInstalls = ({ day, versionId }: Pick<CountedInstalls, 'day' | 'versionId'>): string =>
  `${versionId} ${day}`

/** Adds to the counters of days and nodes, in key order so that two writers cannot deadlock. */
export async function addDownloads(tx: Tx, counted: readonly CountedInstalls[]): Promise<void> {
  const sorted = counted.toSorted((a, b) => (keyOfInstalls(a) < keyOfInstalls(b) ? -1 : 1))
  const lists = {
    nodes: sorted.map(({ nodeId }) => nodeId),
    versions: sorted.map(({ versionId }) => versionId),
    days: sorted.map(({ day }) => day),
    counts: sorted.map(({ count }) => count),
  }
  await sql`
    insert into node_downloads (node_id, version_id, day, count)
    select counted.node_id, counted.version_id, counted.day, counted.count
    from unnest(${lists.nodes}::text[], ${lists.versions}::uuid[], ${lists.days}::date[], ${lists.counts}::bigint[])
      as counted (node_id, version_id, day, count)
    join node_versions on node_versions.id = counted.version_id
    on conflict (node_id, day, version_id) do update set count = node_downloads.count + excluded.count`.execute(
    tx,
  )
  await addToNodes(tx, lists)
}
