import type { Finding } from '@nodeyard/analysis/ground'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { insertProvenance } from '../nodes/versions/origin/sql.ts'
import { getProvenance } from '../nodes/versions/provenance.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'
import type { Build } from '../trusted-publishing/build.ts'

/** Stores where a version was built. */
export async function storeProvenance(
  tx: Tx,
  versionId: string,
  build: Build | undefined,
  now: Date,
): Promise<void> {
  if (!build) return
  await insertProvenance(tx, {
    version_id: versionId,
    issuer: build.issuer,
    repository: build.repository,
    repository_url: build.repositoryUrl,
    repository_id: build.repositoryId,
    repository_owner_id: build.ownerId,
    workflow: build.workflow,
    ref: build.ref,
    commit_id: build.commit,
    commit_url: build.commitUrl,
    run_url: build.runUrl,
    environment: build.environment,
    created_at: now,
  })
}

export const provenanceRule = 'provenance-missing'

/**
 * Warns when a version lacks a build that earlier versions had, because a stolen token comes without one. It
 * never blocks, because people also publish manually on purpose.
 */
export async function findMissingProvenance(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id' | 'created_at'>,
): Promise<Finding[]> {
  const { provenance_last_seen: lastSeen } = await getProvenance(db, version)
  if (lastSeen === undefined) return []
  return [
    {
      issue_type: provenanceRule,
      message: `Version ${lastSeen} was published by a CI job, and this one was not.`,
      scanner: 'nodeyard',
      rule: provenanceRule,
      severity: 'low',
      why: 'It is unknown from which source this version was built. A version published with a stolen token looks the same.',
      fix: 'Publish from the CI job again. If you did not publish this version, yank it and revoke your tokens.',
    },
  ]
}
