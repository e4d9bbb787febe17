import {
  Budget,
  type CandidateRules,
  type CheckResult,
  type Conflict,
  checkRequirements,
  logicalLines,
  type PackageIndex,
  type Participant,
  type Unknown,
  verdictOf,
} from '@nodeyard/analysis/requirements'
import { type BodyOf, durationMs } from '@nodeyard/contract/ground'
import type { checkRequirements as checkRequirementsRoute, RequirementCheck } from '@nodeyard/contract/packs'
import { withRepairs } from './repairs.ts'
import { type Agreeing, conflictToWire, type RequiringNode } from './requirement-conflicts.ts'

export interface TogetherRequest {
  /** Each node once. */
  nodes: readonly RequiringNode[]
  /** Gaps that are known before. */
  unknowns: readonly Unknown[]
  freeze: string | undefined
  toolRequirements: string | undefined
  rules: CandidateRules
  /** The budget of everything. */
  steps: number
}

export interface Together {
  check: Omit<RequirementCheck, 'index_read_at'>
  stepsLeft: number
}

/** Returns the rules that the members of a request state. */
export function rulesOf(
  { machine, as_of, min_age }: Pick<BodyOf<typeof checkRequirementsRoute>, 'machine' | 'as_of' | 'min_age'>,
  now: Date,
): CandidateRules {
  const { python, os, architecture, accelerator } = machine
  const limits = [
    ...(as_of === undefined ? [] : [Date.parse(as_of)]),
    ...(min_age === undefined ? [] : [now.getTime() - durationMs(min_age)]),
  ]
  return {
    machine: {
      python,
      os,
      architecture: architecture ?? (os === 'macos' ? 'arm64' : 'x86_64'),
      accelerator: accelerator ?? 'cpu',
    },
    ...(limits.length > 0 ? { uploadedBefore: new Date(Math.min(...limits)) } : {}),
  }
}

/** Identifies participants other than nodes. Node ids begin with a letter or a digit. */
const [freezeId, toolId] = ['=freeze', '=tool']
const maxConflictsWithAlternatives = 10
const maxPartiesWithAlternatives = 4

/** Checks whether nodes can be installed together. `listNewest` returns the newest versions of nodes, newest first. */
export async function checkTogether(
  { nodes, unknowns, freeze, toolRequirements, rules, steps }: TogetherRequest,
  index: PackageIndex | undefined,
  listNewest: (nodeIds: string[]) => Promise<RequiringNode[]>,
): Promise<Together> {
  const budget = new Budget(steps)
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const participants: Participant[] = [
    ...(toolRequirements === undefined ? [] : [{ id: toolId, lines: logicalLines(toolRequirements) }]),
    ...nodes.map(({ nodeId: id, lines }) => ({ id, lines })),
    // Each installed package can be replaced alone. They come last, so that plans replace them and keep the nodes.
    ...logicalLines(freeze ?? '').map((line) => ({
      id: `${freezeId} ${line.line}`,
      lines: [{ ...line, isInstalled: true }],
    })),
  ]
  const check = (some: readonly Participant[]) =>
    checkRequirements({ participants: some, ...(index ? { index } : {}), rules, budget })
  const { conflicts: all, unknowns: gaps, pins, isExhausted } = check(participants)
  const isThere = ({ kind, parties }: Conflict) =>
    kind !== 'machine' && parties.every(({ participant }) => participant.startsWith(freezeId))
  const conflicts = all.filter((conflict) => !isThere(conflict))
  const agreeing = await findAgreeing(conflicts, {
    nodes: byId,
    participants,
    check,
    budget,
    listNewest,
  })
  const pinned = pins.flatMap(({ name, version }) => (version === '' ? [] : [{ name, version }]))
  const installed = all.filter(isThere).map((conflict) => conflictToWire(conflict, byId))
  const isCertain = index !== undefined && unknowns.length + gaps.length === 0 && !isExhausted
  return {
    check: {
      verdict: verdictOf(conflicts, isCertain),
      conflicts: conflicts.map((conflict) => conflictToWire(conflict, byId, { agreeing, toolId })),
      ...(installed.length > 0 ? { installed: withRepairs(installed, pinned, rules.machine) } : {}),
      pins: pinned,
      unknowns: [...unknowns, ...gaps].map((one) => toWireUnknown(one, byId)),
      is_exhausted: isExhausted,
    },
    stepsLeft: budget.left,
  }
}

interface Scene {
  nodes: ReadonlyMap<string, RequiringNode>
  participants: readonly Participant[]
  check(some: readonly Participant[]): CheckResult
  budget: Budget
  listNewest: Parameters<typeof checkTogether>[2]
}

async function findAgreeing(
  conflicts: readonly Conflict[],
  { nodes, participants, check, budget, listNewest }: Scene,
): Promise<Agreeing> {
  const searched = conflicts
    .filter(({ kind, severity }) => kind !== 'machine' || severity === 'breaks')
    .slice(0, maxConflictsWithAlternatives)
  const ids = new Set(searched.flatMap(({ parties }) => parties.map(({ participant }) => participant)))
  const known = [...ids].filter((id) => nodes.has(id))
  const newest = known.length > 0 && !budget.isUsedUp ? await listNewest(known) : []
  const byNode = Map.groupBy(newest, ({ nodeId }) => nodeId)
  const agreeing: Agreeing = new Map()
  for (const conflict of searched) {
    const named = new Set(conflict.parties.map(({ participant }) => participant))
    const found = new Map<string, string[]>()
    for (const id of [...named].slice(0, maxPartiesWithAlternatives)) {
      if (!nodes.has(id)) continue
      const others = participants.filter((one) => one.id !== id && named.has(one.id))
      const isGood = ({ lines }: RequiringNode) => {
        if (budget.isUsedUp) return false
        const { conflicts, isExhausted } = check([...others, { id, lines }])
        if (isExhausted) return false
        return !conflicts.some(
          ({ kind, severity, subject }) =>
            severity === 'breaks' || (kind === 'clash' && subject === conflict.subject),
        )
      }
      const good = (byNode.get(id) ?? []).filter(isGood).flatMap(({ version }) => version ?? [])
      found.set(id, good)
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
