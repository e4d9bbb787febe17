import { everything, intersectionOfAll, isEmpty, type VersionRange } from '../ranges.ts'
import type { Budget } from './budget.ts'
import type { DirectRequirement } from './participant.ts'

/** Requirements of one package that no version can meet, whatever versions there are. */
interface DirectConflict {
  package: string
  participants: string[]
  requirements: DirectRequirement[]
}

/** Among more different requirements of a package, no contradicting pair is searched for. */
const maxPaired = 200
/** Steps for a line that a conflict names, which bounds the size of all conflicts together. */
export const perNamedLine = 100
const maxNamedLines = 1000
/** Intersecting this many cuts takes about as long as one step of the solver. */
const cutsPerStep = 4

/**
 * Finds packages on which stated requirements contradict each other. Needs no index. Of several contradictions about a
 * package, each further one leaves out a participant of those before it. Returns at most `most`, and stops when the
 * budget is used up.
 */
export function directConflicts(
  requirements: readonly DirectRequirement[],
  budget: Budget,
  most = Number.POSITIVE_INFINITY,
): DirectConflict[] {
  const conflicts: DirectConflict[] = []
  for (const [name, all] of Map.groupBy(requirements, (one) => one.name)) {
    let left = [...Map.groupBy(all, ({ participant }) => participant).values()].map(toPart(budget))
    while (conflicts.length < most && !budget.isUsedUp) {
      const found = smallestConflict(left, budget)
      if (!found) break
      const participants = found.map(({ participant }) => participant)
      const named = namedIn(neededLines(found, budget), budget)
      conflicts.push({ package: name, participants, requirements: named })
      const last = found.at(-1)
      left = left.filter((one) => one !== last)
    }
  }
  return conflicts
}

/** Returns the lines that a conflict names. One with very many lines is cut, and ends the search. */
export function namedIn<Line>(lines: readonly Line[], budget: Budget): Line[] {
  if (lines.length > maxNamedLines) budget.useUp()
  const named = lines.slice(0, maxNamedLines)
  budget.spend(named.length * perNamedLine)
  return named
}

/** The requirements of one participant for one package. */
interface Part {
  participant: string
  lines: readonly DirectRequirement[]
  range: VersionRange
}

const toPart =
  (budget: Budget) =>
  (lines: readonly DirectRequirement[]): Part => ({
    participant: lines[0]?.participant ?? '',
    lines,
    range: together(lines, budget),
  })

/** Tries every participant alone, then pairs, then reduces all of them. Parts are of one package. */
function smallestConflict(parts: readonly Part[], budget: Budget): Part[] | undefined {
  const isImpossible = isEmpty(together(parts, budget))
  const urls = new Set(parts.flatMap(({ lines }) => lines.flatMap(({ url }) => url ?? [])))
  // Nearly always, one look at all of them is enough.
  if (!isImpossible && urls.size < 2) return undefined
  if (budget.isUsedUp) return isImpossible ? [...parts] : undefined
  const alone = parts.find(({ range }) => isEmpty(range))
  if (alone) return [alone]
  return conflictingPair(parts, budget) ?? (isImpossible ? needed(parts, budget) : undefined)
}

function conflictingPair(parts: readonly Part[], budget: Budget): Part[] | undefined {
  // Equal requirements are compared once: many packs write the same line.
  const distinct = [...new Map(parts.map((part) => [keyOf(part), part])).values()]
  if (distinct.length > maxPaired) return otherSources(distinct)
  for (const [i, part] of distinct.entries()) {
    for (const other of distinct.slice(i + 1)) {
      if (budget.isUsedUp) return undefined
      if (isEmpty(together([part, other], budget)) || haveOtherSources(part, other)) return [part, other]
    }
  }
  return undefined
}

const keyOf = ({ lines }: Part): string =>
  lines
    .map(({ specifiers, url }) => url ?? specifiers.map((one) => one.operator + one.version).join(','))
    .sort()
    .join(' ')

const sourceOf = ({ lines }: Part): string | undefined => lines.find(({ url }) => url)?.url

function haveOtherSources(part: Part, other: Part): boolean {
  const [url, otherUrl] = [sourceOf(part), sourceOf(other)]
  return url !== undefined && otherUrl !== undefined && url !== otherUrl
}

function otherSources(parts: readonly Part[]): Part[] | undefined {
  const first = parts.find((part) => sourceOf(part) !== undefined)
  const other = first && parts.find((part) => haveOtherSources(first, part))
  return first && other && [first, other]
}

/** Leaves out lines without which the rest still conflicts. */
function neededLines(parts: readonly Part[], budget: Budget): DirectRequirement[] {
  const all = parts.flatMap(({ lines }) => lines)
  if (budget.isUsedUp) return all
  return isEmpty(together(parts, budget)) ? needed(all, budget) : all.filter(({ url }) => url !== undefined)
}

type Ranged = Pick<Part, 'range'>

/**
 * Leaves out members without which the rest still has no version in common, and prefers to keep later ones. Source:
 * U. Junker, QuickXplain (2004). Without budget, some are left that are not needed.
 */
function needed<Member extends Ranged>(members: readonly Member[], budget: Budget): Member[] {
  const search = (rest: readonly Member[], others: VersionRange): Member[] => {
    if (isEmpty(others)) return []
    if (rest.length < 2 || budget.isUsedUp) return [...rest]
    const middle = rest.length >> 1
    const [earlier, later] = [rest.slice(0, middle), rest.slice(middle)]
    const ofEarlier = search(earlier, together([{ range: others }, ...later], budget))
    const ofLater = search(later, together([{ range: others }, ...ofEarlier], budget))
    return [...ofEarlier, ...ofLater]
  }
  return search(members, everything)
}

function together(members: readonly Ranged[], budget: Budget): VersionRange {
  const ranges = [...new Set(members.map(({ range }) => range))]
  const cuts = ranges.reduce((sum, range) => sum + range.cuts.length, members.length)
  budget.spend((cuts * Math.log2(ranges.length + 1)) / cutsPerStep)
  return intersectionOfAll(ranges)
}
