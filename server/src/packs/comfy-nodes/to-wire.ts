import { defined } from '@nodeyard/contract/ground'
import type { ComfyNode } from '@nodeyard/contract/packs'
import { type ComfyNodeRow, textColumns } from './sql.ts'

const policies: Record<ComfyNodeRow['policy'], ComfyNode['policy']> = {
  active: 'ComfyNodePolicyActive',
  banned: 'ComfyNodePolicyBanned',
  local_only: 'ComfyNodePolicyLocalOnly',
}

export function policyFromWire(wire: ComfyNode['policy']): ComfyNodeRow['policy'] {
  const [policy] = Object.entries(policies).find(([, one]) => one === wire) ?? []
  return policy as ComfyNodeRow['policy']
}

/**
 * Translates a comfy-node to the wire format. Empty texts are absent, because clients parse three of them.
 */
export function toComfyNode(row: ComfyNodeRow): ComfyNode {
  return {
    comfy_node_name: row.name,
    ...defined({
      category: row.category || undefined,
      description: row.description || undefined,
      function: row.function || undefined,
      input_types: row.input_types || undefined,
      return_types: row.return_types || undefined,
      return_names: row.return_names || undefined,
    }),
    output_is_list: row.output_is_list,
    deprecated: row.deprecated,
    experimental: row.experimental,
    policy: policies[row.policy],
    ...defined({ display_name: row.display_name || undefined }),
    output_node: row.output_node,
    ...defined({ browser_script: row.browser_script || undefined }),
    ...(row.is_long ? { left_out: [...textColumns] } : {}),
  }
}
