import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../../ground/db/database.ts'
import type { Schema } from '../../../../ground/db/schema.ts'

export type ProvenanceRow = Selectable<Schema['version_provenance']>

/** The provenance of a version, or the last earlier version that has one. */
export interface StoredProvenance {
  row: (Omit<ProvenanceRow, 'created_at'> & { created_at: string }) | null
  lastSeen: string | null
}

/** Returns a JSON expression of type {@link StoredProvenance} for the version with this alias. */
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

export type CommitMatchRow = Selectable<Schema['version_commit_matches']>

export type NamedCommit = Pick<
  CommitMatchRow,
  'repository_url' | 'repository_key' | 'repository_folder' | 'commit_id' | 'named_by'
>

export async function deleteCommitMatch(tx: Tx, versionId: string): Promise<void> {
  await tx.deleteFrom('version_commit_matches').where('version_id', '=', versionId).execute()
}

/** Makes a version due for comparison, unless a commit is named already. */
export async function insertCommitMatch(
  tx: Tx,
  match: Insertable<Schema['version_commit_matches']>,
): Promise<void> {
  await tx
    .insertInto('version_commit_matches')
    .values(match)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findCommitMatch(db: DbOrTx, versionId: string): Promise<CommitMatchRow | undefined> {
  return db
    .selectFrom('version_commit_matches')
    .selectAll()
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

export interface DueMatch extends NamedCommit, Pick<CommitMatchRow, 'attempts' | 'state' | 'failure'> {
  version_id: string
  node_id: string
  publisher_id: string
  archive_digest: string
}

/**
 * Finds the public version to compare next, except for hosts that ask for a pause: of publishers that had no turn yet, then
 * those tried least often, then the one due longest.
 */
export async function findDueMatch(
  db: DbOrTx,
  { now, served }: { now: Date; served: readonly string[] },
): Promise<DueMatch | undefined> {
  const { rows } = await sql<DueMatch>`
    select m.version_id, m.repository_url, m.repository_key, m.repository_folder, m.commit_id, m.named_by, m.attempts,
      m.state, m.failure, v.node_id, n.publisher_id, v.archive_digest
    from version_commit_matches m join node_versions v on v.id = m.version_id join nodes n on n.id = v.node_id
    where m.due_at <= ${now} and v.archive_digest is not null and v.status in ('active', 'flagged')
      and not exists (
        select from reading_hosts h where h.resumes_at > ${now} and starts_with(m.repository_key, h.host || '/'))
    order by n.publisher_id = any(${served}::text[]), m.attempts, m.due_at, m.version_id limit 1`.execute(db)
  return rows[0]
}

export async function changeCommitMatch(
  tx: Tx,
  due: Pick<DueMatch, 'version_id' | 'commit_id'>,
  change: Partial<Insertable<Schema['version_commit_matches']>>,
): Promise<void> {
  await tx
    .updateTable('version_commit_matches')
    .set(change)
    .where('version_id', '=', due.version_id)
    .where('commit_id', '=', due.commit_id)
    .execute()
}

export type AttestationRow = Selectable<Schema['version_attestations']>

export function listAttestations(db: DbOrTx, versionId: string): Promise<AttestationRow[]> {
  return db
    .selectFrom('version_attestations')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findAttestation(
  db: DbOrTx,
  versionId: string,
  id: string,
): Promise<AttestationRow | undefined> {
  return db
    .selectFrom('version_attestations')
    .selectAll()
    .where('version_id', '=', versionId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()
}

/** Inserts an attestation. Returns undefined if the version has it already. */
export function insertAttestation(
  tx: Tx,
  attestation: Insertable<Schema['version_attestations']>,
): Promise<AttestationRow | undefined> {
  return tx
    .insertInto('version_attestations')
    .values(attestation)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The origin of a signature: builds of one repository are the same signer, whatever their workflow and ref. */
const origin = (alias: string) => sql`(${sql.ref(`${alias}.issuer`)},
  coalesce(nullif(${sql.ref(`${alias}.repository_url`)}, ''), ${sql.ref(`${alias}.identity`)}))`

/**
 * Finds the last earlier version of the node that has attestations, unless this version has one of the same signer. A
 * thief of a token can sign too, but not as that signer.
 */
export async function findLastAttested(
  db: DbOrTx,
  version: { id: string; node_id: string; created_at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    with last as (
      select earlier.id, earlier.version from node_versions earlier
      where earlier.node_id = ${version.node_id} and earlier.created_at < ${version.created_at}
        and earlier.id <> ${version.id}
        and exists (select from version_attestations a where a.version_id = earlier.id)
      order by earlier.created_at desc, earlier.id limit 1)
    select last.version from last where not exists (
      select from version_attestations own join version_attestations theirs on ${origin('own')} = ${origin('theirs')}
      where own.version_id = ${version.id} and theirs.version_id = last.id)`.execute(db)
  return rows[0]?.version
}

/** Whether any version of the node has attestations. */
export async function hasAttested(db: DbOrTx, nodeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from version_attestations a join node_versions v on v.id = a.version_id
    where v.node_id = ${nodeId} limit 1`.execute(db)
  return rows.length > 0
}
