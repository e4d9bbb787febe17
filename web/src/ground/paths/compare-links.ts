import { percentDecoded } from '@nodeyard/analysis/ground'
import { paths } from './paths.ts'
import { type Field, flagField, type SearchOf, writeSearch } from './search-params.ts'

export const maxPacks = 4
export const maxNodes = 2

export interface ComparedNode {
  nodeId: string
  name: string
}

const maxLength = 300

/** A list of ids without repetitions, separated by commas. */
const packsField: Field<readonly string[]> = {
  read: (text) => [...new Set(partsOf(text))].slice(0, maxPacks),
  write: (ids) => (ids.length === 0 ? undefined : ids.join(',')),
}

/** Pairs of a pack and a comfy-node without repetitions, separated by commas; names are encoded because they can contain any character. */
export const nodesField: Field<readonly ComparedNode[]> = {
  read: (text) =>
    partsOf(text)
      .flatMap((part) => {
        const [nodeId = '', name = ''] = part.split('/').map((half) => percentDecoded(half) ?? '')
        return nodeId && name ? [{ nodeId, name }] : []
      })
      .filter((node, place, all) => all.findIndex((other) => isSameNode(other, node)) === place)
      .slice(0, maxNodes),
  write: (nodes) =>
    nodes.length === 0
      ? undefined
      : nodes.map(({ nodeId, name }) => `${nodeId}/${encodeURIComponent(name)}`).join(','),
}

const isSameNode = (a: ComparedNode, b: ComparedNode) => a.nodeId === b.nodeId && a.name === b.name

const partsOf = (text: string | null) =>
  (text ?? '')
    .split(',', 20)
    .map((part) => part.trim().slice(0, maxLength).toWellFormed())
    .filter((part) => part !== '')

export const compareSearch = {
  packs: packsField,
  /** Comfy-nodes; compared instead of packs when there are any. */
  nodes: nodesField,
  /** A pack to add, from the form that works without JavaScript. */
  add: {
    read: (text: string | null) => (text ?? '').trim().slice(0, maxLength).toWellFormed(),
    write: (id: string) => id || undefined,
  },
  /** Hides the rows in which all columns agree. */
  differences: flagField,
}
export type CompareSearch = SearchOf<typeof compareSearch>

export const compareLink = (search: Partial<CompareSearch> = {}) =>
  paths.comparePacks + writeSearch(compareSearch, search)
