import { contains } from '../ranges.ts'
import { Budget } from './budget.ts'
import type { CandidateRules, Exclusion } from './candidates.ts'
import { clashes, foreignBuilds } from './clashes.ts'
import { directConflicts, namedIn, perNamedLine } from './direct.ts'
import { environmentOf } from './machine.ts'
import { type Contradiction, ContradictionFinder } from './minimal.ts'
import type { PackageIndex } from './package-index.ts'
import {
  type DirectRequirement,
  type Participant,
  readParticipants,
  type StatedLine,
  type Unknown,
} from './participant.ts'
import type { Leaf } from './problem.ts'
import { rangeOfSpecifiers, readLine } from './requires.ts'
import type { Outcome, Pin } from './solve.ts'

interface CheckInput {
  participants: readonly Participant[]
  /** Without one, nothing beyond the stated lines is known. */
  index?: PackageIndex
  rules: CandidateRules
  /** Default: {@link usualSteps}. */
  budget?: Budget
}

/** Steps of one check. Planning 60 packs takes some 100,000. */
export const usualSteps = 3_000_000
/** Further conflicts are left out. */
const maxConflicts = 50
/** Further gaps are left out. */
const maxUnknowns = 1000
/** Steps for a version whose facts a conflict looks up. */
const perVersion = 1 / 4

/**
 * `conflict`: something does not work. `unknown`: nothing speaks against it, but not all is known. `risky`: all is known,
 * and something may not work.
 */
export type Verdict = 'fine' | 'risky' | 'conflict' | 'unknown'

export interface Conflict {
  /** `direct`: seen in the stated lines alone. `solver`: with what packages require. */
  kind: 'direct' | 'clash' | 'machine' | 'solver'
  severity: 'breaks' | 'risky'
  /** The package or the library that it is about. */
  subject: string
  parties: { participant: string; lines: StatedLine[] }[]
  /** Requirements of packages that connect the lines, starting at the stated packages. */
  steps: ConflictStep[]
  /** Requirements without a version that can be chosen, and why those that fit cannot. */
  dead_ends: DeadEnd[]
}

interface ConflictStep {
  package: string
  /** The versions with this requirement. */
  lowest: string
  highest: string
  count: number
  requires: string
}

interface DeadEnd {
  package: string
  requirement: string
  reasons: { reason: Exclusion; versions: number }[]
}

export interface CheckResult {
  verdict: Verdict
  conflicts: Conflict[]
  /** A choice that meets all requirements, if there is one; all choices so far if the budget was used up. */
  pins: Pin[]
  unknowns: Unknown[]
  /** The budget did not suffice. */
  isExhausted: boolean
}

/** Checks whether everything that participants ask for can be installed together. */
export function checkRequirements({
  participants,
  index,
  rules,
  budget = new Budget(usualSteps),
}: CheckInput): CheckResult {
  const { requirements, wrongPython, unknowns } = readParticipants(
    participants,
    environmentOf(rules.machine),
    budget,
  )
  const direct = directConflicts(requirements, budget, maxConflicts)
  const conflicts = [
    ...wrongPython.map(toWrongPython),
    ...direct.map(toDirect),
    ...known(requirements, rules),
  ].slice(0, maxConflicts)
  let isExhausted = conflicts.length === maxConflicts || budget.isUsedUp
  if (!index) return conclude({ conflicts, pins: [], unknowns, isExhausted, hasIndex: false })
  const finder = new ContradictionFinder(requirements, index, rules, budget)
  const left = new Set(requirements.map(({ participant }) => participant))
  for (const {
    participants: [...ids],
  } of direct)
    dropOne(left, ids)
  let outcome = finder.solve(left)
  while (outcome.kind === 'impossible' && conflicts.length < maxConflicts) {
    const found = finder.reduce(outcome.leaves)
    isExhausted ||= found === undefined
    const contradiction = found ?? { participants: namesOf(outcome), leaves: outcome.leaves }
    conflicts.push(toConflict(contradiction, requirements, budget))
    isExhausted ||= budget.isUsedUp
    if (!dropOne(left, contradiction.participants)) break
    outcome = finder.solve(left)
  }
  isExhausted ||= outcome.kind === 'exhausted' || conflicts.length === maxConflicts
  const pins = outcome.kind === 'impossible' ? [] : outcome.pins
  const ofPins = outcome.kind === 'impossible' ? [] : outcome.unknowns
  return conclude({ conflicts, pins, unknowns: [...unknowns, ...ofPins], isExhausted, hasIndex: true })
}

function conclude({
  hasIndex,
  ...result
}: Omit<CheckResult, 'verdict'> & { hasIndex: boolean }): CheckResult {
  const unknowns = result.unknowns.slice(0, maxUnknowns)
  const isExhausted = result.isExhausted || result.unknowns.length > maxUnknowns
  const isCertain = hasIndex && unknowns.length === 0 && !isExhausted
  return { verdict: verdictOf(result.conflicts, isCertain), ...result, unknowns, isExhausted }
}

/** Sums up conflicts. Without any, a verdict is `fine` only if nothing is missing. */
export function verdictOf(conflicts: readonly Pick<Conflict, 'severity'>[], isCertain: boolean): Verdict {
  if (conflicts.some(({ severity }) => severity === 'breaks')) return 'conflict'
  if (conflicts.length > 0) return 'risky'
  return isCertain ? 'fine' : 'unknown'
}

/** Leaves out the last one that is still there. */
function dropOne(left: Set<string>, participants: readonly string[]): boolean {
  if (!participants.every((id) => left.has(id))) return true
  const last = participants.at(-1)
  return last !== undefined && left.delete(last)
}

const namesOf = ({ leaves }: Extract<Outcome, { kind: 'impossible' }>): string[] => [
  ...new Set(leaves.flatMap((leaf) => (leaf.kind === 'participant' ? [leaf.participant] : []))),
]

function known(requirements: readonly DirectRequirement[], { machine }: CandidateRules): Conflict[] {
  const foreign = foreignBuilds(requirements, machine)
  const [kind, severity] = ['machine', 'risky'] as const
  return [
    ...clashes(requirements).map(({ library, severity, requirements }) =>
      stated({ kind: 'clash', severity, subject: library }, requirements),
    ),
    ...foreign.map((one) => stated({ kind, severity, subject: one.name }, [one])),
  ]
}

const toWrongPython = ({ participant, stated }: { participant: string; stated: StatedLine }): Conflict => ({
  kind: 'machine',
  severity: 'breaks',
  subject: 'python',
  parties: [{ participant, lines: [stated] }],
  steps: [],
  dead_ends: [],
})

const toDirect = ({ package: subject, requirements }: ReturnType<typeof directConflicts>[number]): Conflict =>
  stated({ kind: 'direct', severity: 'breaks', subject }, requirements)

function stated(
  what: Pick<Conflict, 'kind' | 'severity' | 'subject'>,
  requirements: readonly DirectRequirement[],
): Conflict {
  return { ...what, parties: partiesOf(requirements), steps: [], dead_ends: [] }
}

function partiesOf(requirements: readonly DirectRequirement[]): Conflict['parties'] {
  const byParticipant = Map.groupBy(requirements, ({ participant }) => participant)
  return [...byParticipant].map(([participant, all]) => ({
    participant,
    lines: [...new Set(all.map((one) => one.stated))],
  }))
}

function toConflict({ leaves }: Contradiction, all: readonly DirectRequirement[], budget: Budget): Conflict {
  const named = new Set(leaves.flatMap((leaf) => (leaf.kind === 'direct' ? [leaf.requirement] : [])))
  const steps = stepsOf(leaves, budget)
  return {
    kind: 'solver',
    severity: 'breaks',
    subject: subjectOf(leaves),
    parties: partiesOf(
      namedIn(
        all.filter((one) => named.has(one)),
        budget,
      ),
    ),
    steps,
    dead_ends: leaves.flatMap((leaf) => (budget.isUsedUp ? [] : deadEndOf(leaf, budget))),
  }
}

/** The package that most facts of the contradiction are about. */
function subjectOf(leaves: readonly Leaf[]): string {
  const counts = new Map<string, number>()
  for (const leaf of leaves) {
    if (!('target' in leaf)) continue
    counts.set(leaf.target.name, (counts.get(leaf.target.name) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** Packages that are stated come first, then what they require. */
function stepsOf(leaves: readonly Leaf[], budget: Budget): ConflictStep[] {
  const byName = Map.groupBy(
    leaves.filter((leaf) => leaf.kind === 'requires'),
    ({ of }) => of.name,
  )
  const reached = new Set(leaves.flatMap((leaf) => (leaf.kind === 'direct' ? [leaf.target.name] : [])))
  const steps: ConflictStep[] = []
  // The set grows while it is walked.
  for (const name of reached) {
    for (const leaf of byName.get(name) ?? []) {
      if (budget.isUsedUp) return steps
      budget.spend(perNamedLine + leaf.of.list.length * perVersion)
      steps.push(toStep(leaf))
      reached.add(leaf.target.name)
    }
  }
  return steps
}

function toStep({ of, parents, line }: Extract<Leaf, { kind: 'requires' }>): ConflictStep {
  const bits = parents.toString(2)
  const versions = of.list.filter((_, i) => bits.at(-1 - i) === '1').map(({ version }) => version.text)
  const [lowest = '', highest = lowest] = [versions[0], versions.at(-1)]
  return { package: of.name, lowest, highest, count: versions.length, requires: line }
}

function deadEndOf(leaf: Leaf, budget: Budget): DeadEnd[] {
  if (!('target' in leaf)) return []
  const { target } = leaf
  const text = leaf.kind === 'direct' ? leaf.requirement.stated.text : leaf.line
  const range = leaf.kind === 'direct' ? leaf.requirement.range : rangeOfLine(leaf.line)
  if (!range || target.maskOf(range) !== 0n) return []
  budget.spend(perNamedLine + target.excluded.length * perVersion)
  const counts = new Map<Exclusion, number>()
  for (const { version, why } of target.excluded)
    if (contains(range, version)) counts.set(why, (counts.get(why) ?? 0) + 1)
  const reasons = [...counts].map(([reason, versions]) => ({ reason, versions }))
  return [{ package: target.name, requirement: text, reasons }]
}

function rangeOfLine(line: string) {
  const read = readLine(line)
  return 'requirement' in read ? rangeOfSpecifiers(read.requirement.specifiers) : undefined
}
