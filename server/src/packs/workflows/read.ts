import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type * as contract from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { Actor } from '../../ground/permissions.ts'
import { getOpenVersion } from '../nodes/versions/get.ts'
import { heldReading, isOpenReading } from '../nodes/versions/held-reading.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
import type { Deps } from './deps.ts'
import {
  countWorkflows,
  findReading,
  findWorkflow,
  listWorkflows,
  listWorkflowsOfVersion,
  type VersionWorkflow,
} from './sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'config'>

const showsReadings = ({ readings }: Deps['config']): boolean => readings.content !== 'none'

/** The gallery: workflows of all packs. */
export async function listAllWorkflows(
  { db, config }: ReadDeps,
  {
    search,
    uses,
    kind,
    uses_node: usesNode,
    node_id: nodeId,
    ...requested
  }: QueryOf<typeof contract.listWorkflows>,
): Promise<ResponseOf<typeof contract.listWorkflows>> {
  const filter = { search: search?.trim(), uses, usesNode, kind, nodeId, withReadings: showsReadings(config) }
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
  deps: ReadDeps,
  actor: Actor,
  path: VersionPath,
): Promise<ResponseOf<typeof contract.listVersionWorkflows>> {
  const { id, isShown } = await getSource(deps, actor, path)
  return { workflows: isShown ? (await listWorkflowsOfVersion(deps.db, id)).map(toWire) : [] }
}

export async function getVersionWorkflow(
  deps: ReadDeps,
  actor: Actor,
  { place, ...path }: VersionPath & { place: string },
): Promise<ResponseOf<typeof contract.getVersionWorkflow>> {
  const { id, isShown } = await getSource(deps, actor, path)
  const row = isShown ? await findWorkflow(deps.db, id, Number(place)) : undefined
  if (!row) throw new RegistryError('workflow_not_found')
  return {
    ...toWire(row),
    layout: row.layout,
    uses: row.uses.map(({ name, nodeId, ...noted }) => ({
      comfy_node_name: name,
      ...defined({ node_id: nodeId }),
      ...noted,
    })),
  }
}

function toWire(row: VersionWorkflow): contract.PackWorkflow {
  const { place, path, title, kind, names, node_count, picture_path } = row
  return {
    place,
    path,
    title,
    kind,
    comfy_node_count: node_count,
    comfy_nodes: names.slice(0, limits.workflowNames),
    has_picture: picture_path !== '',
  }
}

const commit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** The source of the workflows: a version, or the reading of a commit, whose license must let others show them. */
async function getSource({ db, config }: ReadDeps, actor: Actor, { nodeId, version }: VersionPath) {
  const node = await getReadableNode(db, actor, nodeId)
  const reading = commit.test(version) ? await findReading(db, node.id, version) : undefined
  if (reading && !isOpenReading(reading, node)) throw heldReading(config, node)
  if (reading) return { id: reading.id, isShown: reading.isShown && showsReadings(config) }
  return { id: (await getOpenVersion({ db, config }, node, version)).id, isShown: true }
}
