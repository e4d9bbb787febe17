import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { isLongRow } from '../../ground/db/long-rows.ts'
import { hasOwnRepository, namedNode, nodeKey } from '../../ground/db/node-key.ts'
import type { AnnouncedNode, ReadingVerdict, Schema, VersionStatus } from '../../ground/db/schema.ts'
import type { PublisherRow } from '../../people/publishers/sql.ts'
import { provenanceOf, type StoredProvenance } from '../versions/provenance/sql.ts'
import { isOwned, listedColumns, textBytes, type VersionWithArchive } from '../versions/sql.ts'
import { type ReadingFacts, readingOf } from './readings/sql.ts'

export type NodeRow = Selectable<Schema['nodes']>

/** Everything that a response about a node needs. */
export interface NodeWithParts {
  node: NodeRow
  publisher: PublisherRow
  latest: VersionWithArchive | undefined
  held: HeldVersions
  /** The reading of a node without versions. */
  reading: ReadPart | undefined
  /** Counts the latest version's comfy-nodes; without a version, the names from an import. */
  comfyNodeCount: number
}

/** The part of a reading that lists include. */
export interface ReadPart {
  commit: string
  verdict: ReadingVerdict
  hasRequirements: boolean
  hasSubmodules: boolean
}

/** Why the archives of a node without a latest version cannot be installed. */
export interface HeldVersions {
  isReviewed: boolean
  isRefused: boolean
  isDeleted: boolean
  /** The reason of the highest yanked version; null without one. */
  yankReason: string | null
  /** The advisory that blocks the highest version. */
  advisory: string | null
}

export const nothingHeld: HeldVersions = {
  isReviewed: false,
  isRefused: false,
  isDeleted: false,
  yankReason: null,
  advisory: null,
}

/** In any letter case, or an alias. */
const pickedById = (id: string) => sql`select ${namedNode(id)} as id, 1 as place`

/** Finds a node by its id in any letter case. */
export async function findNodeWithParts(db: DbOrTx, id: string): Promise<NodeWithParts | undefined> {
  const [found] = await selectWithParts(db, pickedById(id))
  return found
}

/** Fields of the response about a single node. */
interface NodeDetails {
  /** Whether the reader owns the publisher. */
  isOwned: boolean
  readmeHtml: string | null
  /** Read from the archive of the latest version, or from the reading. */
  licenseName: string | null
  reading: ReadingFacts | null
  /** Whether its publisher keeps its repository from being read. */
  isReadingOff: boolean
  /** Number of versions in the given statuses that have an archive. */
  versions: number
  hints: string[]
  /** The provenance of the latest version. */
  provenance: StoredProvenance
}

/** Finds a node with its details by its id in any letter case, in one statement. */
export async function findNodeInDetail(
  db: DbOrTx,
  id: string,
  { readerId, statuses }: { readerId: string | undefined; statuses: readonly VersionStatus[] },
): Promise<(NodeWithParts & { details: NodeDetails }) | undefined> {
  const details = sql<NodeDetails>`json_build_object(
    'isOwned', ${isOwned('node', readerId)},
    'readmeHtml', analysis.readme_html,
    'licenseName', coalesce(analysis.traits ->> 'license', analysis.manifest ->> 'license_name'),
    'reading', ${readingOf('node')},
    'isReadingOff', exists (
      select from reading_turns t where t.node_id = node.id and t.opted_out_at is not null),
    'versions', (select count(*)::integer from node_versions v
      where v.node_id = node.id and v.status = any(${statuses}::text[]) and v.archive_digest is not null),
    'hints', case when node.latest_version_id is null
      then array(select name from comfy_node_hints h where h.node_id = node.id and not exists (
        select from comfy_nodes c where c.version_id = node.facts_id and c.name = h.name) order by name) else '{}' end,
    'provenance', ${provenanceOf('latest')})`
  const { rows } = await sql<PartsRow & { details: NodeDetails }>`
    select ${partsColumns}, ${details} as details ${partsFrom(sql`${pickedById(id)}, false as is_long`)}
    left join version_analyses analysis on analysis.version_id = node.facts_id`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { details: foundDetails, ...parts } = found
  return { ...toParts(parts), details: foundDetails }
}

/** Lists nodes by their stored ids in the given order. Skips unknown ids. */
export function listNodesWithParts(db: DbOrTx, ids: readonly string[]): Promise<NodeWithParts[]> {
  return selectWithParts(
    db,
    sql`select id, place from unnest(${ids}::text[]) with ordinality as requested (id, place)`,
  )
}

interface PartsRow extends NodeRow {
  publisher: AsJson<PublisherRow>
  latest: AsJson<VersionWithArchive> | null
  archive_bytes: number | null
  held: HeldVersions | null
  reading: ReadPart | null
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

/** Readers of a draft see the details that its next release will publish. */
const lastAnnounced = sql`
  select v.announced_node from node_versions v where v.node_id = node.id and v.announced_node is not null
  order by v.version_key desc limit 1`

const partsColumns = sql`
  node.*, row_to_json(publisher) as publisher,
  case when latest.id is not null then (
    select row_to_json(listed) from (select ${listedColumns('latest', sql`picked.is_long`)}) listed) end as latest,
  archive.size_bytes as archive_bytes,
  case when node.latest_version_id is null then (${heldVersions}) end as held,
  case when node.reading_id is not null then (
    select json_build_object('commit', r.commit_id, 'verdict', r.verdict, 'hasSubmodules', r.submodules <> '{}',
      'hasRequirements', coalesce((a.traits ->> 'has_requirements')::boolean, false))
    from node_readings r join version_analyses a on a.version_id = r.id where r.id = node.reading_id) end as reading,
  case when node.status = 'draft' then (${lastAnnounced}) end as announced,
  case when node.facts_id is null
    then (select count(*)::int from comfy_node_hints where node_id = node.id)
    else (select count(*)::int from comfy_nodes where version_id = node.facts_id)
  end as comfy_node_count`

const partsFrom = (picked: RawBuilder<unknown>) => sql`
  from (${picked}) as picked
  join nodes node on node.id = picked.id
  join publishers publisher on publisher.id = node.publisher_id
  left join node_versions latest on latest.id = node.latest_version_id
  left join archives archive on archive.digest = latest.archive_digest`

/** Marks nodes whose latest versions have long texts, if there are many of them. */
const withLength = (picked: RawBuilder<unknown>) => sql`
  select picked.id, picked.place, ${isLongRow(textBytes('v'), sql`picked.place`)} as is_long
  from (${picked}) as picked join nodes n on n.id = picked.id left join node_versions v on v.id = n.latest_version_id`

/** Reads any number of nodes in one statement. `picked` yields the `id` and the `place` of each. */
export async function selectWithParts(db: DbOrTx, picked: RawBuilder<unknown>): Promise<NodeWithParts[]> {
  const { rows } = await sql<PartsRow>`
    select ${partsColumns} ${partsFrom(withLength(picked))} order by picked.place`.execute(db)
  return rows.map(toParts)
}

function toParts({
  publisher,
  latest,
  archive_bytes,
  held,
  reading,
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
    reading: reading ?? undefined,
    comfyNodeCount: comfy_node_count,
  }
}

/** A row read as JSON, whose times are texts. */
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

export type NodeChange = Updateable<Schema['nodes']>

/**
 * Inserts a node. Returns undefined when the id is taken in any letter case. The conflict clause names no
 * key, because with two concurrent inserts PostgreSQL would fail one on the other key.
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

/** Lists other nodes that hold this repository, its root first. */
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

/** Deletes the announced node details after they were applied or became obsolete. */
export async function forgetAnnouncedNode(tx: Tx, versionId: string): Promise<void> {
  await tx.updateTable('node_versions').set({ announced_node: null }).where('id', '=', versionId).execute()
}

/** Keeps an owner's later changes from being overwritten by versions announced before. */
export async function forgetAnnouncedColumns(
  tx: Tx,
  nodeId: string,
  columns: readonly string[],
): Promise<void> {
  await sql`
    update node_versions set announced_node = announced_node - ${columns}::text[] ||
      case when announced_node ? 'omitted'
        then jsonb_build_object('omitted', (announced_node -> 'omitted') - ${columns}::text[]) else '{}' end
    where node_id = ${nodeId} and (announced_node ?| ${columns}::text[] or announced_node -> 'omitted' ?| ${columns}::text[])`.execute(
    tx,
  )
}

/** Serializes transactions that want this repository. */
export async function lockRepository(tx: Tx, repositoryKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${repositoryKey}, 1))`.execute(tx)
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

/** Lists the repositories that drafts of a publisher name, themselves or in versions in progress. */
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

/** Lists other nodes that hold the repository with this id at the code host, oldest holder first. */
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

/** Lists nodes with repository addresses that start this way, the oldest star counts first. */
export async function listNodesByStarAge(db: DbOrTx, address: string, limit: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select * from nodes
    where status = 'active' and repository_key is not null and starts_with(lower(repository_url), lower(${address}))
    order by github_stars_at nulls first, id limit ${limit}::bigint`.execute(db)
  return rows
}

/** The number of dependents of a node. */
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

/** Finds the active nodes whose own repositories these are, most downloaded first. */
export async function findNodesAtRepositories(
  db: DbOrTx,
  repositoryKeys: readonly string[],
): Promise<{ id: string; repositoryKey: string }[]> {
  const { rows } = await sql<{ id: string; repositoryKey: string }>`
    select id, repository_key as "repositoryKey" from nodes
    where repository_key = any(${repositoryKeys}::text[]) and status = 'active' and ${hasOwnRepository('nodes')}
    order by repository_folder, downloads desc, id`.execute(db)
  return rows
}
