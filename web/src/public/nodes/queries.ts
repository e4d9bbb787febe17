import { defined, type ResponseOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  type Capability,
  getNode,
  getNodeDownloads,
  getNodeScore,
  getNodeVersion,
  listNodeVersions,
  listVersionWorkflows,
  type NodeDetail,
  type NodeVersion,
  type Provenance,
} from '@nodeyard/contract/packs'
import { queryOptions } from '@tanstack/react-query'
import { isCommit } from '../../ground/paths/commit.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import { unlessHeld } from './held.ts'
import { readAsVersion, readCapabilities, shownOf } from './readings.ts'
import { translated } from './translations.ts'

/* Keys follow the segments of the API paths, so that a change to a path invalidates everything below it. */

const snippetLength = 160

export function nodeQuery(site: Site, nodeId: string) {
  const input = {
    params: { nodeId },
    query: { include_translations: true, include_counts: true, looks: true },
  }
  return routeQuery(site, getNode, input, (node) => toNodeView(translated(node, site.settings.locale)))
}

export type NodeView = ReturnType<typeof toNodeView>

function toNodeView(detail: NodeDetail) {
  return { ...withoutVersionFields(detail), ...defined({ shown: shownOf(detail) }) }
}

function withoutVersionFields({
  readme_html: readmeHtml,
  publisher,
  latest_version: latest,
  provenance_last_seen: provenanceLastSeen,
  look,
  ...node
}: NodeDetail) {
  const { id, name, website } = publisher
  return {
    ...node,
    isUnclaimed: id === unclaimedPublisherId,
    publisher: { id, name, website },
    hasPicture: look?.has_picture ?? false,
    sketches: look?.sketches ?? [],
    ...defined({
      latest: latest && toVersionView(latest),
      readmeHtml: readmeHtml || undefined,
      provenanceLastSeen,
    }),
  }
}

/**
 * Drops the readme for components that must not re-render when it loads; a server-rendered page has it as
 * HTML only.
 */
export function withoutReadme<Answer extends WithReadme>({ readmeHtml: _readme, ...rest }: Answer) {
  return rest
}

export function readmeOf({ readmeHtml }: WithReadme): string | undefined {
  return readmeHtml
}

interface WithReadme {
  readmeHtml?: string
}

export type VersionView = ReturnType<typeof toVersionView>

/** Offers only versions that passed the checks and are not blocked by an advisory or a ban. */
export function isOffered({ install }: NodeView, { status, downloadUrl }: VersionView): boolean {
  return downloadUrl !== undefined && status === 'NodeVersionStatusActive' && install.state !== 'banned'
}

function toVersionView({
  id: _id,
  node_id: _nodeId,
  tags: _tags,
  tags_admin: _tagsAdmin,
  ...version
}: NodeVersion) {
  return version
}

/** Maximum number of versions on a page. */
export const maxVersions = 300

export const versionsQuery = (site: Site, nodeId: string) => newestQuery(site, nodeId, maxVersions)

const shownOnNode = 8

/** The newest versions, because some nodes have hundreds and few users need the older ones. */
export const newestVersionsQuery = (site: Site, nodeId: string) => newestQuery(site, nodeId, shownOnNode)

const newestQuery = (site: Site, nodeId: string, limit: number) =>
  routeQuery(site, listNodeVersions, { params: { nodeId }, query: { limit } }, (all) => all.map(toVersionRow))

export type VersionRow = ReturnType<typeof toVersionRow>

function toVersionRow({
  version,
  createdAt,
  changelog,
  deprecated,
  status,
  size,
  yankedAt,
  held_for: heldFor,
  load_failures: failures,
}: NodeVersion) {
  const [firstLine = ''] = changelog.trim().split('\n', 1)
  return {
    version,
    createdAt,
    deprecated,
    status,
    isYanked: yankedAt !== undefined,
    ...defined({
      summary: firstLine.slice(0, snippetLength).toWellFormed() || undefined,
      size,
      heldFor,
      isUnloadable: failures && true,
    }),
  }
}

export function versionQuery({ registry }: Site, nodeId: string, version: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version],
    queryFn: async ({ signal }) => {
      const {
        readme_html: readmeHtml,
        pipeline,
        published_by: publishedBy,
        capability_changes: capabilityChanges,
        capabilities,
        provenance,
        provenance_last_seen: provenanceLastSeen,
        ...found
      } = await readVersion(registry, { nodeId, version }, signal)
      return {
        ...toVersionView(found),
        ...defined({
          readmeHtml: readmeHtml || undefined,
          pipeline,
          publishedBy,
          capabilities,
          capabilityChanges,
          provenance,
          provenanceLastSeen,
        }),
      }
    },
  })
}

/** Reads a version, or a reading in the form of one. */
export async function readVersion(
  registry: Site['registry'],
  { nodeId, version }: { nodeId: string; version: string },
  signal: AbortSignal,
): Promise<ResponseOf<typeof getNodeVersion>> {
  if (isCommit(version)) return readAsVersion(registry, { nodeId, commit: version }, signal)
  return registry.call(getNodeVersion, { params: { nodeId, version } }, { signal })
}

const maxSubjects = 3

/** Capabilities of a version by kind, with some of their subjects. Null if the code was not scanned. */
export function capabilitiesQuery({ registry }: Site, nodeId: string, version: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'capabilities'],
    queryFn: async ({ signal }) => {
      const capabilities = isCommit(version)
        ? await readCapabilities(registry, { nodeId, commit: version }, signal)
        : (await readVersion(registry, { nodeId, version }, signal)).capabilities
      return capabilities ? toCapabilitiesView(capabilities) : null
    },
  })
}

export type CapabilitiesView = ReturnType<typeof toCapabilitiesView>

function toCapabilitiesView(capabilities: readonly Capability[]) {
  return [...new Set(capabilities.map(({ kind }) => kind))].map((kind) => {
    const subjects = capabilities.filter((one) => one.kind === kind).map(({ subject }) => subject)
    return { kind, subjects: subjects.slice(0, maxSubjects), count: subjects.length }
  })
}

type PublishedBy = NonNullable<ResponseOf<typeof getNodeVersion>['published_by']>

export type SingleVersionView = VersionView & { publishedBy?: PublishedBy; provenance?: Provenance }

export const downloadsQuery = (site: Site, nodeId: string) =>
  routeQuery(site, getNodeDownloads, { params: { nodeId }, query: {} }, (daily) => ({
    ...daily,
    total: daily.counts.reduce((sum, count) => sum + count, 0),
  }))

export interface DownloadsView {
  /** First day of the counts. */
  from: string
  counts: number[]
  total: number
}

/** The workflows that a version ships. */
export function versionWorkflowsQuery({ registry }: Site, nodeId: string, version: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'workflows'],
    queryFn: async ({ signal }) => {
      const { workflows } = await unlessHeld(
        registry.call(listVersionWorkflows, { params: { nodeId, version } }, { signal }),
        { workflows: [] },
      )
      return workflows.map(({ comfy_nodes: _names, path: _path, ...workflow }) => ({
        ...workflow,
        node_id: nodeId,
        version,
      }))
    },
  })
}

/** How well the pack is made; null where nothing was judged. */
export const scoreQuery = (site: Site, nodeId: string) =>
  routeQuery(site, getNodeScore, { params: { nodeId } }, ({ judged }) => judged ?? null)
