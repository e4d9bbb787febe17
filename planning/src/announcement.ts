import { readRepository } from '@nodeyard/analysis/ground'
import { type Manifest, pictureAddress } from '@nodeyard/analysis/manifest'
import {
  type ErrorCode,
  errors,
  isNodeId,
  isWindowsDevice,
  normalizeVersion,
  reservedNodeIds,
} from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { PublishedNode, PublishedVersion } from '@nodeyard/contract/packs'

/** What a client says about a version before it sends the archive. */
export interface Announcement {
  nodeId: string
  node: PublishedNode
  version: PublishedVersion
}

/** Where the project file states a value. */
export interface ManifestKey {
  table: string
  key: string
}

/** Why the registry does not accept an announcement. */
export interface AnnouncementRefusal {
  code: ErrorCode
  /** Field of the request. */
  field: string
  /** Where existing clients and the program find the value. */
  stated: ManifestKey
  /** Follows the name of the value, except for codes with a sentence of their own. */
  problem: string
  limit?: number
}

const nodeKeys = {
  name: { table: 'tool.comfy', key: 'DisplayName' },
  description: { table: 'project', key: 'description' },
  license: { table: 'project', key: 'license' },
  repository: { table: 'project.urls', key: 'Repository' },
  icon: { table: 'tool.comfy', key: 'Icon' },
  banner_url: { table: 'tool.comfy', key: 'Banner' },
} as const satisfies Partial<Record<keyof PublishedNode, ManifestKey>>
const versionKeys = {
  dependencies: { table: 'project', key: 'dependencies' },
  supported_os: { table: 'project', key: 'classifiers' },
  supported_accelerators: { table: 'project', key: 'classifiers' },
  supported_comfyui_version: { table: 'tool.comfy', key: 'requires-comfyui' },
  supported_comfyui_frontend_version: { table: 'project', key: 'dependencies' },
} as const satisfies Partial<Record<keyof PublishedVersion, ManifestKey>>

export type NodeValues = Required<{ [Key in keyof typeof nodeKeys]: string }>
export type VersionValues = Pick<Manifest, keyof typeof versionKeys>

/** Returns the values that a project file states about its pack, in the form of an announcement. */
export function valuesOf(manifest: Manifest): { node: NodeValues; version: VersionValues } {
  const {
    dependencies,
    supported_os,
    supported_accelerators,
    supported_comfyui_version,
    supported_comfyui_frontend_version,
  } = manifest
  return {
    node: {
      description: manifest.description ?? '',
      icon: manifest.icon?.trim() ?? '',
      name: manifest.display_name ?? '',
      license: manifest.license,
      repository: manifest.repository ?? '',
      banner_url: manifest.banner_url?.trim() ?? '',
    },
    version: {
      dependencies,
      supported_os,
      supported_accelerators,
      supported_comfyui_version,
      supported_comfyui_frontend_version,
    },
  }
}

/**
 * Lists why the registry does not accept an announcement, as far as this does not depend on other packs. The registry, `check`
 * and `publish` all decide here. An existing node keeps an id that a new one cannot have.
 */
export function refusalsOf(
  { nodeId, node, version }: Announcement,
  { isNew }: { isNew: boolean },
): AnnouncementRefusal[] {
  const ofId = idRefusalOf(nodeId, { isNew })
  const isVersion = normalizeVersion(version.version) !== undefined
  return [
    ...(ofId ? [{ ...ofId, field: 'path.nodeId', stated: { table: 'project', key: 'name' } }] : []),
    ...(isVersion ? [] : [wrongVersion(version.version)]),
    ...Object.entries(nodeKeys).flatMap(([name, stated]) => {
      const member = name as keyof typeof nodeKeys
      const value = node[member]
      const problems = [
        ...problemsOf(PublishedNode.properties[member], value),
        ...formProblems(member, value),
      ]
      return problems.map((one) => invalid(`body.node.${name}`, stated, one))
    }),
    ...Object.entries(versionKeys).flatMap(([name, stated]) => {
      const member = name as keyof typeof versionKeys
      return problemsOf(PublishedVersion.properties[member], version[member]).map((one) =>
        invalid(`body.node_version.${name}`, stated, one),
      )
    }),
  ]
}

/** Why a text cannot be the id of a node. */
export function idRefusalOf(
  id: string,
  { isNew }: { isNew: boolean },
): Pick<AnnouncementRefusal, 'code' | 'problem' | 'limit'> | undefined {
  if (reservedNodeIds.has(id.toLowerCase())) return ofCode('node_id_reserved')
  if (isNew && isWindowsDevice(id))
    return {
      code: 'node_id_reserved',
      problem: 'This node id is reserved because Windows cannot create a folder with that name.',
    }
  return isNodeId(id) ? undefined : { ...ofCode('node_id_invalid'), limit: limits.nodeIdLength }
}

const ofCode = (code: ErrorCode) => ({ code, problem: errors[code].message })

export function wrongVersion(given: string): AnnouncementRefusal {
  const { code, problem } = ofCode('version_invalid')
  const [, ...parts] = /^\s*v?(\d{1,16})(?:\.(\d{1,16}))?(?:\.(\d{1,16}))?(?![\d])/i.exec(given) ?? []
  const similar = normalizeVersion(parts.map((part = '0') => Number(part)).join('.'))
  return {
    code,
    problem:
      similar && given.length <= 40 ? `${problem} Instead of ${given.trim()}, write ${similar}.` : problem,
    field: 'body.node_version.version',
    stated: { table: 'project', key: 'version' },
  }
}

interface Problem {
  problem: string
  limit?: number
}

const invalid = (field: string, stated: ManifestKey, problem: Problem): AnnouncementRefusal => ({
  code: 'invalid_request',
  field,
  stated,
  ...problem,
})

/** Names a value as its author wrote it, such as `Icon in [tool.comfy]`. */
export const nameOf = ({ table, key }: ManifestKey): string => `${key} in [${table}]`

const formProblems = (member: keyof typeof nodeKeys, value: string | null | undefined): Problem[] => {
  if (value === undefined || value === null) return []
  if ((member === 'icon' || member === 'banner_url') && pictureAddress(value) === undefined)
    return [
      {
        problem:
          'must be the http(s) address of a picture, the path of a PNG, JPEG, WebP or GIF file in the archive, or empty',
      },
    ]
  if (member === 'repository' && value.trim() !== '' && !readRepository(value))
    return [
      {
        problem:
          'must be empty or the address of a repository, such as https://github.com/owner/name, without a user name, “..” or unusual characters',
      },
    ]
  return []
}

interface Schema {
  type?: string
  anyOf?: Schema[]
  maxLength?: number
  maxItems?: number
  items?: Schema
}

/** Compares a value of the right kind with the limits of its schema. */
function problemsOf(schema: Schema, value: unknown): Problem[] {
  const { anyOf = [schema] } = schema
  if (typeof value === 'string') {
    if (value.includes('\0')) return [{ problem: 'must not contain null characters' }]
    const { maxLength: limit = Number.POSITIVE_INFINITY } = anyOf.find(({ type }) => type === 'string') ?? {}
    return value.length > limit ? [{ problem: `must not have more than ${limit} characters`, limit }] : []
  }
  if (!Array.isArray(value)) return []
  const { maxItems: limit = Number.POSITIVE_INFINITY, items = {} } =
    anyOf.find(({ type }) => type === 'array') ?? {}
  if (value.length > limit) return [{ problem: `must not have more than ${limit} items`, limit }]
  return value
    .flatMap((item, at) =>
      problemsOf(items, item).map((one) => ({ ...one, problem: `(${at + 1}) ${one.problem}` })),
    )
    .slice(0, 1)
}
