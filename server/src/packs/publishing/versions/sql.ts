import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import type { Loss } from '../../../people/rights/credentials.ts'
import { lossOf } from '../../../people/rights/sql.ts'

export type VersionRow = Selectable<Schema['node_versions']>

/** Locks a version until the transaction ends. */
export function lockVersion(tx: Tx, id: string): Promise<VersionRow | undefined> {
  return tx.selectFrom('node_versions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks a version after its node, in the usual order. */
export async function lockVersionOfNode(
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

/** Finds the publisher of a stored or CI token, unless it was revoked or is too old. */
export async function findPublisherOfSecret(
  db: DbOrTx,
  hash: string,
  now: Date,
): Promise<{ publisher_id: string; loss: Loss | null } | undefined> {
  const { rows } = await sql<{ publisher_id: string; loss: Loss | null }>`
    select made.publisher_id, ${lossOf('publish-token', madeBy)} as loss from personal_access_tokens made
    where token_hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)
    union all
    select made.publisher_id, ${lossOf('trusted-token', madeBy)} as loss
    from trusted_tokens token join trusted_publishers made on made.id = token.trusted_publisher_id
    where token.token_hash = ${hash} and token.expires_at > ${now}::timestamptz`.execute(db)
  return rows[0]
}

const madeBy = { person: sql`made.created_by`, publisher: sql`made.publisher_id` }

export async function insertProvenance(
  tx: Tx,
  provenance: Insertable<Schema['version_provenance']>,
): Promise<void> {
  await tx.insertInto('version_provenance').values(provenance).execute()
}

/** Deletes where a version was built, and which commit it names. */
export async function deleteOrigin(tx: Tx, versionId: string): Promise<void> {
  await sql`
    with provenance as (delete from version_provenance where version_id = ${versionId})
    delete from version_commit_matches where version_id = ${versionId}`.execute(tx)
}

export async function updateVersion(
  tx: Tx,
  id: string,
  change: Updateable<Schema['node_versions']>,
): Promise<void> {
  await tx.updateTable('node_versions').set(change).where('id', '=', id).execute()
}

/** A node and the comfy-node names that it also defines. */
export interface NameCollision {
  nodeId: string
  names: string[]
}

/**
 * Lists other active nodes that define some of the version's comfy-node names, or without a version list them
 * in an import. Those with the most shared names come first.
 */
export async function listNameCollisions(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id'>,
): Promise<NameCollision[]> {
  const { rows } = await sql<NameCollision>`
    select c.node_id as "nodeId", array_agg(c.name order by c.name) as names
    from comfy_nodes mine cross join lateral (
      select node_id, name from comfy_node_claims where name = mine.name
      union
      select h.node_id, h.name from comfy_node_hints h join nodes hinted on hinted.id = h.node_id
      where h.name = mine.name and hinted.facts_id is null
    ) c join nodes n on n.id = c.node_id
    where mine.version_id = ${version.id} and c.node_id <> ${version.node_id} and n.status = 'active'
    group by c.node_id order by count(*) desc, c.node_id limit 20`.execute(db)
  return rows
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

export interface ManagedVersion extends VersionRow {
  archive_bytes: number | null
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

/** Finds a version by its number, with or without an archive. */
export async function findManagedVersion(
  db: DbOrTx,
  nodeId: string,
  number: string,
): Promise<(VersionRow & { archive_bytes: number | null }) | undefined> {
  const { rows } = await sql<VersionRow & { archive_bytes: number | null }>`
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
