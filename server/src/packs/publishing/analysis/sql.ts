import type { Capability } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'

export async function replaceAnalysis(
  tx: Tx,
  versionId: string,
  analysis: {
    readmeHtml: string
    readmePicture: number | undefined
    readmeLetters: number
    hasTests: boolean
    manifest: unknown
    findings: readonly Finding[]
    capabilities: readonly Capability[]
    undecided: unknown[]
    /** Null if the archive was not read. */
    requirements: readonly unknown[] | null
    traits: unknown
    rulesVersion: number
    now: Date
  },
): Promise<void> {
  const values = {
    readme_html: analysis.readmeHtml,
    readme_picture: analysis.readmePicture ?? null,
    readme_letters: analysis.readmeLetters,
    has_tests: analysis.hasTests,
    manifest: JSON.stringify(analysis.manifest),
    findings: JSON.stringify(analysis.findings),
    capabilities: JSON.stringify(analysis.capabilities),
    undecided: JSON.stringify(analysis.undecided),
    requirements: analysis.requirements && JSON.stringify(analysis.requirements),
    traits: JSON.stringify(analysis.traits),
    rules_version: analysis.rulesVersion,
    created_at: analysis.now,
  }
  await tx
    .insertInto('version_analyses')
    .values({ version_id: versionId, ...values })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(values))
    .execute()
}

export async function readFindings(db: DbOrTx, versionId: string): Promise<Finding[] | undefined> {
  const row = await db
    .selectFrom('version_analyses')
    .select('findings')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row?.findings
}

export async function replaceFindings(
  tx: Tx,
  versionId: string,
  findings: readonly Finding[],
): Promise<void> {
  await tx
    .updateTable('version_analyses')
    .set({ findings: JSON.stringify(findings) })
    .where('version_id', '=', versionId)
    .execute()
}

/** Reads the findings of a version's archive for its publisher. */
export async function readFindingsAndUndecided(
  db: DbOrTx,
  versionId: string,
): Promise<{ findings: Finding[]; undecided: unknown } | undefined> {
  return db
    .selectFrom('version_analyses')
    .select(['findings', 'undecided'])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

/** Records that an unchanged analysis was also made with these rules. */
export async function setRulesVersion(tx: Tx, versionId: string, rulesVersion: number): Promise<void> {
  await tx
    .updateTable('version_analyses')
    .set({ rules_version: rulesVersion })
    .where('version_id', '=', versionId)
    .execute()
}
