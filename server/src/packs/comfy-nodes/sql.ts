import { limits } from '@nodeyard/contract/limits'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { isLongRow } from '../../ground/db/long-rows.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { offsetOf, type Page } from '../../ground/http/paging.ts'
import { definedNames, type NodeToWrite } from '../nodes/sql.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'

export interface ComfyNodeRow extends Selectable<Schema['comfy_nodes']> {
  /** In a list: the texts were left out. */
  is_long?: boolean | null
}

export const textColumns = [
  ...(['category', 'description', 'function', 'input_types', 'return_types', 'return_names'] as const),
  ...(['display_name', 'browser_script'] as const),
] as const

const otherColumns = 'id version_id name output_is_list deprecated experimental policy output_node'.split(' ')

/** Reads the comfy-nodes that `found` lists by `id` and `place`. Does not read the texts of long rows. */
const listedFrom = (found: RawBuilder<unknown>) => {
  const bytes = sql`(${sql.join(
    textColumns.map((name) => sql`octet_length(c.${sql.ref(name)})`),
    sql` + `,
  )})`
  const texts = textColumns.map(
    (name) => sql`case when listed.is_long then '' else c.${sql.ref(name)} end as ${sql.ref(name)}`,
  )
  const columns = [...otherColumns.map((name) => sql.ref(`c.${name}`)), ...texts, sql.ref('listed.is_long')]
  return {
    listed: sql`with found as materialized (${found}),
      listed as materialized (
        select c.id, found.place, ${isLongRow(bytes, sql`found.place`)} as is_long
        from found join comfy_nodes c on c.id = found.id)`,
    columns: sql.join(columns),
    from: sql`from listed join comfy_nodes c on c.id = listed.id`,
  }
}

/** Lists the comfy-nodes of a version by name. */
export async function listComfyNodesOfVersion(
  db: DbOrTx,
  versionId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ComfyNodeRow[]> {
  const { listed, columns, from } = listedFrom(sql`
    select id, row_number() over (order by name) as place from comfy_nodes
    where version_id = ${versionId} order by place limit ${limit}::bigint offset ${offset}::bigint`)
  const { rows } = await sql<ComfyNodeRow>`
    ${listed} select ${columns} ${from} order by listed.place`.execute(db)
  return rows
}

export async function countComfyNodesOfVersion(db: DbOrTx, versionId: string): Promise<number> {
  const { total } = await db
    .selectFrom('comfy_nodes')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where('version_id', '=', versionId)
    .executeTakeFirstOrThrow()
  return total
}

/** Finds the other active nodes whose latest version defines each of these names, most downloaded first. */
export async function listOtherProviders(
  db: DbOrTx,
  names: readonly string[],
  { nodeId, limit }: { nodeId: string; limit: number },
): Promise<{ name: string; nodeIds: string[] }[]> {
  const { rows } = await sql<{ name: string; nodeIds: string[] }>`
    select requested.name, others.ids as "nodeIds"
    from unnest(${names}::text[]) as requested (name)
    cross join lateral (
      select array_agg(id order by downloads desc, id) as ids from (
        select n.id, n.downloads
        from comfy_node_claims c join nodes n on n.id = c.node_id
        where c.name = requested.name and n.status = 'active' and n.id <> ${nodeId}
        order by n.downloads desc, n.id limit ${limit}::int
      ) as best
    ) as others
    where others.ids is not null`.execute(db)
  return rows
}

const maxNamesOfNode = 500
const maxPairs = 100

/**
 * Lists pairs of these nodes that both define some comfy-nodes, or are said to by an import: the first with a name, and another.
 * Compares at most 500 names of each node, and lists at most 100 pairs.
 */
export async function listSharedNames(
  db: DbOrTx,
  nodeIds: readonly string[],
): Promise<{ nodeId: string; otherId: string; names: string[]; count: number }[]> {
  const { rows } = await sql<{ nodeId: string; otherId: string; names: string[]; count: number }>`
    with defined as (
      select asked.id as node_id, d.name from unnest(${nodeIds}::text[]) as asked (id) cross join lateral (
        select name from ${definedNames('x.name', sql`x.node_id = asked.id`)} as names
        order by name limit ${maxNamesOfNode}::int) as d),
    firsts as (select node_id, name, min(node_id) over (partition by name) as first from defined)
    select first as "nodeId", node_id as "otherId", count(*)::int as count,
      (array_agg(name order by name))[1:${sql.lit(limits.sharedNames)}] as names
    from firsts f where node_id <> first and not exists (select from core_comfy_nodes k where k.name = f.name)
    group by first, node_id order by first, node_id limit ${maxPairs}::int`.execute(db)
  return rows
}

export function findComfyNode(
  db: DbOrTx,
  versionId: string,
  name: string,
): Promise<ComfyNodeRow | undefined> {
  return db
    .selectFrom('comfy_nodes')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export type ComfyNodeTextRow = Pick<
  Selectable<Schema['comfy_node_texts']>,
  'name' | 'language' | 'translation'
>

/** Lists the languages in which a version's pack translates comfy-nodes. */
export async function listTranslatedLanguages(db: DbOrTx, versionId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct language from comfy_node_texts
    where version_id = ${versionId} and translation is not null`.execute(db)
  return rows.map(({ language }) => language)
}

/** Lists the translations of these comfy-nodes in these languages. */
export function listTranslations(
  db: DbOrTx,
  versionId: string,
  { names, languages }: { names: readonly string[]; languages: readonly string[] },
): Promise<ComfyNodeTextRow[]> {
  return db
    .selectFrom('comfy_node_texts')
    .select(['name', 'language', 'translation'])
    .where('version_id', '=', versionId)
    .where((where) => where('name', '=', where.fn.any(where.val([...names]))))
    .where((where) => where('language', '=', where.fn.any(where.val([...languages]))))
    .where('translation', 'is not', null)
    .execute()
}

/** Finds which of these comfy-nodes have documentation pages in the pack. */
export async function listDocumented(
  db: DbOrTx,
  versionId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from comfy_node_texts
    where version_id = ${versionId} and name = any(${names}::text[]) and document_html <> ''`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Lists all translations and documentation of one comfy-node, by language. */
export function listTextsOfComfyNode(
  db: DbOrTx,
  versionId: string,
  name: string,
): Promise<Omit<Selectable<Schema['comfy_node_texts']>, 'version_id' | 'name'>[]> {
  return db
    .selectFrom('comfy_node_texts')
    .select(['language', 'translation', 'document_html'])
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .orderBy('language')
    .execute()
}

export interface ComfyNodeFilter {
  /** In any letter case. */
  nodeId?: string | undefined
  /** A stored version number. */
  version?: string | undefined
  name?: string | undefined
}

export interface ListedComfyNode extends ComfyNodeRow {
  node_id: string
  version: string
}

/** Lists comfy-nodes of active versions of active nodes, in a stable order. */
export async function listListedComfyNodes(
  db: DbOrTx,
  filter: ComfyNodeFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedComfyNode[]> {
  const part = sql`order by c.version_id, c.name limit ${limit}::bigint offset ${offset}::bigint`
  const { listed, columns, from } = listedFrom(sql`
    select id, row_number() over () as place from (select c.id ${matching(filter)} ${part}) as part`)
  const { rows } = await sql<ListedComfyNode>`
    ${listed} select ${columns}, v.node_id, v.version ${from} join node_versions v on v.id = c.version_id
    order by listed.place`.execute(db)
  return rows
}

export async function countListedComfyNodes(db: DbOrTx, filter: ComfyNodeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

function matching({ nodeId, version, name }: ComfyNodeFilter): RawBuilder<unknown> {
  const conditions = [sql`v.status = 'active'`, sql`n.status = 'active'`]
  if (nodeId !== undefined) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (version !== undefined) conditions.push(sql`v.version = ${version}`)
  if (name !== undefined) conditions.push(sql`c.name = ${name}`)
  return sql`
    from comfy_nodes c join node_versions v on v.id = c.version_id join nodes n on n.id = v.node_id
    where ${sql.join(conditions, sql` and `)}`
}

export interface Candidate {
  name: string
  nodeId: string
  /** True when the name was extracted from the latest version or a reading, false when it comes from an import. */
  isVerified: boolean
  isPreempted: boolean
  ranking: number
  downloads: number
  stars: number
}

/**
 * Lists the active nodes whose latest version or reading provides these names, and nodes without a version whose
 * import names them. Returns at most `limit` per name, best first. Source: API contract 14.5.
 */
export async function listCandidates(
  db: DbOrTx,
  names: readonly string[],
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with provider as (
      select name, node_id, true as is_verified from comfy_node_claims where name = any(${names}::text[])
      union all
      select h.name, h.node_id, false from comfy_node_hints h
      where h.name = any(${names}::text[])
        and exists (select from nodes where id = h.node_id and latest_version_id is null)
        and not exists (select from comfy_node_claims where name = h.name and node_id = h.node_id)
    ),
    candidate as (
      select provider.name, n.id as "nodeId", provider.is_verified as "isVerified",
        n.preempted_comfy_node_names @> array[provider.name]::text[] as "isPreempted",
        coalesce(n.search_ranking, 5) as ranking, n.downloads, n.github_stars as stars, n.created_at
      from provider join nodes n on n.id = provider.node_id where n.status = 'active'
    )
    select name, "nodeId", "isVerified", "isPreempted", ranking, downloads, stars
    from (
      select *, row_number() over (
        partition by name
        order by "isPreempted" desc, "isVerified" desc, ranking, downloads desc, stars desc, created_at, "nodeId"
      ) as place
      from candidate
    ) as ordered
    where place <= ${limit} order by name, place`.execute(db)
  return rows
}

/** Finds the best candidate for one name. */
export async function findProvider(db: DbOrTx, name: string): Promise<Candidate | undefined> {
  const [best] = await listCandidates(db, [name], 1)
  return best
}

/** Lists the comfy-node names of analyzed versions. */
export async function listNamesInVersions(
  db: DbOrTx,
  versionIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select version_id as id, array_agg(name) as names from comfy_nodes
    where version_id = any(${versionIds}::uuid[]) group by version_id`.execute(db)
  return new Map(rows.map(({ id, names }) => [id, new Set(names)]))
}

export type ComfyNodeChange = Omit<Updateable<Schema['comfy_nodes']>, 'id' | 'name' | 'version_id'>

const rowsAtOnce = 500

/** Inserts comfy-nodes. The names must be new to the version. */
export async function insertComfyNodes(
  tx: Tx,
  rows: readonly Insertable<Schema['comfy_nodes']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('comfy_nodes')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

/** Changes a comfy-node and returns its previous row; undefined when there is none. */
export async function changeComfyNode(
  tx: Tx,
  versionId: string,
  name: string,
  change: ComfyNodeChange,
): Promise<ComfyNodeRow | undefined> {
  const before = await findComfyNode(tx, versionId, name)
  if (before && Object.keys(change).length > 0) {
    await tx.updateTable('comfy_nodes').set(change).where('id', '=', before.id).execute()
  }
  return before
}

export interface CollisionFilter {
  /** Matches anywhere in the name, in any letter case. */
  part?: string | undefined
  /** A node that claims the name, in any letter case. */
  nodeId?: string | undefined
  /** Only names that no active node preempts. */
  undecided: boolean
}

function colliding({ part, nodeId, undecided }: CollisionFilter) {
  const conditions = [sql`count(*) > 1`]
  if (part) conditions.push(sql`strpos(lower(c.name), lower(${part})) > 0`)
  if (nodeId) conditions.push(sql`bool_or(strpos(n.normalized_id, lower(${nodeId})) > 0)`)
  if (undecided) conditions.push(sql`not bool_or(c.name = any (n.preempted_comfy_node_names))`)
  return sql`
    from comfy_node_claims c join nodes n on n.id = c.node_id and n.status = 'active'
    group by c.name having ${sql.join(conditions, sql` and `)}`
}

/** Lists colliding names, those of the most installed nodes first. */
export async function listCollidingNames(
  db: DbOrTx,
  filter: CollisionFilter,
  page: Page,
): Promise<{ name: string; total: number }[]> {
  const { rows } = await sql<{ name: string; total: number }>`
    select c.name, count(*)::int as total ${colliding(filter)}
    order by max(n.downloads) desc, c.name limit ${page.limit}::bigint offset ${offsetOf(page)}::bigint`.execute(
    db,
  )
  return rows
}

export async function countCollisions(db: DbOrTx, filter: CollisionFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select c.name ${colliding(filter)}) as names`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ClaimRow {
  claimed: string
  node_id: string
  name: string
  publisher_id: string
  version: string | null
  since: Date
  preempts: boolean
  search_ranking: number | null
  downloads: number
}

/** Lists up to `limit` claims of each name in resolution order: see `providers`. */
export async function listClaimsOf(db: DbOrTx, names: readonly string[], limit: number): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select claimed, node_id, name, publisher_id, version, since, preempts, search_ranking, downloads from (
      select ranked.*, row_number() over (
        partition by claimed
        order by preempts desc, coalesce(search_ranking, 5), downloads desc, github_stars desc, created_at, node_id
        ) as place
      from (
        select c.name as claimed, n.id as node_id, n.name, n.publisher_id, v.version, c.since,
          c.name = any (n.preempted_comfy_node_names) as preempts, n.search_ranking, n.downloads,
          n.github_stars, n.created_at
        from comfy_node_claims c join nodes n on n.id = c.node_id and n.status = 'active'
        left join node_versions v on v.id = n.facts_id
        where c.name = any (${names}::text[])
      ) as ranked
    ) as claims where place <= ${limit}::bigint order by claimed, place`.execute(db)
  return rows
}

/** A node and the comfy-node names that it also defines. */
export interface NameCollision {
  nodeId: string
  names: string[]
}

/**
 * Lists other active nodes that define some of the version's comfy-node names, or without a version list them
 * in an import. Those with the most shared names come first.
 */
export async function listNameCollisions(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id'>,
): Promise<NameCollision[]> {
  const { rows } = await sql<NameCollision>`
    select c.node_id as "nodeId", array_agg(c.name order by c.name) as names
    from comfy_nodes mine cross join lateral (
      select node_id, name from comfy_node_claims where name = mine.name
      union
      select h.node_id, h.name from comfy_node_hints h join nodes hinted on hinted.id = h.node_id
      where h.name = mine.name and hinted.facts_id is null
    ) c join nodes n on n.id = c.node_id
    where mine.version_id = ${version.id} and c.node_id <> ${version.node_id} and n.status = 'active'
    group by c.node_id order by count(*) desc, c.node_id limit 20`.execute(db)
  return rows
}

export type ComfyNodeValues = Omit<Selectable<Schema['comfy_nodes']>, 'id' | 'version_id' | 'policy'>

type ComfyNodePolicy = Selectable<Schema['comfy_nodes']>['policy']

/** Replaces the comfy-nodes, but keeps policies and rows that a person corrected. Removes the texts about them. */
export async function replaceComfyNodes(
  tx: Tx,
  versionId: string,
  comfyNodes: readonly ComfyNodeValues[],
): Promise<void> {
  const before = await forgetComfyNodes(tx, versionId)
  const corrected = new Set(before.filter(({ isCorrected }) => isCorrected).map(({ name }) => name))
  const policies = new Map(before.map(({ name, policy }) => [name, policy]))
  const rows = comfyNodes
    .filter(({ name }) => !corrected.has(name))
    .map((row) => ({ ...row, version_id: versionId, policy: policies.get(row.name) ?? ('active' as const) }))
  await insertComfyNodes(tx, rows)
}

export type ComfyNodeTextValues = Omit<Selectable<Schema['comfy_node_texts']>, 'version_id'>

/** Stores the texts about comfy-nodes of a version after {@link replaceComfyNodes} removed the last ones. */
export async function insertComfyNodeTexts(
  tx: Tx,
  versionId: string,
  texts: readonly ComfyNodeTextValues[],
): Promise<void> {
  const rows = texts.map(({ translation, ...row }) => ({
    ...row,
    version_id: versionId,
    translation: translation === null ? null : JSON.stringify(translation),
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('comfy_node_texts')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

/** Lists the comfy-nodes with manual decisions. Removes all but those that a person corrected, and all texts. */
async function forgetComfyNodes(
  tx: Tx,
  versionId: string,
): Promise<{ name: string; policy: ComfyNodePolicy; isCorrected: boolean }[]> {
  const { rows } = await sql<{ name: string; policy: ComfyNodePolicy; isCorrected: boolean }>`
    with decided as materialized (
      select c.name, c.policy, bool_or(e.before - 'policy' <> '{}') as "isCorrected"
      from comfy_nodes c join audit_events e
        on e.subject_kind = 'comfy-node' and e.subject_id = c.id::text and e.action = 'comfy-node.update'
      where c.version_id = ${versionId} group by c.name, c.policy
    ), removed as (
      delete from comfy_nodes where version_id = ${versionId}
        and name not in (select name from decided where "isCorrected")
    ), silenced as (
      delete from comfy_node_texts where version_id = ${versionId}
    )
    select * from decided`.execute(tx)
  return rows
}

/** Adds the names that imports list for a node to another one. */
export async function copyHints(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into comfy_node_hints (node_id, name)
    select ${to}, name from comfy_node_hints where node_id = ${from} on conflict do nothing`.execute(tx)
}

export async function replaceHints(tx: Tx, nodes: readonly NodeToWrite[]): Promise<void> {
  const hints = nodes.flatMap(({ id, comfyNodeNames }) => comfyNodeNames.map((name) => ({ id, name })))
  const lists = { ids: hints.map(({ id }) => id), names: hints.map(({ name }) => name) }
  await sql`
    delete from comfy_node_hints where node_id = any(${nodes.map(({ id }) => id)}::text[])
      and (node_id, name) not in (select * from unnest(${lists.ids}::text[], ${lists.names}::text[]))`.execute(
    tx,
  )
  await sql`
    insert into comfy_node_hints (node_id, name)
    select * from unnest(${lists.ids}::text[], ${lists.names}::text[])
    on conflict do nothing`.execute(tx)
}

export async function replacePatterns(tx: Tx, nodes: readonly NodeToWrite[]): Promise<void> {
  const rows = nodes.flatMap(({ id, patterns }) => patterns.map((pattern) => ({ node_id: id, ...pattern })))
  await sql`delete from comfy_node_patterns where node_id = any(${nodes.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
  if (rows.length === 0) return
  await tx
    .insertInto('comfy_node_patterns')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
