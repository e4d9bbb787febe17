import { isDeepStrictEqual } from 'node:util'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { reindexNodes } from '../search/reindex.ts'
import { keyOf, type ListedNode, type Refusal, readEntry } from './entry.ts'
import {
  findRepositoryHolders,
  insertNodes,
  lockNodes,
  type NodeToWrite,
  replaceHints,
  type StoredNode,
  updateNodes,
} from './sql.ts'

const nodesAtOnce = 500
const maxProblems = 100

/** The reason why a valid entry changes nothing. */
type Reason = 'listed twice' | 'owned' | 'has versions' | 'banned or deleted' | 'taken meanwhile'

export interface ImportSummary {
  created: number
  updated: number
  unchanged: number
  /** The number of entries that changed nothing, by reason. */
  skipped: Partial<Record<Refusal | Reason, number>>
  /** Nodes with texts that exceeded a limit. */
  cut: number
  /** Nodes with the repository of another node. They link to it, but do not own it. */
  sharedRepository: number
  /** The first rejected lines. */
  problems: { line: number; reason: Refusal | Reason }[]
}

/**
 * Imports a community list, one JSON object per line, as nodes of the unclaimed publisher with the names of their
 * comfy-nodes. The import is idempotent: it updates unclaimed nodes and never changes claimed or published ones.
 */
export async function importCatalogue(
  deps: Pick<GroundDeps, 'db' | 'changes' | 'now'>,
  lines: AsyncIterable<string>,
  progress: (line: string) => void = () => {},
): Promise<ImportSummary> {
  const counts = { created: 0, updated: 0, unchanged: 0, cut: 0, sharedRepository: 0 }
  const summary: ImportSummary = { ...counts, skipped: {}, problems: [] }
  let read = 0
  for await (const nodes of batchesOf(lines, summary)) {
    const outcomes = await transact(deps, (tx) => importBatch(tx, nodes, deps.now()))
    for (const outcome of outcomes) note(summary, outcome)
    read += nodes.length
    progress(`${read} nodes are read.`)
  }
  return summary
}

async function* batchesOf(lines: AsyncIterable<string>, summary: ImportSummary): AsyncIterable<ListedNode[]> {
  const seen = new Set<string>()
  let batch: ListedNode[] = []
  let line = 0
  for await (const text of lines) {
    line++
    if (text.trim() === '') continue
    const entry = readEntry(text)
    if (typeof entry === 'string') noteProblem(summary, line, entry)
    else if (seen.has(keyOf(entry.node))) noteProblem(summary, line, 'listed twice')
    else {
      seen.add(keyOf(entry.node))
      if (entry.isCut) summary.cut++
      batch.push(entry.node)
    }
    if (batch.length < nodesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function noteProblem(summary: ImportSummary, line: number, reason: Refusal | Reason): void {
  summary.skipped[reason] = (summary.skipped[reason] ?? 0) + 1
  if (summary.problems.length < maxProblems) summary.problems.push({ line, reason })
}

interface Outcome {
  what: 'created' | 'updated' | 'unchanged' | Reason
  sharesRepository?: boolean
}

function note(summary: ImportSummary, { what, sharesRepository = false }: Outcome): void {
  if (sharesRepository) summary.sharedRepository++
  if (what === 'created' || what === 'updated' || what === 'unchanged') summary[what]++
  else summary.skipped[what] = (summary.skipped[what] ?? 0) + 1
}

async function importBatch(tx: Tx, listed: readonly ListedNode[], now: Date): Promise<Outcome[]> {
  const stored = await lockNodes(tx, listed.map(keyOf))
  const keys = listed.flatMap(({ repositoryKey }) => repositoryKey ?? [])
  const holders = await findRepositoryHolders(tx, keys)
  const decided = listed.map((node) => decide(node, stored.get(keyOf(node)), holders))
  const made = await insertNodes(tx, toWrite(decided, 'created'), now)
  await updateNodes(tx, toWrite(decided, 'updated'), now)
  const touched = decided.flatMap(({ what, node }) =>
    what === 'updated' || (what === 'created' && made.has(node.id)) ? [node] : [],
  )
  await replaceHints(tx, touched)
  await reindexNodes(
    tx,
    touched.map(({ id }) => id),
    now,
  )
  if (touched.length > 0) markChanged(tx, 'nodes', ...touched.map(({ id }) => `node:${id}`))
  return decided.map(({ node, ...outcome }) =>
    outcome.what === 'created' && !made.has(node.id) ? { what: 'taken meanwhile' } : outcome,
  )
}

interface Decided extends Outcome {
  node: NodeToWrite
}

const toWrite = (decided: readonly Decided[], what: Outcome['what']) =>
  decided.filter((one) => one.what === what).map(({ node }) => node)

/** Decides whether an entry creates or updates a node. Adds a repository that the entry takes to `holders`. */
function decide(listed: ListedNode, stored: StoredNode | undefined, holders: Map<string, string>): Decided {
  const node = toNodeToWrite(listed, stored)
  const reason = stored && whyUntouched(stored)
  if (reason) return { what: reason, node }
  const key = listed.repositoryKey
  const holder = key === undefined ? undefined : (holders.get(key) ?? node.id)
  const sharesRepository = holder !== undefined && holder !== node.id
  if (key !== undefined && !sharesRepository) holders.set(key, node.id)
  const placed = { ...node, repositoryKey: sharesRepository ? undefined : key }
  if (!stored) return { what: 'created', node: placed, sharesRepository }
  const isSame = isDeepStrictEqual(comparable(placed), comparable(stored))
  return { what: isSame ? 'unchanged' : 'updated', node: placed, sharesRepository }
}

function toNodeToWrite({ lastUpdate, ...listed }: ListedNode, stored: StoredNode | undefined): NodeToWrite {
  return {
    ...listed,
    id: stored?.id ?? listed.id,
    // 0 can also mean unknown.
    stars: listed.stars || (stored?.stars ?? 0),
    createdAt: lastUpdate,
  }
}

function whyUntouched({ publisherId, status, hasVersions }: StoredNode): Reason | undefined {
  if (publisherId !== unclaimedPublisherId) return 'owned'
  if (status !== 'active') return 'banned or deleted'
  return hasVersions ? 'has versions' : undefined
}

const comparable = (node: Omit<NodeToWrite, 'createdAt' | 'id'>) => [
  node.name,
  node.description,
  node.author,
  node.repositoryUrl,
  node.repositoryKey,
  node.stars,
  node.tags,
  node.comfyNodeNames,
]
