import { limits } from '@nodeyard/contract/limits'
import type { QueryOf, ResponseOf } from '@nodeyard/contract/route'
import type * as contract from '@nodeyard/contract/workflows'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { Actor } from '../../ground/permissions.ts'
import { getReadableVersion } from '../versions/get.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import {
  countWorkflows,
  findWorkflow,
  listWorkflows,
  listWorkflowsOfVersion,
  type VersionWorkflow,
} from './sql.ts'

/** The gallery: workflows of all packs. */
export async function listAllWorkflows(
  db: DbOrTx,
  { search, uses, kind, node_id: nodeId, ...requested }: QueryOf<typeof contract.listWorkflows>,
): Promise<ResponseOf<typeof contract.listWorkflows>> {
  const filter = { search: search?.trim(), uses, kind, nodeId }
  const served = servedPage(requested, limits.pageSize)
  const [rows, total] = await Promise.all([
    listWorkflows(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countWorkflows(db, filter),
  ])
  return {
    workflows: rows.map((row) => ({
      ...toWire(row),
      node_id: row.node_id,
      node_name: row.node_name.trim() || row.node_id,
      publisher_id: row.publisher_id,
      version: row.version,
      created_at: row.released_at.toISOString(),
    })),
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}

interface VersionPath {
  nodeId: string
  version: string
}

export async function listVersionWorkflows(
  db: DbOrTx,
  actor: Actor,
  path: VersionPath,
): Promise<ResponseOf<typeof contract.listVersionWorkflows>> {
  const version = await getVersion(db, actor, path)
  return { workflows: (await listWorkflowsOfVersion(db, version.id)).map(toWire) }
}

export async function getVersionWorkflow(
  db: DbOrTx,
  actor: Actor,
  { place, ...path }: VersionPath & { place: string },
): Promise<ResponseOf<typeof contract.getVersionWorkflow>> {
  const version = await getVersion(db, actor, path)
  const row = await findWorkflow(db, version.id, Number(place))
  if (!row) throw new RegistryError('workflow_not_found')
  return {
    ...toWire(row),
    layout: row.layout,
    uses: row.uses.map(({ name, nodeId, ...noted }) => ({
      comfy_node_name: name,
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      ...noted,
    })),
  }
}

function toWire(row: VersionWorkflow): contract.PackWorkflow {
  const { place, path, title, kind, names, node_count, picture_path } = row
  return {
    ...{ place, path, title, kind },
    comfy_node_count: node_count,
    comfy_nodes: names.slice(0, limits.workflowNames),
    has_picture: picture_path !== '',
  }
}

async function getVersion(db: DbOrTx, actor: Actor, { nodeId, version }: VersionPath) {
  return getReadableVersion(db, await getReadableNode(db, actor, nodeId), version)
}
