import type { Capability } from '@nodeyard/analysis/capabilities/capability'
import type { Finding } from '@nodeyard/analysis/scan/finding'
import { type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

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

export type ComfyNodeValues = Omit<Selectable<Schema['comfy_nodes']>, 'id' | 'version_id' | 'policy'>

type ComfyNodePolicy = Selectable<Schema['comfy_nodes']>['policy']

const rowsAtOnce = 500

/** Replaces the comfy-nodes, but keeps policies and rows that a person corrected. Removes the texts about them. */
export async function replaceComfyNodes(
  tx: Tx,
  versionId: string,
  comfyNodes: readonly ComfyNodeValues[],
): Promise<void> {
  const before = await forgetComfyNodes(tx, versionId)
  const corrected = new Set(before.filter(({ isCorrected }) => isCorrected).map(({ name }) => name))
  const policies = new Map(before.map(({ name, policy }) => [name, policy]))
  const rows = comfyNodes
    .filter(({ name }) => !corrected.has(name))
    .map((row) => ({ ...row, version_id: versionId, policy: policies.get(row.name) ?? ('active' as const) }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('comfy_nodes')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

export type ComfyNodeTextValues = Omit<Selectable<Schema['comfy_node_texts']>, 'version_id'>

/** Stores the texts about comfy-nodes of a version after {@link replaceComfyNodes} removed the last ones. */
export async function insertComfyNodeTexts(
  tx: Tx,
  versionId: string,
  texts: readonly ComfyNodeTextValues[],
): Promise<void> {
  const rows = texts.map(({ translation, ...row }) => ({
    ...row,
    version_id: versionId,
    translation: translation === null ? null : JSON.stringify(translation),
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('comfy_node_texts')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

/** Lists the comfy-nodes with manual decisions. Removes all but those that a person corrected, and all texts. */
async function forgetComfyNodes(
  tx: Tx,
  versionId: string,
): Promise<{ name: string; policy: ComfyNodePolicy; isCorrected: boolean }[]> {
  const { rows } = await sql<{ name: string; policy: ComfyNodePolicy; isCorrected: boolean }>`
    with decided as materialized (
      select c.name, c.policy, bool_or(e.before - 'policy' <> '{}') as "isCorrected"
      from comfy_nodes c join audit_events e
        on e.subject_kind = 'comfy-node' and e.subject_id = c.id::text and e.action = 'comfy-node.update'
      where c.version_id = ${versionId} group by c.name, c.policy
    ), removed as (
      delete from comfy_nodes where version_id = ${versionId}
        and name not in (select name from decided where "isCorrected")
    ), silenced as (
      delete from comfy_node_texts where version_id = ${versionId}
    )
    select * from decided`.execute(tx)
  return rows
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
