import { setImmediate as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { IndexedEntry, KnownTerm } from '../sql.ts'
import { EntryIndex, hastily, wholly } from './entry-index.ts'
import { TermIndex } from './term-index.ts'

/** Searches are looked for in this thread; `index-thread.ts` is the other end. */
export interface IndexWorkerOptions {
  tiers: number
}

export interface IndexRequest {
  call: number
  name: keyof Calls
  args: readonly unknown[]
}

export type IndexAnswer = { call: number; value: unknown } | { call: number; failure: string }

export type Calls = typeof calls

/** What a comparison has not met yet of all entries. */
let unmet = new Set<string>()
let tidying: Promise<void> = Promise.resolve()
/** Those of `addTerms` since the last `beginTerms`. */
let addedTerms: KnownTerm[] = []
let terms: TermIndex | undefined

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
const index = new EntryIndex((workerData as IndexWorkerOptions).tiers)

const calls = {
  listBest: index.listBest.bind(index),
  listByPopularity: index.listByPopularity.bind(index),
  listLastChanged: index.listLastChanged.bind(index),
  countEntries: index.countEntries.bind(index),
  countFacets: index.countFacets.bind(index),
  countTags: index.countTags.bind(index),

  /** Puts these entries in, and takes those of `nodeIds` out that are not among them. Gives how many there are. */
  put(entries: readonly IndexedEntry[], nodeIds: readonly string[]): number {
    index.put(entries)
    const there = new Set(entries.map(({ nodeId }) => nodeId))
    for (const nodeId of nodeIds) if (!there.has(nodeId)) index.remove(nodeId)
    return index.size
  },

  beginComparing(): void {
    unmet = new Set(index.nodeIds)
  },

  /** The nodes whose entries are not here as they are there. */
  compare(rows: readonly { nodeId: string; version: number }[]): string[] {
    for (const { nodeId } of rows) unmet.delete(nodeId)
    return rows.flatMap(({ nodeId, version }) => (index.versionOf(nodeId) === version ? [] : nodeId))
  },

  /** Takes out what was in none of the rows. Gives how many there are. */
  endComparing(): number {
    for (const nodeId of unmet) index.remove(nodeId)
    unmet = new Set()
    return index.size
  },

  /** One after the other, a little at a time: questions are answered in between. */
  tidy(how?: 'hastily' | 'wholly'): Promise<void> {
    const work = async () => {
      for (const _ of index.tidy(how && { hastily, wholly }[how])) await pause()
    }
    tidying = tidying.catch(() => {}).then(work)
    return tidying
  },

  beginTerms(): void {
    addedTerms = []
  },

  addTerms(more: readonly KnownTerm[]): void {
    addedTerms.push(...more)
  },

  /** Has those that were added be all that there are. */
  async useTerms(): Promise<void> {
    const steps = TermIndex.of(addedTerms)
    addedTerms = []
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pause()
    terms = step.value
  },

  findTerms: (words: readonly string[]): KnownTerm[] => terms?.find(words) ?? [],
  findSimilarTerms: (word: string): KnownTerm[] => terms?.findSimilar(word) ?? [],
  countNodesByBeginning: (beginnings: readonly string[]): number[] =>
    beginnings.map((beginning) => terms?.countNodesByBeginning(beginning) ?? 0),
}

port.on('message', async ({ call, name, args }: IndexRequest) => {
  port.postMessage(
    await answer(call, () => (calls[name] as (...args: readonly unknown[]) => unknown)(...args)),
  )
})

async function answer(call: number, work: () => unknown): Promise<IndexAnswer> {
  try {
    return { call, value: await work() }
  } catch (error) {
    return { call, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
