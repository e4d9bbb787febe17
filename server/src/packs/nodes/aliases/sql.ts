import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import { aliasKey, holdersOfName, namedNode } from '../../../ground/db/node-key.ts'
import type { AliasKind } from '../../../ground/db/schema.ts'

export interface Alias {
  nodeId: string
  alias: string
  kind: AliasKind
}

/** Adds other names of nodes. */
export async function addAliases(tx: Tx, aliases: readonly Alias[]): Promise<void> {
  if (aliases.length === 0) return
  await tx
    .insertInto('node_aliases')
    .values(
      aliases.map(({ nodeId, alias, kind }) => ({ key: aliasKey(alias), node_id: nodeId, alias, kind })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces the aliases of one kind, which come from the same source. */
export async function replaceAliases(
  tx: Tx,
  nodeId: string,
  kind: AliasKind,
  aliases: readonly string[],
): Promise<void> {
  await sql`
    delete from node_aliases where node_id = ${nodeId} and kind = ${kind}
      and key <> all(${aliases.map(aliasKey)}::text[])`.execute(tx)
  await addAliases(
    tx,
    aliases.map((alias) => ({ nodeId, alias, kind })),
  )
}

/** Moves all aliases of a node to another one. */
export async function moveAliases(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into node_aliases (key, node_id, alias, kind)
    select key, ${to}, alias, kind from node_aliases where node_id = ${from}
    on conflict do nothing`.execute(tx)
  await sql`delete from node_aliases where node_id = ${from}`.execute(tx)
}

/** Finds the node with this id in any letter case, repository as `owner/name`, or alias. */
export async function findNamedNode(db: DbOrTx, asked: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select ${namedNode(asked)} as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Deletes the names that a node has by its repository, which stay with the repository. */
export async function deleteRepositoryNames(tx: Tx, nodeId: string): Promise<void> {
  await tx
    .deleteFrom('node_aliases')
    .where('node_id', '=', nodeId)
    .where('kind', 'in', ['project', 'listed', 'repository'])
    .execute()
}

/** The key of the lock on all names; no name is empty. */
const allNames = sql`hashtextextended('', 2)`

/** Keeps other transactions from creating nodes, until this one ends. */
export async function lockAllNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${allNames})`.execute(tx)
}

/** Serializes transactions that create a node of this name, in any spelling. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${allNames})`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${aliasKey(name)}, 2))`.execute(tx)
}

/**
 * Finds the node that a name belongs to, in any spelling: one of another publisher before those of this publisher, unless
 * both have such an id from before spellings were compared.
 */
export async function findHolderOfName(
  tx: Tx,
  name: string,
  publisherId: string,
): Promise<{ id: string; isOwn: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isOwn: boolean }>`
    select n.id, n.publisher_id = ${publisherId} as "isOwn" from ${holdersOfName(name)} as holder
    join nodes n on n.id = holder.id
    order by holder.rank, "isOwn" desc, n.status = 'deleted', n.id limit 1`.execute(tx)
  return rows[0]
}

/** Lists the names that a node keeps for good, unlike those that lists and repositories give it. */
export async function listLastingNames(db: DbOrTx, nodeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('node_aliases')
    .select('alias')
    .where('node_id', '=', nodeId)
    .where('kind', 'in', ['former', 'merged'])
    .execute()
  return rows.map(({ alias }) => alias)
}
