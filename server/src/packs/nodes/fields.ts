import type { NodeFields } from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import { isOwnPicture, pictureColumns, pictureKinds, type SiteConfig } from './picture-addresses.ts'
import type { NodeChange, NodeRow } from './sql.ts'
import { compatibilityToWire } from './versions/compatibility.ts'

/**
 * Defines who can set each field of a node: owners set descriptive fields, admins also its treatment by the
 * registry. Fields in neither list are read-only. `repository`, `status` and `publisher` have their own
 * rules. Source: API contract 11.3.
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

/** Returns the fields that were sent and differ from the node, by column name. */
export function changesOf(
  config: SiteConfig,
  node: NodeRow,
  sent: NodeFields,
  forAdmin: boolean,
): NodeChange {
  const allowed = { ...columns.owner, ...(forAdmin ? columns.admin : {}) }
  const asRead = compatibilityToWire(node)
  const change: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(allowed)) {
    const value = sent[field as keyof NodeFields] ?? undefined
    // Responses translate the stored compatibility and pictures, so sending back a value as read is not a change.
    const isAsRead =
      (field in asRead && isSame(value, asRead[field as keyof typeof asRead])) ||
      isPictureAsRead(config, node, field, value)
    if (value !== undefined && !isAsRead && !isSame(value, node[column])) change[column] = value
  }
  return clean({ ...(change as NodeChange), ...uploadsOf(config, node, sent) }, node.id)
}

/** Another address, also an empty one, replaces an uploaded picture. */
function uploadsOf(config: SiteConfig, node: NodeRow, sent: NodeFields): NodeChange {
  const replaced = pictureKinds.filter((kind) => {
    const { field, upload } = pictureColumns[kind]
    const address = sent[field] ?? undefined
    return node[upload] !== '' && address !== undefined && !isOwnPicture(config, node.id, kind, address)
  })
  return Object.fromEntries(replaced.map((kind) => [pictureColumns[kind].upload, '']))
}

/** Whether a picture has the address that responses name for it. */
function isPictureAsRead(config: SiteConfig, node: NodeRow, field: string, value: unknown): boolean {
  const kind = pictureKinds.find((one) => pictureColumns[one].field === field)
  return kind !== undefined && typeof value === 'string' && isOwnPicture(config, node.id, kind, value)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Uses the id as the name of a nameless node, and refuses image addresses that could run a script. */
export function clean(change: NodeChange, id: string): NodeChange {
  for (const [column, field] of [
    ['icon_url', 'icon'],
    ['banner_url', 'banner_url'],
  ] as const) {
    const address = change[column]?.trim()
    if (address && !(/^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address))) {
      throw new RegistryError('invalid_request', {
        message: `body.${field} must be empty or a URL that starts with http:// or https://`,
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
