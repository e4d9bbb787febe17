import type { Unknown } from '@nodeyard/analysis/requirements'
import type { BodyOf } from '@nodeyard/contract/ground'
import type { checkRequirements as contract, RequirementCheck } from '@nodeyard/contract/packs'
import type { RequiringNode } from '@nodeyard/planning/requirement-conflicts'
import { rulesOf } from '@nodeyard/planning/together'
import type { AddressKey } from '../../ground/address-key.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { isCommit } from '../../packs/facts/origin.ts'
import { normalizeVersion } from '../../packs/nodes/versions/number.ts'
import type { Deps } from './deps.ts'
import type { RequirementSolver } from './solver.ts'
import { findRequirements } from './sql.ts'
import { toNode } from './to-node.ts'

type Body = BodyOf<typeof contract>

/** Runs the reads for a request in turn with those of other bulk requests. */
export interface InTurn {
  inTurn<Result>(read: () => Promise<Result>): Promise<Result>
}

/** The budget of a check with all its phases, some 0.5 seconds. Planning 60 packs takes up to 300,000 steps. */
export const checkSteps = 1_500_000

/**
 * Checks whether nodes can be installed together on a machine.
 */
export async function checkTogether(
  { db, now, inTurn }: Pick<Deps, 'db' | 'now'> & InTurn,
  solver: Pick<RequirementSolver, 'check'>,
  body: Body,
  {
    caller,
    steps = checkSteps,
    unknownNodes = [],
  }: { caller: AddressKey; steps?: number; unknownNodes?: readonly string[] },
): Promise<{ check: RequirementCheck; stepsLeft: number }> {
  const { nodes, unknowns } = await inTurn(() => readNodes(db, body.nodes ?? []))
  const { check, stepsLeft, ...index } = await solver.check(
    {
      nodes,
      unknowns: [...unknowns, ...unknownNodes.map(requirementsMissing)],
      steps,
      rules: rulesOf(body, now()),
      freeze: body.freeze,
      toolRequirements: body.tool_requirements,
    },
    caller,
  )
  return { check: { ...check, ...index }, stepsLeft }
}

/** A node asked for twice counts once. */
async function readNodes(
  db: DbOrTx,
  asked: NonNullable<Body['nodes']>,
): Promise<{ nodes: RequiringNode[]; unknowns: Unknown[] }> {
  const requested = asked.flatMap(({ node_id, version }, place) => {
    const at = version === undefined || isCommit(version) ? (version ?? '') : normalizeVersion(version)
    return at === undefined ? [] : [{ place, nodeKey: nodeKey(node_id), at }]
  })
  const found = new Map((await findRequirements(db, requested)).map((row) => [row.place, row]))
  const nodes = new Map<string, RequiringNode>()
  const unknowns: Unknown[] = []
  for (const [place, { node_id, version }] of asked.entries()) {
    const row = found.get(place)
    if (row) nodes.set(row.node_id, toNode(row))
    else unknowns.push(requirementsMissing(version === undefined ? node_id : `${node_id}@${version}`))
  }
  return { nodes: [...nodes.values()], unknowns }
}

const requirementsMissing = (subject: string): Unknown => ({
  reason: 'requirements_missing',
  subject: subject.toWellFormed(),
  requiredBy: '',
})
