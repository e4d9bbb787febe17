import { type CatalogueEntry, canonical } from '@nodeyard/contract/discovery'
import { isHeldBack, Node, type NodeVersion } from '@nodeyard/contract/packs'
import fastJson from 'fast-json-stringify'

/** Increment it with every change of this file: entries of other versions are rebuilt. */
export const lineVersion = 4

/** Serializes a node exactly as list pages do. */
export const toListed: (node: Node) => string = fastJson(Node)

/** Serializes a node as a line of the catalogue. Counts are logarithms, or each install would change the files. */
export function toLine(node: Node, comfyNodes: readonly string[]): string {
  const { publisher, latest_version: latest } = node
  return canonical({
    id: node.id,
    name: node.name,
    description: unlessEmpty(node.description),
    author: node.author,
    category: node.category,
    license: node.license,
    icon: node.icon,
    banner_url: node.banner_url,
    repository: node.repository,
    held_back: isHeldBack(node.install) ? node.install.state : undefined,
    tags: unlessEmpty(node.tags),
    supported_os: unlessEmpty(node.supported_os),
    supported_accelerators: unlessEmpty(node.supported_accelerators),
    supported_comfyui_version: node.supported_comfyui_version,
    supported_comfyui_frontend_version: node.supported_comfyui_frontend_version,
    publisher: { id: publisher.id, name: publisher.name },
    preempted_comfy_node_names: unlessEmpty(node.preempted_comfy_node_names),
    comfy_nodes: unlessEmpty([...comfyNodes].sort()),
    latest_version: latest && toLatest(latest),
    reading: toReadingOf(node),
    downloads_log2: magnitude(node.downloads),
    github_stars_log2: magnitude(node.github_stars),
    created_at: node.created_at,
    updated_at: node.updated_at,
  } satisfies Loose<CatalogueEntry>)
}

/** Allows undefined members, which serialization omits. */
type Loose<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]: Loose<T[Key]> | undefined }
    : T

function toLatest(version: NodeVersion): Loose<CatalogueEntry['latest_version']> {
  return {
    version: version.version,
    createdAt: version.createdAt,
    integrity: version.sha256 && `sha256-${Buffer.from(version.sha256, 'hex').toString('base64')}`,
    size: version.size,
    dependencies: unlessEmpty(version.dependencies),
    deprecated: version.deprecated || undefined,
    tags: unlessEmpty(version.tags),
  }
}

/** Clients clone the commit of a node without versions. */
function toReadingOf({ install }: Node): Loose<CatalogueEntry['reading']> {
  const { commit, has_requirements, has_submodules } = install
  return commit === undefined ? undefined : { commit, has_requirements, has_submodules }
}

const unlessEmpty = <T extends string | readonly unknown[]>(value: T): T | undefined =>
  value.length === 0 ? undefined : value

const magnitude = (count: number) => Math.floor(Math.log2(count + 1))
