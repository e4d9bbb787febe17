import type { Budget } from './budget.ts'

/**
 * PubGrub: version solving by conflict-driven clause learning. Source: the description by Natalie Weizenbaum.
 * Every variable has finitely many outcomes (its candidates, or "not installed"), so a term is a set of bits.
 */
export interface Variable<Leaf> {
  readonly name: string
  readonly universe: bigint
  readonly none: bigint
  /** Outcomes that are not ruled out. */
  left: bigint
  /** Only one outcome is left. */
  isSingle: boolean
  /** The chosen candidate. */
  chosen: number | undefined
  /** Places in the trail. */
  readonly trail: number[]
  readonly clauses: Clause<Leaf>[]
  /** How often it took part in a conflict: such variables are decided early. */
  conflicts: number
}

/** Not all of these terms can be true at once. */
export interface Clause<Leaf> {
  readonly terms: readonly Term<Leaf>[]
  /** A fact of the problem; or the two clauses that it follows from. */
  readonly origin: { leaf: Leaf } | { from: readonly [Clause<Leaf>, Clause<Leaf>] }
}

export interface Term<Leaf> {
  readonly variable: Variable<Leaf>
  readonly set: bigint
}

interface Step<Leaf> {
  variable: Variable<Leaf>
  before: bigint
  after: bigint
  /** The outcomes that the step alone allows. */
  said: bigint
  level: number
  /** Omitted for a decision. */
  cause?: Clause<Leaf>
}

/** Adds what a choice requires. Returns false if everything was there already. */
export interface Problem<Leaf> {
  expand(variable: Variable<Leaf>, candidate: number): boolean
  /** The best of these candidates. */
  choose(variable: Variable<Leaf>, left: bigint): number
}

export type Solution<Leaf> =
  | { kind: 'solved'; chosen: Map<Variable<Leaf>, number> }
  | { kind: 'impossible'; leaves: Set<Leaf> }
  | { kind: 'exhausted'; chosen: Map<Variable<Leaf>, number> }

/** Steps for comparing one item of a list. */
const perGlance = 1 / 16

export class Solver<Leaf> {
  readonly #problem: Problem<Leaf>
  readonly #budget: Budget
  readonly #variables: Variable<Leaf>[] = []
  readonly #trail: Step<Leaf>[] = []
  /** Variables that need a candidate, and have none yet. */
  readonly #open = new Set<Variable<Leaf>>()
  #level = 0
  /** Some of the open ones that had a single outcome left. */
  readonly #singles = new Queue<Variable<Leaf>>()
  /** Variables whose clauses must be checked again. */
  readonly #changed = new Queue<Variable<Leaf>>()
  #failed: Clause<Leaf> | undefined

  constructor(problem: Problem<Leaf>, budget: Budget) {
    this.#problem = problem
    this.#budget = budget
  }

  addVariable(name: string, universe: bigint, none: bigint): Variable<Leaf> {
    const variable: Variable<Leaf> = {
      name,
      universe,
      none,
      left: universe,
      isSingle: false,
      chosen: undefined,
      trail: [],
      clauses: [],
      conflicts: 0,
    }
    this.#variables.push(variable)
    return variable
  }

  /** Adds a fact. Terms that are always true are left out. */
  addFact(terms: readonly Term<Leaf>[], leaf: Leaf): void {
    this.#add({ terms: terms.filter(({ variable, set }) => set !== variable.universe), origin: { leaf } })
  }

  #add(clause: Clause<Leaf>): void {
    if (clause.terms.length === 0) this.#failed ??= clause
    for (const { variable } of clause.terms) {
      variable.clauses.push(clause)
      this.#changed.add(variable)
    }
  }

  run(): Solution<Leaf> {
    let prepared: Variable<Leaf> | undefined
    for (;;) {
      if (!this.#propagate()) return { kind: 'impossible', leaves: leavesOf(this.#failed) }
      if (this.#budget.isUsedUp) return { kind: 'exhausted', chosen: this.#chosen() }
      // A choice whose requirements were just added is made if they have not ruled it out.
      const next = prepared && this.#open.has(prepared) ? prepared : this.#nextUndecided()
      if (!next) return { kind: 'solved', chosen: this.#chosen() }
      const candidate = this.#problem.choose(next, next.left)
      // New facts may rule the choice out before it is made.
      prepared = this.#problem.expand(next, candidate) ? next : undefined
      if (!prepared) this.#decide(next, candidate)
    }
  }

  #chosen(): Map<Variable<Leaf>, number> {
    const chosen = new Map<Variable<Leaf>, number>()
    for (const variable of this.#variables)
      if (variable.chosen !== undefined) chosen.set(variable, variable.chosen)
    return chosen
  }

  /** Variables with one candidate left come first, then those that caused conflicts, then older ones. */
  #nextUndecided(): Variable<Leaf> | undefined {
    for (let next = this.#singles.take(); next; next = this.#singles.take())
      if (next.isSingle && this.#open.has(next)) return next
    let best: Variable<Leaf> | undefined
    for (const variable of this.#open) {
      this.#budget.spend(perGlance)
      if (variable.isSingle) return variable
      if (!best || variable.conflicts > best.conflicts) best = variable
    }
    return best
  }

  #decide(variable: Variable<Leaf>, candidate: number): void {
    this.#level++
    variable.chosen = candidate
    this.#push(variable, 1n << BigInt(candidate))
    this.#open.delete(variable)
  }

  #push(variable: Variable<Leaf>, said: bigint, cause?: Clause<Leaf>): void {
    const { left: before } = variable
    const after = before & said
    setLeft(variable, after)
    if ((before & variable.none) !== 0n && (after & variable.none) === 0n) this.#open.add(variable)
    if (variable.isSingle && this.#open.has(variable)) this.#singles.add(variable)
    variable.trail.push(this.#trail.length)
    this.#trail.push({ variable, before, after, said, level: this.#level, ...(cause ? { cause } : {}) })
    this.#changed.add(variable)
  }

  /** Draws all conclusions. Returns false if the problem has no solution. */
  #propagate(): boolean {
    while (!this.#failed) {
      const variable = this.#budget.isUsedUp ? undefined : this.#changed.take()
      if (!variable) return true
      const conflict = this.#propagateFrom(variable)
      if (!conflict) continue
      this.#changed.clear()
      const learned = this.#learn(conflict)
      if (!learned) return false
      if (learned === conflict) for (const { variable } of learned.terms) this.#changed.add(variable)
      else this.#add(learned)
    }
    return false
  }

  /** Returns a clause whose terms are all true. */
  #propagateFrom(variable: Variable<Leaf>): Clause<Leaf> | undefined {
    const { clauses } = variable
    // Clauses that are added meanwhile come with a change of their own.
    for (let i = clauses.length - 1; i >= 0; i--) {
      const clause = clauses[i] as Clause<Leaf>
      this.#budget.spend(Math.max(1, clause.terms.length * perGlance))
      const open = openTerm(clause)
      if (open === 'true') return clause
      if (open !== 'false') this.#push(open.variable, open.variable.universe & ~open.set, clause)
    }
    return undefined
  }

  /** Resolves a conflict until the clause shows which decision was wrong, or the budget is used up. Undefined if none was. */
  #learn(conflict: Clause<Leaf>): Clause<Leaf> | undefined {
    let clause = conflict
    for (;;) {
      this.#budget.spend(clause.terms.length)
      if (clause.terms.length === 0) {
        this.#failed = clause
        return undefined
      }
      const { step, term, level } = this.#lastStepOf(clause)
      term.variable.conflicts++
      if (!step.cause || level < step.level) {
        this.#backtrack(level)
        return clause
      }
      if (this.#budget.isUsedUp) return conflict
      clause = resolve(clause, step.cause, term.variable)
    }
  }

  /** The step that made the clause true, and the level where all else that it needs was known. */
  #lastStepOf(clause: Clause<Leaf>): { step: Step<Leaf>; term: Term<Leaf>; level: number } {
    let last = -1
    let term = clause.terms[0] as Term<Leaf>
    const places = clause.terms.map((one) => this.#placeOf(one, one.variable.universe))
    for (const [i, place] of places.entries())
      if (place > last) [last, term] = [place, clause.terms[i] as Term<Leaf>]
    const step = this.#trail[last] as Step<Leaf>
    let level = 0
    for (const [i, place] of places.entries()) {
      const earlier = place === last ? this.#placeOf(clause.terms[i] as Term<Leaf>, step.said) : place
      if (earlier >= 0) level = Math.max(level, this.#trail[earlier]?.level ?? 0)
    }
    return { step, term, level }
  }

  /** The first step that, with what is known already, makes a term true; −1 if nothing more is needed. */
  #placeOf({ variable, set }: Term<Leaf>, known: bigint): number {
    if ((known & ~set) === 0n) return -1
    for (const place of variable.trail) {
      this.#budget.spend(perGlance)
      const { after } = this.#trail[place] as Step<Leaf>
      if ((after & known & ~set) === 0n) return place
    }
    return -1
  }

  #backtrack(level: number): void {
    for (let step = this.#trail.at(-1); step && step.level > level; step = this.#trail.at(-1)) {
      this.#trail.pop()
      step.variable.trail.pop()
      setLeft(step.variable, step.before)
      if (!step.cause) step.variable.chosen = undefined
      if ((step.before & step.variable.none) !== 0n) this.#open.delete(step.variable)
      else if (!step.cause) this.#open.add(step.variable)
    }
    this.#level = level
    this.#changed.clear()
  }
}

/** Members in the order of their arrival, each once. A set's first member takes longer to find the more were deleted. */
class Queue<Member> {
  #members: Member[] = []
  #next = 0
  readonly #waiting = new Set<Member>()

  add(member: Member): void {
    if (this.#waiting.has(member)) return
    this.#waiting.add(member)
    this.#members.push(member)
  }

  take(): Member | undefined {
    const member = this.#members[this.#next++]
    if (member === undefined) this.clear()
    else this.#waiting.delete(member)
    return member
  }

  clear(): void {
    this.#members = []
    this.#next = 0
    this.#waiting.clear()
  }
}

function setLeft<Leaf>(variable: Variable<Leaf>, left: bigint): void {
  variable.left = left
  variable.isSingle = (left & (left - 1n)) === 0n
}

/** The only term that is not true yet; or whether all are true, or none can be concluded from it. */
function openTerm<Leaf>({ terms }: Clause<Leaf>): Term<Leaf> | 'true' | 'false' {
  let open: Term<Leaf> | undefined
  for (const term of terms) {
    const { left } = term.variable
    const common = left & term.set
    if (common === left) continue
    if (common === 0n || open) return 'false'
    open = term
  }
  return open ?? 'true'
}

/** Combines two clauses into one that holds for every outcome of the variable. */
function resolve<Leaf>(a: Clause<Leaf>, b: Clause<Leaf>, variable: Variable<Leaf>): Clause<Leaf> {
  const sets = new Map<Variable<Leaf>, bigint>()
  for (const { terms } of [a, b]) {
    for (const term of terms) {
      const known = sets.get(term.variable)
      if (known === undefined) sets.set(term.variable, term.set)
      else sets.set(term.variable, term.variable === variable ? known | term.set : known & term.set)
    }
  }
  const terms = [...sets].flatMap(([one, set]) => (set === one.universe ? [] : [{ variable: one, set }]))
  return { terms, origin: { from: [a, b] } }
}

/** The facts that a clause follows from. */
function leavesOf<Leaf>(clause: Clause<Leaf> | undefined): Set<Leaf> {
  const leaves = new Set<Leaf>()
  const seen = new Set<Clause<Leaf>>()
  const waiting = clause ? [clause] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if ('leaf' in next.origin) leaves.add(next.origin.leaf)
    else waiting.push(...next.origin.from)
  }
  return leaves
}
