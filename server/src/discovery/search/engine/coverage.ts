import { type TextQuery, toParts, toRelevance } from '../query.ts'
import type { Matcher } from './matcher.ts'
import type { NodeIndex } from './node-index.ts'
import { bitOf } from './word-index.ts'

/** The nodes that have most of what a text asks for. */
export interface Covering {
  /** The share that the node in each slot has. Omits nodes with little. */
  shares: ReadonlyMap<number, number>
  /** Weights of the parts of the text. Their sum is 1. */
  weights: readonly number[]
}

interface Searched {
  index: NodeIndex
  matcher: Matcher
}

/** Nodes with less than this part of the best share are left out. */
const minOfBest = 0.5
/** Rarer parts do not weigh more: no pack is about most words that few packs have. */
const minCounted = 20
const weakWeight = 0.3
/** Words that are in no name, only in descriptions, rarely say what a pack is. */
const unnamedWeight = 0.6
const inAnyName = bitOf('names') | bitOf('comfy')

/** Finds the nodes that have most of what a text asks for. Parts that few nodes have weigh more. */
export function coveringOf({ index, matcher }: Searched, text: TextQuery): Covering {
  const parts = toParts(text)
  const tests = parts.map(({ condition }) => matcher.test(condition))
  const counts = new Uint32Array(parts.length)
  const masks = new Uint16Array(index.slotCount)
  for (let slot = 1; slot < masks.length; slot++) {
    let mask = 0
    for (let at = 0; at < tests.length; at++) {
      if (!tests[at]?.(slot)) continue
      mask |= 1 << at
      counts[at] = (counts[at] ?? 0) + 1
    }
    masks[slot] = mask
  }
  const raw = parts.map(({ isWeak, term }, at) => {
    const count = counts[at] ?? 0
    if (count === 0) return 0
    const rarity = Math.log(1 + index.size / Math.max(count, minCounted))
    if (isWeak) return rarity * weakWeight
    return matcher.count(term.whole, true, inAnyName) > 0 || term.isRun ? rarity : rarity * unnamedWeight
  })
  const sum = raw.reduce((total, one) => total + one, 0) || 1
  const weights = raw.map((one) => one / sum)
  const shares = [...new Set(masks)].map((mask) => ({
    mask,
    share: weights.reduce((share, weight, at) => (mask & (1 << at) ? share + weight : share), 0),
  }))
  const least = minOfBest * Math.max(0, ...shares.map(({ share }) => share))
  const enough = new Map(
    shares.filter(({ share }) => share > 0 && share >= least).map(({ mask, share }) => [mask, share]),
  )
  const found = new Map<number, number>()
  for (const [slot, mask] of masks.entries()) {
    const share = mask === 0 ? undefined : enough.get(mask)
    if (share !== undefined) found.set(slot, share)
  }
  return { shares: found, weights }
}

/** Limits the nodes whose matches are compared by place. The others follow by their share. */
const maxCompared = 120
/** How much a part counts by where a node has it. Within one comfy-node it counts like in a description. */
const placeWeights = { names: 1.3, texts: 1, elsewhere: 0.4 }
/** Long texts are rather about well-known packs. */
const popularityPower = 1.3

/** Sorts by the share that a node has, by where it has it, and by popularity. */
export function byCoverage(
  { index, matcher }: Searched,
  text: TextQuery,
  { weights, shares }: Covering,
  slots: readonly number[],
): number[] {
  const sorted = slots.toSorted((a, b) => (shares.get(b) ?? 0) - (shares.get(a) ?? 0))
  const compared = sorted.slice(0, maxCompared)
  const testsIn = (columns: Parameters<typeof toParts>[1]) =>
    toParts(text, columns).map(({ condition }) => matcher.test(condition, compared))
  const inNames = testsIn(['names'])
  const inTexts = testsIn(['names', 'description', 'people'])
  const anywhere = testsIn([])
  const places = toParts(text, ['comfy']).map(({ condition }) => matcher.placesIn(compared, condition))
  const inOneComfyNode = (slot: number): number => {
    const sums = new Map<number, number>()
    for (const [at, weight] of weights.entries())
      for (const place of places[at]?.(slot) ?? []) sums.set(place, (sums.get(place) ?? 0) + weight)
    return Math.max(0, ...sums.values())
  }
  const placed = (slot: number) =>
    weights.reduce((sum, weight, at) => {
      if (inNames[at]?.(slot)) return sum + weight * placeWeights.names
      if (inTexts[at]?.(slot)) return sum + weight * placeWeights.texts
      return anywhere[at]?.(slot) ? sum + weight * placeWeights.elsewhere : sum
    }, 0)
  const tiers = toRelevance(text)
    .filter(({ worth }) => worth >= 2.4)
    .map(({ when, worth }) => ({ worth, holds: matcher.test(when, compared) }))
  const worthOf = (slot: number) => {
    const tier = (tiers.find(({ holds }) => holds(slot))?.worth ?? 0) * (shares.get(slot) ?? 0) ** 2
    const covered = 1.8 * Math.max(placed(slot), inOneComfyNode(slot)) ** 2.5
    return Math.max(tier, covered) * (index.at(slot)?.popularity ?? 0) ** popularityPower
  }
  const worths = new Map(compared.map((slot) => [slot, worthOf(slot)]))
  const byWorth = compared.toSorted((a, b) => (worths.get(b) ?? 0) - (worths.get(a) ?? 0))
  return [...byWorth, ...sorted.slice(maxCompared)]
}
