import type { Capability } from '@nodeyard/analysis/facts'
import { limits } from '@nodeyard/contract/limits'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import { isLongRow } from '../../../ground/db/long-rows.ts'
import { namedNodes } from '../../../ground/db/node-key.ts'
import type { Schema, VersionStatus } from '../../../ground/db/schema.ts'
import { readUntilSize } from '../../../ground/db/until-size.ts'
import { RegistryError } from '../../../ground/errors.ts'

export type StoredCompatibility = Pick<
  Selectable<Schema['node_versions']>,
  | 'supported_os'
  | 'supported_accelerators'
  | 'supported_comfyui_version'
  | 'supported_comfyui_frontend_version'
>

export type VersionRow = Selectable<Schema['node_versions']>

/** A version with its archive size, which is null until the archive is stored. */
export interface VersionWithArchive extends VersionRow {
  archive_bytes: number | null
  /** In a list: the long texts were left out. */
  is_long?: boolean | null
}

const otherColumns =
  `id node_id version version_key deprecated status status_reason status_since extract_status cloud_build_info supported_os
  supported_accelerators supported_comfyui_version supported_comfyui_frontend_version tags tags_admin announced_digest
  announced_size upload_expires_at archive_digest file_count unpacked_bytes first_active_at published_by_publisher
  published_by_user yanked_at yank_reason killed_by announced_by_token announced_node deprecation_message load_failures
  allowed_failures is_broken created_at updated_at`.split(/\s+/)

/** Bytes of the long texts of a version. */
export const textBytes = (v: string): RawBuilder<number> =>
  sql`(octet_length(${sql.ref(`${v}.changelog`)})
    + octet_length(array_to_string(${sql.ref(`${v}.dependencies`)}, '')))`

/** All columns of a version. Does not read the long texts of a long row. */
export const listedColumns = (v: string, isLong: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  ${sql.join(otherColumns.map((name) => sql.ref(`${v}.${name}`)))},
  case when ${isLong} then '' else ${sql.ref(`${v}.changelog`)} end as changelog,
  case when ${isLong} then '{}' else ${sql.ref(`${v}.dependencies`)} end as dependencies, ${isLong} as is_long`

/**
 * Finds the highest active version by number, not by age. Skips versions that an advisory blocks or that cannot be
 * loaded. Source: API contract 28.3.
 */
export function findHighestActive(tx: Tx, nodeId: string): Promise<VersionRow | undefined> {
  return tx
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('status', '=', 'active')
    .where('yanked_at', 'is', null)
    .where('killed_by', 'is', null)
    .where('is_broken', '=', false)
    .orderBy('version_key', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether no other active version of the node that can be loaded has a higher number, and the repository of the version's build. */
export async function findReleaseFacts(
  tx: Tx,
  { id, node_id, version_key }: Pick<VersionRow, 'id' | 'node_id' | 'version_key'>,
): Promise<{ isHighest: boolean; builtFrom: string | null }> {
  const { rows } = await sql<{ isHighest: boolean; builtFrom: string | null }>`
    select not exists (
      select from node_versions
      where node_id = ${node_id} and status = 'active' and not is_broken and id <> ${id}
        and version_key > ${version_key}::integer[]
    ) as "isHighest",
    (select repository_url from version_provenance where version_id = ${id}) as "builtFrom"`.execute(tx)
  return rows[0] ?? { isHighest: false, builtFrom: null }
}

/** Lists versions, highest number first. Skips those without an archive, unless they are deleted. */
export async function listVersionsOfNode(
  db: DbOrTx,
  nodeId: string,
  statuses: readonly VersionStatus[],
  limit = 0,
): Promise<VersionWithArchive[]> {
  const { rows } = await sql<VersionWithArchive>`
    with found as materialized (
      select v.id, row_number() over (order by v.version_key desc, v.created_at desc) as place
      from node_versions v
      where v.node_id = ${nodeId} and v.status = any(${statuses}::text[])
        and (v.archive_digest is not null or v.status = 'deleted')
      order by place limit ${limit < 1 ? null : limit}::bigint),
    listed as materialized (
      select v.id, found.place, ${isLongRow(textBytes('v'), sql`found.place`)} as is_long
      from found join node_versions v on v.id = found.id)
    select ${listedColumns('v', sql`listed.is_long`)}, a.size_bytes as archive_bytes
    from listed join node_versions v on v.id = listed.id left join archives a on a.digest = v.archive_digest
    order by listed.place`.execute(db)
  return rows
}

/** Finds a version with an archive by its stored number. */
export async function findStoredVersion(
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

/** Finds the version that would be the latest if no advisory blocked it. */
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

/** Reads the rendered and sanitized README; empty when the version has none. */
export async function readReadme(db: DbOrTx, versionId: string): Promise<string> {
  const analysis = await db
    .selectFrom('version_analyses')
    .select('readme_html')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return analysis?.readme_html ?? ''
}

/** Reads the capabilities of a version's code; undefined when it was not analyzed. */
export async function readCapabilities(db: DbOrTx, versionId: string): Promise<Capability[] | undefined> {
  const analysis = await db
    .selectFrom('version_analyses')
    .select('capabilities')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return analysis?.capabilities
}

/** Reads the capabilities of the next lower active version of the node. */
export async function readEarlierCapabilities(
  db: DbOrTx,
  { node_id, version_key }: VersionRow,
): Promise<{ version: string; capabilities: Capability[] } | undefined> {
  const { rows } = await sql<{ version: string; capabilities: Capability[] }>`
    select v.version, a.capabilities from node_versions v join version_analyses a on a.version_id = v.id
    where v.node_id = ${node_id} and v.status = 'active' and v.version_key < ${version_key}::integer[]
    order by v.version_key desc limit 1`.execute(db)
  return rows[0]
}

/** Finds the next lower active version that can be loaded, and counts its comfy-nodes. */
export async function findVersionBefore(
  db: DbOrTx,
  { node_id, version_key }: VersionRow,
): Promise<{ version: string; count: number } | undefined> {
  const { rows } = await sql<{ version: string; count: number }>`
    select v.version, (select count(*)::int from comfy_nodes c where c.version_id = v.id) as count
    from node_versions v
    where v.node_id = ${node_id} and v.status = 'active' and not v.is_broken
      and v.version_key < ${version_key}::integer[]
    order by v.version_key desc limit 1`.execute(db)
  return rows[0]
}

/** Finds who published a version; undefined when that was not recorded. */
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

export async function listOwnedPublisherIds(db: DbOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('publisher_permissions')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute()
  return rows.map(({ publisher_id }) => publisher_id)
}

export type NewestVersion = Pick<VersionRow, 'node_id' | 'version' | 'status' | 'created_at'>

/** Lists the highest version with an archive of each node, whatever its status. */
export async function listNewestVersions(db: DbOrTx, nodeIds: readonly string[]): Promise<NewestVersion[]> {
  const { rows } = await sql<NewestVersion>`
    select newest.* from unnest(${nodeIds}::text[]) as requested (node_id)
    cross join lateral (
      select v.node_id, v.version, v.status, v.created_at from node_versions v
      where v.node_id = requested.node_id and v.archive_digest is not null
        and v.status in ('active', 'pending', 'flagged')
      order by v.version_key desc limit 1
    ) as newest`.execute(db)
  return rows
}

/** A version requested by node and number, with its position in the request. */
export interface RequestedVersion {
  place: number
  /** In any letter case, or an alias. */
  nodeId: string
  number: string
}

/** Finds the requested versions that are public, including those that are held. */
export async function findRequestedVersions(
  db: DbOrTx,
  requested: readonly RequestedVersion[],
): Promise<(VersionWithArchive & { place: number })[]> {
  const { rows: found } = await sql<{ place: number; id: string }>`
    select requested.place, v.id
    from unnest(
      ${requested.map(({ place }) => place)}::int[],
      ${requested.map(({ number }) => number)}::text[]
    ) with ordinality as requested (place, number, at)
    join ${namedNodes(requested.map(({ nodeId }) => nodeId))} as named on named.place = requested.at
    join nodes n on n.id = named.id and n.status = 'active'
    join node_versions v on v.node_id = n.id and v.version = requested.number
      and v.status in ('active', 'pending', 'flagged')`.execute(db)
  const rows = await readWithArchives(db, [...new Set(found.map(({ id }) => id))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const requestedRows = found.flatMap(({ place, id }) => {
    const row = byId.get(id)
    return row ? [{ ...row, place }] : []
  })
  // A version can be requested many times.
  if (requestedRows.reduce((sum, row) => sum + lengthOf(row), 0) > maxLength) throw tooLong()
  return requestedRows
}

const maxLength = limits.requestedVersionsLength

const lengthOf = ({ changelog, dependencies }: VersionRow): number =>
  dependencies.reduce((sum, { length }) => sum + length, changelog.length)

const tooLong = (): RegistryError =>
  new RegistryError('invalid_request', {
    field: 'body',
    limit: maxLength,
    message: `The changelogs and dependencies of these versions have more than ${maxLength} characters. Ask for fewer versions.`,
  })

/** Reads versions in the order of their ids. Refuses those that are too large together. */
export async function readWithArchives(
  db: DbOrTx,
  versionIds: readonly string[],
): Promise<VersionWithArchive[]> {
  const read = async (ids: string[]) => {
    const { rows } = await sql<VersionWithArchive>`
      select v.*, a.size_bytes as archive_bytes
      from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
      join node_versions v on v.id = asked.id join archives a on a.digest = v.archive_digest
      order by asked.place`.execute(db)
    return rows
  }
  const { rows, areAll } = await readUntilSize<VersionWithArchive>(versionIds, {
    read,
    sizeOf: lengthOf,
    max: maxLength,
  })
  if (!areAll) throw tooLong()
  return rows
}

/** Locks a version of this node by its number. */
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

/** Changes a version and returns it with its archive size, which responses include. */
export function changeVersion(tx: Tx, id: string, change: VersionChange): Promise<VersionWithArchive> {
  return tx
    .updateTable('node_versions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .returning((of) =>
      of
        .selectFrom('archives')
        .select('size_bytes')
        .whereRef('digest', '=', 'node_versions.archive_digest')
        .as('archive_bytes'),
    )
    .executeTakeFirstOrThrow()
}

/** Deletes all versions of a deleted node. */
export async function deleteVersionsOf(tx: Tx, nodeId: string, now: Date): Promise<void> {
  await tx
    .updateTable('node_versions')
    .set({ status: 'deleted', updated_at: now })
    .where('node_id', '=', nodeId)
    .where('status', '<>', 'deleted')
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

/** Locks a version after its node. Every transaction must lock in this order. */
export async function lockVersion(
  tx: Tx,
  { id, node_id }: Pick<VersionRow, 'id' | 'node_id'>,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    with node as materialized (select id from nodes where id = ${node_id} for update)
    select v.* from node join node_versions v on v.node_id = node.id where v.id = ${id} for update of v`.execute(
    tx,
  )
  return rows[0]
}

export function findVersion(db: DbOrTx, id: string): Promise<VersionRow | undefined> {
  return db.selectFrom('node_versions').selectAll().where('id', '=', id).executeTakeFirst()
}

export type VersionFacts = Pick<
  Updateable<Schema['node_versions']>,
  | 'changelog'
  | 'dependencies'
  | 'deprecated'
  | 'supported_os'
  | 'supported_accelerators'
  | 'supported_comfyui_version'
  | 'supported_comfyui_frontend_version'
  | 'announced_digest'
  | 'announced_size'
  | 'upload_expires_at'
  | 'published_by_publisher'
  | 'published_by_user'
  | 'announced_by_token'
  | 'announced_node'
  | 'allowed_failures'
>

export function insertVersion(
  tx: Tx,
  version: { id: string; node_id: string; version: string; now: Date } & VersionFacts,
): Promise<VersionRow> {
  const { now, ...values } = version
  return tx
    .insertInto('node_versions')
    .values({ ...values, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Announces a version again whose archive never arrived or was refused. */
export function announceAgain(tx: Tx, id: string, facts: VersionFacts & { now: Date }): Promise<VersionRow> {
  const { now, ...values } = facts
  return tx
    .updateTable('node_versions')
    .set({ ...values, created_at: now, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes versions that were announced and never got an archive. Those with a refused archive stay longer.
 */
export async function deleteExpiredVersions(
  tx: Tx,
  before: { unsent: Date; refused: Date },
): Promise<{ id: string; node_id: string }[]> {
  const isExpired = sql`v.archive_digest is null and v.status = 'pending' and v.upload_expires_at < case
      when exists (select from version_steps s where s.version_id = v.id and s.failure is not null)
      then ${before.refused}::timestamptz else ${before.unsent}::timestamptz end`
  // Nodes are locked before their versions, as everywhere.
  const locked = await sql<{ id: string }>`
    select n.id from nodes n where exists (select from node_versions v where v.node_id = n.id and ${isExpired})
    order by n.id for update`.execute(tx)
  const { rows } = await sql<{ id: string; node_id: string }>`
    delete from node_versions v where v.node_id = any(${locked.rows.map(({ id }) => id)}::text[]) and ${isExpired}
    returning v.id, v.node_id`.execute(tx)
  return rows
}

export interface ManagedVersion extends VersionWithArchive {
  is_read: boolean
  /** The number of findings of each severity. */
  severities: Record<string, number>
  downloads: number
}

/** Lists versions of every status, with or without an archive, highest number first. */
export async function listManagedVersions(db: DbOrTx, nodeId: string): Promise<ManagedVersion[]> {
  const { rows } = await sql<ManagedVersion>`
    select v.*, a.size_bytes as archive_bytes, found.version_id is not null as is_read,
      coalesce(found.severities, '{}') as severities,
      coalesce((select sum(d.count) from node_downloads d where d.version_id = v.id), 0)::bigint as downloads
    from node_versions v left join archives a on a.digest = v.archive_digest
    left join lateral (
      select x.version_id, (
        select jsonb_object_agg(severity, number) from (
          select coalesce(f->>'severity', 'info') as severity, count(*) as number
          from jsonb_array_elements(x.findings) f group by 1
        ) as counted
      ) as severities
      from version_analyses x where x.version_id = v.id
    ) found on true
    where v.node_id = ${nodeId}
    order by v.version_key desc, v.created_at desc`.execute(db)
  return rows
}

/** Finds a version by its stored number, with or without an archive. */
export async function findVersionOfNumber(
  db: DbOrTx,
  nodeId: string,
  number: string,
): Promise<VersionWithArchive | undefined> {
  const { rows } = await sql<VersionWithArchive>`
    select v.*, a.size_bytes as archive_bytes
    from node_versions v left join archives a on a.digest = v.archive_digest
    where v.node_id = ${nodeId} and v.version = ${number}`.execute(db)
  return rows[0]
}

/**
 * Counts versions that wait for the pipeline or for moderators, with the time since when the oldest waits.
 */
export async function countVersionsInStates(
  db: DbOrTx,
): Promise<{ state: 'pending' | 'flagged'; count: number; since: Date | null }[]> {
  const { rows } = await sql<{ state: 'pending' | 'flagged'; count: number; since: Date | null }>`
    select requested.state, count(version.id)::int as count, min(version.status_since) as since
    from (values ('pending'), ('flagged')) as requested (state)
    left join node_versions version on version.status = requested.state
      and (requested.state <> 'pending' or version.archive_digest is not null)
    group by requested.state order by requested.state`.execute(db)
  return rows
}

/** Expires the upload URLs of versions that this trusted publisher announced. */
export async function voidAddressesOf(tx: Tx, trustedPublisherId: string, now: Date): Promise<void> {
  await tx
    .updateTable('node_versions')
    .set({ upload_expires_at: now })
    .where('archive_digest', 'is', null)
    .where('upload_expires_at', '>', now)
    .where('announced_by_token', 'in', (tokens) =>
      tokens.selectFrom('trusted_tokens').select('id').where('trusted_publisher_id', '=', trustedPublisherId),
    )
    .execute()
}

export interface StoredArchive {
  digest: string
  sizeBytes: number
  status: VersionStatus
  killed_by: string | null
  nodeStatus: Selectable<Schema['nodes']>['status']
  wasPublic: boolean
  node_id: string
  publisher_id: string
  version: string
}

/** Finds the archive behind a download URL, whatever the version's status. */
export async function findArchive(
  db: DbOrTx,
  nodeId: string,
  version: string,
): Promise<StoredArchive | undefined> {
  return db
    .selectFrom('node_versions as v')
    .innerJoin('nodes as n', 'n.id', 'v.node_id')
    .innerJoin('archives as a', 'a.digest', 'v.archive_digest')
    .select([
      'a.digest',
      'a.size_bytes as sizeBytes',
      'v.status',
      'v.killed_by',
      'n.status as nodeStatus',
      'n.was_public as wasPublic',
      'n.id as node_id',
      'n.publisher_id',
      'v.version',
    ])
    .where('n.normalized_id', '=', nodeId.toLowerCase())
    .where('v.version', '=', version)
    .executeTakeFirst()
}
