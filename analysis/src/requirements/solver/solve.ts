import type { Budget } from './budget.ts'
import type { CandidateRules } from './candidates.ts'
import type { PackageIndex } from './package-index.ts'
import type { DirectRequirement, Unknown } from './participant.ts'
import { type Allowances, type Leaf, RequirementProblem } from './problem.ts'
import type { Solution } from './solver.ts'

export interface Pin {
  name: string
  version: string
  /** The index does not list it, or its metadata are missing. */
  isUnknown: boolean
}

export type Outcome =
  | { kind: 'solved'; pins: Pin[]; unknowns: Unknown[] }
  | { kind: 'impossible'; leaves: Leaf[] }
  /** The budget is used up. `pins` are the choices that were made until then. */
  | { kind: 'exhausted'; pins: Pin[]; unknowns: Unknown[] }

/** Chooses a version of every package that the requirements need, directly or not. */
export function solve(
  requirements: readonly DirectRequirement[],
  index: PackageIndex,
  rules: CandidateRules,
  budget: Budget,
): Outcome {
  const allowances: Allowances = new Map()
  for (;;) {
    const problem = new RequirementProblem(requirements, index, rules, { allowances, budget })
    const solution = problem.solver.run()
    const isFinal = solution.kind !== 'impossible' || budget.isUsedUp || !problem.allowWanted()
    if (isFinal) return toOutcome(problem, solution)
  }
}

function toOutcome(problem: RequirementProblem, solution: Solution<Leaf>): Outcome {
  if (solution.kind === 'impossible') return { kind: 'impossible', leaves: [...solution.leaves] }
  const pins: Pin[] = []
  const unknowns: Unknown[] = []
  for (const { candidates, place } of problem.chosenPackages(solution.chosen)) {
    const candidate = candidates.list[place]
    if (!candidate) continue
    const { name } = candidates
    const version = candidates.isUnknown ? '' : candidate.version.text
    const reason = candidates.isUnknown
      ? 'not_in_index'
      : candidate.isUnlisted
        ? 'version_not_in_index'
        : candidate.requires
          ? undefined
          : 'metadata_missing'
    pins.push({ name, version, isUnknown: reason !== undefined })
    if (reason) unknowns.push({ reason, subject: version ? `${name}==${version}` : name, requiredBy: '' })
    const unsure = problem.unsure.get(name) ?? []
    const lines = new Set(unsure.length > 0 ? candidate.requires : [])
    for (const { reason, line } of unsure)
      if (lines.has(line)) unknowns.push({ reason, subject: line.slice(0, 200), requiredBy: name })
  }
  pins.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { kind: solution.kind, pins, unknowns }
}
