import { contains, everything, placesIn, type VersionRange } from '../ranges.ts'
import { compareVersions, readVersion, type Version } from '../versions.ts'
import { fullPython, type Machine, wheelFits } from './machine.ts'
import type { IndexedPackage, IndexedVersion, PackageIndex } from './package-index.ts'
import { rangeOfText } from './requires.ts'

/** A version that can be chosen. */
export interface Candidate {
  version: Version
  /** Undefined if its metadata are not known. */
  requires: readonly string[] | undefined
  isYanked: boolean
  /** The index does not list it: a build with a label, a newer version, or a package that is not in the index. */
  isUnlisted: boolean
}

export type Exclusion = 'python' | 'no_build' | 'too_new' | 'yanked' | 'prerelease'

/** The machine and the dates that decide which versions can be chosen. */
export interface CandidateRules {
  machine: Machine
  /** Only files uploaded before this time count. */
  uploadedBefore?: Date
}

/** Versions that requirements allow although they are usually left out. */
export interface Allowance {
  prereleases: boolean
  /** Versions in their normal form. */
  yanked: Set<string>
  unlisted: Set<string>
}

/**
 * The versions of a package that can be chosen, the lowest first. Sets of them are bits of a bigint. One bit more stands
 * for "not installed".
 */
export class Candidates {
  readonly name: string
  readonly list: readonly Candidate[]
  readonly excluded: readonly { version: Version; why: Exclusion }[]
  /** The index has no such package. */
  readonly isUnknown: boolean
  readonly none: bigint
  /** All candidates. */
  readonly all: bigint
  /** All candidates, and "not installed". */
  readonly universe: bigint
  /** Places in `list`, the best first. */
  readonly preference: readonly number[]
  readonly #masks = new Map<VersionRange, bigint>()
  #byLine: Map<string, bigint> | undefined

  constructor(
    name: string,
    list: readonly Candidate[],
    excluded: Candidates['excluded'] = [],
    isUnknown = false,
  ) {
    this.name = name
    this.list = list
    this.excluded = excluded
    this.isUnknown = isUnknown
    this.none = 1n << BigInt(list.length)
    this.all = this.none - 1n
    this.universe = this.none | this.all
    this.preference = preferenceOf(list)
  }

  /** The candidates in a range. Every range has a version of an unknown package. */
  maskOf(range: VersionRange): bigint {
    if (this.isUnknown || range === everything) return this.all
    const known = this.#masks.get(range)
    if (known !== undefined) return known
    const mask = this.#maskOf(range)
    if (this.#masks.size >= maxMasks) this.#masks.clear()
    this.#masks.set(range, mask)
    return mask
  }

  #maskOf(range: VersionRange): bigint {
    let mask = 0n
    for (const [from, before] of placesIn(range, this.list))
      mask |= (1n << BigInt(before)) - (1n << BigInt(from))
    return mask
  }

  /** The candidates with the same line in their metadata. */
  withLine(line: string): bigint {
    this.#byLine ??= this.#groupByLine()
    return this.#byLine.get(line) ?? 0n
  }

  #groupByLine(): Map<string, bigint> {
    const byList = new Map<readonly string[], bigint>()
    for (const [i, { requires }] of this.list.entries())
      if (requires) byList.set(requires, (byList.get(requires) ?? 0n) | (1n << BigInt(i)))
    const byLine = new Map<string, bigint>()
    for (const [requires, mask] of byList)
      for (const line of requires) byLine.set(line, (byLine.get(line) ?? 0n) | mask)
    return byLine
  }
}

const maxMasks = 1000
const keptRules = 4
const shared = new WeakMap<PackageIndex, Map<string, Map<string, Candidates>>>()

/** Candidates of packages without special allowances, by package. Cached for the last few rules. */
export function sharedCandidates(
  index: PackageIndex,
  { machine, uploadedBefore }: CandidateRules,
): Map<string, Candidates> {
  const { python, os, architecture } = machine
  const key = `${python} ${os} ${architecture} ${uploadedBefore?.getTime() ?? ''}`
  const byRules = shared.get(index) ?? new Map<string, Map<string, Candidates>>()
  shared.set(index, byRules)
  const known = byRules.get(key) ?? new Map<string, Candidates>()
  // The last one used is the last one forgotten.
  byRules.delete(key)
  byRules.set(key, known)
  const [oldest] = byRules.keys()
  if (byRules.size > keptRules && oldest !== undefined) byRules.delete(oldest)
  return known
}

/** Newer ones first; pre-releases and yanked ones only if nothing else is left. */
function preferenceOf(list: readonly Candidate[]): number[] {
  const rank = ({ version, isYanked }: Candidate) => Number(version.isPrerelease) + 2 * Number(isYanked)
  return [...list.keys()].reverse().sort((a, b) => rank(list[a] as Candidate) - rank(list[b] as Candidate))
}

export function candidatesOf(
  name: string,
  indexed: IndexedPackage | undefined,
  rules: CandidateRules,
  allowance: Allowance | undefined,
): Candidates {
  if (!indexed) return new Candidates(name, [unlisted('0')], [], true)
  const excluded: { version: Version; why: Exclusion }[] = []
  const usable: { version: Version; indexed: IndexedVersion }[] = []
  for (const { version, indexed: one } of sortedVersions(indexed)) {
    const why = whyNot(one, rules)
    if (why) excluded.push({ version, why })
    else if (one.isYanked && !allowance?.yanked.has(version.text)) excluded.push({ version, why: 'yanked' })
    else usable.push({ version, indexed: one })
  }
  const allowsAll = allowance?.prereleases === true || usable.every(({ version }) => version.isPrerelease)
  const list: Candidate[] = []
  for (const { version, indexed: one } of usable) {
    if (version.isPrerelease && !allowsAll) excluded.push({ version, why: 'prerelease' })
    else list.push({ version, requires: one.requires, isYanked: one.isYanked === true, isUnlisted: false })
  }
  for (const text of allowance?.unlisted ?? []) list.push(unlisted(text))
  return new Candidates(
    name,
    list.sort((a, b) => compareVersions(a.version, b.version)),
    excluded,
  )
}

function unlisted(text: string): Candidate {
  const version = readVersion(text) as Version
  return { version, requires: undefined, isYanked: false, isUnlisted: true }
}

const sorted = new WeakMap<IndexedPackage, { version: Version; indexed: IndexedVersion }[]>()

/** Sorts versions in ascending order. Leaves out those that PEP 440 does not allow, as installers do. */
export function sortedVersions(indexed: IndexedPackage): { version: Version; indexed: IndexedVersion }[] {
  const known = sorted.get(indexed)
  if (known) return known
  const versions = indexed.versions.flatMap((one) => {
    const version = readVersion(one.version)
    return version ? [{ version, indexed: one }] : []
  })
  versions.sort((a, b) => compareVersions(a.version, b.version))
  sorted.set(indexed, versions)
  return versions
}

function whyNot(
  { requiresPython, uploadedAt, wheels, hasSource }: IndexedVersion,
  { machine, uploadedBefore }: CandidateRules,
): Exclusion | undefined {
  if (requiresPython && !fitsPython(requiresPython, machine.python)) return 'python'
  // A version whose age is unknown cannot be shown to be old enough.
  if (uploadedBefore && !(uploadedAt && Date.parse(uploadedAt) < uploadedBefore.getTime())) return 'too_new'
  if (!wheels || hasSource) return undefined
  return wheels.some((tag) => fitsWheel(tag, machine)) ? undefined : 'no_build'
}

function fitsPython(range: string, python: string): boolean {
  const version = readVersion(fullPython(python))
  const accepted = rangeOfText(range)
  // Installers ignore what they cannot read.
  return !version || !accepted || contains(accepted, version)
}

const wheelAnswers = new Map<string, boolean>()

function fitsWheel(tag: string, machine: Machine): boolean {
  const key = `${tag} ${machine.python} ${machine.os} ${machine.architecture}`
  const known = wheelAnswers.get(key)
  if (known !== undefined) return known
  const fits = wheelFits(tag, machine)
  if (wheelAnswers.size > 20_000) wheelAnswers.clear()
  wheelAnswers.set(key, fits)
  return fits
}
