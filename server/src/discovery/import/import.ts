import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { addAliases, lockAllNames } from '../../packs/nodes/aliases/sql.ts'
import { Batch, type Decided, type Outcome, type Reason } from './decide.ts'
import { type ListedNode, type Refusal, readEntry } from './entry.ts'
import { type MergedEntry, mergeLists, placeOf } from './manager-lists.ts'
import { openSource } from './source.ts'
import { insertNodes, lockNodes, replaceHints, replacePatterns, updateNodes } from './sql.ts'

const nodesAtOnce = 500
const maxProblems = 100

export interface ImportSummary {
  created: number
  updated: number
  unchanged: number
  /** The number of entries that changed nothing, by reason. */
  skipped: Partial<Record<Refusal | Reason, number>>
  /** Nodes with texts that exceeded a limit. */
  cut: number
  /** Entries whose id became another name of the node with their repository. */
  aliases: number
  /** The first rejected entries, with the number of their line or place. */
  problems: { line: number; reason: Refusal | Reason }[]
  /** Files that contain no list. */
  notRead: { name: string; reason: string }[]
}

type ImportDeps = Pick<GroundDeps, 'db' | 'changes' | 'now'>
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
  const { lines, lists, notRead } = await openSource(source)
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
  ...{ created: 0, updated: 0, unchanged: 0, cut: 0, aliases: 0 },
  ...{ skipped: {}, problems: [], notRead: [] },
})

type Entry = MergedEntry | Refusal | undefined

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
  let read = 0
  for await (const batch of batchesOf(entries, summary)) {
    const outcomes = await transact(deps, (tx) => importBatch(tx, batch, deps.now()))
    for (const outcome of outcomes) note(summary, outcome)
    read += batch.length
    progress(`${read} nodes are read.`)
  }
}

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
    else if (isRepeated(entry.node, seen)) noteProblem(summary, line, 'listed twice')
    else {
      if (entry.isCut) summary.cut++
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

function noteProblem(summary: ImportSummary, line: number, reason: Refusal | Reason): void {
  summary.skipped[reason] = (summary.skipped[reason] ?? 0) + 1
  if (summary.problems.length < maxProblems) summary.problems.push({ line, reason })
}

function note(summary: ImportSummary, { what, isAlias }: Outcome): void {
  if (isAlias) summary.aliases++
  if (what === 'created' || what === 'updated' || what === 'unchanged') summary[what]++
  else summary.skipped[what] = (summary.skipped[what] ?? 0) + 1
}

async function importBatch(tx: Tx, entries: readonly MergedEntry[], now: Date): Promise<Outcome[]> {
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
