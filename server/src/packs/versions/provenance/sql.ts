import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

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
