import { defined } from '@nodeyard/contract/ground'
import type { Provenance } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { findProvenance, type StoredProvenance } from './origin/sql.ts'
import type { VersionRow } from './sql.ts'

export interface ProvenanceOfVersion {
  provenance?: Provenance
  /** Set when this version has no provenance: the last earlier version that has one. */
  provenance_last_seen?: string
}

/** Returns where a version was built. */
export async function getProvenance(
  db: DbOrTx,
  { id }: Pick<VersionRow, 'id'>,
): Promise<ProvenanceOfVersion> {
  const stored = await findProvenance(db, id)
  return stored ? toProvenance(stored) : {}
}

/** Translates provenance to the wire format. */
export function toProvenance({ row, lastSeen }: StoredProvenance): ProvenanceOfVersion {
  if (row) return { provenance: toWire(row) }
  return lastSeen === null ? {} : { provenance_last_seen: lastSeen }
}

function toWire(row: NonNullable<StoredProvenance['row']>): Provenance {
  return {
    issuer: row.issuer,
    repository: row.repository,
    repository_url: row.repository_url,
    workflow: row.workflow,
    ref: row.ref,
    commit: row.commit_id,
    commit_url: row.commit_url,
    run_url: row.run_url,
    ...defined({ environment: row.environment || undefined }),
    at: new Date(row.created_at).toISOString(),
  }
}
