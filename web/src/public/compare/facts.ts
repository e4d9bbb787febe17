import { RegistryRefusal, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { type Capability, getNode, getNodeScore } from '@nodeyard/contract/packs'
import { queryOptions } from '@tanstack/react-query'
import type { ComparedNode } from '../../ground/paths/compare-links.ts'
import type { Site } from '../../ground/site/site.ts'
import { hueOf } from '../cards/card.ts'
import type { ComfyNodeView } from '../comfy-nodes/comfy-node.ts'
import { comfyNodeQuery } from '../comfy-nodes/queries.ts'
import { licenceName, licenceOf } from '../nodes/licence.ts'
import { nodeQuery, readVersion } from '../nodes/queries.ts'
import { shownOf } from '../nodes/readings.ts'
import { readComfyNodes } from '../nodes/section-queries.ts'

/** Facts about a pack, side by side with others. Null if no pack has this id. */
export function packFactsQuery(site: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'compared'],
    queryFn: ({ signal }) => readFacts(site, nodeId, signal).catch(nullIfMissing),
  })
}

export type PackFacts = Awaited<ReturnType<typeof readFacts>>

async function readFacts({ registry, settings }: Site, nodeId: string, signal: AbortSignal) {
  const node = await registry.call(getNode, { params: { nodeId }, query: { looks: true } }, { signal })
  const version = shownOf(node)?.version
  const [read, { judged: score }, found, { toComfyNodeView }] = await Promise.all([
    version ? readVersion(registry, { nodeId: node.id, version }, signal) : undefined,
    registry.call(getNodeScore, { params: { nodeId: node.id } }, { signal }),
    version ? readComfyNodes(registry, { nodeId: node.id, version }, settings.locale, signal) : undefined,
    import('../comfy-nodes/comfy-node.ts'),
  ])
  const sketches = node.look?.sketches ?? []
  const licence = licenceOf(node.license, node.license_name)
  const sockets = found?.map(toComfyNodeView) ?? []
  const types = (side: 'inputs' | 'outputs') =>
    [...new Set(sockets.flatMap((one) => one[side].map(({ type }) => type)))].toSorted()
  return {
    id: node.id,
    name: node.name,
    sketches,
    hue: hueOf(node.id, sketches),
    hasPicture: node.look?.has_picture ?? false,
    workflows: node.look?.workflow_count ?? 0,
    publisher: node.publisher.id === unclaimedPublisherId ? '' : node.publisher.id,
    version: version ?? '',
    updatedAt: node.latest_version?.createdAt ?? node.reading?.committed_at ?? node.created_at,
    nodes: node.comfy_node_count ?? sockets.length,
    inputs: types('inputs'),
    outputs: types('outputs'),
    dependencies: read?.dependencies ?? [],
    capabilities: read?.capabilities ? kindsOf(read.capabilities) : undefined,
    license: licence === undefined ? '' : licenceName(licence),
    python: score?.requires_python ?? '',
    size: read?.size,
    downloads: node.downloads,
    stars: node.github_stars,
  }
}

const kindsOf = (capabilities: readonly Capability[]) => [...new Set(capabilities.map(({ kind }) => kind))]

function nullIfMissing(error: unknown): null {
  if (error instanceof RegistryRefusal && (error.status === 404 || error.status === 400)) return null
  throw error
}

/** A comfy-node and its pack. Null if either does not exist. */
export function comparedNodeQuery(site: Site, { nodeId, name }: ComparedNode) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'compared', name],
    queryFn: () => readNode(site, nodeId, name).catch(nullIfMissing),
  })
}

export interface NodeFacts {
  pack: { id: string; name: string; version: string; license: string }
  node: ComfyNodeView
}

async function readNode(site: Site, nodeId: string, comfyNodeName: string): Promise<NodeFacts | null> {
  const { id, name, shown, license } = await site.queries.ensureQueryData(nodeQuery(site, nodeId))
  if (!shown) return null
  const path = { nodeId: id, version: shown.version, comfyNodeName }
  const { node } = await site.queries.ensureQueryData(comfyNodeQuery(site, path))
  return { pack: { id, name, version: shown.version, license: license ?? '' }, node }
}
