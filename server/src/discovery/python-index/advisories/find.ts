import { readRequirementLine } from '@nodeyard/analysis/requirements/lines'
import type { Requirement } from '@nodeyard/analysis/requirements/requirement'
import type {
  listRequirementAdvisories as contract,
  RequirementAdvisory,
} from '@nodeyard/contract/requirement-advisories'
import type { ResponseOf } from '@nodeyard/contract/route'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { unlessEmpty } from '../../../ground/http/unless-empty.ts'
import type { Actor } from '../../../ground/permissions.ts'
import { getReadableVersion } from '../../../packs/versions/get.ts'
import { getReadableNode } from '../../../packs/versions/readable-node.ts'
import type { RequirementsRow } from '../sql.ts'
import { judgeRequirement } from './judge.ts'
import { type AdvisoryRow, findLastImport, findRequirementsOf, listAdvisoriesOf } from './sql.ts'

/** Lists the vulnerabilities that the requirements of a version cannot avoid. */
export async function listRequirementAdvisories(
  db: DbOrTx,
  actor: Actor,
  path: { nodeId: string; version: string },
): Promise<ResponseOf<typeof contract>> {
  const node = await getReadableNode(db, actor, path.nodeId)
  const version = await getReadableVersion(db, node, path.version)
  const [row, importedAt] = await Promise.all([findRequirementsOf(db, version.id), findLastImport(db)])
  const [found] = row && importedAt ? await findForVersions(db, [row]) : []
  return {
    advisories: found?.advisories ?? [],
    ...(importedAt ? { imported_at: importedAt.toISOString() } : {}),
  }
}

export interface AdvisoriesOfVersion {
  nodeId: string
  version: string
  advisories: RequirementAdvisory[]
}

/** Finds such vulnerabilities for several versions with one query. */
export async function findForVersions(
  db: DbOrTx,
  rows: readonly RequirementsRow[],
): Promise<AdvisoriesOfVersion[]> {
  const all = rows.map((row) => ({ row, lines: linesOf(row) }))
  const names = new Set(all.flatMap(({ lines }) => lines.map(({ requirement }) => requirement.name)))
  if (names.size === 0) return []
  const known = Map.groupBy(await listAdvisoriesOf(db, [...names]), (advisory) => advisory.package)
  return all.map(({ row, lines }) => ({
    nodeId: row.node_id,
    version: row.version,
    advisories: lines.flatMap((line) => unavoidable(line, known.get(line.requirement.name) ?? [])),
  }))
}

interface Line {
  text: string
  file?: string
  line?: number
  requirement: Requirement
}

/** The lines that installers follow, as in a check of requirements. */
function linesOf({ requirements, dependencies }: RequirementsRow): Line[] {
  const stated =
    requirements?.filter(({ kind }) => kind !== 'python') ?? dependencies.map((text) => ({ text }))
  return stated.flatMap((line) => {
    const read = readRequirementLine(line.text)
    return read.kind === 'requirement' && !read.requirement.url
      ? [{ ...line, requirement: read.requirement }]
      : []
  })
}

/** Two databases often describe the same vulnerability, which is listed once. */
function unavoidable(
  { text, file, line, requirement }: Line,
  advisories: readonly AdvisoryRow[],
): RequirementAdvisory[] {
  const seen = new Set<string>()
  return advisories.flatMap((advisory) => {
    const { id, aliases, summary, severity } = advisory
    const names = [id, ...aliases]
    if (names.some((name) => seen.has(name))) return []
    const { onlyAffected, fixed } = judgeRequirement(requirement.specifiers, advisory)
    if (!onlyAffected) return []
    for (const name of names) seen.add(name)
    return [
      {
        ...{ id, aliases, summary },
        ...unlessEmpty('severity', severity),
        package: requirement.name,
        requirement: text,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
        ...(fixed === undefined ? {} : { fixed }),
      },
    ]
  })
}
