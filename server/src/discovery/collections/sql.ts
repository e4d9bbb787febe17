import { type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { Schema } from '../../ground/db/schema.ts'

export interface CollectionRow extends Selectable<Schema['collections']> {
  owner_name: string
  is_owner_banned: boolean
  /** Listed nodes in order. */
  node_ids: string[]
}

const columns = sql`
  c.*, u.name as owner_name, u.status = 'banned' as is_owner_banned,
  array(select k.node_id from collection_nodes k join nodes n on n.id = k.node_id and n.status = 'active'
    where k.collection_id = c.id order by k.place, k.node_id) as node_ids`

export async function findCollection(db: DbOrTx, id: string): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c join users u on u.id = c.owner_id where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a collection, if it exists, until the transaction ends. */
export async function lockCollection(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('collections').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function listCollectionsOf(db: DbOrTx, ownerId: string): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c join users u on u.id = c.owner_id
    where c.owner_id = ${ownerId} order by c.updated_at desc, c.id`.execute(db)
  return rows
}

export async function listCurated(
  db: DbOrTx,
  nodeId: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c join users u on u.id = c.owner_id
    where ${isCurated(nodeId)} order by c.updated_at desc, c.id
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countCurated(db: DbOrTx, nodeId: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collections c where ${isCurated(nodeId)}`.execute(db)
  return rows[0]?.count ?? 0
}

const isCurated = (nodeId: string | undefined) =>
  nodeId === undefined
    ? sql`c.is_curated`
    : sql`c.is_curated and exists (select from collection_nodes k join nodes n on n.id = k.node_id
        where k.collection_id = c.id and n.normalized_id = ${nodeKey(nodeId)} and n.status = 'active')`

export async function listNotes(db: DbOrTx, id: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('collection_nodes')
    .select(['node_id', 'note'])
    .where('collection_id', '=', id)
    .execute()
  return new Map(rows.map(({ node_id, note }) => [node_id, note]))
}

/** Finds the stored ids of listed nodes, by the id in lowercase. */
export async function findListedNodes(db: DbOrTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'normalized_id'])
    .where('normalized_id', 'in', [...ids.map(nodeKey), ''])
    .where('status', '=', 'active')
    .execute()
  return new Map(rows.map(({ id, normalized_id }) => [normalized_id, id]))
}

/** Locks a user until the transaction ends, and counts the user's collections. */
export async function countCollectionsOf(tx: Tx, ownerId: string): Promise<number> {
  await sql`select 1 from users where id = ${ownerId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collections where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertCollection(
  tx: Tx,
  row: Pick<CollectionRow, 'id' | 'owner_id' | 'title' | 'description' | 'is_public' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('collections')
    .values({ ...row, updated_at: row.created_at })
    .execute()
}

export async function updateCollection(
  tx: Tx,
  id: string,
  values: Partial<Pick<CollectionRow, 'title' | 'description' | 'is_public' | 'is_curated'>> & {
    updated_at: Date
  },
): Promise<void> {
  await tx.updateTable('collections').set(values).where('id', '=', id).execute()
}

export async function deleteCollection(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('collections').where('id', '=', id).execute()
}

/** Deletes the collections of a user. Curated ones belong to the registry, and stay. */
export async function deleteCollectionsOf(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom('collections').where('owner_id', '=', ownerId).where('is_curated', '=', false).execute()
}

export interface Entry {
  nodeId: string
  note: string
}

/** Replaces the nodes of a collection; the list's order is their order. */
export async function replaceEntries(tx: Tx, id: string, entries: readonly Entry[]): Promise<void> {
  await tx.deleteFrom('collection_nodes').where('collection_id', '=', id).execute()
  if (entries.length === 0) return
  await tx
    .insertInto('collection_nodes')
    .values(entries.map(({ nodeId, note }, place) => ({ collection_id: id, node_id: nodeId, place, note })))
    .execute()
}

/** Counts the nodes of a collection beside this one. */
export async function countOthers(tx: Tx, id: string, nodeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collection_nodes
    where collection_id = ${id} and node_id <> ${nodeId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Adds a node behind all others, or changes its note. */
export async function putEntry(tx: Tx, id: string, { nodeId, note }: Partial<Entry> & { nodeId: string }) {
  await sql`
    insert into collection_nodes (collection_id, node_id, place, note)
    values (${id}, ${nodeId},
      (select coalesce(max(place) + 1, 0) from collection_nodes where collection_id = ${id}), ${note ?? ''})
    on conflict (collection_id, node_id) do update
      set note = case when ${note !== undefined} then excluded.note else collection_nodes.note end`.execute(
    tx,
  )
}

/** Removes a node by its id in any letter case. Returns whether the collection had it. */
export async function deleteEntry(tx: Tx, id: string, nodeId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from collection_nodes where collection_id = ${id} and lower(node_id) = ${nodeKey(nodeId)}
    returning node_id`.execute(tx)
  return rows.length > 0
}
