import { suggest } from '@nodeyard/contract/packs'
import type { Site } from '../../ground/site/site.ts'
import { useSuggestions } from './suggestions.ts'

export interface OfferedPack {
  id: string
  name: string
}

/** Packs to offer while a person types an id or a name. */
export function useOfferedPacks(text: string, known: readonly string[]): OfferedPack[] {
  return useSuggestions(text)
    .flatMap(({ suggestions }) => suggestions)
    .flatMap(({ nodeId, text: name }) => (nodeId && !known.includes(nodeId) ? [{ id: nodeId, name }] : []))
}

/** The id of the pack that a text means: the one with this id or name, or the only one that resembles it. */
export async function findPackId({ registry }: Site, text: string): Promise<string> {
  const wanted = text.trim()
  const { nodes } = await registry.call(suggest, { query: { text: wanted } }).catch(() => ({ nodes: [] }))
  const isWanted = (value: string) => value.toLowerCase() === wanted.toLowerCase()
  const found = nodes.find(({ id }) => isWanted(id)) ?? nodes.find(({ name }) => isWanted(name))
  return (found ?? (nodes.length === 1 ? nodes[0] : undefined))?.id ?? wanted
}
