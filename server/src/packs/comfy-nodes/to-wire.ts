import type { ComfyNode } from '@nodeyard/contract/comfy-nodes'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
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
    ...unlessEmpty('category', row.category),
    ...unlessEmpty('description', row.description),
    ...unlessEmpty('function', row.function),
    ...unlessEmpty('input_types', row.input_types),
    ...unlessEmpty('return_types', row.return_types),
    ...unlessEmpty('return_names', row.return_names),
    output_is_list: row.output_is_list,
    deprecated: row.deprecated,
    experimental: row.experimental,
    policy: policies[row.policy],
    ...unlessEmpty('display_name', row.display_name),
    output_node: row.output_node,
    ...unlessEmpty('browser_script', row.browser_script),
    ...(row.is_long ? { left_out: [...textColumns] } : {}),
  }
}
