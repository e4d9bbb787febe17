import { setTimeout } from 'node:timers/promises'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { isUnavailable } from '../../ground/db/unavailable.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { replaceHints, replacePatterns } from '../../packs/comfy-nodes/sql.ts'
import { addAliases, lockAllNames } from '../../packs/nodes/aliases/sql.ts'
import { insertNodes, updateNodes } from '../../packs/nodes/sql.ts'
import { Batch, type Decided, type EntryOutcome, type Reason } from './decide.ts'
import { type EntryRefusal, type ListedNode, readEntry } from './entry.ts'
import { type MergedEntry, mergeLists, placeOf } from './manager-lists.ts'
import { openListedSource } from './source.ts'
import { lockNodes } from './sql.ts'

/** Statements stay short, because readers of the embedded database wait for each. */
const nodesAtOnce = 250
const nodesPerLine = 500
const maxProblems = 100
/** While the database is busy, a batch is tried so often, with a pause between two tries. */
const maxTries = 60
const retryMs = 5000

export interface ImportSummary {
  created: number
  updated: number
  unchanged: number
  /** The number of entries that changed nothing, by reason. */
  skipped: Partial<Record<EntryRefusal | Reason, number>>
  /** Nodes with texts or lists that exceeded a limit, and the first ones with their fields. */
  cut: number
  cuts: { name: string; fields: string[] }[]
  /** Entries whose id became another name of the node with their repository. */
  aliases: number
  /** The first rejected entries, with the number of their line or place. */
  problems: { line: number; reason: EntryRefusal | Reason; name?: string }[]
  /** Files that contain no list. */
  notRead: { name: string; reason: string }[]
}

type ImportDeps = Pick<GroundDeps, 'db' | 'database' | 'changes' | 'now'> & {
  pause?: (ms: number) => Promise<unknown>
}
type Progress = (line: string) => void

/**
 * Imports community lists as nodes of the unclaimed publisher, from a file, a folder or an address. The import is
 * idempotent: it updates unclaimed nodes, finds them again by id or repository, and never changes claimed or published
 * ones.
 */
export async function importFrom(
  deps: ImportDeps,
  source: string,
  progress: Progress = () => {},
): Promise<ImportSummary> {
  const { lines, lists, notRead } = await openListedSource(source)
  const summary = { ...emptySummary(), notRead }
  for (const part of lines) await importBatches(deps, summary, entriesOf(part), progress)
  if (lists.length > 0) await importBatches(deps, summary, mergeLists(lists), progress)
  return summary
}

/** Imports one JSON object per line. */
export async function importCatalogue(
  deps: ImportDeps,
  lines: AsyncIterable<string>,
  progress: Progress = () => {},
): Promise<ImportSummary> {
  const summary = emptySummary()
  await importBatches(deps, summary, entriesOf(lines), progress)
  return summary
}

const emptySummary = (): ImportSummary => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  cut: 0,
  cuts: [],
  aliases: 0,
  skipped: {},
  problems: [],
  notRead: [],
})

type Entry = MergedEntry | EntryRefusal | undefined

async function* entriesOf(lines: AsyncIterable<string>): AsyncIterable<Entry> {
  for await (const text of lines) {
    if (text.trim() === '') yield undefined
    else {
      const entry = readEntry(text)
      yield typeof entry === 'string' ? entry : { ...entry, createsNode: true }
    }
  }
}

async function importBatches(
  deps: ImportDeps,
  summary: ImportSummary,
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  progress: Progress,
): Promise<void> {
  const { pause = setTimeout } = deps
  let [read, said] = [0, 0]
  for await (const batch of batchesOf(entries, summary)) {
    const begun = performance.now()
    const outcomes = await whenPossible(
      () => transact(deps, (tx) => importBatch(tx, batch, deps.now())),
      pause,
      progress,
    )
    for (const [i, outcome] of outcomes.entries()) note(summary, outcome, batch[i])
    read += batch.length
    if (read - said >= nodesPerLine) {
      progress(`${read} nodes are read.`)
      said = read
    }
    // While others use the same database, a third of the time is left to them.
    const { busy, awaited } = deps.database.connections()
    if (busy + awaited > 0) await pause((performance.now() - begun) / 2)
  }
  if (read > said) progress(`${read} nodes are read.`)
}

/** Waits while the database is busy, so that the import need not be started again. */
async function whenPossible<Result>(
  work: () => Promise<Result>,
  pause: (ms: number) => Promise<unknown>,
  progress: Progress,
): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isPassing(error)) throw error
      if (tries === 1) progress('The registry is busy. The import waits and continues by itself.')
      await pause(retryMs)
    }
}

/** SQLSTATE: canceled after its time limit, deadlock, lock not available, serialization. */
const passing = new Set(['57014', '40P01', '55P03', '40001'])
const isPassing = (error: unknown) =>
  isUnavailable(error) || passing.has(String((error as { code?: unknown } | null)?.code))

async function* batchesOf(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  summary: ImportSummary,
): AsyncIterable<MergedEntry[]> {
  const seen = new Set<string>()
  let batch: MergedEntry[] = []
  let line = 0
  for await (const entry of entries) {
    line++
    if (entry === undefined) continue
    if (typeof entry === 'string') noteProblem(summary, line, entry)
    else if (isRepeated(entry.node, seen)) noteProblem(summary, line, 'listed twice', nameOf(entry))
    else {
      if (entry.cut.length > 0) noteCut(summary, entry)
      batch.push(entry)
    }
    if (batch.length < nodesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function isRepeated({ id, ...node }: ListedNode, seen: Set<string>): boolean {
  const key = id === undefined ? placeOf(node) : nodeKey(id)
  if (key === undefined) return false
  const isSeen = seen.has(key)
  seen.add(key)
  return isSeen
}

const nameOf = ({ node: { id, repositoryUrl } }: MergedEntry) => id ?? repositoryUrl

function noteCut(summary: ImportSummary, entry: MergedEntry): void {
  summary.cut++
  if (summary.cuts.length < maxProblems) summary.cuts.push({ name: nameOf(entry), fields: entry.cut })
}

/** The line is 0 where the entry is known by its name. */
function noteProblem(
  summary: ImportSummary,
  line: number,
  reason: EntryRefusal | Reason,
  name?: string,
): void {
  summary.skipped[reason] = (summary.skipped[reason] ?? 0) + 1
  if (summary.problems.length < maxProblems)
    summary.problems.push({ line, reason, ...(name === undefined ? {} : { name }) })
}

function note(summary: ImportSummary, { what, isAlias }: EntryOutcome, entry: MergedEntry | undefined): void {
  if (isAlias) summary.aliases++
  if (what === 'created' || what === 'updated' || what === 'unchanged') summary[what]++
  else noteProblem(summary, 0, what, entry && nameOf(entry))
}

async function importBatch(tx: Tx, entries: readonly MergedEntry[], now: Date): Promise<EntryOutcome[]> {
  await lockAllNames(tx)
  const batch = new Batch(
    await lockNodes(tx, {
      ids: entries.flatMap(({ node }) => (node.id === undefined ? [] : [nodeKey(node.id)])),
      repositories: entries.flatMap(({ node }) => node.repositoryKey ?? []),
    }),
  )
  const decided = entries.map((entry) => batch.decide(entry))
  // Entries that met in one node count once.
  const [created, updated] = (['created', 'updated'] as const).map((what) => batch.listed(what))
  const made = await insertNodes(tx, created ?? [], now)
  await updateNodes(tx, updated ?? [], now)
  const touched = [...(created ?? []).filter(({ id }) => made.has(id)), ...(updated ?? [])]
  await replaceHints(tx, touched)
  await replacePatterns(tx, touched)
  const lost = new Set((created ?? []).flatMap(({ id }) => (made.has(id) ? [] : [id])))
  const aliases = batch.aliases(lost)
  await addAliases(tx, aliases)
  const ids = touched.map(({ id }) => id)
  if (touched.length + aliases.length > 0) markChanged(tx, 'nodes', ...ids.map((id) => `node:${id}`))
  return decided.map((outcome: Decided) =>
    lost.has(outcome.nodeId ?? '') ? { ...outcome, what: 'taken meanwhile' } : outcome,
  )
}
