import { trimEndOf } from '@nodeyard/analysis/text-search'
import type { searchNodes } from '@nodeyard/contract/nodes'
import type { QueryOf } from '@nodeyard/contract/route'
import type { SearchSort } from '@nodeyard/contract/search'
import { readSearchText, type SearchText } from '@nodeyard/contract/search-text'
import { filterByAccelerator, filterByOs } from '../../packs/nodes/listing/entry-filters.ts'
import { repositoryKey } from '../../packs/nodes/repository.ts'
import { type AskedFilter, daysBefore } from './filter.ts'
import { parseText, type TextQuery } from './query.ts'

export type SearchQuery = QueryOf<typeof searchNodes>

/** A search as it is understood. */
export interface Question {
  text: TextQuery | undefined
  /** Where all of the words together find too little: some are enough. */
  isLoose?: boolean
  comfyNode: TextQuery | undefined
  filter: Omit<AskedFilter, 'condition'>
  sort: SearchSort
}

/** Undefined for a text in which there is nothing to look up: only punctuation, say. */
export function understand(query: SearchQuery, now: Date): Question | undefined {
  const typed = readSearchText(query.search?.trim() ?? '')
  const comfyNodeText = query.comfy_node_search?.trim() || (typed.comfyNode ?? '')
  const text = parseText(typed.text)
  const comfyNode = parseText(comfyNodeText)
  if ((typed.text && !text) || (comfyNodeText && !comfyNode)) return undefined
  return { text, comfyNode, filter: toAskedFilter(now, query, typed), sort: query.sort ?? 'relevance' }
}

/** Parameters and operators mean the same; where both are given, the parameter counts, and of lists both. */
function toAskedFilter(now: Date, query: SearchQuery, typed: SearchText): Question['filter'] {
  const inputs = [...(query.input_type ?? []), ...typed.inputs].map((type) => type.toUpperCase())
  const outputs = [...(query.output_type ?? []), ...typed.outputs].map((type) => type.toUpperCase())
  const days = query.updated_within_days ?? typed.updatedWithinDays
  return {
    repository: spellRepository(query.repository_url_search ?? ''),
    publisherId: query.publisher_id ?? typed.publisher?.toLowerCase(),
    sockets: inputs.length + outputs.length > 0 ? { inputs, outputs } : undefined,
    narrowed: {
      os: filterByOs(query.supported_os ?? typed.os),
      accelerator: filterByAccelerator(query.supported_accelerator ?? typed.accelerator),
      tags: [...(query.tag ?? []), ...typed.tags].map((tag) => tag.trim().toLowerCase()),
      category: query.category ?? typed.category?.toLowerCase(),
      license: query.license ?? typed.license,
      state: query.state ?? typed.state,
      hasComfyNodes: query.has_nodes ?? typed.hasComfyNodes,
      hasWorkflows: query.has_workflows ?? typed.hasWorkflows,
      uses: typed.uses,
      changedAfter: days === undefined ? undefined : daysBefore(now, days),
    },
  }
}

/** A whole address in its one spelling; in a part of one, only differences in writing are dropped. */
function spellRepository(text: string): string | undefined {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^\w+:\/\/(www\.)?/, '')
  const part = trimEndOf(address, '/').replace(/\.git$/, '')
  return repositoryKey(text) ?? (part || undefined)
}
