import { compareFindings, type Finding } from '@nodeyard/analysis/scan/finding'
import type { DbOrTx } from '../db/database.ts'
import { findLookAlikeNames, lookAlikeRules } from './look-alikes/find.ts'
import { collisionRule, toCollisionFindings } from './name-collisions.ts'
import { listNameCollisions, type VersionRow } from './sql.ts'

const rules: ReadonlySet<string> = new Set([collisionRule, ...lookAlikeRules])

/**
 * All that is found in a version: what was read from its archive, which never changes, and what depends on whatever
 * else the registry has, looked at now. The worst first.
 */
export async function withRegistryFindings(
  db: DbOrTx,
  version: VersionRow,
  findings: readonly Finding[],
): Promise<Finding[]> {
  return [
    ...findings.filter(({ rule }) => !rules.has(rule)),
    ...toCollisionFindings(await listNameCollisions(db, version)),
    ...(await findLookAlikeNames(db, version)),
  ].sort(compareFindings)
}
