import { everything, intersection, isEmpty, type VersionRange } from '../requirements/ranges.ts'
import type { DirectRequirement } from './participant.ts'

/** Requirements of one package that no version can meet, whatever versions there are. */
export interface DirectConflict {
  package: string
  participants: string[]
  requirements: DirectRequirement[]
}

/**
 * Finds packages on which stated requirements contradict each other. Needs no index. Of several contradictions about a
 * package, each further one leaves out a participant of those before it. Returns at most `most`.
 */
export function directConflicts(
  requirements: readonly DirectRequirement[],
  most = Number.POSITIVE_INFINITY,
): DirectConflict[] {
  const conflicts: DirectConflict[] = []
  for (const [name, all] of Map.groupBy(requirements, (one) => one.name)) {
    let left = [...Map.groupBy(all, ({ participant }) => participant).values()]
    while (conflicts.length < most) {
      const found = smallestConflict(left)
      if (!found) break
      const participants = found.map(([first]) => first?.participant ?? '')
      conflicts.push({ package: name, participants, requirements: neededLines(found.flat()) })
      const last = participants.at(-1)
      left = left.filter(([first]) => first?.participant !== last)
    }
  }
  return conflicts
}

type Part = readonly DirectRequirement[]

/** Tries every participant alone, then pairs, then reduces all of them. Parts are of one package. */
function smallestConflict(parts: readonly Part[]): Part[] | undefined {
  const together = parts.flat()
  const isImpossible = isEmpty(rangeOf(together))
  // Nearly always, one look at all of them is enough.
  if (!isImpossible && new Set(together.flatMap(({ url }) => url ?? [])).size < 2) return undefined
  const alone = parts.find((part) => isEmpty(rangeOf(part)))
  if (alone) return [alone]
  return conflictingPair(parts) ?? (isImpossible ? reduced(parts) : undefined)
}

function conflictingPair(parts: readonly Part[]): Part[] | undefined {
  // Equal requirements are compared once: many packs write the same line.
  const distinct = [...new Map(parts.map((part) => [keyOf(part), part])).values()]
  const ranges = distinct.map(rangeOf)
  for (const [i, part] of distinct.entries()) {
    for (let j = i + 1; j < distinct.length; j++) {
      const other = distinct[j] as Part
      const together = intersection(ranges[i] ?? everything, ranges[j] ?? everything)
      if (isEmpty(together) || haveOtherSources(part, other)) return [part, other]
    }
  }
  return undefined
}

const keyOf = (part: Part): string =>
  part
    .map(({ specifiers, url }) => url ?? specifiers.map((one) => one.operator + one.version).join(','))
    .sort()
    .join(' ')

function haveOtherSources(part: Part, other: Part): boolean {
  const [url, otherUrl] = [part, other].map((one) => one.find(({ url }) => url)?.url)
  return url !== undefined && otherUrl !== undefined && url !== otherUrl
}

/** Leaves out lines without which the rest still conflicts. */
function neededLines(all: Part): DirectRequirement[] {
  if (!isEmpty(rangeOf(all))) return all.filter(({ url }) => url !== undefined)
  let kept = [...all]
  for (const line of all) {
    const others = kept.filter((one) => one !== line)
    if (isEmpty(rangeOf(others))) kept = others
  }
  return kept
}

function reduced(parts: readonly Part[]): Part[] {
  let kept = [...parts]
  for (const part of parts) {
    const others = kept.filter((one) => one !== part)
    if (isEmpty(rangeOf(others.flat()))) kept = others
  }
  return kept
}

function rangeOf(part: Part): VersionRange {
  let range: VersionRange = everything
  for (const requirement of part) range = intersection(range, requirement.range)
  return range
}
