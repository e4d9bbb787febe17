import { readRepository } from '@nodeyard/analysis/ground'
import { isNodeId } from '../../packs/nodes/node-id.ts'
import { type EntryRefusal, isObject, type ListedNode, type ReadEntry, toListedNode } from './entry.ts'

/** The public lists of the in-app manager, which name a pack by the address of its repository. */
export type ManagerList =
  /** Each pack with its texts. */
  | { kind: 'packs'; entries: Record<string, unknown>[] }
  /** Names of comfy-nodes by address. */
  | { kind: 'names'; entries: [address: string, names: unknown, about: Record<string, unknown>][] }
  /** Stars and dates by address. */
  | { kind: 'figures'; entries: [address: string, figures: Record<string, unknown>][] }

/** Recognizes a list by its content. Returns undefined for anything else. */
export function recognizeList(document: unknown): ManagerList | undefined {
  if (!isObject(document)) return undefined
  const packs = document['custom_nodes']
  if (Array.isArray(packs)) return { kind: 'packs', entries: packs.filter(isObject) }
  const entries = Object.entries(document)
  if (entries.length === 0) return undefined
  if (entries.every(([, value]) => Array.isArray(value) && Array.isArray(value[0]))) {
    const named = entries as [string, unknown[]][]
    return {
      kind: 'names',
      entries: named.map(([address, [names, about]]) => [address, names, isObject(about) ? about : {}]),
    }
  }
  const figures = entries.flatMap(([address, value]) => (isObject(value) ? [[address, value] as const] : []))
  const isFigures = figures.length === entries.length && figures.every(([, value]) => 'stars' in value)
  return isFigures
    ? { kind: 'figures', entries: figures.map(([address, value]) => [address, value]) }
    : undefined
}

/** An entry of the merged lists. Entries of figures alone describe nodes that another list created. */
export interface MergedEntry extends ReadEntry {
  createsNode: boolean
}

/** Merges lists into one entry per repository. Entries without a repository are refused. */
export function mergeLists(lists: readonly ManagerList[]): (MergedEntry | EntryRefusal)[] {
  const merged = new Map<string, MergedEntry>()
  const refusals: EntryRefusal[] = []
  const add = (read: ReadEntry | EntryRefusal, createsNode: boolean) => {
    if (typeof read === 'string') return void refusals.push(read)
    const key = placeOf(read.node)
    if (key === undefined) return void refusals.push('no repository')
    const known = merged.get(key)
    merged.set(key, known ? joined(known, read, createsNode) : { ...read, createsNode })
  }
  for (const list of lists) {
    if (list.kind === 'packs') for (const entry of list.entries) add(toPack(entry), true)
    else if (list.kind === 'names') for (const entry of list.entries) add(toNames(entry), true)
    else for (const [address, figures] of list.entries) add(toFigures(address, figures), false)
  }
  return [...merged.values(), ...refusals]
}

export const placeOf = ({
  repositoryKey,
  repositoryFolder,
}: Pick<ListedNode, 'repositoryKey' | 'repositoryFolder'>) =>
  repositoryKey === undefined ? undefined : `${repositoryKey} ${repositoryFolder}`

function toPack(entry: Record<string, unknown>): ReadEntry {
  const id = typeof entry['id'] === 'string' ? entry['id'].trim() : ''
  const { nodes: _, stars: __, ...texts } = entry
  return toListedNode(texts, { id: isNodeId(id) ? id : undefined, repository: entry['reference'] })
}

function toNames([address, names, about]: [string, unknown, Record<string, unknown>]): ReadEntry {
  const { nodename_pattern, preemptions, author, description } = about
  const texts = { title: about['title_aux'] ?? about['title'], nodes: names }
  const given = { nodename_pattern, preemptions, author, description, ...texts }
  return toListedNode(given, { id: undefined, repository: address })
}

function toFigures(
  address: string,
  { stars, last_update }: Record<string, unknown>,
): ReadEntry | EntryRefusal {
  // One of the lists has an address that begins with `hhttps`.
  if (!readRepository(address)) return 'no repository'
  return toListedNode({ stars, last_update }, { id: undefined, repository: address })
}

/** Values of the first of two entries win. */
function joined(first: MergedEntry, second: ReadEntry, createsNode: boolean): MergedEntry {
  const node = { ...first.node }
  for (const [name, value] of Object.entries(second.node))
    if (node[name as keyof ListedNode] === undefined) Object.assign(node, { [name]: value })
  return {
    node,
    cut: [...new Set([...first.cut, ...second.cut])],
    createsNode: first.createsNode || createsNode,
  }
}
