import type { NodeState } from '@nodeyard/contract/search-text'
import type { EntryFilter } from '../../packs/nodes/listing/sql.ts'
import { accelerators, operatingSystems, wordOf } from '../../packs/versions/compatibility.ts'
import { quoted } from './document.ts'
import { facetLabel, monthLabels, publisherLabel, socketLabels } from './labels.ts'
import type { Condition, SearchFilter } from './sql.ts'

/** Which active nodes are asked for; all of it must hold. */
export interface AskedFilter {
  /** What the text means. */
  condition?: Condition | undefined
  /** A part of an address, in its one spelling. */
  repository?: string | undefined
  publisherId?: string | undefined
  /** Types that one comfy-node takes and gives. */
  sockets?: { inputs: readonly string[]; outputs: readonly string[] } | undefined
  narrowed?: Narrowing | undefined
}

/** What a list offers to narrow a search by, each of it alone. */
export interface Narrowing {
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
  /** In small letters; all of them. */
  tags?: readonly string[] | undefined
  category?: string | undefined
  license?: string | undefined
  state?: NodeState | undefined
  hasComfyNodes?: boolean | undefined
  changedAfter?: Date | undefined
}

/** The filter as the index of texts answers it, as far as it knows what is asked; the rest of it stays beside that. */
export function toSearchFilter(asked: AskedFilter, now: Date): SearchFilter {
  const { condition, repository, publisherId, sockets, narrowed = {} } = asked
  const { os, accelerator, tags = [], category, license, state, hasComfyNodes, changedAfter } = narrowed
  const osWord = os && wordOf(os.text, operatingSystems)
  const acceleratorWord = accelerator && wordOf(accelerator.text, accelerators)
  const labels = [
    ...(publisherId === undefined ? [] : [publisherLabel(publisherId)]),
    ...(sockets ? socketLabels(sockets.inputs, sockets.outputs) : []),
    ...(osWord ? [facetLabel('os', osWord)] : []),
    ...(acceleratorWord ? [facetLabel('accelerator', acceleratorWord)] : []),
    ...tags.map((tag) => facetLabel('tag', tag)),
    ...(category ? [facetLabel('category', category)] : []),
    ...(license ? [facetLabel('license', license)] : []),
    ...(state ? [facetLabel('state', state)] : []),
    ...(hasComfyNodes === undefined ? [] : [facetLabel('has_nodes', String(hasComfyNodes))]),
  ].map(quoted)
  const months = changedAfter ? [`(${monthLabels(changedAfter, now).map(quoted).join(' | ')})`] : []
  const all = [...(condition ? [condition] : []), ...labels, ...months]
  const isPair = sockets && sockets.inputs.length <= 1 && sockets.outputs.length <= 1
  return {
    ...(all.length > 0 ? { condition: all.join(' & ') } : {}),
    ...(repository ? { repository } : {}),
    ...(sockets && !isPair ? { sockets } : {}),
    ...(os && !osWord ? { os } : {}),
    ...(accelerator && !acceleratorWord ? { accelerator } : {}),
    ...(changedAfter ? { changedAfter } : {}),
  }
}
