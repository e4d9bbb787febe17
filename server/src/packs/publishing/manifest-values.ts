import type { Finding } from '@nodeyard/analysis/ground'
import { differingValues, type Manifest, unusableValue } from '@nodeyard/analysis/manifest'
import type { PublishedVersion } from '@nodeyard/contract/packs'
import { nameOf, refusalsOf, type VersionValues, valuesOf } from '@nodeyard/planning/announcement'
import type { Tx } from '../../ground/db/database.ts'
import type { AnnouncedNode } from '../../ground/db/schema.ts'
import { changeVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { announcedNode } from './announced-node.ts'

const versionColumns = [
  'dependencies',
  'supported_os',
  'supported_accelerators',
  'supported_comfyui_version',
  'supported_comfyui_frontend_version',
] as const satisfies (keyof VersionValues)[]
const nodeColumns = [
  'name',
  'description',
  'license',
  'icon_url',
  'banner_url',
  'repository_url',
] as const satisfies (keyof AnnouncedNode)[]

/** Adds the columns that an announcement omitted: the project file in the archive states them, if anything does. */
export function withOmitted(node: AnnouncedNode, version: PublishedVersion): AnnouncedNode {
  const omitted = [
    ...nodeColumns.filter((column) => node[column] === undefined),
    ...versionColumns.filter((column) => version[column] === undefined || version[column] === null),
  ]
  return omitted.length > 0 ? { ...node, omitted } : node
}

type Values = Readonly<Record<string, string | readonly string[]>>

/** Reports values of the project file that the announcement contradicts, and omitted ones that cannot be used. */
export function manifestFindings(version: VersionRow, manifest: Manifest): Finding[] {
  if (!version.announced_node) return []
  const { omitted = [], ...node } = version.announced_node
  const { stated, refused } = statedBy(version, manifest)
  const facts: Values = Object.fromEntries(versionColumns.map((column) => [column, version[column]]))
  const said: Values = Object.fromEntries(
    Object.entries({ ...node, ...facts }).filter(([column]) => !omitted.includes(column)),
  )
  const differing = Object.keys(stated).filter(
    (column) =>
      said[column] !== undefined &&
      comparable(said[column]) !== comparable(stated[column]) &&
      !(column === 'name' && said[column] === version.node_id),
  )
  return [
    ...refused
      .filter(({ member }) => omitted.some((column) => column.startsWith(member)))
      .map(({ name, problem }) => unusableValue(name, problem)),
    ...(differing.length > 0 ? [differingValues(differing)] : []),
  ]
}

/** Stores the values that an announcement omitted and the project file states. */
export async function takeFromManifest(
  tx: Tx,
  version: VersionRow,
  manifest: Manifest | null,
): Promise<void> {
  const { omitted = [], ...said } = version.announced_node ?? {}
  if (omitted.length === 0 || !manifest) return
  const { stated } = statedBy(version, manifest)
  const taken = (columns: readonly string[]) =>
    Object.fromEntries(
      columns.flatMap((column) =>
        omitted.includes(column) && column in stated ? [[column, stated[column]]] : [],
      ),
    )
  await changeVersion(tx, version.id, {
    ...taken(versionColumns),
    announced_node: JSON.stringify({ ...said, ...taken(nodeColumns) }),
  })
}

/** Returns the values of a project file by column, without empty ones and without those that the registry refuses. */
function statedBy(version: VersionRow, manifest: Manifest) {
  const values = valuesOf(manifest)
  const { node_id: nodeId, version: number } = version
  const announcement = { nodeId, node: values.node, version: { version: number, ...values.version } }
  const refused = refusalsOf(announcement, { isNew: false }).map(({ field, stated, problem }) => ({
    member: field.split('.').at(-1) ?? '',
    name: nameOf(stated),
    problem,
  }))
  const isUsable = ([member, value]: [string, string | readonly string[]]) =>
    value.length > 0 && value !== '{}' && !refused.some((one) => one.member === member)
  const usable = Object.fromEntries(Object.entries({ ...values.node, ...values.version }).filter(isUsable))
  const { icon, banner_url, name, description, license, repository, ...facts } = usable
  const node = announcedNode(nodeId, { icon, banner_url, name, description, license, repository } as object)
  const stated: Values = { ...facts, ...node }
  return { stated, refused }
}

/** Lists count as sets, and JSON in a text counts without blanks. */
function comparable(value: string | readonly string[] | undefined): string {
  if (typeof value !== 'string') return JSON.stringify([...(value ?? [])].sort())
  const text = value.trim()
  if (!text.startsWith('{')) return text
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
