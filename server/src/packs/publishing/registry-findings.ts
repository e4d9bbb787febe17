import type { FileFingerprint } from '@nodeyard/analysis/fingerprint/fingerprint'
import { compareFindings, type Finding } from '@nodeyard/analysis/scan/finding'
import type { Deps } from './deps.ts'
import { findKnownBadFiles, knownBadRule } from './known-bad/find.ts'
import { findLookAlikeNames, lookAlikeRules } from './look-alikes/find.ts'
import { collisionRule, toCollisionFindings } from './name-collisions.ts'
import { findMissingProvenance, provenanceRule } from './provenance.ts'
import { refusalRule } from './refused-archive.ts'
import { listNameCollisions, type VersionRow } from './sql.ts'

const rules: ReadonlySet<string> = new Set([
  collisionRule,
  knownBadRule,
  provenanceRule,
  refusalRule,
  ...lookAlikeRules,
])

/**
 * All that is found in a version: what was read from its archive, which never changes, and what depends on whatever
 * else the registry has, looked at now. The worst first.
 */
export async function withRegistryFindings(
  deps: Pick<Deps, 'db' | 'popularNames'>,
  version: Pick<VersionRow, 'id' | 'node_id' | 'created_at'>,
  findings: readonly Finding[],
  files: readonly FileFingerprint[],
): Promise<Finding[]> {
  const { db } = deps
  return [
    ...findings.filter(({ rule }) => !rules.has(rule)),
    ...toCollisionFindings(await listNameCollisions(db, version)),
    ...(await findLookAlikeNames(deps, version)),
    ...(await findKnownBadFiles(db, version, files)),
    ...(await findMissingProvenance(db, version)),
  ].sort(compareFindings)
}
