import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

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
