import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import { contains } from '../db/like.ts'
import { nodeKey } from '../db/node-key.ts'
import { prepared } from '../db/prepared.ts'
import type { NodeStatus, Schema } from '../db/schema.ts'
import type { PublisherRow } from '../publishers/sql.ts'
import type { VersionWithArchive } from '../versions/sql.ts'

export type NodeRow = Selectable<Schema['nodes']>

/** All that an answer about a node is made of. */
export interface NodeWithParts {
  node: NodeRow
  publisher: PublisherRow
  latest: VersionWithArchive | undefined
  /** Of the latest version; without one, names of an import that nobody has read from an archive. */
  comfyNodeCount: number
}

/** In any letter case. */
export async function findNodeWithParts(db: DbOrTx, id: string): Promise<NodeWithParts | undefined> {
  const [found] = await selectWithParts(
    db,
    sql`select id, 1 as place from nodes where normalized_id = ${nodeKey(id)}`,
    prepared,
  )
  return found
}

/** By their stored ids, in the order given; unknown ones are left out. */
export function listNodesWithParts(db: DbOrTx, ids: readonly string[]): Promise<NodeWithParts[]> {
  return selectWithParts(
    db,
    sql`select id, place from unnest(${ids}::text[]) with ordinality as asked (id, place)`,
    prepared,
  )
}

export interface NodeFilter {
  statuses: readonly NodeStatus[]
  /** Banned nodes of publishers that this user owns count besides. */
  bannedOfOwner?: string | undefined
  /** In any letter case. */
  ids?: readonly string[] | undefined
  publisherId?: string | undefined
  /** Somewhere in the id or the name, in any letter case. */
  text?: string | undefined
  /** What an admin has set for it. */
  has?: keyof typeof marks | undefined
  changedAfter?: string | undefined
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
}

/** A list matches when it is empty, or has an entry that begins with the text or fits the pattern. */
export interface EntryFilter {
  text: string
  pattern: string
}

export type NodeOrder = readonly { by: keyof typeof orders; descending: boolean }[]

const marks = {
  ranking: sql`n.search_ranking is not null`,
  'preempted-names': sql`n.preempted_comfy_node_names <> '{}'`,
  'admin-tags': sql`n.tags_admin <> '{}'`,
} as const

/** How nodes can be ordered. One that nobody ranked has the middle rank. */
const orders = {
  id: sql`n.id`,
  name: sql`lower(n.name)`,
  created: sql`n.created_at`,
  updated: sql`n.updated_at`,
  downloads: sql`n.downloads`,
  stars: sql`n.github_stars`,
  ranking: sql`coalesce(n.search_ranking, 5)`,
} as const

/**
 * Some orders are kept in a table, at most an hour behind: an index on the nodes would be written at each install. Many nodes
 * have the `usual` value.
 */
const keptOrders: { [By in keyof typeof orders]?: { key: RawBuilder<unknown>; usual: number } } = {
  downloads: { key: sql`placed.downloads`, usual: 0 },
  stars: { key: sql`placed.github_stars`, usual: 0 },
  ranking: { key: sql`placed.ranking`, usual: 5 },
}

/** Each order has an index for both of its ends; further keys put in order the few nodes that the first leaves equal. */
export function listFilteredNodes(
  db: DbOrTx,
  filter: NodeFilter,
  { order, limit, offset }: { order: NodeOrder; limit: number; offset: number },
): Promise<NodeWithParts[]> {
  const wanted = withoutNeedless(order)
  // A few nodes are put in order by what is true now.
  const isOfFew = filter.ids !== undefined || filter.publisherId !== undefined
  const isKept = !isOfFew && wanted.some(({ by }) => by in keptOrders)
  const placed = isKept ? sql`node_orders placed join nodes n on n.id = placed.node_id` : sql`nodes n`
  const stretches = (isKept ? inStretches(wanted) : [{ order: wanted, conditions: [] }]).map(
    ({ order, conditions }, at) => {
      const inOrder = orderBy(order, isKept)
      return sql`select n.id, ${sql.lit(at)} as stretch, row_number() over (${inOrder}) as place from ${placed}
        where ${sql.join([matches(filter), ...conditions], sql` and `)} ${inOrder}`
    },
  )
  const part = sql`limit ${limit}::bigint offset ${offset}::bigint`
  const [only, ...others] = stretches as [RawBuilder<unknown>, ...RawBuilder<unknown>[]]
  if (others.length === 0) return selectWithParts(db, sql`${only} ${part}`)
  return selectWithParts(db, behindEachOther(stretches, limit + offset, part))
}

/** Each stretch gives what the ones before it leave to be had; one of which nothing is wanted is not read at all. */
function behindEachOther(
  stretches: readonly RawBuilder<unknown>[],
  wanted: number,
  part: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const nameOf = (at: number) => sql.ref(`stretch_${at}`)
  const parts = stretches.map((stretch, at) => {
    const before = stretches.slice(0, at).map((_, at) => sql` - (select count(*) from ${nameOf(at)})`)
    // The inner limit, known beforehand, has it read by an index.
    return sql`${nameOf(at)} as materialized (
      select * from (${stretch} limit ${wanted}::bigint) as part limit ${wanted}::bigint${sql.join(before, sql``)})`
  })
  const all = stretches.map((_, at) => sql`select * from ${nameOf(at)}`)
  return sql`with ${sql.join(parts)}
    select id, row_number() over (order by stretch, place) as place
    from (${sql.join(all, sql` union all `)}) as stretches order by stretch, place ${part}`
}

/**
 * An order by several keys as stretches behind each other: where the first key has the value that many nodes have, the
 * others alone decide, by an index of theirs.
 */
function inStretches(order: NodeOrder): { order: NodeOrder; conditions: RawBuilder<unknown>[] }[] {
  const [first, ...rest] = order
  const kept = first && keptOrders[first.by]
  if (!kept || rest.length === 0) return [{ order, conditions: [] }]
  const { key, usual } = kept
  const below = { order, conditions: [sql`${key} < ${sql.lit(usual)}`] }
  const above = { order, conditions: [sql`${key} > ${sql.lit(usual)}`] }
  const between = inStretches(rest).map(({ order, conditions }) => ({
    order,
    conditions: [sql`${key} = ${sql.lit(usual)}`, ...conditions],
  }))
  return first.descending ? [above, ...between, below] : [below, ...between, above]
}

function orderBy(order: NodeOrder, isKept: boolean): RawBuilder<unknown> {
  const keys = order.map(({ by, descending }) => {
    const key = (isKept && keptOrders[by]?.key) || orders[by]
    return sql`${key} ${descending ? sql`desc` : sql`asc`}`
  })
  // The same column as the index of the kept order names.
  const id = isKept ? sql`placed.node_id` : sql`n.id`
  return sql`order by ${sql.join(order.at(-1)?.by === 'id' ? keys : [...keys, id])}`
}

/** Without keys that decide nothing: the second of a name, and what stands behind the id. */
function withoutNeedless(order: NodeOrder): NodeOrder {
  const first = order.filter((key, at) => order.findIndex(({ by }) => by === key.by) === at)
  const id = first.findIndex(({ by }) => by === 'id')
  return id < 0 ? first : first.slice(0, id + 1)
}

/** Without the ones that there are none of. */
export async function countByStatus(
  db: DbOrTx,
  filter: NodeFilter,
): Promise<Partial<Record<NodeStatus, number>>> {
  const { statuses, bannedOfOwner, ...others } = filter
  if (bannedOfOwner === undefined && isOfAll(others)) return readCounts(db, statuses)
  const { rows } = await sql<{ status: NodeStatus; count: number }>`
    select n.status, count(*)::int as count from nodes n where ${matches(filter)} group by n.status`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function countFilteredNodes(db: DbOrTx, filter: NodeFilter): Promise<number> {
  const { statuses, bannedOfOwner, ...others } = filter
  if (isOfAll(others)) {
    const [counts, banned] = await Promise.all([
      readCounts(db, statuses),
      bannedOfOwner === undefined || statuses.includes('banned') ? 0 : countBannedOf(db, bannedOfOwner),
    ])
    return Object.values(counts).reduce((sum, count) => sum + count, banned)
  }
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from nodes n where ${matches(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whether nothing but the status of nodes is asked for. */
function isOfAll(asked: Omit<NodeFilter, 'statuses' | 'bannedOfOwner'>): boolean {
  return Object.values(asked).every((one) => one === undefined || one === '')
}

/** From the sums that are kept, however many there are. */
async function readCounts(
  db: DbOrTx,
  statuses: readonly NodeStatus[],
): Promise<Partial<Record<NodeStatus, number>>> {
  const { rows } = await sql<{ status: NodeStatus; count: number }>`${prepared}
    select status, sum(change)::bigint as count from row_counts
    where counted = 'nodes' and status = any(${statuses}::text[]) group by status having sum(change) <> 0`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

async function countBannedOf(db: DbOrTx, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`${prepared}
    select count(*) as total from publisher_permissions own join nodes n on n.publisher_id = own.publisher_id
    where own.user_id = ${userId} and own.role = 'owner' and n.status = 'banned'`.execute(db)
  return rows[0]?.total ?? 0
}

const fewCounts = 100

/** Makes one row of the many changes of a count. */
export async function sumUpCounts(tx: Tx): Promise<void> {
  await sql`
    with summed as (
      delete from row_counts where (select count(*) from row_counts) > ${fewCounts} returning *
    )
    insert into row_counts select counted, status, sum(change) from summed
    group by counted, status having sum(change) <> 0`.execute(tx)
}

function matches(filter: NodeFilter): RawBuilder<boolean> {
  const conditions = [
    filter.bannedOfOwner === undefined
      ? sql`n.status = any(${filter.statuses}::text[])`
      : sql`(n.status = any(${filter.statuses}::text[]) or n.status = 'banned' and exists (
          select from publisher_permissions own where own.publisher_id = n.publisher_id
          and own.user_id = ${filter.bannedOfOwner} and own.role = 'owner'))`,
  ]
  if (filter.ids) conditions.push(sql`n.normalized_id = any(${filter.ids.map(nodeKey)}::text[])`)
  if (filter.publisherId !== undefined) conditions.push(sql`n.publisher_id = ${filter.publisherId}`)
  if (filter.text) {
    conditions.push(sql`(n.normalized_id || ' ' || lower(n.name)) like lower(${contains(filter.text)})`)
  }
  if (filter.has) conditions.push(marks[filter.has])
  if (filter.changedAfter) conditions.push(sql`n.updated_at > ${filter.changedAfter}::timestamptz`)
  if (filter.os) conditions.push(matchesEntry(sql`n.supported_os`, filter.os))
  if (filter.accelerator) conditions.push(matchesEntry(sql`n.supported_accelerators`, filter.accelerator))
  return sql`${sql.join(conditions, sql` and `)}`
}

/** For every list that filters nodes by what they support. `column` is a list of texts. */
export function matchesEntry(
  column: RawBuilder<unknown>,
  { text, pattern }: EntryFilter,
): RawBuilder<boolean> {
  return sql`(${column} = '{}' or exists (select from unnest(${column}) as entry
    where starts_with(lower(entry), lower(${text})) or entry ~* ${pattern}))`
}

interface PartsRow extends NodeRow {
  publisher: AsJson<PublisherRow>
  latest: AsJson<VersionWithArchive> | null
  archive_bytes: number | null
  comfy_node_count: number
}

/** One statement for any number of nodes. `picked` gives their `id` and `place` in the answer; `mark` may be `prepared`. */
async function selectWithParts(
  db: DbOrTx,
  picked: RawBuilder<unknown>,
  mark: RawBuilder<unknown> = sql``,
): Promise<NodeWithParts[]> {
  const { rows } = await sql<PartsRow & { place: unknown }>`${mark}
    select node.*, row_to_json(publisher) as publisher,
      case when latest.id is not null then row_to_json(latest) end as latest,
      archive.size_bytes as archive_bytes,
      case when node.latest_version_id is null
        then (select count(*)::int from comfy_node_hints where node_id = node.id)
        else (select count(*)::int from comfy_nodes where version_id = node.latest_version_id)
      end as comfy_node_count
    from (${picked}) as picked
    join nodes node on node.id = picked.id
    join publishers publisher on publisher.id = node.publisher_id
    left join node_versions latest on latest.id = node.latest_version_id
    left join archives archive on archive.digest = latest.archive_digest
    order by picked.place`.execute(db)
  return rows.map(toParts)
}

function toParts({ publisher, latest, archive_bytes, comfy_node_count, ...node }: PartsRow): NodeWithParts {
  return {
    node,
    publisher: {
      ...publisher,
      created_at: new Date(publisher.created_at),
      updated_at: new Date(publisher.updated_at),
    },
    latest: latest ? { ...reviveVersion(latest), archive_bytes } : undefined,
    comfyNodeCount: comfy_node_count,
  }
}

/** A row that came as JSON: its times are texts. */
type AsJson<Row> = { [Key in keyof Row]: Date extends Row[Key] ? string | Extract<Row[Key], null> : Row[Key] }

function reviveVersion(row: AsJson<VersionWithArchive>): VersionWithArchive {
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...row,
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
    status_since: new Date(row.status_since),
    upload_expires_at: time(row.upload_expires_at),
    first_active_at: time(row.first_active_at),
    yanked_at: time(row.yanked_at),
  }
}

/** What only the single read tells of a node. */
export async function readNodeExtras(
  db: DbOrTx,
  { id, latest_version_id }: Pick<NodeRow, 'id' | 'latest_version_id'>,
): Promise<{ readmeHtml: string; hints: string[] }> {
  const { rows } = await sql<{ readmeHtml: string; hints: string[] }>`
    select
      coalesce((select readme_html from version_analyses where version_id = ${latest_version_id}::uuid), '')
        as "readmeHtml",
      case when ${latest_version_id}::uuid is null
        then array(select name from comfy_node_hints where node_id = ${id} order by name) else '{}'
      end as hints`.execute(db)
  return rows[0] ?? { readmeHtml: '', hints: [] }
}

export interface DailyInstalls {
  /** Since the first of them. */
  day: number
  count: number
}

/** Of all versions together; days without an install are left out. */
export async function listDailyInstalls(db: DbOrTx, nodeId: string, from: string): Promise<DailyInstalls[]> {
  const { rows } = await sql<DailyInstalls>`
    select day - ${from}::date as day, sum(count)::bigint as count from node_downloads
    where node_id = ${nodeId} and day >= ${from}::date group by day order by day`.execute(db)
  return rows
}

/** Of each version; days without an install are left out. */
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
  nodeId: string
  versionId: string
  count: number
}

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
    select counted.node_id, counted.version_id, (${now}::timestamptz at time zone 'UTC')::date, counted.count
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

export type NodeChange = Updateable<Schema['nodes']>

/** Undefined when another one has the id, in whatever letter case. */
export function insertNode(tx: Tx, node: Insertable<Schema['nodes']>): Promise<NodeRow | undefined> {
  return tx
    .insertInto('nodes')
    .values(node)
    .onConflict((conflict) => conflict.column('normalized_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function changeNode(tx: Tx, id: string, change: NodeChange): Promise<NodeRow> {
  return tx.updateTable('nodes').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** The id of another node that is not deleted and has this repository. */
export async function findNodeWithRepository(
  tx: Tx,
  repositoryKey: string,
  exceptId: string,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('nodes')
    .select('id')
    .where('repository_key', '=', repositoryKey)
    .where('status', '<>', 'deleted')
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return found?.id
}

/** Makes all who want this repository wait for each other until the transaction ends. */
export async function lockRepository(tx: Tx, repositoryKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${repositoryKey}, 1))`.execute(tx)
}

export type TransferRow = Selectable<Schema['node_transfers']>

/** Undefined when the node is already offered. */
export function insertTransfer(
  tx: Tx,
  transfer: Insertable<Schema['node_transfers']>,
): Promise<TransferRow | undefined> {
  return tx
    .insertInto('node_transfers')
    .values(transfer)
    .onConflict((conflict) => conflict.column('node_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function deleteTransferOf(tx: Tx, nodeId: string, expiredBefore?: Date): Promise<void> {
  await tx
    .deleteFrom('node_transfers')
    .where('node_id', '=', nodeId)
    .$if(expiredBefore !== undefined, (query) => query.where('expires_at', '<=', expiredBefore as Date))
    .execute()
}

export function findTransfer(db: DbOrTx, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('node_transfers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Of the publisher and to it, newest first. */
export function listTransfersOf(db: DbOrTx, publisherId: string, now: Date): Promise<TransferRow[]> {
  return db
    .selectFrom('node_transfers')
    .selectAll()
    .where((is) =>
      is.or([is('from_publisher_id', '=', publisherId), is('to_publisher_id', '=', publisherId)]),
    )
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function findReview(tx: Tx, nodeId: string, userId: string): Promise<number | undefined> {
  const review = await tx
    .selectFrom('node_reviews')
    .select('star')
    .where('node_id', '=', nodeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return review?.star
}

export async function putReview(
  tx: Tx,
  { nodeId, userId, star, now }: { nodeId: string; userId: string; star: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('node_reviews')
    .values({ node_id: nodeId, user_id: userId, star, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['node_id', 'user_id']).doUpdateSet({ star, updated_at: now }))
    .execute()
}

/** The id of another node that is not deleted and has the repository that the code host knows by this id. */
export async function findNodeWithHostId(
  tx: Tx,
  repositoryId: number,
  exceptId: string,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('nodes')
    .select('id')
    .where('github_repository_id', '=', repositoryId)
    .where('status', '<>', 'deleted')
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return found?.id
}

/** Of nodes whose repository is at an address that starts so, those whose stars are the oldest. */
export async function listNodesByStarAge(db: DbOrTx, address: string, limit: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select * from nodes where status = 'active' and starts_with(lower(repository_url), lower(${address}))
    order by github_stars_at nulls first, id limit ${limit}::bigint`.execute(db)
  return rows
}

/** What hangs on a node. */
export interface NodeEffectsRow {
  versions: number
  installs: number
  installs_last_month: number
  tokens: number
  members: number
}

export async function countNodeEffects(
  db: DbOrTx,
  nodeId: string,
  now: Date,
): Promise<NodeEffectsRow | undefined> {
  const month = new Date(now.getTime() - 30 * 86_400_000)
  const { rows } = await sql<NodeEffectsRow>`
    select
      (select count(*)::int from node_versions v where v.node_id = n.id
        and v.status in ('active', 'pending', 'flagged')) as versions,
      n.downloads as installs,
      (select coalesce(sum(d.count), 0)::bigint from node_downloads d
        where d.node_id = n.id and d.day > ${month}::date) as installs_last_month,
      (select count(*)::int from personal_access_tokens t
        where t.publisher_id = n.publisher_id and (t.expires_at is null or t.expires_at > ${now})
        and (t.node_ids is null or n.normalized_id = any(lower(t.node_ids::text)::text[]))) as tokens,
      (select count(*)::int from publisher_permissions m where m.publisher_id = n.publisher_id) as members
    from nodes n where n.normalized_id = ${nodeKey(nodeId)}`.execute(db)
  return rows[0]
}
