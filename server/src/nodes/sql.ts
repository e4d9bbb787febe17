import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { CountedInstalls } from './install-counter.ts'

export type NodeRow = Selectable<Schema['nodes']>

/** Adds to the counters of the day and of the nodes; in the order of their ids, so that two writers cannot deadlock. */
export async function addDownloads(tx: Tx, counted: readonly CountedInstalls[], now: Date): Promise<void> {
  const sorted = counted.toSorted((a, b) => (a.versionId < b.versionId ? -1 : 1))
  const lists = {
    nodes: sorted.map(({ nodeId }) => nodeId),
    versions: sorted.map(({ versionId }) => versionId),
    counts: sorted.map(({ count }) => count),
  }
  await sql`
    insert into node_downloads (node_id, version_id, day, count)
    select counted.node_id, counted.version_id, ${now}::timestamptz::date, counted.count
    from unnest(${lists.nodes}::text[], ${lists.versions}::uuid[], ${lists.counts}::bigint[])
      as counted (node_id, version_id, count)
    join node_versions on node_versions.id = counted.version_id
    on conflict (node_id, day, version_id) do update set count = node_downloads.count + excluded.count`.execute(
    tx,
  )
  await sql`
    update nodes set downloads = downloads + counted.count
    from (
      select node_id, sum(count) as count
      from unnest(${lists.nodes}::text[], ${lists.counts}::bigint[]) as installs (node_id, count)
      group by node_id order by node_id
    ) as counted
    where nodes.id = counted.node_id`.execute(tx)
}
