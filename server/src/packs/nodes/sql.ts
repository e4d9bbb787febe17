import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { isLongRow } from '../../ground/db/long-rows.ts'
import { hasOwnRepository, nodeKey, readNamed } from '../../ground/db/node-key.ts'
import type {
  AnnouncedNode,
  NamePlace,
  NodeStatus,
  ReadingVerdict,
  Schema,
  VersionStatus,
} from '../../ground/db/schema.ts'
import { isNotBannedByName } from '../../people/identity/sql.ts'
import type { PublisherRow } from '../../people/publishers/sql.ts'
import { type LookRow, lookOf } from '../looks/sql.ts'
import { provenanceOf, type StoredProvenance } from './versions/origin/sql.ts'
import { listedColumns, textBytes, type VersionRow, type VersionWithArchive } from './versions/sql.ts'

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
  /** It is null for a commit that was not read. */
  hasRequirements: boolean | null
  hasSubmodules: boolean
  /** Digests of the pictures that its license lets the registry show. */
  icon: string | null
  banner: string | null
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
  /** Why the highest listed version cannot be loaded. */
  failure: string | null
}

export const nothingHeld: HeldVersions = {
  isReviewed: false,
  isRefused: false,
  isDeleted: false,
  yankReason: null,
  advisory: null,
  failure: null,
}

const pickedById = (id: RawBuilder<string | null>) => sql`select ${id} as id, 1 as place`

/** Finds a node by its id in any letter case, or an alias. */
export function findNodeWithParts(db: DbOrTx, asked: string): Promise<NodeWithParts | undefined> {
  return readNamed(asked, async (id) => (await selectWithParts(db, pickedById(id)))[0])
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
  look: LookRow | null
  counts: { readings: number; advisories: number; isUsed: boolean; relatives: RelativeRow[] } | null
}

/**
 * Names in workflows that mean a node: of its comfy-nodes and of the import, without those of the tool itself and
 * those that another node provided before.
 */
export const ownNamesOf = (node: string) => sql`array(
  select x.name from (
    select name, since from comfy_node_claims where node_id = ${sql.ref(`${node}.id`)}
    union all select name, 'infinity' from comfy_node_hints where node_id = ${sql.ref(`${node}.id`)}) as x
  where not exists (select from core_comfy_nodes k where k.name = x.name)
    and not exists (select from comfy_node_claims o
      where o.name = x.name and o.node_id <> ${sql.ref(`${node}.id`)} and o.since < x.since))`

interface RelativeRow {
  node_id: string
  name: string
  shared: number
  share: number
  github_stars: number
  changed_at: string | null
  relation: 'origin' | 'fork' | null
  relation_source: 'code_host' | 'project_file' | null
}

/** Names that nodes define, or are said to define by an import; `condition` is pushed into both parts by hand. */
export const definedNames = (columns: string, condition: RawBuilder<unknown>) => sql`(
  select ${sql.raw(columns)} from comfy_node_claims x where ${condition}
  union select ${sql.raw(columns)} from comfy_node_hints x where ${condition})`

/** Bounds the work for nodes with thousands of names. */
const maxComparedNames = 500

/** The key of the repository that the project file of a node's version or reading names; a fork often keeps its origin's. */
const statedRepository = (node: string) => sql`(
  select regexp_replace(lower(a.manifest ->> 'repository'), '^https?://(www\\.)?|(\\.git)?/*$', '', 'g')
  from version_analyses a where a.version_id = ${sql.ref(`${node}.facts_id`)})`

/** The key of the repository that the code host says a node's was forked from. */
const forkedRepository = (node: string) => sql`(
  split_part(${sql.ref(`${node}.repository_key`)}, '/', 1) || '/' || lower(${sql.ref(`${node}.forked_from`)}))`

const relativesOf = sql`(
  select coalesce(json_agg(r), '[]') from (
    with own as (select d.name from ${definedNames('x.name', sql`x.node_id = node.id`)} d
      where not exists (select from core_comfy_nodes k where k.name = d.name)
      order by d.name limit ${sql.lit(maxComparedNames)}),
    total as (select count(*) as names from own),
    stated as (select ${statedRepository('node')} as repository),
    alike as (
      select n.id as node_id, coalesce(nullif(n.name, ''), n.id) as name, others.shared,
        round(others.shared::numeric / total.names, 3)::float as share, n.github_stars,
        coalesce(r.committed_at, v.created_at, n.repository_changed_at) as changed_at,
        others.shared = total.names and others.shared = theirs.names as is_copy,
        case
          when n.repository_key = node.repository_key then null
          when ${hasOwnRepository('n')} and n.repository_key = ${forkedRepository('node')} then 'origin code_host'
          when ${hasOwnRepository('node')} and node.repository_key = ${forkedRepository('n')} then 'fork code_host'
          when ${hasOwnRepository('n')} and n.repository_key = (select repository from stated) then 'origin project_file'
          when ${hasOwnRepository('node')} and node.repository_key = ${statedRepository('n')} then 'fork project_file'
        end as relation
      from total, (
          select d.node_id, count(*)::int as shared
          from own cross join lateral ${definedNames('x.node_id', sql`x.name = own.name`)} d
          where d.node_id <> node.id group by d.node_id) as others
        join nodes n on n.id = others.node_id and n.status = 'active'
        cross join lateral (
          select count(*) as names from ${definedNames('x.name', sql`x.node_id = n.id`)} d
          where not exists (select from core_comfy_nodes k where k.name = d.name)) as theirs
        left join node_readings r on r.id = n.reading_id left join node_versions v on v.id = n.latest_version_id
      where others.shared >= ${sql.lit(limits.relatives.names)}
        and others.shared * 2 >= least(total.names, theirs.names))
    select node_id, name, shared, share, github_stars, changed_at,
      split_part(relation, ' ', 1) as relation, split_part(relation, ' ', 2) as relation_source
    from (select *, row_number() over (partition by is_copy order by github_stars desc, node_id) as place from alike) s
    order by coalesce(relation like 'origin%', false) desc,
      is_copy and place > ${sql.lit(limits.relatives.copies)}, shared desc, github_stars desc, node_id
    limit ${sql.lit(limits.relatives.most)}) as r)`

const countsOf = sql`json_build_object(
  'readings', (select count(*) from node_readings r where r.node_id = node.id),
  'advisories', (select count(*) from advisories a where a.withdrawn_at is null and (a.node_id = node.id or exists (
    select from advisory_versions h join node_versions v on v.id = h.version_id
    where h.advisory_id = a.id and v.node_id = node.id))),
  'isUsed', exists (select from version_workflows w join workflow_files f on f.digest = w.digest
    join nodes n on n.facts_id = w.version_id and n.status = 'active' and n.id <> node.id
    left join node_readings r on r.id = w.version_id
    where (r.id is null or (r.is_shareable and r.verdict <> 'held')) and f.names && ${ownNamesOf('node')}),
  'relatives', ${relativesOf})`

/** Finds a node with its details by its id in any letter case, or an alias. */
export async function findNodeInDetail(
  db: DbOrTx,
  asked: string,
  wanted: {
    readerId: string | undefined
    statuses: readonly VersionStatus[]
    look: boolean
    counts: boolean
  },
): Promise<(NodeWithParts & { details: NodeDetails }) | undefined> {
  const details = sql<NodeDetails>`json_build_object(
    'isOwned', ${isOwned('node', wanted.readerId)},
    'readmeHtml', analysis.readme_html,
    'licenseName', coalesce(analysis.traits ->> 'license', analysis.manifest ->> 'license_name'),
    'reading', ${readingOf('node')},
    'isReadingOff', exists (
      select from reading_turns t where t.node_id = node.id and t.opted_out_at is not null),
    'versions', (select count(*)::integer from node_versions v
      where v.node_id = node.id and v.status = any(${wanted.statuses}::text[]) and v.archive_digest is not null),
    'hints', case when node.latest_version_id is null
      then array(select name from comfy_node_hints h where h.node_id = node.id and not exists (
        select from comfy_nodes c where c.version_id = node.facts_id and c.name = h.name) order by name) else '{}' end,
    'look', ${wanted.look ? lookOf('node') : sql`null`},
    'counts', ${wanted.counts ? countsOf : sql`null`},
    'provenance', ${provenanceOf('latest')})`
  const found = await readNamed(asked, async (id) => {
    const { rows } = await sql<PartsRow & { details: NodeDetails }>`
      select ${partsColumns}, ${details} as details ${partsFrom(sql`${pickedById(id)}, false as is_long`)}
      left join version_analyses analysis on analysis.version_id = node.facts_id`.execute(db)
    return rows[0]
  })
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
      filter (where v.status = 'active' and v.killed_by is not null))[1],
    'failure', (array_agg(v.load_failures -> 0 ->> 'message' order by v.version_key desc)
      filter (where v.status = 'active' and v.yanked_at is null and v.is_broken))[1])
  from node_versions v where v.node_id = node.id and v.archive_digest is not null having count(*) > 0`

/** Readers of a draft see the details that its next release will publish. */
const lastAnnounced = sql`
  select v.announced_node from node_versions v where v.node_id = node.id and v.announced_node is not null
  order by v.version_key desc limit 1`

const readPicture = (condition: RawBuilder<unknown>) => sql`(
  select digest from reading_pictures where reading_id = r.id and ${condition} and r.is_shareable and r.verdict <> 'held')`

const partsColumns = sql`
  node.*, row_to_json(publisher) as publisher,
  case when latest.id is not null then (
    select row_to_json(listed) from (select ${listedColumns('latest', sql`picked.is_long`)}) listed) end as latest,
  archive.size_bytes as archive_bytes,
  case when node.latest_version_id is null then (${heldVersions}) end as held,
  case when node.reading_id is not null then (
    select json_build_object('commit', r.commit_id, 'verdict', r.verdict, 'hasSubmodules', r.submodules <> '{}',
      'hasRequirements', coalesce((a.traits ->> 'has_requirements')::boolean, false),
      'icon', ${readPicture(sql`kind = 'icon'`)}, 'banner', ${readPicture(sql`kind = 'card' and source = 'manifest'`)})
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

/** Whether a node waits for its repository to be identified, and how many others of its publisher do. */
export async function findIdentifications(
  tx: Tx,
  job: string,
  node: Pick<NodeRow, 'id' | 'publisher_id'>,
): Promise<{ isWaiting: boolean; others: number }> {
  const { rows } = await sql<{ isWaiting: boolean; others: number }>`
    select coalesce(bool_or(n.id = ${node.id}), false) as "isWaiting", count(distinct n.id)::int as others
    from jobs.job j join nodes n on n.id = j.data->>'nodeId'
    where j.name = ${job} and j.state in ('created', 'retry') and n.publisher_id = ${node.publisher_id}`.execute(
    tx,
  )
  return rows[0] ?? { isWaiting: false, others: 0 }
}

/** Locks the node until the transaction ends, and returns its latest version. */
export async function lockLatestVersionId(tx: Tx, nodeId: string): Promise<string | null> {
  const node = await tx
    .selectFrom('nodes')
    .select('latest_version_id')
    .where('id', '=', nodeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return node.latest_version_id
}

/**
 * Sets the latest version and copies its compatibility to the node. Without a version, the node keeps its
 * compatibility.
 */
export async function setLatestVersion(
  tx: Tx,
  nodeId: string,
  latest: VersionRow | undefined,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('nodes')
    .set({
      latest_version_id: latest?.id ?? null,
      updated_at: now,
      ...(latest
        ? {
            // A version replaces what was read from the repository.
            reading_id: null,
            supported_os: latest.supported_os,
            supported_accelerators: latest.supported_accelerators,
            supported_comfyui_version: latest.supported_comfyui_version,
            supported_comfyui_frontend_version: latest.supported_comfyui_frontend_version,
          }
        : {}),
    })
    .where('id', '=', nodeId)
    .execute()
}

export interface NodeForReader {
  id: string
  publisher_id: string
  status: NodeStatus
  status_detail: string
  was_public: boolean
  /** Whether the reader owns the node. */
  is_owned: boolean
}

/** SQL condition: the user owns the publisher of the node with this alias. */
export const isOwned = (alias: string, userId: string | undefined): RawBuilder<boolean> => sql`exists (
  select from publisher_permissions own where own.publisher_id = ${sql.ref(`${alias}.publisher_id`)}
    and own.user_id = ${userId ?? null} and own.role = 'owner')`

/** Finds a node by its id in any letter case, its repository as `owner/name`, or an alias. */
export function findNodeForReader(
  db: DbOrTx,
  nodeId: string,
  userId: string | undefined,
): Promise<NodeForReader | undefined> {
  return readNamed(nodeId, async (id) => {
    const { rows } = await sql<NodeForReader>`
      select n.id, n.publisher_id, n.status, n.status_detail, n.was_public, ${isOwned('n', userId)} as is_owned
      from nodes n where n.id = ${id}`.execute(db)
    return rows[0]
  })
}

/** Locks a node, found by its id in any letter case. Lock it before its versions. */
export function lockNode(tx: Tx, id: string): Promise<NodeRow | undefined> {
  return tx
    .selectFrom('nodes')
    .selectAll()
    .where('normalized_id', '=', nodeKey(id))
    .forUpdate()
    .executeTakeFirst()
}

/** Finds a node of any status by its id in any letter case. */
export function findNodeById(db: DbOrTx, id: string): Promise<NodeRow | undefined> {
  return db.selectFrom('nodes').selectAll().where('normalized_id', '=', nodeKey(id)).executeTakeFirst()
}

/** A reading with the facts of its analysis, as JSON: times are texts. */
export interface ReadingFacts {
  id: string
  commit_id: string
  committed_at: string | null
  read_at: string
  repository_url: string
  file_count: number
  unpacked_bytes: number
  omitted_files: number
  omitted_bytes: number
  submodules: string[]
  extract_status: 'success' | 'failed'
  verdict: ReadingVerdict
  is_shareable: boolean
  archive_digest: string | null
  archive_bytes: number | null
  traits: Partial<StoredTraits>
  blocking: number
  comfyNodes: number
  /** Rules of critical findings. */
  holdingRules: string[]
  /** Since when its repository cannot be had. */
  goneSince: string | null
}

/** `Traits` of the analysis, as far as the version that stored them knew. */
export interface StoredTraits {
  license?: string
  python?: string
  wheels: string[]
  os: string[]
  accelerators: string[]
  requirements: string[]
  has_requirements: boolean
  examples: number
}

/** SQL: the facts of the readings `r` with their analyses `a`. */
export const readingFacts = sql<ReadingFacts>`to_jsonb(r) || jsonb_build_object('traits', a.traits,
  'blocking', (select count(*) from jsonb_array_elements(a.findings) f where f ->> 'severity' in ('high', 'critical')),
  'holdingRules', (select coalesce(jsonb_agg(distinct f ->> 'rule'), '[]') from jsonb_array_elements(a.findings) f
    where f ->> 'severity' = 'critical'),
  'comfyNodes', (select count(*) from comfy_nodes c where c.version_id = r.id),
  'goneSince', (select t.gone_since from reading_turns t where t.node_id = r.node_id))`

/** SQL: the reading that describes the node with this alias; null without one. */
export const readingOf = (alias: string): RawBuilder<ReadingFacts | null> => sql`(
  select ${readingFacts} from node_readings r join version_analyses a on a.version_id = r.id
  where r.id = ${sql.ref(`${alias}.reading_id`)})`

/**
 * Locks nodes so that transactions that index the same node run one after another and see each other's changes. Returns the
 * ids of their publishers. Leaves a time of indexing of the last minute, because an update writes to all indexes of the table.
 */
export async function lockForIndexing(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ publisher_id: string }>`
    with locked as materialized (
      select id, publisher_id, indexed_at from nodes where id = any(${ids}::text[]) order by id for update),
    marked as (
      update nodes set indexed_at = ${now} from locked
      where nodes.id = locked.id
        and coalesce(locked.indexed_at < ${now}::timestamptz - interval '1 minute', true))
    select distinct publisher_id from locked`.execute(tx)
  return rows.map(({ publisher_id }) => publisher_id)
}

const columns = sql`id text, name text, description text, author text, "repositoryUrl" text, "repositoryKey" text,
  "repositoryFolder" text, stars integer, tags text[], preempted text[], "lastUpdate" timestamptz`

const asRows = (nodes: readonly NodeToWrite[]) =>
  sql`json_to_recordset(${JSON.stringify(
    nodes.map(({ comfyNodeNames, patterns, ...node }) => node),
  )}::json) as listed (${columns})`

/**
 * Creates nodes of the unclaimed publisher and returns their ids, without those whose id or repository was taken
 * meanwhile. Their creation time is that of the last change in the list, so that old packs are not listed as new. The
 * transaction indexes them.
 */
export async function insertNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<Set<string>> {
  if (nodes.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into nodes (id, publisher_id, name, description, author, repository_url, repository_key,
      repository_folder, tags, preempted_comfy_node_names, github_stars, github_stars_at, repository_changed_at,
      created_at, updated_at, indexed_at)
    select id, ${unclaimedPublisherId}, name, description, author, "repositoryUrl", "repositoryKey",
      "repositoryFolder", tags, preempted, stars, case when stars > 0 then ${now}::timestamptz end,
      "lastUpdate", least("lastUpdate", ${now}::timestamptz), ${now}::timestamptz, ${now}::timestamptz
    from ${asRows(nodes)} order by id
    on conflict do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Updates nodes, except for their creation time, because it orders paged lists. The transaction indexes them. */
export async function updateNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<void> {
  if (nodes.length === 0) return
  await sql`
    update nodes set name = listed.name, description = listed.description, author = listed.author,
      repository_url = listed."repositoryUrl", repository_key = listed."repositoryKey",
      repository_folder = listed."repositoryFolder", tags = listed.tags,
      preempted_comfy_node_names = listed.preempted, github_stars = listed.stars,
      github_stars_at = case when nodes.github_stars <> listed.stars then ${now}::timestamptz
        else nodes.github_stars_at end,
      repository_changed_at = listed."lastUpdate",
      updated_at = ${now}, indexed_at = ${now}
    from ${asRows(nodes)} where nodes.id = listed.id`.execute(tx)
}

/** The columns of a node that an import writes. */
export interface NodeToWrite {
  id: string
  name: string
  description: string
  author: string
  repositoryUrl: string
  repositoryKey: string | undefined
  repositoryFolder: string
  stars: number
  tags: string[]
  preempted: string[]
  /** Sorted by code unit. */
  comfyNodeNames: string[]
  patterns: NamePattern[]
  /** The last change of the repository. */
  lastUpdate: Date | undefined
}

/** Ends the use of a reading, which can then be deleted. */
export async function forgetReading(tx: Tx, nodeId: string): Promise<void> {
  await sql`update nodes set reading_id = null where id = ${nodeId} and reading_id is not null`.execute(tx)
}

/** Adds installs to the totals of their nodes. */
export async function addToNodes(
  tx: Tx,
  { nodes, counts }: { nodes: string[]; counts: number[] },
): Promise<void> {
  await sql`
    update nodes set downloads = downloads + counted.count
    from (
      select node_id, sum(count) as count from unnest(${nodes}::text[], ${counts}::bigint[]) as installs (node_id, count)
      group by node_id order by node_id
    ) as counted
    where nodes.id = counted.node_id`.execute(tx)
}

/** A part of a comfy-node's name that shows which pack it belongs to. */
export interface NamePattern {
  place: NamePlace
  text: string
}

/** Bans all nodes of the publisher that are not deleted. Returns the ids of those not banned before. */
export async function banNodesOf(
  tx: Tx,
  publisherId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select id from nodes where publisher_id = ${publisherId} and status in ('draft', 'active') order by id for update)
    update nodes set status = 'banned', status_detail = ${reason}, updated_at = ${now}
    from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lifts the ban of nodes that were not banned individually. Returns their ids. */
export async function unbanNodesOf(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select u.id from nodes u where ${isNodeBannedWith(publisherId)} order by u.id for update)
    update nodes set status = case when was_public then 'active' else 'draft' end, status_detail = '', updated_at = ${now}
    from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Selects nodes `u` banned only by the ban of this publisher. */
export const isNodeBannedWith = (publisherId: string) =>
  sql`(u.publisher_id = ${publisherId} and u.status = 'banned' and ${isNotBannedByName('node')})`
