import type { NodeFields } from '@nodeyard/contract/nodes'
import { RegistryError } from '../../ground/errors.ts'
import { compatibilityToWire } from '../versions/compatibility.ts'
import type { NodeChange, NodeRow } from './sql.ts'

/**
 * Who may set which field of a node: owners what people read, admins also how the registry treats it. What is in
 * neither list nobody sets. `repository`, `status` and `publisher` have rules of their own. Source: API contract 11.3.
 */
const columns = {
  owner: {
    name: 'name',
    description: 'description',
    author: 'author',
    category: 'category',
    license: 'license',
    icon: 'icon_url',
    banner_url: 'banner_url',
    tags: 'tags',
    supported_os: 'supported_os',
    supported_accelerators: 'supported_accelerators',
    supported_comfyui_version: 'supported_comfyui_version',
    supported_comfyui_frontend_version: 'supported_comfyui_frontend_version',
  },
  admin: {
    tags_admin: 'tags_admin',
    status_detail: 'status_detail',
    search_ranking: 'search_ranking',
    preempted_comfy_node_names: 'preempted_comfy_node_names',
  },
} as const satisfies Record<string, Partial<Record<keyof NodeFields, keyof NodeChange>>>

/** What was sent and differs from what the node has, under the names of the columns. */
export function changesOf(node: NodeRow, sent: NodeFields, forAdmin: boolean): NodeChange {
  const allowed = { ...columns.owner, ...(forAdmin ? columns.admin : {}) }
  const asRead = compatibilityToWire(node)
  const change: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(allowed)) {
    const value = sent[field as keyof NodeFields] ?? undefined
    // Compatibility is read in other words than it is stored in: what comes back as it was read is no change.
    const isAsRead = field in asRead && isSame(value, asRead[field as keyof typeof asRead])
    if (value !== undefined && !isAsRead && !isSame(value, node[column])) change[column] = value
  }
  return clean(change as NodeChange, node.id)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A node without a name is shown by its id. Pictures are web addresses, so that showing one cannot run a script. */
export function clean(change: NodeChange, id: string): NodeChange {
  for (const [column, field] of [
    ['icon_url', 'icon'],
    ['banner_url', 'banner_url'],
  ] as const) {
    const address = change[column]?.trim()
    if (address && !(/^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address))) {
      throw new RegistryError('invalid_request', {
        message: `body.${field} must be empty or an address that starts with http:// or https://`,
        field: `body.${field}`,
      })
    }
  }
  const { name, preempted_comfy_node_names: names } = change
  return {
    ...change,
    ...(name === undefined ? {} : { name: name.trim() || id }),
    ...(names === undefined ? {} : { preempted_comfy_node_names: trimmed(names) }),
  }
}

const trimmed = (names: readonly string[]) => [...new Set(names.map((name) => name.trim()))].filter(Boolean)
