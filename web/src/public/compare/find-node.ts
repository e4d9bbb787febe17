import { suggest } from '@nodeyard/contract/packs'
import type { ComparedNode } from '../../ground/paths/compare-links.ts'
import type { Site } from '../../ground/site/site.ts'
import { useSuggestions } from '../search/suggestions.ts'
import { comparedNodeQuery } from './facts.ts'

/** Pack and name, because several packs can have nodes of one name. */
export const textOfNode = ({ nodeId, name }: ComparedNode) => `${nodeId}/${name}`

/** Nodes to offer while a person types a name. */
export function useOfferedNodes(text: string, known: readonly ComparedNode[]): ComparedNode[] {
  const taken = known.map(textOfNode)
  return useSuggestions(text)
    .flatMap(({ suggestions }) => suggestions)
    .flatMap(({ icon, text: name, detail: nodeId }) =>
      icon === 'node' && nodeId !== undefined ? [{ nodeId, name }] : [],
    )
    .filter((node) => !taken.includes(textOfNode(node)))
}

/** The node that a text means: by its name, or by pack and name. Undefined if there is none. */
export async function findNode(site: Site, text: string): Promise<ComparedNode | undefined> {
  const wanted = text.trim()
  const { comfy_nodes: found } = await site.registry
    .call(suggest, { query: { text: wanted } })
    .catch(() => ({ comfy_nodes: [] }))
  const named = found.find(({ comfy_node_name: name }) => name.toLowerCase() === wanted.toLowerCase())
  const near = named ?? (found.length === 1 ? found[0] : undefined)
  if (near) return { nodeId: near.node_id, name: near.comfy_node_name }
  const slash = wanted.indexOf('/')
  if (slash < 1) return undefined
  const node = { nodeId: wanted.slice(0, slash), name: wanted.slice(slash + 1) }
  return (await site.queries.fetchQuery(comparedNodeQuery(site, node))) ? node : undefined
}
