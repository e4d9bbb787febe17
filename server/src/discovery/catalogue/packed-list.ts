import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { inOwnMemory } from '../../ground/http/own-memory.ts'

/** A text and its place: keys are compared as texts. */
export interface Item {
  key: string
  text: string
}

interface Block {
  first: string
  count: number
  /** Of all items: keys and texts by lines, in turn. */
  packed: Buffer
}

/** A change takes the time of its block; smaller ones are packed less well. */
const itemsOfBlock = 32
const mostUnpacked = 200

/**
 * A long list of texts without line feeds, sorted by their keys, which are read by place. It is packed in blocks, because
 * a million of them would not fit into memory otherwise; those that were read last are at hand.
 */
export class PackedList {
  #blocks: Block[] = []
  /** How many items stand before each block, and in all. */
  #starts: number[] = [0]
  readonly #unpacked = new Map<Block, Item[]>()

  get length(): number {
    return this.#starts.at(-1) ?? 0
  }

  /** The memory that it holds packed. */
  get packedBytes(): number {
    return this.#blocks.reduce((sum, { packed }) => sum + packed.buffer.byteLength, 0)
  }

  /** The items from a place on, at most so many. */
  slice(start: number, limit: number): Item[] {
    const found: Item[] = []
    for (let index = this.#blockAt(start); index < this.#blocks.length && found.length < limit; index++) {
      const from = Math.max(0, start - (this.#starts[index] ?? 0))
      found.push(...this.#itemsOf(index).slice(from, from + limit - found.length))
    }
    return found
  }

  /** Puts items in, in the place of those with the same keys; one without a text is taken out. */
  change(items: readonly { key: string; text: string | undefined }[]): void {
    const byBlock = Map.groupBy(items, ({ key }) => this.#blockOf(key))
    // From the end, so that a block that is divided does not move those that come after.
    for (const [index, changes] of [...byBlock].toSorted(([a], [b]) => b - a)) {
      const texts = new Map(this.#itemsOf(index).map(({ key, text }) => [key, text]))
      for (const { key, text } of changes) {
        if (text === undefined) texts.delete(key)
        else texts.set(key, text)
      }
      this.#replace(index, texts)
    }
    this.#count()
  }

  #replace(index: number, texts: Map<string, string>): void {
    const sorted = [...texts].map(([key, text]) => ({ key, text })).sort((a, b) => (a.key < b.key ? -1 : 1))
    const parts: Item[][] = []
    // A block that is a little too large stays whole: it would fall into two small ones.
    const size = sorted.length > 2 * itemsOfBlock ? itemsOfBlock : sorted.length
    for (let from = 0; from < sorted.length; from += size) parts.push(sorted.slice(from, from + size))
    const old = this.#blocks[index]
    if (old) this.#unpacked.delete(old)
    this.#blocks.splice(index, 1, ...parts.map(pack))
  }

  #count(): void {
    this.#starts = [0]
    for (const { count } of this.#blocks) this.#starts.push(this.length + count)
  }

  /** The block in which a key stands or would stand; 0 where there is none. */
  #blockOf(key: string): number {
    return Math.max(
      0,
      lastIndexWhere(this.#blocks, ({ first }) => first <= key),
    )
  }

  #blockAt(place: number): number {
    return Math.max(
      0,
      lastIndexWhere(this.#starts, (start) => start <= place),
    )
  }

  #itemsOf(index: number): Item[] {
    const block = this.#blocks[index]
    if (!block) return []
    const items = this.#unpacked.get(block) ?? unpack(block)
    this.#unpacked.delete(block)
    this.#unpacked.set(block, items)
    const [oldest] = this.#unpacked.keys()
    if (this.#unpacked.size > mostUnpacked && oldest) this.#unpacked.delete(oldest)
    return items
  }
}

/** -1 where it holds for none. What it holds for comes first. */
function lastIndexWhere<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [-1, list.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(list[middle] as T)) low = middle
    else high = middle - 1
  }
  return low
}

const pack = (items: readonly Item[]): Block => ({
  first: items[0]?.key ?? '',
  count: items.length,
  packed: inOwnMemory(zstdCompressSync(items.map(({ key, text }) => `${key}\n${text}`).join('\n'))),
})

function unpack({ packed }: Block): Item[] {
  const lines = zstdDecompressSync(packed).toString().split('\n')
  return Array.from({ length: lines.length / 2 }, (_, index) => ({
    key: lines[2 * index] ?? '',
    text: lines[2 * index + 1] ?? '',
  }))
}
