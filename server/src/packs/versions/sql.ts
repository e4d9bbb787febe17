import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { NodeStatus, Schema, VersionStatus } from '../../ground/db/schema.ts'

/** What a node or a version states of its compatibility. */
export type StoredCompatibility = Pick<
  Selectable<Schema['node_versions']>,
  | 'supported_os'
  | 'supported_accelerators'
  | 'supported_comfyui_version'
  | 'supported_comfyui_frontend_version'
>

export type VersionRow = Selectable<Schema['node_versions']>

/** With the size of its archive, null while there is none. */
export interface VersionWithArchive extends VersionRow {
  archive_bytes: number | null
}

/** Locks the node until the transaction ends. */
export async function lockLatestVersionId(tx: Tx, nodeId: string): Promise<string | null> {
  const node = await tx
    .selectFrom('nodes')
    .select('latest_version_id')
    .where('id', '=', nodeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return node.latest_version_id
}

/** By number, not by age; never one that is yanked, or that an advisory refuses. Source: API contract 28.3. */
export function findHighestActive(tx: Tx, nodeId: string): Promise<VersionRow | undefined> {
  return tx
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('status', '=', 'active')
    .where('yanked_at', 'is', null)
    .where('killed_by', 'is', null)
    .orderBy('version_key', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether no other active version of the node has a higher number. */
export async function isHighestActive(
  tx: Tx,
  { id, node_id, version_key }: Pick<VersionRow, 'id' | 'node_id' | 'version_key'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from node_versions
    where node_id = ${node_id} and status = 'active' and id <> ${id} and version_key > ${version_key}::integer[]
    limit 1`.execute(tx)
  return rows.length === 0
}

/** With what the version says of its compatibility; without a version that stays as it was. */
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
  /** Whether the reader owns it. */
  is_owned: boolean
}

/** A condition: the user owns the publisher of the node with this alias. */
export const isOwned = (alias: string, userId: string | undefined): RawBuilder<boolean> => sql`exists (
  select from publisher_permissions own where own.publisher_id = ${sql.ref(`${alias}.publisher_id`)}
    and own.user_id = ${userId ?? null} and own.role = 'owner')`

/** Finds a node by its id in any letter case. */
export async function findNodeForReader(
  db: DbOrTx,
  nodeId: string,
  userId: string | undefined,
): Promise<NodeForReader | undefined> {
  const { rows } = await sql<NodeForReader>`
    select n.id, n.publisher_id, n.status, n.status_detail, n.was_public, ${isOwned('n', userId)} as is_owned
    from nodes n where n.normalized_id = ${nodeKey(nodeId)}`.execute(db)
  return rows[0]
}

/** Newest number first. One whose archive never came is left out, unless it is deleted. */
export async function listVersionsOfNode(
  db: DbOrTx,
  nodeId: string,
  statuses: readonly VersionStatus[],
  limit = 0,
): Promise<VersionWithArchive[]> {
  const { rows } = await sql<VersionWithArchive>`
    select v.*, a.size_bytes as archive_bytes
    from node_versions v left join archives a on a.digest = v.archive_digest
    where v.node_id = ${nodeId} and v.status = any(${statuses}::text[])
      and (v.archive_digest is not null or v.status = 'deleted')
    order by v.version_key desc, v.created_at desc limit ${limit < 1 ? null : limit}::bigint`.execute(db)
  return rows
}

/** By its stored number; only with an archive. */
export async function findVersion(
  db: DbOrTx,
  nodeId: string,
  number: string,
): Promise<VersionWithArchive | undefined> {
  const { rows } = await sql<VersionWithArchive>`
    select v.*, a.size_bytes as archive_bytes
    from node_versions v join archives a on a.digest = v.archive_digest
    where v.node_id = ${nodeId} and v.version = ${number}`.execute(db)
  return rows[0]
}

/** What would be the latest version if no advisory refused it. */
export function findHighestKilled(db: DbOrTx, nodeId: string): Promise<VersionRow | undefined> {
  return db
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('status', '=', 'active')
    .where('killed_by', 'is not', null)
    .orderBy('version_key', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findLatestVersion(db: DbOrTx, nodeId: string): Promise<VersionWithArchive | undefined> {
  const { rows } = await sql<VersionWithArchive>`
    select v.*, a.size_bytes as archive_bytes
    from nodes n join node_versions v on v.id = n.latest_version_id
    join archives a on a.digest = v.archive_digest
    where n.id = ${nodeId}`.execute(db)
  return rows[0]
}

export type StepRow = Selectable<Schema['version_steps']>

export function listSteps(db: DbOrTx, versionId: string): Promise<StepRow[]> {
  return db.selectFrom('version_steps').selectAll().where('version_id', '=', versionId).execute()
}

/** Rendered and sanitised; empty when there is none. */
export async function readReadme(db: DbOrTx, versionId: string): Promise<string> {
  const analysis = await db
    .selectFrom('version_analyses')
    .select('readme_html')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return analysis?.readme_html ?? ''
}

/** What the code of a version can do; undefined when nobody has read it. */
export async function readCapabilities(db: DbOrTx, versionId: string): Promise<unknown> {
  const analysis = await db
    .selectFrom('version_analyses')
    .select('capabilities')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return analysis?.capabilities
}

/** The same of the highest active version of the node that is lower. */
export async function readEarlierCapabilities(
  db: DbOrTx,
  { node_id, version_key }: VersionRow,
): Promise<{ version: string; capabilities: unknown } | undefined> {
  const { rows } = await sql<{ version: string; capabilities: unknown }>`
    select v.version, a.capabilities from node_versions v join version_analyses a on a.version_id = v.id
    where v.node_id = ${node_id} and v.status = 'active' and v.version_key < ${version_key}::integer[]
    order by v.version_key desc limit 1`.execute(db)
  return rows[0]
}

/** Who brought a version out; undefined where it was not recorded. */
export async function findPublishedBy(
  db: DbOrTx,
  { published_by_publisher, published_by_user }: VersionRow,
): Promise<{ publisherId: string; name: string } | undefined> {
  if (published_by_publisher === null) return undefined
  const user = published_by_user
    ? await db.selectFrom('users').select('name').where('id', '=', published_by_user).executeTakeFirst()
    : undefined
  return { publisherId: published_by_publisher, name: user?.name ?? '' }
}

/** The publishers that a user owns. */
export async function listOwnedPublisherIds(db: DbOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('publisher_permissions')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute()
  return rows.map(({ publisher_id }) => publisher_id)
}

export interface VersionFilter {
  statuses: readonly VersionStatus[]
  /** Versions of nodes that are banned count too. */
  ofBannedNodes: boolean
  /** In any letter case. */
  nodeId?: string | undefined
  /** Somewhere in the reason of the status, in any letter case. */
  reason?: string | undefined
}

/** With the publisher of its node. */
export interface ListedVersion extends VersionWithArchive {
  publisher_id: string
}

/** Newest first. */
export async function listFilteredVersions(
  db: DbOrTx,
  filter: VersionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedVersion[]> {
  const { rows } = await sql<ListedVersion>`
    select v.*, a.size_bytes as archive_bytes, n.publisher_id
    from node_versions v join nodes n on n.id = v.node_id left join archives a on a.digest = v.archive_digest
    where ${matches(filter)}
    order by v.created_at desc, v.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countFilteredVersions(db: DbOrTx, filter: VersionFilter): Promise<number> {
  if (filter.nodeId === undefined && !filter.reason) return countVersions(db, filter)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from node_versions v join nodes n on n.id = v.node_id
    where ${matches(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** From the sums that are kept; versions of nodes that are not active are counted by themselves too. */
async function countVersions(db: DbOrTx, { statuses, ofBannedNodes }: VersionFilter): Promise<number> {
  const change = ofBannedNodes
    ? sql`case counted when 'node_versions' then change end`
    : sql`case counted when 'node_versions' then change when 'hidden_versions' then -change end`
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${change}), 0)::bigint as total from row_counts
    where status = any(${statuses}::text[])`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whose archive never came, nobody is shown. */
const isListed = sql<boolean>`(v.archive_digest is not null or v.status = 'deleted')`

function matches({ statuses, ofBannedNodes, nodeId, reason }: VersionFilter): RawBuilder<boolean> {
  const conditions = [sql`v.status = any(${statuses}::text[])`, isListed]
  if (!ofBannedNodes) conditions.push(sql`n.status = 'active'`)
  if (nodeId !== undefined) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (reason) conditions.push(sql`position(lower(${reason}) in lower(v.status_reason)) > 0`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export type NewestVersion = Pick<VersionRow, 'node_id' | 'version' | 'status' | 'created_at'>

/** Of each node the highest number that has an archive, whatever became of it so far. */
export async function listNewestVersions(db: DbOrTx, nodeIds: readonly string[]): Promise<NewestVersion[]> {
  const { rows } = await sql<NewestVersion>`
    select newest.* from unnest(${nodeIds}::text[]) as asked (node_id)
    cross join lateral (
      select v.node_id, v.version, v.status, v.created_at from node_versions v
      where v.node_id = asked.node_id and v.archive_digest is not null
        and v.status in ('active', 'pending', 'flagged')
      order by v.version_key desc limit 1
    ) as newest`.execute(db)
  return rows
}

/** A version that somebody asks for by node and number, and its place among the others that are asked for. */
export interface AskedVersion {
  place: number
  /** In any letter case. */
  nodeId: string
  number: string
}

/** Of those asked for, the ones that anybody may install. */
export async function findAskedVersions(
  db: DbOrTx,
  asked: readonly AskedVersion[],
): Promise<(VersionWithArchive & { place: number })[]> {
  const { rows } = await sql<VersionWithArchive & { place: number }>`
    select asked.place, v.*, a.size_bytes as archive_bytes
    from unnest(
      ${asked.map(({ place }) => place)}::int[],
      ${asked.map(({ nodeId }) => nodeKey(nodeId))}::text[],
      ${asked.map(({ number }) => number)}::text[]
    ) as asked (place, node_id, number)
    join nodes n on n.normalized_id = asked.node_id and n.status = 'active'
    join node_versions v on v.node_id = n.id and v.version = asked.number
      and v.status in ('active', 'pending', 'flagged')
    join archives a on a.digest = v.archive_digest`.execute(db)
  return rows
}

export type NodeRow = Selectable<Schema['nodes']>

/** By its id in any letter case; the row stays locked until the transaction ends. Lock it before its versions. */
export function lockNode(tx: Tx, id: string): Promise<NodeRow | undefined> {
  return tx
    .selectFrom('nodes')
    .selectAll()
    .where('normalized_id', '=', nodeKey(id))
    .forUpdate()
    .executeTakeFirst()
}

/** By its own id; only one of this node. */
export function lockVersionOfNode(
  tx: Tx,
  nodeId: string,
  versionId: string,
): Promise<VersionRow | undefined> {
  return tx
    .selectFrom('node_versions')
    .selectAll()
    .where('id', '=', versionId)
    .where('node_id', '=', nodeId)
    .forUpdate()
    .executeTakeFirst()
}

/** By its number. */
export function lockVersionOfNumber(tx: Tx, nodeId: string, number: string): Promise<VersionRow | undefined> {
  return tx
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('version', '=', number)
    .forUpdate()
    .executeTakeFirst()
}

export type VersionChange = Updateable<Schema['node_versions']>

/** With the size of its archive, as answers want it. */
export async function changeVersion(tx: Tx, id: string, change: VersionChange): Promise<VersionWithArchive> {
  const row = await tx
    .updateTable('node_versions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const archive = await tx
    .selectFrom('archives')
    .select('size_bytes')
    .where('digest', '=', row.archive_digest)
    .executeTakeFirst()
  return { ...row, archive_bytes: archive?.size_bytes ?? null }
}

/** All of them, for a node that is deleted. */
export async function deleteVersionsOf(tx: Tx, nodeId: string, now: Date): Promise<void> {
  await tx
    .updateTable('node_versions')
    .set({ status: 'deleted', updated_at: now })
    .where('node_id', '=', nodeId)
    .where('status', '<>', 'deleted')
    .execute()
}

/** By its id in any letter case, of every status. */
export function findNodeById(db: DbOrTx, id: string): Promise<NodeRow | undefined> {
  return db.selectFrom('nodes').selectAll().where('normalized_id', '=', nodeKey(id)).executeTakeFirst()
}

/** By its stored number, with or without an archive. */
export function findVersionOfNumber(
  db: DbOrTx,
  nodeId: string,
  number: string,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('version', '=', number)
    .executeTakeFirst()
}

export interface CompatibilityFilter {
  /** In any letter case. */
  nodeId?: string | undefined
  version?: string | undefined
  statuses?: readonly VersionStatus[] | undefined
  /** Only latest versions from which their node differs. */
  outdated: boolean
}

export interface CompatibilityRow extends StoredCompatibility {
  node_id: string
  version: string
  status: VersionStatus
  created_at: Date
  is_latest: boolean
  is_outdated: boolean
  latest_version: string | null
  latest: StoredCompatibility | null
}

/** Newest first. */
export async function listCompatibilityRows(
  db: DbOrTx,
  filter: CompatibilityFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<CompatibilityRow[]> {
  const { rows } = await sql<CompatibilityRow>`
    select v.node_id, v.version, v.status, v.created_at, v.supported_os, v.supported_accelerators,
      v.supported_comfyui_version, v.supported_comfyui_frontend_version,
      coalesce(v.id = n.latest_version_id, false) as is_latest,
      coalesce(${isOutdated}, false) as is_outdated,
      latest.version as latest_version,
      case when latest.id is not null then row_to_json(latest) end as latest
    from node_versions v join nodes n on n.id = v.node_id
    left join node_versions latest on latest.id = n.latest_version_id
    where ${matchesCompatibility(filter)}
    order by v.created_at desc, v.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countCompatibility(db: DbOrTx, filter: CompatibilityFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from node_versions v join nodes n on n.id = v.node_id
    where ${matchesCompatibility(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The order of lists counts. Source: API contract 37.8. */
const isOutdated = sql`(v.id = n.latest_version_id and (
  v.supported_os, v.supported_accelerators, v.supported_comfyui_version, v.supported_comfyui_frontend_version
) is distinct from (
  n.supported_os, n.supported_accelerators, n.supported_comfyui_version, n.supported_comfyui_frontend_version))`

function matchesCompatibility({
  nodeId,
  version,
  statuses,
  outdated,
}: CompatibilityFilter): RawBuilder<boolean> {
  const conditions = [sql`true`]
  if (nodeId) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (version) conditions.push(sql`v.version = ${version}`)
  if (statuses) conditions.push(sql`v.status = any(${statuses}::text[])`)
  if (outdated) conditions.push(isOutdated)
  return sql`${sql.join(conditions, sql` and `)}`
}

export type ProvenanceRow = Selectable<Schema['version_provenance']>

/** The provenance of a version; without one, the last earlier version of the node that has one. */
export interface StoredProvenance {
  row: (Omit<ProvenanceRow, 'created_at'> & { created_at: string }) | null
  lastSeen: string | null
}

/** A JSON expression of type {@link StoredProvenance} about the version with this alias. */
export function provenanceOf(alias: string): RawBuilder<StoredProvenance> {
  const version = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`json_build_object(
    'row', (select row_to_json(p) from version_provenance p where p.version_id = ${version('id')}),
    'lastSeen', case when not exists (select from version_provenance p where p.version_id = ${version('id')}) then (
      select earlier.version from node_versions earlier
      join version_provenance p on p.version_id = earlier.id
      where earlier.node_id = ${version('node_id')} and earlier.created_at < ${version('created_at')}
        and earlier.archive_digest is not null
      order by earlier.created_at desc, earlier.id limit 1) end)`
}

export async function findProvenance(db: DbOrTx, versionId: string): Promise<StoredProvenance | undefined> {
  const { rows } = await sql<{ provenance: StoredProvenance }>`
    select ${provenanceOf('v')} as provenance from node_versions v where v.id = ${versionId}`.execute(db)
  return rows[0]?.provenance
}
