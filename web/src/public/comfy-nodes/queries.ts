import { closestLanguage, defined, type Locale } from '@nodeyard/contract/ground'
import { getComfyNode, listSimilarComfyNodes } from '@nodeyard/contract/packs'
import { queryOptions } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import { comfyNodePictures, withOwnAddresses } from '../../ground/ui/pictures.ts'
import type { ComfyNodePath, ComfyNodeView } from './comfy-node.ts'

/** One comfy-node with the page that its pack ships about it, both in the reader's language where there is one. */
export function comfyNodeQuery(site: Site, params: ComfyNodePath) {
  const { settings } = site
  const query = routeQuery(site, getComfyNode, { params }, async (response) => {
    const { documentation = [], translations = {}, ...node } = response
    const { toComfyNodeView } = await import('./comfy-node.ts')
    const language = closestLanguage(Object.keys(translations), settings.locale)
    const translation = language === undefined ? undefined : translations[language]
    const { html = '', language: written } = documentFor(settings.locale, documentation) ?? {}
    return {
      node: toComfyNodeView({ ...node, ...defined({ translation }) }),
      documentation: {
        html: withOwnAddresses(html, comfyNodePictures(params, written), settings),
        ...defined({ language: written }),
      },
    }
  })
  return { ...query, queryKey: [...query.queryKey, 'page'] }
}

interface Document {
  language?: string
  html: string
}

/** Selects the document in the user's language, or without a language, or in English, or the first one. */
export function documentFor(locale: Locale, documents: readonly Document[]): Document | undefined {
  const named = documents.flatMap(({ language }) => language ?? [])
  const closest = closestLanguage(named, locale)
  const shared = documents.find(({ language }) => language === undefined)
  const isForReader = closest?.toLowerCase().split('-')[0] === locale
  const found = documents.find(({ language }) => language !== undefined && language === closest)
  return (isForReader ? found : (shared ?? found)) ?? documents[0]
}

/** Types that say nothing about what a node is for. */
const everywhere = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO', '*', '?'])

/** Comfy-nodes of other packs with the same sockets. */
export function similarQuery({ registry }: Site, nodeId: string, { name, inputs, outputs }: ComfyNodeView) {
  const telling = (types: string[]) => [...new Set(types)].filter((type) => !everywhere.has(type)).slice(0, 5)
  const query = {
    input_type: telling(inputs.map(({ type }) => type)),
    output_type: telling(outputs.map(({ type }) => type)),
    node_id: nodeId,
  }
  return queryOptions({
    queryKey: ['similar-comfy-nodes', nodeId, name],
    queryFn: async ({ signal }) =>
      query.input_type.length + query.output_type.length === 0
        ? []
        : (await registry.call(listSimilarComfyNodes, { query }, { signal })).comfy_nodes,
  })
}
