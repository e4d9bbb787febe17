import { limits } from '@nodeyard/contract/limits'
import type { NodeCompatibility } from '@nodeyard/contract/packs'
import type { AddressKey } from '../../../ground/address-key.ts'
import type { Actor } from '../../../ground/permissions.ts'
import { toOrigin } from '../../../packs/facts/origin.ts'
import { packFacts } from '../../../packs/facts/sql.ts'
import { getOpenVersion } from '../../../packs/nodes/versions/get.ts'
import { getReadableNode } from '../../../packs/nodes/versions/readable-node.ts'
import type { Deps } from '../deps.ts'
import type { RequirementSolver } from '../solver.ts'
import { readRequirements } from '../sql.ts'
import { toNode } from '../to-node.ts'
import { listPopular } from './sql.ts'

/** Finds the versions of Python that a node works with, and conflicts with much installed nodes. */
export async function findCompatibility(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  solver: Pick<RequirementSolver, 'compare'>,
  actor: Actor,
  { nodeId, version, caller }: { nodeId: string; version: string | undefined; caller: AddressKey },
): Promise<NodeCompatibility> {
  const asked = await getReadableNode(db, actor, nodeId)
  const { id } = asked
  // Publishers ask about versions that are not listed yet.
  const stated = version === undefined ? undefined : await getOpenVersion({ db, config }, asked, version)
  const [[own], popular] = await Promise.all([
    stated ? readRequirements(db, [stated.id]) : packFacts(db, [id], ['dependencies', 'requirements']),
    listPopular(db, id, limits.comparedNodes).then((ids) => readRequirements(db, ids)),
  ])
  if (!own) return { pythons: [], conflicts: [], compared: 0, unknown: 0, is_exhausted: false }
  const node = toNode(own)
  return { ...toOrigin(own), ...(await solver.compare({ node, others: popular.map(toNode) }, caller)) }
}
