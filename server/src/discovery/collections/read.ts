import type * as contract from '@nodeyard/contract/discovery'
import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { withLooks } from '../../packs/looks/looks.ts'
import { listNodesWithParts } from '../../packs/nodes/sql.ts'
import { toNode } from '../../packs/nodes/to-wire.ts'
import type { Deps } from './deps.ts'
import {
  type CollectionRow,
  countCurated,
  findCollection,
  listCollectionsOf,
  listCurated,
  listNotes,
} from './sql.ts'

type Sources = Pick<Deps, 'db' | 'config'>

const maxCovers = 3

const isOwner = (actor: Actor, { owner_id }: { owner_id: string }) =>
  actor.kind === 'user' && actor.id === owner_id

/** Whether the caller can change a collection. A curated one is the registry's, so only admins change it. */
export function mayEdit(actor: Actor, row: { owner_id: string; is_curated: boolean }): boolean {
  return isAdmin(actor) || (isOwner(actor, row) && !row.is_curated)
}

/** Private collections, and those of banned users, exist only for their author and for admins. */
export function isVisible(
  actor: Actor,
  row: Pick<CollectionRow, 'owner_id' | 'is_public' | 'is_curated' | 'is_owner_banned'>,
): boolean {
  if (isAdmin(actor) || isOwner(actor, row) || row.is_curated) return true
  return row.is_public && !row.is_owner_banned
}

export async function getCollection(
  deps: Sources,
  actor: Actor,
  id: string,
): Promise<contract.CollectionWithNodes> {
  const row = await findCollection(deps.db, id)
  if (!row || !isVisible(actor, row)) throw new RegistryError('collection_not_found')
  const found = (await listNodesWithParts(deps.db, row.node_ids)).map((parts) => toNode(deps.config, parts))
  const nodes = await withLooks(deps.db, found)
  const notes = await listNotes(deps.db, id)
  const covers = nodes.slice(0, maxCovers).flatMap(({ id, name, look }) => (look ? [{ id, name, look }] : []))
  return {
    ...toCollection(row, covers),
    nodes: nodes.map((node) => ({ node, note: notes.get(node.id) ?? '' })),
  }
}

export async function listCuratedCollections(
  { db }: Pick<Sources, 'db'>,
  { node_id: nodeId, ...requested }: QueryOf<typeof contract.listCollections>,
): Promise<ResponseOf<typeof contract.listCollections>> {
  const served = servedPage(requested, limits.pageSize)
  const total = await countCurated(db, nodeId)
  const rows = await listCurated(db, nodeId, { limit: served.limit, offset: offsetOf(served) })
  return {
    collections: (await withCovers(db, rows)).map(({ row, covers }) => toCollection(row, covers)),
    total,
    ...served,
    totalPages: totalPages(total, served.limit),
  }
}

export async function listOwnCollections(
  { db }: Pick<Sources, 'db'>,
  ownerId: string,
): Promise<contract.OwnCollection[]> {
  const rows = await listCollectionsOf(db, ownerId)
  return (await withCovers(db, rows)).map(({ row, covers }) => ({
    ...toCollection(row, covers),
    node_ids: row.node_ids,
  }))
}

type Covers = contract.Collection['covers']

/** Reads the covers of all collections at once. */
async function withCovers(
  db: Deps['db'],
  rows: readonly CollectionRow[],
): Promise<{ row: CollectionRow; covers: Covers }[]> {
  const ids = [...new Set(rows.flatMap(({ node_ids }) => node_ids.slice(0, maxCovers)))]
  const shown = (await listNodesWithParts(db, ids)).map(({ node: { id, name } }) => ({
    id,
    name: name.trim() || id,
  }))
  const byId = new Map((await withLooks(db, shown)).map((one) => [one.id, one]))
  return rows.map((row) => ({
    row,
    covers: row.node_ids.slice(0, maxCovers).flatMap((id) => {
      const { name, look } = byId.get(id) ?? {}
      return name !== undefined && look ? [{ id, name, look }] : []
    }),
  }))
}

function toCollection(row: CollectionRow, covers: Covers): contract.Collection {
  const { id, title, description, is_public, is_curated, owner_name, node_ids, created_at, updated_at } = row
  return {
    id,
    title,
    description,
    is_public,
    is_curated,
    covers,
    ...(owner_name.trim() && !is_curated ? { owner_name: owner_name.trim() } : {}),
    node_count: node_ids.length,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
