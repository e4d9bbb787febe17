import { compareKeys, readVersion, type Version, type VersionKey, withoutZeros } from './versions.ts'

/** A set of versions, as the places of the version order where it begins and ends in turns. */
export interface VersionRange {
  /** Whether the lowest versions belong to it. */
  startsInside: boolean
  cuts: readonly Cut[]
}

/** A place directly before or after a key. */
interface Cut {
  key: VersionKey
  isAfter: boolean
}

export interface Specifier {
  operator: Operator
  /** The version as written; a prefix ends in `.*`. */
  version: string
}

export const operators = ['===', '~=', '==', '!=', '<=', '>=', '<', '>'] as const
export type Operator = (typeof operators)[number]

export const everything: VersionRange = { startsInside: true, cuts: [] }
export const nothing: VersionRange = { startsInside: false, cuts: [] }

/** Returns the versions that a specifier accepts. Undefined if it is invalid. Source: PEP 440, version specifiers. */
export function rangeOf({ operator, version: text }: Specifier): VersionRange | undefined {
  const isPrefix = text.endsWith('.*')
  // Compares texts, and every known version is valid.
  if (operator === '===' && (isPrefix || !readVersion(text))) return nothing
  const version = readVersion(isPrefix ? text.slice(0, -2) : text)
  if (!version) return undefined
  const { key } = version
  const hasLabel = key.local.length > 0
  if (isPrefix) {
    if (hasLabel || Number.isFinite(key.dev) || key.phase !== 3 || key.post !== -1) return undefined
    const prefix = prefixRange(key, lengthOfRelease(version.text))
    return operator === '==' ? prefix : operator === '!=' ? complement(prefix) : undefined
  }
  if (operator === '===') return exactly(key)
  if (operator === '==') return hasLabel ? exactly(key) : withLabels(key)
  if (operator === '!=') return complement(hasLabel ? exactly(key) : withLabels(key))
  if (hasLabel) return undefined
  if (operator === '~=') return compatible(version)
  return { '<=': upTo, '>=': from, '<': below, '>': above }[operator](key)
}

export function rangeOfAll(specifiers: readonly Specifier[]): VersionRange | undefined {
  const ranges = specifiers.map(rangeOf)
  return ranges.every((range) => range !== undefined) ? intersectionOfAll(ranges) : undefined
}

/** Whether a pre-release is named, which allows pre-releases of this package. Source: PEP 440. */
export function namesPrerelease({ operator, version }: Specifier): boolean {
  return operator !== '!=' && readVersion(version.replace(/\.\*$/, ''))?.isPrerelease === true
}

/** Whether one version alone is accepted, which allows a yanked one. Source: PEP 592. */
export const isPin = ({ operator, version }: Specifier): boolean =>
  operator === '===' || (operator === '==' && !version.endsWith('.*'))

const lengthOfRelease = (text: string): number => text.replace(/^\d+!/, '').split('.').length

const bare = { phase: 3, phaseNumber: 0, post: -1, dev: Number.POSITIVE_INFINITY, local: [] as const }
/** Below every version with this release. */
const floorOf = (key: Pick<VersionKey, 'epoch' | 'release'>): VersionKey => ({
  epoch: key.epoch,
  release: key.release,
  phase: -1,
  phaseNumber: 0,
  post: -1,
  dev: -1,
  local: [],
})
const withTop = (key: VersionKey): VersionKey => ({ ...key, local: 'top' })
const before = (key: VersionKey): Cut => ({ key, isAfter: false })
const after = (key: VersionKey): Cut => ({ key, isAfter: true })
const between = (...cuts: Cut[]): VersionRange => ({ startsInside: false, cuts })

const exactly = (key: VersionKey): VersionRange => between(before(key), after(key))
const withLabels = (key: VersionKey): VersionRange => between(before(key), after(withTop(key)))
const upTo = (key: VersionKey): VersionRange => ({ startsInside: true, cuts: [after(withTop(key))] })
const from = (key: VersionKey): VersionRange => between(before(key))

/** Without pre-releases of the version itself, unless it is one. */
function below(key: VersionKey): VersionRange {
  if (key.phase !== 3 || Number.isFinite(key.dev)) return { startsInside: true, cuts: [before(key)] }
  const belowRelease: VersionRange = { startsInside: true, cuts: [before(floorOf(key))] }
  if (key.post === -1) return belowRelease
  return union(belowRelease, between(before({ ...key, ...bare }), before({ ...key, dev: -1 })))
}

/** Without post-releases and labels of the version itself, unless it is a post-release. */
function above(key: VersionKey): VersionRange {
  if (key.post !== -1) return between(after(withTop(key)))
  const last = { ...key, ...bare, post: Number.POSITIVE_INFINITY, local: 'top' } as const
  if (key.phase === 3 && !Number.isFinite(key.dev)) return between(after(last))
  const final = { ...key, ...bare }
  return between(after(withTop(key)), after(final), after(last))
}

/** `length` counts the written parts: `2.0.*` is narrower than `2.*`. */
function prefixRange({ epoch, release }: VersionKey, length: number): VersionRange {
  const padded = Array.from({ length }, (_, i) => release[i] ?? 0)
  const next = padded.with(-1, (padded.at(-1) ?? 0) + 1)
  return between(
    before(floorOf({ epoch, release: withoutZeros(padded) })),
    before(floorOf({ epoch, release: next })),
  )
}

function compatible({ key, text }: Version): VersionRange | undefined {
  const [release = ''] = text.replace(/^\d+!/, '').split(/[^\d.]/)
  const length = release.split('.').filter((part) => part !== '').length
  return length < 2 ? undefined : intersection(from(key), prefixRange(key, length - 1))
}

export const complement = ({ startsInside, cuts }: VersionRange): VersionRange => ({
  startsInside: !startsInside,
  cuts,
})

export const intersection = (a: VersionRange, b: VersionRange): VersionRange =>
  merge(a, b, (inA, inB) => inA && inB)
/** Intersects pairs, then pairs of those, so that the time is n log n in the number of cuts. */
export function intersectionOfAll(ranges: readonly VersionRange[]): VersionRange {
  let left = ranges
  while (left.length > 1)
    left = Array.from({ length: Math.ceil(left.length / 2) }, (_, i) =>
      intersection(left[2 * i] ?? everything, left[2 * i + 1] ?? everything),
    )
  return left[0] ?? everything
}

export const union = (a: VersionRange, b: VersionRange): VersionRange => merge(a, b, (inA, inB) => inA || inB)

function merge(
  a: VersionRange,
  b: VersionRange,
  belongs: (inA: boolean, inB: boolean) => boolean,
): VersionRange {
  const cuts: Cut[] = []
  let [inA, inB] = [a.startsInside, b.startsInside]
  const startsInside = belongs(inA, inB)
  let isInside = startsInside
  for (let i = 0, j = 0; i < a.cuts.length || j < b.cuts.length; ) {
    const [one, other] = [a.cuts[i], b.cuts[j]]
    const order = one && other ? compareCuts(one, other) : one ? -1 : 1
    const cut = (order <= 0 ? one : other) as Cut
    if (order <= 0) [inA, i] = [!inA, i + 1]
    if (order >= 0) [inB, j] = [!inB, j + 1]
    if (belongs(inA, inB) === isInside) continue
    isInside = !isInside
    cuts.push(cut)
  }
  return { startsInside, cuts }
}

const compareCuts = (a: Cut, b: Cut): number =>
  compareKeys(a.key, b.key) || Number(a.isAfter) - Number(b.isAfter)

export const isEmpty = ({ startsInside, cuts }: VersionRange): boolean => !startsInside && cuts.length === 0

export function contains({ startsInside, cuts }: VersionRange, version: Version): boolean {
  const passed = firstPlace(cuts.length, (i) => !isPassed(cuts[i], version))
  return startsInside === (passed % 2 === 0)
}

/** Returns the parts of an ascending list of versions that a range contains, as places from and before. */
export function* placesIn(
  { startsInside, cuts }: VersionRange,
  versions: readonly { version: Version }[],
): Generator<[from: number, before: number]> {
  let from = startsInside ? 0 : undefined
  for (const cut of cuts) {
    const place = firstPlace(versions.length, (i) =>
      isPassed(cut, (versions[i] as { version: Version }).version),
    )
    if (from === undefined) from = place
    else {
      if (from < place) yield [from, place]
      from = undefined
    }
  }
  if (from !== undefined && from < versions.length) yield [from, versions.length]
}

function isPassed(cut: Cut | undefined, { key }: Version): boolean {
  const order = cut ? compareKeys(cut.key, key) : 1
  return order < 0 || (order === 0 && !cut?.isAfter)
}

/** Searches places for which `isBehind` is false first, then true. */
function firstPlace(length: number, isBehind: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(middle)) high = middle
    else low = middle + 1
  }
  return low
}
