import type { Provenance } from '@nodeyard/contract/versions'
import type { DbOrTx } from '../../ground/db/database.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import { findLastWithProvenance, findProvenance, type ProvenanceRow, type VersionRow } from './sql.ts'

export interface ProvenanceOfVersion {
  provenance?: Provenance
  /** The last earlier version that had one, where this one has none. */
  provenance_last_seen?: string
}

/** Where a version was built; or that, as against an earlier one, nobody knows. */
export async function getProvenance(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id' | 'created_at'>,
): Promise<ProvenanceOfVersion> {
  const row = await findProvenance(db, version.id)
  if (row) return { provenance: toWire(row) }
  const lastSeen = await findLastWithProvenance(db, version)
  return lastSeen === undefined ? {} : { provenance_last_seen: lastSeen }
}

function toWire(row: ProvenanceRow): Provenance {
  return {
    issuer: row.issuer,
    repository: row.repository,
    repository_url: row.repository_url,
    workflow: row.workflow,
    ref: row.ref,
    commit: row.commit_id,
    commit_url: row.commit_url,
    run_url: row.run_url,
    ...unlessEmpty('environment', row.environment),
    at: row.created_at.toISOString(),
  }
}
