import { type Insertable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

/** Replaces the digests of a version's files. */
export async function replaceVersionFiles(
  tx: Tx,
  versionId: string,
  digests: readonly string[],
): Promise<void> {
  await tx
    .insertInto('version_files')
    .values({ version_id: versionId, digests: [...digests] })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet({ digests: [...digests] }))
    .execute()
}

/** A file of a banned version that resembles a requested one. */
export interface KnownBadFile {
  nodeId: string
  version: string
  publisherId: string
  path: string
  digest: string
  hasFinding: boolean
  sketch: number[] | null
}

/**
 * Lists files of other banned versions with an equal digest or shared text fingerprints. Returns at most
 * `limit`, those with findings first.
 */
export async function listKnownBadFiles(
  db: DbOrTx,
  { versionId, digests, bands }: { versionId: string; digests: readonly string[]; bands: readonly number[] },
  limit: number,
): Promise<KnownBadFile[]> {
  const { rows } = await sql<KnownBadFile>`
    select v.node_id as "nodeId", v.version, n.publisher_id as "publisherId", f.path, f.digest,
      f.has_finding as "hasFinding", f.sketch
    from known_bad_files f join node_versions v on v.id = f.version_id join nodes n on n.id = v.node_id
    where f.version_id <> ${versionId}
      and (f.digest = any (${digests}::text[]) or f.bands && ${bands}::integer[])
    order by f.digest = any (${digests}::text[]) desc, f.has_finding desc, f.version_id, f.path
    limit ${limit}::bigint`.execute(db)
  return rows
}

/**
 * Finds which of these files active versions contain, and whether versions of other publishers do. Ignores
 * the given version.
 */
export async function listFilesInUse(
  db: DbOrTx,
  digests: readonly string[],
  { except, notOf }: { except: string; notOf: readonly string[] },
): Promise<{ digest: string; byOthers: boolean }[]> {
  const { rows } = await sql<{ digest: string; byOthers: boolean }>`
    select requested.digest, bool_or(n.publisher_id <> all (${notOf}::text[]) and n.publisher_id <> own.publisher_id) as "byOthers"
    from unnest(${digests}::text[]) as requested (digest)
    join (select m.publisher_id from node_versions w join nodes m on m.id = w.node_id where w.id = ${except}) as own on true
    join version_files f on f.digests @> array[requested.digest]
    join node_versions v on v.id = f.version_id and v.status = 'active' and v.id <> ${except}
    join nodes n on n.id = v.node_id and n.status = 'active'
    group by requested.digest`.execute(db)
  return rows
}

export interface PublishableFile {
  digest: string
  hasFinding: boolean
  nodeId: string
  version: string
  wasPublic: boolean
}

/**
 * Lists the files of banned versions, newest bans first and each digest once, without files that active versions contain.
 * Short digests are the ones in `version_files`.
 */
export async function listPublishableFiles(db: DbOrTx, limit: number): Promise<PublishableFile[]> {
  const { rows } = await sql<PublishableFile>`
    select digest, has_finding as "hasFinding", node_id as "nodeId", version, was_public as "wasPublic"
    from (
      select distinct on (f.digest) f.digest, f.has_finding, v.node_id, v.version, n.was_public, k.noted_at
      from known_bad_files f
      join known_bad_versions k on k.version_id = f.version_id
      join node_versions v on v.id = f.version_id join nodes n on n.id = v.node_id
      where not exists (
        select from version_files u
        join node_versions a on a.id = u.version_id and a.status = 'active'
        join nodes o on o.id = a.node_id and o.status = 'active'
        where u.digests @> array[left(f.digest, 20)])
      order by f.digest, f.has_finding desc, k.noted_at desc, f.version_id
    ) files
    order by noted_at desc, digest limit ${limit}::bigint`.execute(db)
  return rows
}

export interface BannedVersion {
  id: string
  node_id: string
  version: string
  archive_digest: string
}

/**
 * Lists banned versions, and versions of banned nodes, whose files are not stored yet, latest bans first. Those that failed
 * before come last, and again after a pause that doubles up to a day.
 */
export async function listUnnotedBans(
  db: DbOrTx,
  { limit, now }: { limit: number; now: Date },
): Promise<BannedVersion[]> {
  const { rows } = await sql<BannedVersion>`
    select v.id, v.node_id, v.version, v.archive_digest
    from (
      select * from node_versions where status = 'banned'
      union all
      select own.* from nodes n join node_versions own on own.node_id = n.id
      where n.status = 'banned' and own.status not in ('banned', 'deleted')
    ) as v left join known_bad_turns t on t.version_id = v.id
    where v.archive_digest is not null
      and not exists (select from known_bad_versions k where k.version_id = v.id)
      and (t.begun_at is null or t.begun_at + least(power(2, t.begun), 1440) * interval '1 minute' <= ${now})
    order by t.begun_at nulls first, v.updated_at desc, v.id limit ${limit}::bigint`.execute(db)
  return rows
}

/** Counts an attempt before it begins. */
export async function beginTurn(tx: Tx, versionId: string, now: Date): Promise<void> {
  await sql`
    insert into known_bad_turns (version_id, begun, begun_at) values (${versionId}, 1, ${now})
    on conflict (version_id) do update set begun = known_bad_turns.begun + 1, begun_at = excluded.begun_at`.execute(
    tx,
  )
}

/** Deletes the files of versions that an admin unbanned. */
export async function forgetLiftedBans(tx: Tx): Promise<void> {
  await sql`
    delete from known_bad_versions k using node_versions v, nodes n
    where v.id = k.version_id and n.id = v.node_id
      and v.status in ('active', 'flagged', 'pending') and n.status in ('draft', 'active')`.execute(tx)
}

/** Stores the fingerprints of a banned version's files. */
export async function noteBannedVersion(
  tx: Tx,
  versionId: string,
  files: readonly Omit<Insertable<Schema['known_bad_files']>, 'version_id'>[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('known_bad_turns').where('version_id', '=', versionId).execute()
  const noted = await tx
    .insertInto('known_bad_versions')
    .values({ version_id: versionId, noted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version_id')
    .executeTakeFirst()
  if (!noted) return
  for (let from = 0; from < files.length; from += 500) {
    const rows = files.slice(from, from + 500).map((file) => ({ ...file, version_id: versionId }))
    await tx.insertInto('known_bad_files').values(rows).execute()
  }
}
