import type { FileFingerprint } from '@nodeyard/analysis/facts'
import { compareFindings, type Finding } from '@nodeyard/analysis/ground'
import { listNameCollisions } from '../comfy-nodes/sql.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'
import { findKnownBadFiles, knownBadRule } from './known-bad/find.ts'
import { findLookAlikeNames, lookAlikeRules } from './look-alikes/find.ts'
import { attestationRule, findMissingAttestation } from './missing-attestation.ts'
import { collisionRule, toCollisionFindings } from './name-collisions.ts'
import { findMissingProvenance, provenanceRule } from './provenance.ts'
import { refusalRule } from './refused-archive.ts'

const rules: ReadonlySet<string> = new Set([
  attestationRule,
  collisionRule,
  knownBadRule,
  provenanceRule,
  refusalRule,
  ...lookAlikeRules,
])

/**
 * Combines the stored findings of the archive with current findings that depend on the rest of the registry.
 * Sorts the most severe first.
 */
export async function withRegistryFindings(
  deps: Pick<Deps, 'db' | 'now' | 'popularNames'>,
  version: Pick<VersionRow, 'id' | 'node_id' | 'created_at'>,
  findings: readonly Finding[],
  files: readonly FileFingerprint[],
): Promise<Finding[]> {
  const { db, now } = deps
  return [
    ...findings.filter(({ rule }) => !rules.has(rule)),
    ...toCollisionFindings(await listNameCollisions(db, version)),
    ...(await findLookAlikeNames(deps, version)),
    ...(await findKnownBadFiles(db, version, files)),
    ...(await findMissingProvenance(db, version)),
    ...(await findMissingAttestation(db, version, now())),
  ].sort(compareFindings)
}
