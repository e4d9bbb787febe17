import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import { contains } from '../../../ground/db/like.ts'
import { namedNodes } from '../../../ground/db/node-key.ts'
import type { NodeStatus } from '../../../ground/db/schema.ts'
import { type NodeWithParts, selectWithParts } from '../sql.ts'

/** The nodes that a list shows to a caller. */
export interface Visibility {
  statuses: readonly NodeStatus[]
  /** Limits these statuses to nodes that were public at some time. */
  onlyPublic?: boolean
  /** Also shows nodes of this user's publishers in these statuses. */
  own?: { userId: string; statuses: readonly NodeStatus[] }
}

export interface NodeFilter extends Visibility {
  /** In any letter case. */
  ids?: readonly string[] | undefined
  publisherId?: string | undefined
  /** Matches anywhere in the id or the name, in any letter case. */
  text?: string | undefined
  /** A mark that an admin has set. */
  has?: keyof typeof marks | undefined
  changedAfter?: string | undefined
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
}

/** Matches a list that is empty, or has an entry that starts with the text or fits the pattern. */
export interface EntryFilter {
  text: string
  pattern: string
}

export type NodeOrder = readonly { by: keyof typeof orders; descending: boolean }[]

const marks = {
  ranking: sql`n.search_ranking is not null`,
  'preempted-names': sql`n.preempted_comfy_node_names <> '{}'`,
  'admin-tags': sql`n.tags_admin <> '{}'`,
} as const

/** The columns that order nodes. Unranked nodes get the middle rank. */
const orders = {
  id: sql`n.id`,
  name: sql`lower(n.name)`,
  created: sql`n.created_at`,
  updated: sql`n.updated_at`,
  downloads: sql`n.downloads`,
  stars: sql`n.github_stars`,
  ranking: sql`coalesce(n.search_ranking, 5)`,
} as const

/**
 * These orders come from a table that is at most an hour behind, because an index on the nodes would be
 * rewritten at each install. Many nodes have the `usual` value.
 */
const storedOrders: { [By in keyof typeof orders]?: { column: RawBuilder<unknown>; usual: number } } = {
  downloads: { column: sql`downloads`, usual: 0 },
  stars: { column: sql`github_stars`, usual: 0 },
  ranking: { column: sql`ranking`, usual: 5 },
}

const storedKey = (column: RawBuilder<unknown>) => sql`placed.${column}`

export interface OrderedPart {
  order: NodeOrder
  limit: number
  offset: number
  /** The filter matches so many nodes that a scan in order finds some of them soon. */
  isOfMany?: boolean
  /**
   * Sorting n equal nodes takes n look-ups. Finding the 30 of a page through an index of all N nodes takes 30
   * N / n. Both cost the same at about 4,000 of 600,000.
   */
  mostOfFew?: number
}

/**
 * Lists nodes in order. Each order has an index for both directions; further keys sort the few nodes with
 * equal first keys.
 */
export async function listFilteredNodes(
  db: DbOrTx,
  filter: NodeFilter,
  { order, limit, offset, isOfMany = false, mostOfFew = 4_000 }: OrderedPart,
): Promise<NodeWithParts[]> {
  const wanted = withoutNeedless(order)
  // Few nodes are sorted by their current values.
  const isOfFew = filter.ids !== undefined || filter.publisherId !== undefined
  const isStored = !isOfFew && wanted.some(({ by }) => by in storedOrders)
  const parts: Stretch[] = isStored
    ? await inStretches(db, wanted, mostOfFew)
    : [{ order: wanted, conditions: [] }]
  const stretches = parts.map(({ order, conditions, few }, at) => {
    const inOrder = orderBy(order, isStored)
    const from = isStored ? sql`${placedNodes(few)} join nodes n on n.id = placed.node_id` : sql`nodes n`
    return sql`select n.id, ${sql.lit(at)} as stretch, row_number() over (${inOrder}) as place from ${from}
      where ${sql.join([matches(filter, isOfMany), ...conditions], sql` and `)} ${inOrder}`
  })
  const part = sql`limit ${limit}::bigint offset ${offset}::bigint`
  const [only, ...others] = stretches
  if (others.length === 0) return selectWithParts(db, sql`${only} ${part}`)
  return selectWithParts(db, behindEachOther(stretches, limit + offset, part))
}

/**
 * Concatenates stretches. Each one fills the space that the ones before it leave; a stretch with nothing left
 * to fill is not read.
 */
function behindEachOther(
  stretches: readonly RawBuilder<unknown>[],
  wanted: number,
  part: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const nameOf = (at: number) => sql.ref(`stretch_${at}`)
  const parts = stretches.map((stretch, at) => {
    const before = stretches.slice(0, at).map((_, at) => sql` - (select count(*) from ${nameOf(at)})`)
    // A limit known beforehand lets the planner use an index.
    return sql`${nameOf(at)} as materialized (
      select * from (${stretch} limit ${wanted}::bigint) as part limit ${wanted}::bigint${sql.join(before, sql``)})`
  })
  const all = stretches.map((_, at) => sql`select * from ${nameOf(at)}`)
  return sql`with ${sql.join(parts)}
    select id, row_number() over (order by stretch, place) as place
    from (${sql.join(all, sql` union all `)}) as stretches order by stretch, place ${part}`
}

interface Stretch {
  order: NodeOrder
  conditions: RawBuilder<unknown>[]
  /** A condition that few nodes meet. */
  few?: RawBuilder<unknown> | undefined
}

/**
 * The offset makes the database find the few nodes first. The planner can mistake them for many and would
 * scan all nodes.
 */
const placedNodes = (few: RawBuilder<unknown> | undefined) =>
  few ? sql`(select * from node_orders placed where ${few} offset 0) placed` : sql`node_orders placed`

/**
 * Splits an order by several keys into consecutive stretches. Where many nodes share a value of the first
 * key, the other keys alone decide: for the usual value, and for the first value of the order.
 */
async function inStretches(db: DbOrTx, order: NodeOrder, mostOfFew: number): Promise<Stretch[]> {
  const [first, ...rest] = order
  const stored = first && storedOrders[first.by]
  if (!stored || rest.length === 0) return [{ order, conditions: [] }]
  const key = storedKey(stored.column)
  const equals = await inStretches(db, rest, mostOfFew)
  const stretches: Stretch[] = []
  let beyond: RawBuilder<unknown>[] = []
  const values = await valuesOfMany(db, stored, { descending: first.descending, mostOfFew })
  for (const { value, isOfMany } of values) {
    const [before, after] = first.descending ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
    const is = (relation: RawBuilder<unknown>) => sql`${key} ${relation} ${sql.lit(value)}`
    stretches.push({ order, conditions: [...beyond, is(before)] })
    stretches.push(...equals.map((stretch) => amongEquals(stretch, { key, value, isOfMany })))
    beyond = [is(after)]
  }
  return [...stretches, { order, conditions: beyond }]
}

/**
 * A few equal nodes are found by the index of the key and sorted; many are found by the index of the order.
 * Behind `coalesce`, the planner assumes many and has no other index. Two stored keys share an index.
 */
function amongEquals(
  { order, conditions, few }: Stretch,
  { key, value, isOfMany }: { key: RawBuilder<unknown>; value: number; isOfMany: boolean },
): Stretch {
  const equals = sql`${key} = ${sql.lit(value)}`
  const [next] = order
  if (few || (next && next.by in storedOrders)) return { order, conditions: [equals, ...conditions], few }
  if (isOfMany) return { order, conditions: [sql`coalesce(${equals}, false)`, ...conditions] }
  return { order, conditions, few: equals }
}

/** Returns the distinct values in order, each with whether many nodes share it. */
async function valuesOfMany(
  db: DbOrTx,
  { column, usual }: { column: RawBuilder<unknown>; usual: number },
  { descending, mostOfFew }: { descending: boolean; mostOfFew: number },
): Promise<{ value: number; isOfMany: boolean }[]> {
  const direction = descending ? sql`desc` : sql`asc`
  // The inner order lets the database count them by the index of the column.
  const { rows } = await sql<{ value: number; isOfMany: boolean }>`
    select value, (
      select count(*) from (
        select from node_orders where ${column} = value order by node_id limit ${mostOfFew + 1}::bigint
      ) as equal) > ${mostOfFew}::bigint as "isOfMany"
    from (
      (select ${column} as value from node_orders order by ${column} ${direction} limit 1)
      union select ${sql.lit(usual)}
    ) as one order by value ${direction}`.execute(db)
  return rows
}

function orderBy(order: NodeOrder, isStored: boolean): RawBuilder<unknown> {
  const keys = order.map(({ by, descending }) => {
    const stored = isStored ? storedOrders[by] : undefined
    const key = stored ? storedKey(stored.column) : orders[by]
    return sql`${key} ${descending ? sql`desc` : sql`asc`}`
  })
  // Uses the same column as the index of the stored order.
  const id = isStored ? sql`placed.node_id` : sql`n.id`
  return sql`order by ${sql.join(order.at(-1)?.by === 'id' ? keys : [...keys, id])}`
}

/** Removes repeated keys and keys after the id, which decide nothing. */
function withoutNeedless(order: NodeOrder): NodeOrder {
  const first = order.filter((key, at) => order.findIndex(({ by }) => by === key.by) === at)
  const id = first.findIndex(({ by }) => by === 'id')
  return id < 0 ? first : first.slice(0, id + 1)
}

/** Counts nodes of each status. Filters without stored sums are counted up to `most`. */
export async function countByStatus(
  db: DbOrTx,
  filter: NodeFilter,
  most: number,
): Promise<Partial<Record<NodeStatus, number>>> {
  const stored = storedCounts(filter)
  const counts = stored ? sumsOf(stored, filter.statuses) : countsOf(filter, most)
  const { rows } = await sql<{ status: NodeStatus; count: number }>`${counts}`.execute(db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

function countsOf(filter: NodeFilter, most: number): RawBuilder<unknown> {
  const ofEach = filter.statuses.map(
    (status) => sql`select ${status}::text as status, count(*) as count from (
      select from nodes n where ${matches({ ...filter, statuses: [status] })} limit ${most}::bigint) as counted`,
  )
  return sql.join(ofEach, sql` union all `)
}

export async function countFilteredNodes(db: DbOrTx, filter: NodeFilter): Promise<number> {
  const { own, onlyPublic = false, ...others } = filter
  const stored = storedCounts(others)
  if (stored) {
    const [{ rows }, ofOwner, hidden] = await Promise.all([
      sql<{ count: number }>`${sumsOf(stored, filter.statuses)}`.execute(db),
      own ? countOwn(db, own, filter) : 0,
      onlyPublic && filter.statuses.includes('banned') ? countHidden(db, filter) : 0,
    ])
    return rows.reduce((sum, { count }) => sum + count, ofOwner - hidden)
  }
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from nodes n where ${matches(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

const sumsOf = (stored: RawBuilder<unknown>, statuses: readonly NodeStatus[]) => sql`
  select status, sum(change)::bigint as count from ${stored}
  and status = any(${statuses}::text[]) group by status having sum(change) <> 0`

/** Returns the stored sums of all nodes or of one publisher's nodes; undefined for other filters. */
function storedCounts({ statuses, publisherId, ...others }: NodeFilter): RawBuilder<unknown> | undefined {
  if (Object.values(others).some((one) => one !== undefined && one !== '')) return undefined
  return publisherId === undefined
    ? sql`row_counts where counted = 'nodes'`
    : sql`publisher_node_counts where publisher_id = ${publisherId}`
}

/** Counts an owner's nodes that the public count omits. */
async function countOwn(
  db: DbOrTx,
  { userId, statuses }: NonNullable<NodeFilter['own']>,
  { statuses: counted, publisherId }: NodeFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(c.change), 0)::bigint as total
    from publisher_permissions own join publisher_node_counts c on c.publisher_id = own.publisher_id
    where own.user_id = ${userId} and own.role = 'owner'
      and c.status = any(${statuses.filter((status) => !counted.includes(status))}::text[])
      and own.publisher_id = coalesce(${publisherId ?? null}, own.publisher_id)`.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts banned nodes that never were public, except the caller's own. Banned nodes are few. */
async function countHidden(db: DbOrTx, { publisherId, own }: NodeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from nodes n where n.status = 'banned' and not n.was_public
      and n.publisher_id = coalesce(${publisherId ?? null}, n.publisher_id)
      and not ${isOwnedBy(own?.userId)}`.execute(db)
  return rows[0]?.total ?? 0
}

const isOwnedBy = (userId: string | undefined, table = 'n') => sql<boolean>`exists (
  select from publisher_permissions own
  where own.publisher_id = ${sql.ref(`${table}.publisher_id`)} and own.user_id = ${userId ?? null} and own.role = 'owner')`

const fewCounts = 100

/** Merges the rows of each count into one. */
export async function sumUpCounts(tx: Tx): Promise<void> {
  await sql`
    with summed as (
      delete from row_counts where (select count(*) from row_counts) > ${fewCounts} returning *
    )
    insert into row_counts select counted, status, sum(change) from summed
    group by counted, status having sum(change) <> 0`.execute(tx)
}

/** Merges the rows of each publisher's count into one. */
export async function sumUpPublisherCounts(tx: Tx): Promise<void> {
  await sql`
    with changed as (delete from publisher_node_counts where not is_sum returning *),
      summed as (
        delete from publisher_node_counts
        where is_sum and (publisher_id, status) in (select publisher_id, status from changed) returning *
      )
    insert into publisher_node_counts
    select publisher_id, status, sum(change), true
    from (select * from changed union all select * from summed) as parts
    group by publisher_id, status having sum(change) <> 0`.execute(tx)
}

/** Returns a condition on the nodes in this table of the query. */
export function isVisible({ statuses, onlyPublic, own }: Visibility, table = 'n'): RawBuilder<boolean> {
  const status = sql.ref(`${table}.status`)
  const isPublic =
    onlyPublic && statuses.includes('banned') ? sql` and ${sql.ref(`${table}.was_public`)}` : sql``
  const isPublicNode = sql<boolean>`${status} = any(${statuses}::text[])${isPublic}`
  if (!own) return isPublicNode
  return sql<boolean>`(${isPublicNode} or ${status} = any(${own.statuses}::text[]) and ${isOwnedBy(own.userId, table)})`
}

function matches(filter: NodeFilter, isOfMany = false): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [isVisible(filter)]
  // With an array, the planner searches an index. With a subquery, it would compare each name with each node.
  if (filter.ids) conditions.push(sql`n.id = any(array(select id from ${namedNodes(filter.ids)} as named))`)
  if (filter.publisherId !== undefined) conditions.push(sql`n.publisher_id = ${filter.publisherId}`)
  if (filter.text) {
    const text = sql`(n.normalized_id || ' ' || lower(n.name))`
    // An index finds this text, which the planner assumes to be rare; it assumes a position to be common.
    conditions.push(
      isOfMany
        ? sql`position(lower(${filter.text}) in ${text}) > 0`
        : sql`${text} like lower(${contains(filter.text)})`,
    )
  }
  if (filter.has) conditions.push(marks[filter.has])
  if (filter.changedAfter) conditions.push(sql`n.updated_at > ${filter.changedAfter}::timestamptz`)
  if (filter.os) conditions.push(matchesEntry(sql`n.supported_os`, filter.os))
  if (filter.accelerator) conditions.push(matchesEntry(sql`n.supported_accelerators`, filter.accelerator))
  return sql`${sql.join(conditions, sql` and `)}`
}

/**
 * Returns the condition that every list uses to filter nodes by what they support. `column` is a list of
 * texts.
 */
export function matchesEntry(
  column: RawBuilder<unknown>,
  { text, pattern }: EntryFilter,
): RawBuilder<boolean> {
  return sql`(${column} = '{}' or exists (select from unnest(${column}) as entry
    where starts_with(lower(entry), lower(${text})) or entry ~* ${pattern}))`
}
