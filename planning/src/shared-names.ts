import type { PlanWarning } from '@nodeyard/contract/discovery'

const shown = 3

/** Names the first comfy-nodes that two packs define, and counts the others: `Fog, Haze, Mist + 54`. */
export function sharedNames({
  comfy_nodes: names = [],
  comfy_node_count: count = 0,
}: Pick<PlanWarning, 'comfy_nodes' | 'comfy_node_count'>): string {
  const others = count - shown
  return names.slice(0, shown).join(', ') + (others > 0 ? ` + ${others}` : '')
}
