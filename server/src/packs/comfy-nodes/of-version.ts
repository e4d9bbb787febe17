import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { ComfyNodeDetail, listVersionComfyNodes as contract } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { withSiteAddresses } from '../../ground/markdown/site-addresses.ts'
import type { Actor } from '../../ground/permissions.ts'
import { findCoreNodes } from '../core-nodes/find.ts'
import { getOpenVersion } from '../nodes/versions/get.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'
import {
  countComfyNodesOfVersion,
  findComfyNode,
  listComfyNodesOfVersion,
  listOtherProviders,
} from './sql.ts'
import { readAllTexts, readTexts } from './texts.ts'
import { toComfyNode } from './to-wire.ts'

interface VersionPath {
  nodeId: string
  version: string
}

/** Lists the comfy-nodes of a version. Source: API contract 16.1, clients 6.6. */
export async function listVersionComfyNodes(
  deps: Pick<GroundDeps, 'db' | 'config'>,
  actor: Actor,
  path: VersionPath,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  return listComfyNodesIn(deps.db, await getVersion(deps, actor, path), query)
}

/** Lists the comfy-nodes of a version or a reading. */
export async function listComfyNodesIn(
  db: DbOrTx,
  { id, node_id: nodeId }: Pick<VersionRow, 'id' | 'node_id'>,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.versionComfyNodePageSize)
  const [rows, total] = await Promise.all([
    listComfyNodesOfVersion(db, id, { limit: served.limit, offset: offsetOf(served) }),
    countComfyNodesOfVersion(db, id),
  ])
  const names = rows.map(({ name }) => name)
  const [others, core, textsOf] = await Promise.all([
    listOtherProviders(db, names, { nodeId, limit: limits.alsoDefinedIn }),
    findCoreNodes(db, names),
    query.language === undefined ? undefined : readTexts(db, id, { names, language: query.language }),
  ])
  const othersOf = new Map(others.map(({ name, nodeIds }) => [name, nodeIds]))
  return {
    comfy_nodes: rows.map((row) => ({
      ...toComfyNode(row),
      ...(core.has(row.name) ? { built_in: true } : {}),
      ...alsoDefinedIn(othersOf.get(row.name)),
      ...textsOf?.(row.name),
    })),
    totalNumberOfPages: totalPages(total, served.limit),
  }
}

function alsoDefinedIn(nodeIds: string[] | undefined) {
  return nodeIds ? { also_defined_in: nodeIds } : {}
}

/**
 * Finds a comfy-node of a version. Throws until the version's comfy-nodes have been extracted. Source: API
 * contract 16.2.
 */
export async function getComfyNode(
  { db, config }: Pick<GroundDeps, 'db' | 'config'>,
  actor: Actor,
  { comfyNodeName, ...path }: VersionPath & { comfyNodeName: string },
): Promise<ComfyNodeDetail> {
  const version = await getVersion({ db, config }, actor, path)
  if (version.extract_status !== 'success') throw new RegistryError('comfy_node_not_found')
  const shownIn = { id: version.id, nodeId: version.node_id, version: version.version }
  return getComfyNodeIn({ db, config }, shownIn, comfyNodeName)
}

/** Finds a comfy-node of a version or a reading. `version` is the part of the site's addresses that names it. */
export async function getComfyNodeIn(
  { db, config }: Pick<GroundDeps, 'db' | 'config'>,
  { id, nodeId, version }: { id: string; nodeId: string; version: string },
  comfyNodeName: string,
): Promise<ComfyNodeDetail> {
  const row = await findComfyNode(db, id, comfyNodeName)
  if (!row) throw new RegistryError('comfy_node_not_found')
  const { documentation, ...texts } = await readAllTexts(db, id, row.name)
  const shown = documentation?.map(({ language, html }) => ({
    ...defined({ language }),
    html: withSiteAddresses(html, config, {
      nodeId,
      version,
      comfyNode: { name: row.name, language: language ?? '' },
    }),
  }))
  return { ...toComfyNode(row), ...texts, ...defined({ documentation: shown }) }
}

async function getVersion(
  deps: Pick<GroundDeps, 'db' | 'config'>,
  actor: Actor,
  { nodeId, version }: VersionPath,
): Promise<VersionRow> {
  return getOpenVersion(deps, await getReadableNode(deps.db, actor, nodeId), version)
}
