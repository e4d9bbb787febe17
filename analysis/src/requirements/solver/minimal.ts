import type { Budget } from './budget.ts'
import type { CandidateRules } from './candidates.ts'
import type { PackageIndex } from './package-index.ts'
import type { DirectRequirement } from './participant.ts'
import type { Leaf } from './problem.ts'
import { type Outcome, solve } from './solve.ts'

/** Participants that cannot be together, while each of them can be left out to make the rest possible. */
export interface Contradiction {
  participants: string[]
  leaves: Leaf[]
}

/** Cores above this size are only reduced, not searched for a smaller contradiction in them. */
const maxSearched = 12

/** Finds contradictions among participants of one problem, all with one budget. */
export class ContradictionFinder {
  readonly #byParticipant: ReadonlyMap<string, readonly DirectRequirement[]>
  readonly #solve: (requirements: readonly DirectRequirement[]) => Outcome

  constructor(
    requirements: readonly DirectRequirement[],
    index: PackageIndex,
    rules: CandidateRules,
    budget: Budget,
  ) {
    this.#byParticipant = Map.groupBy(requirements, ({ participant }) => participant)
    this.#solve = (some) => solve(some, index, rules, budget)
  }

  solve(participants: Iterable<string>): Outcome {
    return this.#solve([...participants].flatMap((id) => this.#byParticipant.get(id) ?? []))
  }

  /** Reduces the participants that `leaves` name to a smallest contradiction. Undefined if the budget is used up. */
  reduce(leaves: readonly Leaf[]): Contradiction | undefined {
    const core = participantsIn(leaves)
    const found = this.#smallest(core) ?? this.#reduced({ participants: core, leaves: [...leaves] })
    return found && this.#withNeededLines(found)
  }

  /** Leaves out stated lines without which the participants still contradict each other. */
  #withNeededLines(found: Contradiction): Contradiction {
    let { leaves } = found
    const stated = linesIn(leaves)
    if (stated.length > maxSearched) return found
    for (const line of stated) {
      const lines = linesIn(leaves)
      if (!lines.includes(line)) continue
      const outcome = this.#solve(lines.filter((one) => one !== line))
      if (outcome.kind === 'impossible') leaves = outcome.leaves
    }
    return { ...found, leaves }
  }

  /** Tries single participants, then pairs. */
  #smallest(core: readonly string[]): Contradiction | undefined {
    if (core.length > maxSearched) return undefined
    const singles = core.map((id) => [id])
    const pairs = core.flatMap((id, i) => core.slice(i + 1).map((other) => [id, other]))
    for (const participants of [...singles, ...pairs]) {
      if (participants.length === core.length && core.length > 2) continue
      const outcome = this.solve(participants)
      if (outcome.kind === 'impossible') return { participants, leaves: outcome.leaves }
    }
    return undefined
  }

  /** Leaves one participant out after the other, for as long as the rest contradicts itself. */
  #reduced(found: Contradiction): Contradiction | undefined {
    let contradiction = found
    for (const id of found.participants) {
      if (!contradiction.participants.includes(id)) continue
      const outcome = this.solve(contradiction.participants.filter((one) => one !== id))
      if (outcome.kind === 'exhausted') return undefined
      if (outcome.kind === 'impossible')
        contradiction = { participants: participantsIn(outcome.leaves), leaves: outcome.leaves }
    }
    return contradiction
  }
}

const linesIn = (leaves: readonly Leaf[]): DirectRequirement[] => [
  ...new Set(leaves.flatMap((leaf) => (leaf.kind === 'direct' ? [leaf.requirement] : []))),
]

/** In the order of their first lines. */
function participantsIn(leaves: readonly Leaf[]): string[] {
  const found = new Set<string>()
  for (const leaf of leaves) if (leaf.kind === 'participant') found.add(leaf.participant)
  for (const leaf of leaves) if (leaf.kind === 'direct') found.add(leaf.requirement.participant)
  return [...found]
}
