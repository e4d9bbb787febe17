import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { AnnouncedNode, Schema, VersionStatus } from '../../ground/db/schema.ts'
import type { PublisherRow } from '../../people/publishers/sql.ts'
import { lossOf } from '../../people/rights/sql.ts'
import { isOwned, provenanceOf, type StoredProvenance, type VersionWithArchive } from '../versions/sql.ts'

export type NodeRow = Selectable<Schema['nodes']>

/** All that an answer about a node is made of. */
export interface NodeWithParts {
  node: NodeRow
  publisher: PublisherRow
  latest: VersionWithArchive | undefined
  held: HeldVersions
  /** Of the latest version; without one, names of an import that nobody has read from an archive. */
  comfyNodeCount: number
}

/** Of a node without a latest version: what keeps its versions, those with an archive, from being installed. */
export interface HeldVersions {
  isReviewed: boolean
  isRefused: boolean
  isDeleted: boolean
  /** Of the highest that was withdrawn; null where none was. */
  yankReason: string | null
  /** For the highest that an advisory refuses. */
  advisory: string | null
}

export const nothingHeld: HeldVersions = {
  isReviewed: false,
  isRefused: false,
  isDeleted: false,
  yankReason: null,
  advisory: null,
}

const pickedById = (id: string) => sql`select id, 1 as place from nodes where normalized_id = ${nodeKey(id)}`

/** Finds a node by its id in any letter case. */
export async function findNodeWithParts(db: DbOrTx, id: string): Promise<NodeWithParts | undefined> {
  const [found] = await selectWithParts(db, pickedById(id))
  return found
}

/** What only the response about a single node contains. */
interface NodeDetails {
  /** Whether the reader owns the publisher. */
  isOwned: boolean
  readmeHtml: string | null
  /** From the archive of the latest version. */
  licenseName: string | null
  /** Number of versions in the given statuses that have an archive. */
  versions: number
  hints: string[]
  /** Of the latest version. */
  provenance: StoredProvenance
}

/** Finds a node by its id in any letter case with its details, in one statement. */
export async function findNodeInDetail(
  db: DbOrTx,
  id: string,
  { readerId, statuses }: { readerId: string | undefined; statuses: readonly VersionStatus[] },
): Promise<(NodeWithParts & { details: NodeDetails }) | undefined> {
  const details = sql<NodeDetails>`json_build_object(
    'isOwned', ${isOwned('node', readerId)},
    'readmeHtml', analysis.readme_html,
    'licenseName', analysis.manifest ->> 'license_name',
    'versions', (select count(*)::integer from node_versions v
      where v.node_id = node.id and v.status = any(${statuses}::text[]) and v.archive_digest is not null),
    'hints', case when node.latest_version_id is null
      then array(select name from comfy_node_hints where node_id = node.id order by name) else '{}' end,
    'provenance', ${provenanceOf('latest')})`
  const { rows } = await sql<PartsRow & { details: NodeDetails }>`
    select ${partsColumns}, ${details} as details ${partsFrom(pickedById(id))}
    left join version_analyses analysis on analysis.version_id = node.latest_version_id`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { details: foundDetails, ...parts } = found
  return { ...toParts(parts), details: foundDetails }
}

/** By their stored ids, in the order given; unknown ones are left out. */
export function listNodesWithParts(db: DbOrTx, ids: readonly string[]): Promise<NodeWithParts[]> {
  return selectWithParts(
    db,
    sql`select id, place from unnest(${ids}::text[]) with ordinality as asked (id, place)`,
  )
}

interface PartsRow extends NodeRow {
  publisher: AsJson<PublisherRow>
  latest: AsJson<VersionWithArchive> | null
  archive_bytes: number | null
  held: HeldVersions | null
  announced: AnnouncedNode | null
  comfy_node_count: number
}

const heldVersions = sql`
  select json_build_object(
    'isReviewed', bool_or(v.status in ('pending', 'flagged')),
    'isRefused', bool_or(v.status = 'banned'),
    'isDeleted', bool_or(v.status = 'deleted'),
    'yankReason', (array_agg(v.yank_reason order by v.version_key desc)
      filter (where v.status = 'active' and v.yanked_at is not null))[1],
    'advisory', (array_agg(v.killed_by order by v.version_key desc)
      filter (where v.status = 'active' and v.killed_by is not null))[1])
  from node_versions v where v.node_id = node.id and v.archive_digest is not null having count(*) > 0`

/** Only those who may see a draft read it: they see what the next announcement of it will make public. */
const lastAnnounced = sql`
  select v.announced_node from node_versions v where v.node_id = node.id and v.announced_node is not null
  order by v.version_key desc limit 1`

const partsColumns = sql`
  node.*, row_to_json(publisher) as publisher,
  case when latest.id is not null then row_to_json(latest) end as latest,
  archive.size_bytes as archive_bytes,
  case when node.latest_version_id is null then (${heldVersions}) end as held,
  case when node.status = 'draft' then (${lastAnnounced}) end as announced,
  case when node.latest_version_id is null
    then (select count(*)::int from comfy_node_hints where node_id = node.id)
    else (select count(*)::int from comfy_nodes where version_id = node.latest_version_id)
  end as comfy_node_count`

const partsFrom = (picked: RawBuilder<unknown>) => sql`
  from (${picked}) as picked
  join nodes node on node.id = picked.id
  join publishers publisher on publisher.id = node.publisher_id
  left join node_versions latest on latest.id = node.latest_version_id
  left join archives archive on archive.digest = latest.archive_digest`

/** Reads any number of nodes in one statement. `picked` yields the `id` and the `place` of each. */
export async function selectWithParts(db: DbOrTx, picked: RawBuilder<unknown>): Promise<NodeWithParts[]> {
  const { rows } = await sql<PartsRow>`
    select ${partsColumns} ${partsFrom(picked)} order by picked.place`.execute(db)
  return rows.map(toParts)
}

function toParts({
  publisher,
  latest,
  archive_bytes,
  held,
  announced,
  comfy_node_count,
  ...node
}: PartsRow): NodeWithParts {
  return {
    node: { ...node, ...announced },
    publisher: {
      ...publisher,
      created_at: new Date(publisher.created_at),
      updated_at: new Date(publisher.updated_at),
    },
    latest: latest ? { ...reviveVersion(latest), archive_bytes } : undefined,
    held: held ?? nothingHeld,
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
  /** In UTC, `2026-01-31`. */
  day: string
  nodeId: string
  versionId: string
  count: number
}

/** Installs with the same one are counted together. */
export const keyOfInstalls = ({ day, versionId }: Pick<CountedInstalls, 'day' | 'versionId'>): string =>
  `${versionId} ${day}`

/** Adds to the counters of the days and of the nodes; in the order of their keys, so that two writers cannot deadlock. */
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

/**
 * Undefined when another one has the id, in whatever letter case. No key is named: PostgreSQL would refuse one of two
 * at once by the other key.
 */
export function insertNode(tx: Tx, node: Insertable<Schema['nodes']>): Promise<NodeRow | undefined> {
  return tx
    .insertInto('nodes')
    .values(node)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function changeNode(tx: Tx, id: string, change: NodeChange): Promise<NodeRow> {
  return tx.updateTable('nodes').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Other nodes that hold this repository; the root of it first. */
export function listRepositoryHolders(tx: Tx, repositoryKey: string, exceptId: string): Promise<NodeRow[]> {
  return tx
    .selectFrom('nodes')
    .selectAll()
    .where('repository_key', '=', repositoryKey)
    .where('status', '<>', 'deleted')
    .where('id', '<>', exceptId)
    .orderBy('repository_folder')
    .execute()
}

/** What an announcement said of a node was applied, or is not to be any more. */
export async function forgetAnnouncedNode(tx: Tx, versionId: string): Promise<void> {
  await tx.updateTable('node_versions').set({ announced_node: null }).where('id', '=', versionId).execute()
}

/** What an owner says of a node later is not undone by versions that were announced before. */
export async function forgetAnnouncedColumns(
  tx: Tx,
  nodeId: string,
  columns: readonly string[],
): Promise<void> {
  await sql`
    update node_versions set announced_node = announced_node - ${columns}::text[]
    where node_id = ${nodeId} and announced_node ?| ${columns}::text[]`.execute(tx)
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

export async function deleteTransferOf(tx: Tx, nodeId: string): Promise<void> {
  await tx.deleteFrom('node_transfers').where('node_id', '=', nodeId).execute()
}

/** When an offer counts: until it expires, and while its maker may offer the node. */
export interface OfferTerms {
  now: Date
  namedAdmins: readonly string[]
}

const isOpen = ({ now, namedAdmins }: OfferTerms) =>
  sql<boolean>`(expires_at > ${now} and ${lossOf('transfer', {
    person: sql`requested_by`,
    publisher: sql`from_publisher_id`,
    namedAdmins,
  })} is null)`

/** Makes way for a new offer of the node. */
export async function deleteClosedTransferOf(tx: Tx, nodeId: string, terms: OfferTerms): Promise<void> {
  await tx
    .deleteFrom('node_transfers')
    .where('node_id', '=', nodeId)
    .where(sql<boolean>`not ${isOpen(terms)}`)
    .execute()
}

export function findOpenTransfer(
  db: DbOrTx,
  id: string,
  terms: OfferTerms,
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('node_transfers')
    .selectAll()
    .where('id', '=', id)
    .where(isOpen(terms))
    .executeTakeFirst()
}

/** Those that a user made since a time, open or not. */
export function deleteTransfersBy(tx: Tx, userId: string, since: Date): Promise<TransferRow[]> {
  return tx
    .deleteFrom('node_transfers')
    .where('requested_by', '=', userId)
    .where('created_at', '>=', since)
    .returningAll()
    .execute()
}

/** Of the publisher and to it, newest first. */
export function listTransfersOf(db: DbOrTx, publisherId: string, terms: OfferTerms): Promise<TransferRow[]> {
  return db
    .selectFrom('node_transfers')
    .selectAll()
    .where((is) =>
      is.or([is('from_publisher_id', '=', publisherId), is('to_publisher_id', '=', publisherId)]),
    )
    .where(isOpen(terms))
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

/** The repositories that drafts of a publisher name, by themselves or by versions on their way. */
export async function listDraftRepositories(
  tx: Tx,
  publisherId: string,
  exceptId: string,
): Promise<{ id: string; address: string }[]> {
  const { rows } = await sql<{ id: string; address: string }>`
    select n.id, named.address
    from nodes n cross join lateral (
      select n.repository_url as address
      union select v.announced_node ->> 'repository_url' from node_versions v where v.node_id = n.id
    ) as named
    where n.publisher_id = ${publisherId} and n.status = 'draft' and n.id <> ${exceptId} and named.address <> ''
    order by n.created_at, n.id`.execute(tx)
  return rows
}

/** Other nodes that hold the repository which the code host knows by this id, the longest there first. */
export function listHoldersByHostId(tx: Tx, repositoryId: number, exceptId: string): Promise<NodeRow[]> {
  return tx
    .selectFrom('nodes')
    .selectAll()
    .where('github_repository_id', '=', repositoryId)
    .where('status', '<>', 'deleted')
    .where('id', '<>', exceptId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Of nodes whose repository is at an address that starts so, those whose stars are the oldest. */
export async function listNodesByStarAge(db: DbOrTx, address: string, limit: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select * from nodes
    where status = 'active' and repository_key is not null and starts_with(lower(repository_url), lower(${address}))
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
