import { defined, type Registry } from '@nodeyard/contract/ground'
import { getReading, listReadings, type NodeDetail } from '@nodeyard/contract/packs'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

/* Pages show a reading like a version: its commit stands where the number of a version would. */

type Reading = NonNullable<NodeDetail['reading']>

/** The shown content of a node: its latest version or, before the first one, its reading. */
export interface Shown {
  /** A number, or a commit. */
  version: string
  extractStatus: 'pending' | 'success' | 'failed'
  dependencies: string[]
  hasSource: boolean
  mayHaveWorkflows: boolean
}

export function shownOf({ latest_version: latest, reading }: NodeDetail): Shown | undefined {
  if (latest) {
    const { version, comfy_node_extract_status: extractStatus, dependencies, size } = latest
    return {
      version,
      extractStatus,
      dependencies,
      hasSource: size !== undefined,
      mayHaveWorkflows: true,
    }
  }
  if (!reading || reading.verdict === 'held') return undefined
  return {
    version: reading.commit,
    extractStatus: reading.extract_status,
    dependencies: reading.requirements,
    hasSource: reading.archive_bytes !== undefined,
    mayHaveWorkflows: reading.example_count > 0,
  }
}

/** A reading in the form of a version. */
export async function readAsVersion(
  registry: Registry,
  { nodeId, commit }: { nodeId: string; commit: string },
  signal: AbortSignal,
) {
  const reading = await registry.call(getReading, { params: { nodeId, commit }, query: {} }, { signal })
  const { readme_html, capabilities } = reading
  return { ...asVersion(reading), capabilities, ...defined({ readme_html }) }
}

/** The capabilities of a reading, without its readme, which the page of the node has already. */
export async function readCapabilities(
  registry: Registry,
  params: { nodeId: string; commit: string },
  signal: AbortSignal,
) {
  const query = { include_readme: false }
  return (await registry.call(getReading, { params, query }, { signal })).capabilities
}

function asVersion(reading: Reading) {
  return {
    id: reading.commit,
    node_id: '',
    version: reading.commit,
    changelog: '',
    dependencies: reading.requirements,
    deprecated: false,
    createdAt: reading.read_at,
    status: 'NodeVersionStatusActive' as const,
    comfy_node_extract_status: reading.extract_status,
    supported_os: [],
    supported_accelerators: [],
    tags: [],
    file_count: reading.file_count,
    ...defined({ size: reading.archive_bytes }),
  }
}

/** The commits of a node that were read, newest first. */
export const readingsQuery = (site: Site, nodeId: string) =>
  routeQuery(site, listReadings, { params: { nodeId } }, ({ readings }) =>
    readings.map(({ commit, read_at, archive_bytes }) => ({
      commit,
      readAt: read_at,
      hasSource: archive_bytes !== undefined,
    })),
  )
