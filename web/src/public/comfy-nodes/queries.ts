import { getComfyNode } from '@nodeyard/contract/comfy-nodes'
import { closestLanguage, type Locale } from '@nodeyard/contract/locales'
import { listSimilarComfyNodes } from '@nodeyard/contract/search'
import { listWorkflows } from '@nodeyard/contract/workflows'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'
import { comfyNodePictures, withOwnAddresses } from '../../ground/ui/pictures.ts'
import type { ComfyNodePath, ComfyNodeView } from './comfy-node.ts'

/** One comfy-node with the page that its pack ships about it, both in the reader's language where there is one. */
export function comfyNodeQuery({ registry, settings }: Site, params: ComfyNodePath) {
  const { nodeId, version, comfyNodeName } = params
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'comfy-nodes', comfyNodeName, 'page'],
    queryFn: async ({ signal }) => {
      const {
        documentation = [],
        translations = {},
        ...node
      } = await registry.call(getComfyNode, { params }, { signal })
      const { toComfyNodeView } = await import('./comfy-node.ts')
      const language = closestLanguage(Object.keys(translations), settings.locale)
      const translation = language === undefined ? undefined : translations[language]
      const { html = '', language: written } = documentFor(settings.locale, documentation) ?? {}
      return {
        node: toComfyNodeView({ ...node, ...(translation ? { translation } : {}) }),
        documentation: {
          html: withOwnAddresses(html, comfyNodePictures(params, written), settings),
          ...(written === undefined ? {} : { language: written }),
        },
      }
    },
  })
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

const shownUses = 6

/** Workflows of any pack that use a comfy-node. */
export function usesQuery({ registry }: Site, comfyNodeName: string) {
  return queryOptions({
    queryKey: ['workflows', 'uses', comfyNodeName],
    queryFn: async ({ signal }) => {
      const query = { uses: comfyNodeName, limit: shownUses }
      const { workflows, total } = await registry.call(listWorkflows, { query }, { signal })
      return { total, workflows: workflows.map(({ comfy_nodes: _names, path: _path, ...one }) => one) }
    },
  })
}
