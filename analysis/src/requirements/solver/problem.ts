import { evaluateMarker, type MarkerEnvironment } from '../marker.ts'
import { contains, namesPrerelease, placesIn, type Specifier, type VersionRange } from '../ranges.ts'
import type { Requirement } from '../requirement.ts'
import { compareVersions, readVersion, type Version } from '../versions.ts'
import type { Budget } from './budget.ts'
import {
  type Allowance,
  type CandidateRules,
  type Candidates,
  candidatesOf,
  type Exclusion,
  sharedCandidates,
  sortedVersions,
} from './candidates.ts'
import { environmentOf } from './machine.ts'
import type { PackageIndex } from './package-index.ts'
import { allowsPrereleases, type DirectRequirement, pinOf } from './participant.ts'
import { rangeOfSpecifiers, readLine } from './requires.ts'
import { type Problem, Solver, type Term, type Variable } from './solver.ts'

/** A fact that a contradiction can rest on. */
export type Leaf =
  | { kind: 'participant'; participant: string }
  | { kind: 'direct'; requirement: DirectRequirement; target: Candidates }
  /** `parents` are the versions with this line in their metadata. */
  | { kind: 'requires'; of: Candidates; parents: bigint; line: string; target: Candidates }
  | { kind: 'extra'; name: string }

/** Allowances by package. They grow while there is no solution. */
export type Allowances = Map<string, Allowance>

const isInstalled = 1n
const isNotInstalled = 2n
/** Steps for parts of the preparation, measured by their CPU time. */
const [perRequirement, perCut, perVersion, perGlance] = [4, 2, 4, 1 / 4]
/** Extras of one package that are told apart. */
const separator = '['

/** Requirements of participants over an index, as a problem for the solver. */
export class RequirementProblem implements Problem<Leaf> {
  readonly solver: Solver<Leaf>
  /** Lines of chosen versions that could not be read or decided. */
  readonly unsure = new Map<string, { reason: 'unreadable_line' | 'undecided_marker'; line: string }[]>()
  readonly #index: PackageIndex
  readonly #budget: Budget
  readonly #rules: CandidateRules
  readonly #environment: MarkerEnvironment
  readonly #allowances: Allowances
  /** Packages that come from a URL, whose metadata are unknown. */
  readonly #opaque: ReadonlySet<string>
  readonly #candidates = new Map<string, Candidates>()
  readonly #shared: Map<string, Candidates>
  readonly #packages = new Map<string, { variable: Variable<Leaf>; candidates: Candidates; extra: string }>()
  readonly #byVariable = new Map<Variable<Leaf>, { candidates: Candidates; extra: string }>()
  readonly #expanded = new Map<Variable<Leaf>, bigint>()
  readonly #wanted: { name: string; prereleases?: true; yanked?: string; unlisted?: string }[] = []
  readonly #linesDone = new Map<Variable<Leaf>, Set<string>>()

  constructor(
    requirements: readonly DirectRequirement[],
    index: PackageIndex,
    rules: CandidateRules,
    { allowances, budget }: { allowances: Allowances; budget: Budget },
  ) {
    this.#index = index
    this.#budget = budget
    this.#shared = sharedCandidates(index, rules)
    this.#rules = rules
    this.#environment = environmentOf(rules.machine)
    this.#allowances = allowances
    this.#opaque = new Set(
      requirements.flatMap(({ url, specifiers, name }) => (url && specifiers.length === 0 ? [name] : [])),
    )
    this.solver = new Solver<Leaf>(this, budget)
    for (const requirement of requirements) this.#allowDirect(requirement)
    this.#addParticipants(requirements)
  }

  #addParticipants(requirements: readonly DirectRequirement[]): void {
    for (const [participant, all] of Map.groupBy(requirements, (one) => one.participant)) {
      const variable = this.solver.addVariable(participant, isInstalled | isNotInstalled, isNotInstalled)
      this.solver.addFact([{ variable, set: isNotInstalled }], { kind: 'participant', participant })
      for (const requirement of all) this.#addDirect({ variable, set: isInstalled }, requirement)
    }
  }

  #addDirect(parent: Term<Leaf>, requirement: DirectRequirement): void {
    const { name, range, extras, stated } = requirement
    this.#budget.spend(perRequirement + range.cuts.length * perCut)
    for (const extra of ['', ...extras]) {
      const { variable, candidates } = this.#packageOf(name, extra)
      const leaf: Leaf = { kind: 'direct', requirement, target: candidates }
      const outside = (stated.isConstraint ? candidates.all : variable.universe) & ~candidates.maskOf(range)
      if (outside !== 0n) this.solver.addFact([parent, { variable, set: outside }], leaf)
    }
  }

  candidatesOf(variable: Variable<Leaf>): { candidates: Candidates; extra: string } | undefined {
    return this.#byVariable.get(variable)
  }

  /** Packages without their extras, by name. */
  *chosenPackages(
    chosen: ReadonlyMap<Variable<Leaf>, number>,
  ): Generator<{ candidates: Candidates; place: number }> {
    for (const [variable, place] of chosen) {
      const known = this.#byVariable.get(variable)
      if (known && known.extra === '') yield { candidates: known.candidates, place }
    }
  }

  choose(variable: Variable<Leaf>, left: bigint): number {
    const known = this.#byVariable.get(variable)
    if (!known) return 0
    const base = known.extra === '' ? undefined : this.#packages.get(known.candidates.name)?.variable.chosen
    if (base !== undefined && (left >> BigInt(base)) & 1n) return base
    const { preference } = known.candidates
    const best = preference.findIndex((place) => (left >> BigInt(place)) & 1n)
    this.#budget.spend(Math.max(best, 0) * perGlance)
    return preference[best] ?? 0
  }

  expand(variable: Variable<Leaf>, candidate: number): boolean {
    const known = this.#byVariable.get(variable)
    const bit = 1n << BigInt(candidate)
    const done = this.#expanded.get(variable) ?? 0n
    if (!known || (done & bit) !== 0n) return false
    this.#expanded.set(variable, done | bit)
    const { candidates, extra } = known
    if (extra !== '') this.#tieToBase(variable, candidates, bit)
    const lines = this.#linesDone.get(variable) ?? new Set<string>()
    this.#linesDone.set(variable, lines)
    for (const line of candidates.list[candidate]?.requires ?? []) {
      if (lines.has(line)) continue
      lines.add(line)
      this.#addLine(variable, known, line)
    }
    return true
  }

  /** A package with an extra has the version of the package without it. */
  #tieToBase(variable: Variable<Leaf>, candidates: Candidates, bit: bigint): void {
    const base = this.#packageOf(candidates.name, '').variable
    this.solver.addFact(
      [
        { variable, set: bit },
        { variable: base, set: base.universe & ~bit },
      ],
      { kind: 'extra', name: candidates.name },
    )
  }

  #addLine(
    parent: Variable<Leaf>,
    { candidates, extra }: { candidates: Candidates; extra: string },
    line: string,
  ): void {
    const read = readLine(line)
    this.#budget.spend(perRequirement)
    if ('problem' in read) {
      this.#noteUnsure(candidates.name, 'unreadable_line', line)
      return
    }
    const { requirement } = read
    const applies = this.#applies(requirement, extra)
    if (applies === undefined) this.#noteUnsure(candidates.name, 'undecided_marker', line)
    if (applies !== true) return
    const range = requirement.url === undefined ? rangeOfSpecifiers(requirement.specifiers) : undefined
    if (range) this.#noteWanted(requirement.name, requirement.specifiers, range)
    const parents = candidates.withLine(line)
    for (const asked of ['', ...requirement.extras]) {
      const { variable, candidates: target } = this.#packageOf(requirement.name, asked)
      const outside = variable.universe & ~(range ? target.maskOf(range) : target.all)
      const leaf: Leaf = { kind: 'requires', of: candidates, parents, line, target }
      if (variable === parent) this.#forbid({ variable, set: parents & outside }, leaf)
      else
        this.solver.addFact(
          [
            { variable: parent, set: parents },
            { variable, set: outside },
          ],
          leaf,
        )
    }
  }

  /** A package can require itself, of another version even. */
  #forbid(term: Term<Leaf>, leaf: Leaf): void {
    if (term.set !== 0n) this.solver.addFact([term], leaf)
  }

  #noteUnsure(name: string, reason: 'unreadable_line' | 'undecided_marker', line: string): void {
    const notes = this.unsure.get(name) ?? []
    notes.push({ reason, line })
    this.unsure.set(name, notes)
  }

  /** A line for an extra does not count without it; one that counts without extras belongs to the package itself. */
  #applies({ marker }: Requirement, extra: string): boolean | undefined {
    if (!marker) return extra === ''
    const plain = evaluateMarker(marker, this.#environment)
    if (extra === '') return plain
    return plain === false ? evaluateMarker(marker, this.#environment, extra) : false
  }

  #packageOf(name: string, extra: string) {
    const key = extra === '' ? name : `${name}${separator}${extra}]`
    const known = this.#packages.get(key)
    if (known) return known
    const candidates = this.#candidates.get(name) ?? this.#readCandidates(name)
    const variable = this.solver.addVariable(key, candidates.universe, candidates.none)
    const added = { variable, candidates, extra }
    this.#packages.set(key, added)
    this.#byVariable.set(variable, added)
    return added
  }

  #readCandidates(name: string): Candidates {
    const allowance = this.#allowances.get(name)
    const indexed = this.#opaque.has(name) ? undefined : this.#index.find(name)
    const isShared = indexed !== undefined && allowance === undefined
    const known = isShared ? this.#shared.get(name) : undefined
    if (!known) this.#budget.spend((indexed?.versions.length ?? 1) * perVersion)
    const candidates = known ?? candidatesOf(name, indexed, this.#rules, allowance)
    if (isShared) this.#shared.set(name, candidates)
    this.#candidates.set(name, candidates)
    return candidates
  }

  #allowanceOf(name: string): Allowance {
    const known = this.#allowances.get(name)
    if (known) return known
    const allowance = { prereleases: false, yanked: new Set<string>(), unlisted: new Set<string>() }
    this.#allowances.set(name, allowance)
    return allowance
  }

  /** Runs before any package is read. */
  #allowDirect(requirement: DirectRequirement): void {
    const { name, specifiers, range, url } = requirement
    if (allowsPrereleases(requirement)) this.#allowanceOf(name).prereleases = true
    const pin = pinOf(specifiers)
    if (pin !== undefined) this.#allowanceOf(name).yanked.add(pin)
    const missing = this.#missingVersion(name, specifiers, range)
    if (missing !== undefined && (url || this.#index.find(name)))
      this.#allowanceOf(name).unlisted.add(missing)
  }

  /** Notes which further candidates metadata name. They count only if there is no solution without them. */
  #noteWanted(name: string, specifiers: readonly Specifier[], range: VersionRange): void {
    const { candidates } = this.#packageOf(name, '')
    if (candidates.isUnknown) return
    const known = this.#allowances.get(name)
    this.#budget.spend(range.cuts.length * perCut)
    const isExcluded = (reason: Exclusion) => {
      this.#budget.spend(candidates.excluded.length * perGlance)
      return candidates.excluded.some(({ version, why }) => why === reason && contains(range, version))
    }
    if (!known?.prereleases && specifiers.some(namesPrerelease) && isExcluded('prerelease'))
      this.#wanted.push({ name, prereleases: true })
    const pin = pinOf(specifiers)
    if (pin !== undefined && !known?.yanked.has(pin) && isExcluded('yanked'))
      this.#wanted.push({ name, yanked: pin })
    if (candidates.maskOf(range) !== 0n) return
    const unlisted = this.#missingVersion(name, specifiers, range)
    if (unlisted !== undefined && !known?.unlisted.has(unlisted)) this.#wanted.push({ name, unlisted })
  }

  /** Allows what was wanted. Returns false if nothing was. */
  allowWanted(): boolean {
    for (const { name, prereleases, yanked, unlisted } of this.#wanted) {
      const allowance = this.#allowanceOf(name)
      if (prereleases) allowance.prereleases = true
      if (yanked !== undefined) allowance.yanked.add(yanked)
      if (unlisted !== undefined) allowance.unlisted.add(unlisted)
    }
    return this.#wanted.length > 0
  }

  /**
   * A version that fits and that the index cannot know: one with a label, which other indexes have, or one above all
   * versions that it lists.
   */
  #missingVersion(name: string, specifiers: readonly Specifier[], range: VersionRange): string | undefined {
    const indexed = this.#index.find(name)
    if (!indexed) return undefined
    const known = sortedVersions(indexed)
    if (!placesIn(range, known).next().done) return undefined
    const newest = known.at(-1)?.version
    const named = specifiers.flatMap(({ version }) => readVersion(version.replace(/\.\*$/, '')) ?? [])
    return named.find((one) => isBeyond(one, newest) && contains(range, one))?.text
  }
}

const isBeyond = (version: Version, newest: Version | undefined): boolean =>
  version.key.local.length > 0 || !newest || compareVersions(version, newest) > 0
