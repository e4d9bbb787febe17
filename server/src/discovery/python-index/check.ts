import { logicalLines } from '@nodeyard/analysis/requirements/lines'
import type { CandidateRules } from '@nodeyard/analysis/solver/candidates'
import { type CheckResult, type Conflict, checkRequirements } from '@nodeyard/analysis/solver/check'
import type { Participant, Unknown } from '@nodeyard/analysis/solver/participant'
import { Budget } from '@nodeyard/analysis/solver/solver'
import { limits } from '@nodeyard/contract/limits'
import type { checkRequirements as contract, RequirementCheck } from '@nodeyard/contract/requirements'
import type { BodyOf } from '@nodeyard/contract/route'
import {
  type Agreeing,
  conflictToWire,
  linesOf,
  type RequiringNode,
} from '@nodeyard/planning/requirement-conflicts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { durationMs } from '../../ground/http/duration.ts'
import { normalizeVersion } from '../../packs/versions/number.ts'
import type { Deps } from './deps.ts'
import type { IndexHolder } from './held-index.ts'
import { findRequirements, listNewestRequirements, type RequirementsRow } from './sql.ts'

type Body = BodyOf<typeof contract>

/** Identifies participants other than nodes. Node ids begin with a letter or a digit. */
const [freezeId, toolId] = ['=freeze', '=tool']
/** The budget of a check. Planning 60 packs takes up to 300,000 steps; a million block a process for some 0.2 seconds. */
const checkSteps = 1_000_000
/** The budget of all versions that are tried in place of others. */
const alternativeSteps = 500_000
const maxConflictsWithAlternatives = 10
const maxPartiesWithAlternatives = 4

/** Checks whether nodes can be installed together on a machine. */
export async function checkTogether(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  holder: Pick<IndexHolder, 'find'>,
  body: Body,
): Promise<RequirementCheck> {
  const [held, { nodes, unknowns }] = await Promise.all([holder.find(), readNodes(db, body.nodes ?? [])])
  const rules = rulesOf(body, now())
  const participants: Participant[] = [
    ...(body.tool_requirements === undefined
      ? []
      : [{ id: toolId, lines: logicalLines(body.tool_requirements) }]),
    ...[...nodes].map(([id, { lines }]) => ({ id, lines })),
    // Each installed package can be replaced alone. They come last, so that plans replace them and keep the nodes.
    ...logicalLines(body.freeze ?? '').map((line) => ({ id: `${freezeId} ${line.line}`, lines: [line] })),
  ]
  const check = (some: readonly Participant[], budget: Budget) =>
    checkRequirements({ participants: some, ...(held ? { index: held.slice } : {}), rules, budget })
  const result = check(participants, new Budget(checkSteps))
  const agreeing = await findAgreeing(db, result.conflicts, { nodes, participants, check })
  return {
    verdict: result.verdict === 'conflict' || unknowns.length === 0 ? result.verdict : 'unknown',
    ...(held ? { index_read_at: held.readAt } : {}),
    conflicts: result.conflicts.map((conflict) => conflictToWire(conflict, nodes, { agreeing, toolId })),
    pins: result.pins.flatMap(({ name, version }) => (version === '' ? [] : [{ name, version }])),
    unknowns: [...unknowns, ...result.unknowns].map((one) => toWireUnknown(one, nodes)),
    is_exhausted: result.isExhausted,
  }
}

function rulesOf({ machine, as_of, min_age }: Body, now: Date): CandidateRules {
  const { python, os, architecture, accelerator } = machine
  const limits = [
    ...(as_of === undefined ? [] : [Date.parse(as_of)]),
    ...(min_age === undefined ? [] : [now.getTime() - durationMs(min_age)]),
  ]
  return {
    machine: {
      ...{ python, os },
      architecture: architecture ?? (os === 'macos' ? 'arm64' : 'x86_64'),
      accelerator: accelerator ?? 'cpu',
    },
    ...(limits.length > 0 ? { uploadedBefore: new Date(Math.min(...limits)) } : {}),
  }
}

/** Keyed by participant. A node asked for twice counts once. */
async function readNodes(
  db: DbOrTx,
  asked: NonNullable<Body['nodes']>,
): Promise<{ nodes: Map<string, RequiringNode>; unknowns: Unknown[] }> {
  const requested = asked.flatMap(({ node_id, version }, place) => {
    const number = version === undefined ? '' : normalizeVersion(version)
    return number === undefined ? [] : [{ place, nodeKey: nodeKey(node_id), number }]
  })
  const found = new Map((await findRequirements(db, requested)).map((row) => [row.place, row]))
  const nodes = new Map<string, RequiringNode>()
  const unknowns: Unknown[] = []
  for (const [place, { node_id, version }] of asked.entries()) {
    const row = found.get(place)
    if (row) nodes.set(row.node_id, toNode(row))
    else {
      const subject = version === undefined ? node_id : `${node_id}@${version}`
      unknowns.push({ reason: 'requirements_missing', subject: subject.toWellFormed(), requiredBy: '' })
    }
  }
  return { nodes, unknowns }
}

export function toNode({ node_id, version, dependencies, requirements }: RequirementsRow): RequiringNode {
  const lines = requirements ? linesOf(requirements) : dependencies.map((text) => ({ text }))
  return { nodeId: node_id, version, lines }
}

async function findAgreeing(
  db: DbOrTx,
  conflicts: readonly Conflict[],
  {
    nodes,
    participants,
    check,
  }: {
    nodes: ReadonlyMap<string, RequiringNode>
    participants: readonly Participant[]
    check(some: readonly Participant[], budget: Budget): CheckResult
  },
): Promise<Agreeing> {
  const searched = conflicts
    .filter(({ kind, severity }) => kind !== 'machine' || severity === 'breaks')
    .slice(0, maxConflictsWithAlternatives)
  const ids = new Set(searched.flatMap(({ parties }) => parties.map(({ participant }) => participant)))
  const rows = await listNewestRequirements(
    db,
    [...ids].filter((id) => nodes.has(id)),
    limits.agreeingVersions,
  )
  const byNode = Map.groupBy(rows.map(toNode), ({ nodeId }) => nodeId)
  const agreeing: Agreeing = new Map()
  const budget = new Budget(alternativeSteps)
  for (const conflict of searched) {
    const named = new Set(conflict.parties.map(({ participant }) => participant))
    const found = new Map<string, string[]>()
    for (const id of [...named].slice(0, maxPartiesWithAlternatives)) {
      const others = participants.filter((one) => one.id !== id && named.has(one.id))
      const isGood = ({ lines }: RequiringNode) => {
        const { conflicts, isExhausted } = check([...others, { id, lines }], budget)
        if (isExhausted) return false
        return !conflicts.some(
          ({ kind, severity, subject }) =>
            severity === 'breaks' || (kind === 'clash' && subject === conflict.subject),
        )
      }
      const good = (byNode.get(id) ?? []).filter(isGood).map(({ version }) => version)
      if (nodes.has(id)) found.set(id, good)
    }
    agreeing.set(conflict, found)
  }
  return agreeing
}

function toWireUnknown(
  { reason, subject, requiredBy }: Unknown,
  nodes: ReadonlyMap<string, RequiringNode>,
): RequirementCheck['unknowns'][number] {
  const by = requiredBy.startsWith(freezeId)
    ? 'freeze'
    : requiredBy === toolId
      ? 'tool'
      : (nodes.get(requiredBy)?.nodeId ?? requiredBy)
  return { reason, subject, ...(by === '' ? {} : { required_by: by }) }
}
