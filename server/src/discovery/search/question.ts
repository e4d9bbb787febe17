import { trimEndOf } from '@nodeyard/analysis/ground'
import type { QueryOf } from '@nodeyard/contract/ground'
import { readSearchText, type SearchSort, type SearchText, type searchNodes } from '@nodeyard/contract/packs'
import { filterByAccelerator, filterByOs } from '../../packs/nodes/listing/entry-filters.ts'
import { repositoryKey } from '../../packs/nodes/repository.ts'
import type { Covering } from './engine/coverage.ts'
import { type Criteria, daysBefore, type Narrowing } from './filter.ts'
import { parseText, type TextQuery } from './query.ts'

export type SearchQuery = QueryOf<typeof searchNodes>

/** A parsed search. */
export interface Question {
  text: TextQuery | undefined
  /** Nodes with most of what the text asks for, instead of all of it, and their shares. */
  covering?: Covering | undefined
  comfyNode: TextQuery | undefined
  filter: Omit<Criteria, 'condition'>
  sort: SearchSort
}

/** Returns undefined if a text has nothing to look up, such as only punctuation. */
export function parseQuestion(query: SearchQuery, now: Date): Question | undefined {
  const typed = readSearchText(query.search?.trim() ?? '')
  const comfyNodeText = query.comfy_node_search?.trim() || (typed.comfyNode ?? '')
  const text = parseText(typed.text)
  const comfyNode = parseText(comfyNodeText)
  const author = parseText(typed.author ?? '')
  if ((typed.text && !text) || (comfyNodeText && !comfyNode) || (typed.author && !author)) return undefined
  return { text, comfyNode, filter: toCriteria(now, query, typed), sort: query.sort ?? 'relevance' }
}

/** Combines parameters with the operators in the text. Parameters take precedence; lists are merged. */
function toCriteria(now: Date, query: SearchQuery, typed: SearchText): Question['filter'] {
  const inputs = [...(query.input_type ?? []), ...typed.inputs].map((type) => type.toUpperCase())
  const outputs = [...(query.output_type ?? []), ...typed.outputs].map((type) => type.toUpperCase())
  const days = query.updated_within_days ?? typed.updatedWithinDays
  return {
    repository: spellRepository(query.repository_url_search ?? ''),
    author: typed.author,
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
      ...toStated(now, query),
    },
  }
}

function toStated(now: Date, query: SearchQuery): Narrowing {
  const { os, accelerator, python, tool_version, size, evidence, health, committed_within_days: days } = query
  return {
    statedOs: os,
    statedAccelerator: accelerator,
    python,
    toolVersion: tool_version,
    size,
    evidence,
    health: health && { value: health, now },
    committedAfter: days === undefined ? undefined : daysBefore(now, days),
  }
}

/** Normalizes a repository URL. Of a partial URL, removes only the scheme, `www.`, the suffix `.git` and final slashes. */
function spellRepository(text: string): string | undefined {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^\w+:\/\/(www\.)?/, '')
  const part = trimEndOf(address, '/').replace(/\.git$/, '')
  return repositoryKey(text) ?? (part || undefined)
}
