import { leadingName } from '@nodeyard/analysis/requirements'
import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import type { listRequirementAdvisories as contract } from '@nodeyard/contract/packs'
import type { AddressKey } from '../../../ground/address-key.ts'
import type { DbOrTx } from '../../../ground/db/database.ts'
import type { Actor } from '../../../ground/permissions.ts'
import { isCommit } from '../../../packs/facts/origin.ts'
import { getOpenVersion } from '../../../packs/nodes/versions/get.ts'
import { getReadableNode } from '../../../packs/nodes/versions/readable-node.ts'
import { getReadingRow } from '../../../packs/readings/get.ts'
import type { Deps } from '../deps.ts'
import type { RequirementSolver } from '../solver.ts'
import { type RequirementsRow, readRequirements } from '../sql.ts'
import type { AdvisoriesOfVersion } from './judge-all.ts'
import { findLastImport, listAdvisoriesOf } from './sql.ts'

/** Lists the vulnerabilities that the requirements of a version or a reading cannot avoid. */
export async function listRequirementAdvisories(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  solver: Solver,
  actor: Actor,
  { caller, ...path }: { nodeId: string; version: string; caller: AddressKey },
): Promise<ResponseOf<typeof contract>> {
  const node = await getReadableNode(db, actor, path.nodeId)
  const { id } = isCommit(path.version)
    ? await getReadingRow({ db, config }, actor, { nodeId: path.nodeId, commit: path.version })
    : await getOpenVersion({ db, config }, node, path.version)
  const [[row], importedAt] = await Promise.all([readRequirements(db, [id]), findLastImport(db)])
  const [found] = row && importedAt ? await findForVersions(db, solver, [row], caller) : []
  return {
    advisories: found?.advisories ?? [],
    ...defined({ imported_at: importedAt?.toISOString() }),
  }
}

type Solver = Pick<RequirementSolver, 'judge'>

/** Finds such vulnerabilities for several versions with one query. */
export async function findForVersions(
  db: DbOrTx,
  solver: Solver,
  rows: readonly RequirementsRow[],
  caller: AddressKey,
): Promise<AdvisoriesOfVersion[]> {
  const nodes = rows.map(({ id, dependencies, requirements }) => ({
    id,
    // The lines that installers follow, as in a check of requirements.
    lines: requirements?.filter(({ kind }) => kind !== 'python') ?? dependencies.map((text) => ({ text })),
  }))
  const names = new Set(nodes.flatMap(({ lines }) => lines.flatMap(({ text }) => leadingName(text) ?? [])))
  if (names.size === 0) return []
  return solver.judge({ nodes, advisories: await listAdvisoriesOf(db, [...names]) }, caller)
}
