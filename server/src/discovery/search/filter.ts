import type { NodeState } from '@nodeyard/contract/search-text'
import type { EntryFilter } from '../../packs/nodes/listing/sql.ts'
import { accelerators, operatingSystems, wordOf } from '../../packs/versions/compatibility.ts'
import { allOf, type Condition, ofOneComfyNode, wordCondition } from './condition.ts'
import type { IndexedNode, SearchFilter } from './engine/node-index.ts'
import { facetLabel, inputLabel, outputLabel, publisherLabel } from './labels.ts'

/** Criteria for active nodes. Results meet all of them. */
export interface Criteria {
  /** Derived from the search text. */
  condition?: Condition | undefined
  /** Part of a normalized repository URL. */
  repository?: string | undefined
  publisherId?: string | undefined
  /** Input and output types of one comfy-node. */
  sockets?: { inputs: readonly string[]; outputs: readonly string[] } | undefined
  narrowed?: Narrowing | undefined
}

/** Filters that the search page offers. */
export interface Narrowing {
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
  /** Results have all of them. In lowercase. */
  tags?: readonly string[] | undefined
  category?: string | undefined
  license?: string | undefined
  state?: NodeState | undefined
  hasComfyNodes?: boolean | undefined
  changedAfter?: Date | undefined
}

export function toSearchFilter(criteria: Criteria): SearchFilter {
  const { condition, repository, sockets, narrowed = {} } = criteria
  const { os, accelerator, changedAfter } = narrowed
  const labels = labelsOf(criteria).map((label) => wordCondition(label, false, ['labels']))
  const all = [...(condition ? [condition] : []), ...labels, ...(sockets ? [socketCondition(sockets)] : [])]
  const decisions: ((node: IndexedNode) => boolean)[] = []
  if (repository) decisions.push((node) => node.repository.includes(repository))
  if (os && !wordOf(os.text, operatingSystems)) decisions.push((node) => matchesEntry(node.os, os))
  if (accelerator && !wordOf(accelerator.text, accelerators))
    decisions.push((node) => matchesEntry(node.accelerators, accelerator))
  if (changedAfter) decisions.push((node) => node.changedMs >= changedAfter.getTime())
  return {
    ...(all.length > 0 ? { condition: allOf(all) } : {}),
    ...(decisions.length > 0 ? { accepts: (node) => decisions.every((accepts) => accepts(node)) } : {}),
  }
}

function labelsOf({ publisherId, narrowed = {} }: Criteria): string[] {
  const { os, accelerator, tags = [], category, license, state, hasComfyNodes } = narrowed
  const osWord = os && wordOf(os.text, operatingSystems)
  const acceleratorWord = accelerator && wordOf(accelerator.text, accelerators)
  return [
    ...(publisherId === undefined ? [] : [publisherLabel(publisherId)]),
    ...(osWord ? [facetLabel('os', osWord)] : []),
    ...(acceleratorWord ? [facetLabel('accelerator', acceleratorWord)] : []),
    ...tags.map((tag) => facetLabel('tag', tag)),
    ...(category ? [facetLabel('category', category)] : []),
    ...(license ? [facetLabel('license', license)] : []),
    ...(state ? [facetLabel('state', state)] : []),
    ...(hasComfyNodes === undefined ? [] : [facetLabel('has_nodes', String(hasComfyNodes))]),
  ]
}

function socketCondition({ inputs, outputs }: NonNullable<Criteria['sockets']>): Condition {
  const labels = [...inputs.map(inputLabel), ...outputs.map(outputLabel)]
  return ofOneComfyNode(allOf(labels.map((label) => wordCondition(label, false, ['comfy']))))
}

/** Must match the same entries as the SQL function of this name. */
function matchesEntry(list: readonly string[], { text, pattern }: EntryFilter): boolean {
  const fitting = new RegExp(pattern, 'i')
  const begins = (entry: string) => entry.toLowerCase().startsWith(text.toLowerCase())
  return list.length === 0 || list.some((entry) => begins(entry) || fitting.test(entry))
}

/** Rounds down to the minute, so that equal searches within a minute are cached together. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 - days * dayMs)
}
const dayMs = 86_400_000
