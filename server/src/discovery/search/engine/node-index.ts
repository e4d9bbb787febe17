import type { Condition } from '../condition.ts'
import { Matcher } from './matcher.ts'
import { bitOf, WordIndex } from './word-index.ts'

/** A node in the search index. */
export interface IndexedNode {
  id: string
  /** Changes with every row that the node is read from. */
  stamp: string
  popularity: number
  downloads: number
  stars: number
  /** `null` if the node was not installed in the last two weeks. */
  risen: number | null
  createdMs: number
  /** Time of the last known commit in its repository. */
  committedMs: number | null
  releasedMs: number | null
  isArchived: boolean
  isSuperseded: boolean
  /** Declared range of the tool's versions. */
  toolVersions: string
  /** Time when the latest version was released, or the node created. */
  changedMs: number
  name: string
  icon: string
  publisherId: string
  /** Normalized URL. */
  repository: string
  os: readonly string[]
  accelerators: readonly string[]
  /** See `labels.ts`. */
  facets: readonly string[]
  comfyNodeNames: readonly string[]
  /** The node in list responses, as JSON. */
  card: string
}

/** The searchable words of a node; see `document.ts`. */
export interface NodeWords {
  names: readonly string[]
  people: readonly string[]
  description: readonly string[]
  labels: readonly string[]
  /** Words of each comfy-node. */
  comfyNodes: readonly (readonly string[])[]
}

export type Figures = Pick<IndexedNode, 'id' | 'downloads' | 'risen'>

export interface Part {
  limit: number
  offset: number
}

/** A condition on words and labels, and a predicate for all other criteria. */
export interface SearchFilter {
  condition?: Condition | undefined
  /** Only nodes in these slots. */
  slots?: ReadonlySet<number> | undefined
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

/** Units of removed nodes are dropped when they exceed this number plus a share of all units. */
const minGone = 1000
const shareGone = 1 / 8
const minUnits = 1024

/** Stores nodes in numbered slots, and an index of their words. A unit is a node or one of its comfy-nodes. */
export class NodeIndex {
  readonly words = new WordIndex()
  /** Slot 0 is never used. */
  readonly #nodes: (IndexedNode | undefined)[] = [undefined]
  readonly #slots = new Map<string, number>()
  readonly #freeSlots: number[] = []
  readonly #facets = new Map<string, string>()
  /** Slot of each unit's node, or 0 if the node was removed. */
  #owners = new Uint32Array(minUnits)
  #unitCount = 0
  /** First unit of each slot's node. Its other units follow. */
  #firstUnits: number[] = []
  #gone = 0
  #matcher: Matcher | undefined
  /** Slots in each requested order. Orders that are missing in `#sorted` must be sorted again. */
  readonly #orders = new Map<Order, number[]>()
  readonly #sorted = new Set<Order>()

  get size(): number {
    return this.#slots.size
  }

  /** One more than the last slot. Slots can be empty. */
  get slotCount(): number {
    return this.#nodes.length
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
    this.#nodes[slot] = { ...node, facets: node.facets.map((facet) => this.#shared(facet)) }
    this.#firstUnits[slot] = this.#unitCount
    this.#matcher = undefined
    this.#slots.set(node.id, slot)
    this.#sorted.clear()
    this.#addNode(slot, words)
    for (const comfy of words.comfyNodes) {
      const unit = this.#newUnit(slot)
      for (const word of comfy) this.words.add(unit, word, bitOf('comfy'))
    }
    if (this.words.needsMerge || this.#gone > minGone + this.#unitCount * shareGone) this.mergeWords()
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

  /** Returns a matcher that is valid until the index changes. */
  matcher(): Matcher {
    this.#matcher ??= new Matcher(this.words, {
      owners: this.#owners,
      unitCount: this.#unitCount,
      firstUnits: this.#firstUnits,
      slotCount: this.#nodes.length,
    })
    return this.#matcher
  }

  /** Lists slots of matching nodes in an order. By `rising`, omits nodes without recent installs. */
  list({ condition, slots, accepts }: SearchFilter, order: Order, { limit, offset }: Part): number[] {
    const test = condition && this.matcher().test(condition)
    const candidates = slots ?? (condition && this.matcher().candidates(condition))
    const found: number[] = []
    // Fewer slots are sorted once the others are left out.
    const fitting = candidates && (test ? [...candidates].filter(test) : [...candidates])
    for (const slot of fitting ? this.#sort(fitting, order) : this.#inOrder(order)) {
      if (found.length === offset + limit) break
      if (!fitting && test && !test(slot)) continue
      const node = this.#nodes[slot]
      if (!node || (order === 'rising' && node.risen === null)) continue
      if (!accepts || accepts(node)) found.push(slot)
    }
    return found.slice(offset)
  }

  /** Sorts the previous order again, which is fast after a few changes. */
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

  /** Keeps one copy of a facet for all nodes. With 60,000 nodes, their own copies take 80 MB. */
  #shared(facet: string): string {
    const known = this.#facets.get(facet)
    if (known === undefined) this.#facets.set(facet, facet)
    return known ?? facet
  }

  #addNode(slot: number, words: NodeWords): void {
    const unit = this.#newUnit(slot)
    const columnsOfWords = new Map<string, number>()
    for (const column of ['names', 'people', 'description', 'labels'] as const)
      for (const word of words[column])
        columnsOfWords.set(word, (columnsOfWords.get(word) ?? 0) | bitOf(column))
    for (const [word, columns] of columnsOfWords) this.words.add(unit, word, columns)
  }

  #newUnit(slot: number): number {
    const unit = this.#unitCount++
    if (unit >= this.#owners.length) {
      const owners = this.#owners
      this.#owners = new Uint32Array(Math.max(owners.length * 2, minUnits))
      this.#owners.set(owners)
    }
    this.#owners[unit] = slot
    return unit
  }

  #dropUnits(slot: number): void {
    for (let unit = this.#firstUnits[slot] ?? 0; this.#owners[unit] === slot; unit++) {
      this.#owners[unit] = 0
      this.#gone++
    }
  }

  /** Call it before the first search. */
  completeLoad(): void {
    this.words.isLoading = false
    this.mergeWords()
  }

  /** Merges recent words, and renumbers units without those of removed nodes. */
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
