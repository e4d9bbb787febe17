import type { Condition } from '../condition.ts'
import { Matcher } from './matcher.ts'
import { bitOf, WordIndex } from './word-index.ts'

/** A node as searches know it. */
export interface IndexedNode {
  id: string
  /** Differs whenever anything that the node was read from differs. */
  stamp: string
  popularity: number
  downloads: number
  stars: number
  /** Null where the node was not installed in the last two weeks. */
  risen: number | null
  createdMs: number
  /** The release of the latest version, or when the node was created. */
  changedMs: number
  name: string
  icon: string
  publisherId: string
  /** In its one spelling. */
  repository: string
  os: readonly string[]
  accelerators: readonly string[]
  /** See `labels.ts`. */
  facets: readonly string[]
  comfyNodeNames: readonly string[]
  /** The node as lists show it, in JSON. */
  card: string
}

/** The words by which a node is found; see `document.ts`. */
export interface NodeWords {
  names: readonly string[]
  people: readonly string[]
  description: readonly string[]
  labels: readonly string[]
  /** Those of each comfy-node. */
  comfyNodes: readonly (readonly string[])[]
}

export type Figures = Pick<IndexedNode, 'id' | 'downloads' | 'risen'>

export interface Part {
  limit: number
  offset: number
}

/** A filter as the index takes it: words and labels, and a decision about whatever is no word. */
export interface SearchFilter {
  condition?: Condition | undefined
  accepts?: ((node: IndexedNode) => boolean) | undefined
}

const orders = {
  relevance: () => 0,
  downloads: (a, b) => b.downloads - a.downloads,
  stars: (a, b) => b.stars - a.stars,
  rising: (a, b) => (b.risen ?? Number.NEGATIVE_INFINITY) - (a.risen ?? Number.NEGATIVE_INFINITY) || 0,
  newest: (a, b) => b.createdMs - a.createdMs,
  updated: (a, b) => b.changedMs - a.changedMs,
  name: (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()),
} satisfies Record<string, (a: IndexedNode, b: IndexedNode) => number>
export type Order = keyof typeof orders

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Units without a node are removed when they are more than this, plus a share of all. */
const leastGone = 1000
const shareGone = 1 / 8
const fewestUnits = 1024

/** The search index of a process: its nodes in slots, and the words of the nodes and their comfy-nodes. */
export class NodeIndex {
  readonly words = new WordIndex()
  /** Slot 0 is never used. */
  readonly #nodes: (IndexedNode | undefined)[] = [undefined]
  readonly #slots = new Map<string, number>()
  readonly #freeSlots: number[] = []
  /** For each unit the slot of its node, or 0 when that is gone. */
  #owners = new Uint32Array(fewestUnits)
  #unitCount = 0
  /** For each slot the first unit of its node; the others follow. */
  #firstUnits: number[] = []
  #gone = 0
  #matcher: Matcher | undefined
  /** Slots in each order that was asked for. Wrong until it is sorted again where it is not in `#sorted`. */
  readonly #orders = new Map<Order, number[]>()
  readonly #sorted = new Set<Order>()

  get size(): number {
    return this.#slots.size
  }

  get nodes(): IndexedNode[] {
    return this.#nodes.filter((node) => node !== undefined)
  }

  find(id: string): IndexedNode | undefined {
    return this.#nodes[this.#slots.get(id) ?? 0]
  }

  at(slot: number): IndexedNode | undefined {
    return this.#nodes[slot]
  }

  put(node: IndexedNode, words: NodeWords): void {
    const before = this.#slots.get(node.id)
    if (before !== undefined) this.#dropUnits(before)
    const slot = before ?? this.#freeSlots.pop() ?? this.#nodes.length
    this.#nodes[slot] = node
    this.#firstUnits[slot] = this.#unitCount
    this.#matcher = undefined
    this.#slots.set(node.id, slot)
    this.#sorted.clear()
    this.#addUnit(slot, words)
    for (const ofComfyNode of words.comfyNodes) this.#addUnit(slot, { comfy: ofComfyNode })
    if (this.words.needsMerge || this.#gone > leastGone + this.#unitCount * shareGone) this.mergeWords()
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#dropUnits(slot)
    this.#slots.delete(id)
    this.#nodes[slot] = undefined
    this.#freeSlots.push(slot)
    this.#matcher = undefined
  }

  setFigures({ id, downloads, risen }: Figures): void {
    const node = this.find(id)
    if (!node) return
    Object.assign(node, { downloads, risen })
    this.#sorted.delete('downloads')
    this.#sorted.delete('rising')
  }

  /** Serves until the index changes. */
  matcher(): Matcher {
    this.#matcher ??= new Matcher(this.words, {
      owners: this.#owners,
      unitCount: this.#unitCount,
      firstUnits: this.#firstUnits,
      slotCount: this.#nodes.length,
    })
    return this.#matcher
  }

  /** The slots of the first of these nodes in an order; by rise, only of those that have one. */
  list({ condition, accepts }: SearchFilter, order: Order, { limit, offset }: Part): number[] {
    const test = condition && this.matcher().test(condition)
    const candidates = condition && this.matcher().candidates(condition)
    const found: number[] = []
    for (const slot of candidates ? this.#sort([...candidates], order) : this.#inOrder(order)) {
      if (found.length === offset + limit) break
      if (test && !test(slot)) continue
      const node = this.#nodes[slot]
      if (!node || (order === 'rising' && node.risen === null)) continue
      if (!accepts || accepts(node)) found.push(slot)
    }
    return found.slice(offset)
  }

  /** Orders are kept: sorting them again after a few nodes have changed takes little more than going through them. */
  #inOrder(order: Order): readonly number[] {
    const slots = this.#orders.get(order) ?? []
    if (this.#sorted.has(order)) return slots
    for (let slot = slots.length + 1; slot < this.#nodes.length; slot++) slots.push(slot)
    this.#sort(slots, order)
    this.#orders.set(order, slots)
    this.#sorted.add(order)
    return slots
  }

  #sort(slots: number[], order: Order): number[] {
    const byOrder = orders[order]
    return slots.sort((first, second) => {
      const [a, b] = [this.#nodes[first], this.#nodes[second]]
      if (!a || !b) return Number(!a) - Number(!b)
      return byOrder(a, b) || b.popularity - a.popularity || compare(a.id, b.id)
    })
  }

  #addUnit(slot: number, words: Partial<NodeWords> & { comfy?: readonly string[] }): void {
    const unit = this.#unitCount++
    if (unit >= this.#owners.length) {
      const owners = this.#owners
      this.#owners = new Uint32Array(Math.max(owners.length * 2, fewestUnits))
      this.#owners.set(owners)
    }
    this.#owners[unit] = slot
    const columnsOfWords = new Map<string, number>()
    for (const column of ['names', 'people', 'description', 'labels', 'comfy'] as const)
      for (const word of words[column] ?? [])
        columnsOfWords.set(word, (columnsOfWords.get(word) ?? 0) | bitOf(column))
    for (const [word, columns] of columnsOfWords) this.words.add(unit, word, columns)
  }

  #dropUnits(slot: number): void {
    for (let unit = this.#firstUnits[slot] ?? 0; this.#owners[unit] === slot; unit++) {
      this.#owners[unit] = 0
      this.#gone++
    }
  }

  /** Units are numbered again, in their order, so that those of nodes that are gone take no room. */
  mergeWords(): void {
    const owners = this.#owners.subarray(0, this.#unitCount)
    const numbers = new Int32Array(this.#unitCount + 1)
    let count = 0
    for (const [unit, slot] of owners.entries()) numbers[unit] = slot === 0 ? -1 : count++
    this.words.merge(numbers)
    this.#firstUnits = this.#firstUnits.map((unit) => numbers[unit] ?? 0)
    this.#owners = owners.filter((slot) => slot !== 0)
    this.#unitCount = count
    this.#gone = 0
    this.#matcher = undefined
  }
}
