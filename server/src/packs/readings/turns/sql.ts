import { type Selectable, sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { ReadingFailure, Schema } from '../../../ground/db/schema.ts'

/** A node whose repository is due. */
export interface DueNode {
  id: string
  repositoryUrl: string
  repositoryKey: string
  repositoryFolder: string
  /** The commit that was read or refused last. */
  commit: string | null
  etag: string
  failures: number
  /** Stars, installs and wishes. */
  fame: number
}

/** Nodes that have no version and are not kept from being read. */
const readable = sql`n.status = 'active' and n.latest_version_id is null and n.repository_key is not null
  and t.opted_out_at is null`

const fame = sql<number>`(n.downloads / 10 + n.github_stars + 20 * coalesce(t.wishes, 0))`

/**
 * Lists nodes whose turn has come, except for those of hosts that ask for a pause: first those that someone asked for, so
 * that a new opt-out waits for nothing, then the most wanted ones.
 */
export async function listDue(
  db: DbOrTx,
  { now, notIds, limit }: { now: Date; notIds: readonly string[]; limit: number },
): Promise<DueNode[]> {
  const { rows } = await sql<DueNode>`
    select n.id, n.repository_url as "repositoryUrl", n.repository_key as "repositoryKey",
      n.repository_folder as "repositoryFolder", t.commit_id as commit, coalesce(t.etag, '') as etag,
      coalesce(t.failures, 0) as failures, ${fame}::float8 as fame
    from nodes n left join reading_turns t on t.node_id = n.id
    where ${readable} and (t.node_id is null or t.due_at <= ${now}) and n.id <> all(${notIds}::text[])
      and not exists (
        select from reading_hosts h where h.resumes_at > ${now} and starts_with(n.repository_key, h.host || '/'))
    order by t.requested_at, fame desc, n.id limit ${limit}::bigint`.execute(db)
  return rows
}

/** The fame of the least wanted node among the most wanted ones. */
export async function findFameOf(db: Db, place: number): Promise<number> {
  const { rows } = await sql<{ fame: number }>`
    select (downloads / 10 + github_stars)::float8 as fame from node_orders
    order by (downloads / 10 + github_stars) desc, node_id offset ${place - 1}::bigint limit 1`.execute(db)
  return rows[0]?.fame ?? 0
}

export interface Turn {
  /** Null: the next turn reads whatever commit there is. */
  commit?: string | null | undefined
  etag?: string | undefined
  failure: ReadingFailure | null
  detail?: string | undefined
  failures: number
  dueAt: Date
  now: Date
  /** Since when the repository is gone; omitted while that is not known. */
  goneSince?: Date | null
}

/** Stores the outcome of a turn, and when the next one is. */
export async function endTurn(tx: Tx, nodeId: string, turn: Turn): Promise<void> {
  const values = {
    tried_at: turn.now,
    due_at: turn.dueAt,
    failure: turn.failure,
    failure_detail: turn.detail ?? '',
    failures: turn.failures,
    wishes: 0,
    requested_at: null,
    ...(turn.commit === undefined ? {} : { commit_id: turn.commit, etag: turn.etag ?? '' }),
    ...(turn.goneSince === undefined ? {} : { gone_since: turn.goneSince }),
  }
  await tx
    .insertInto('reading_turns')
    .values({ node_id: nodeId, ...values })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(values))
    .execute()
}

/** Stores when the next turn is if this one never ends. */
export async function countTurn(
  tx: Tx,
  nodeId: string,
  { failures, dueAt }: Pick<Turn, 'failures' | 'dueAt'>,
): Promise<void> {
  const values = { failures, due_at: dueAt }
  await tx
    .insertInto('reading_turns')
    .values({ node_id: nodeId, ...values })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(values))
    .execute()
}

/** Lists nodes with readings whose repositories are gone since then or longer. */
export async function listGoneBefore(db: DbOrTx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from reading_turns t join nodes n on n.id = t.node_id
    where t.gone_since <= ${before} and n.reading_id is not null order by n.id`.execute(db)
  return rows.map(({ id }) => id)
}

export type TurnRow = Selectable<Schema['reading_turns']>

export function findTurn(db: DbOrTx, nodeId: string): Promise<TurnRow | undefined> {
  return db.selectFrom('reading_turns').selectAll().where('node_id', '=', nodeId).executeTakeFirst()
}

/** Makes a node due, but not sooner than some minutes after its last turn. Returns when. */
export async function hasten(
  tx: Tx,
  nodeId: string,
  { now, minutes }: { now: Date; minutes: number },
): Promise<Date> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into reading_turns (node_id, due_at, requested_at) values (${nodeId}, ${now}, ${now})
    on conflict (node_id) do update set
      due_at = greatest(excluded.due_at, reading_turns.tried_at + make_interval(mins => ${minutes}::int)),
      requested_at = coalesce(reading_turns.requested_at, excluded.requested_at)
    returning due_at`.execute(tx)
  return rows[0]?.due_at ?? now
}

/** Makes nodes due whose repositories, named without their host, could not be had. */
export async function hastenMissing(tx: Tx, names: readonly string[], now: Date): Promise<void> {
  await sql`
    update reading_turns t set due_at = ${now} from nodes n
    where n.id = t.node_id and t.failure in ('gone', 'unreadable') and t.due_at > ${now}
      and substr(n.repository_key, strpos(n.repository_key, '/') + 1) = any(${names}::text[])`.execute(tx)
}

export async function setOptedOut(tx: Tx, nodeId: string, at: Date | null, now: Date): Promise<void> {
  const values = { opted_out_at: at, due_at: now, commit_id: null, etag: '' }
  await tx
    .insertInto('reading_turns')
    .values({ node_id: nodeId, ...values })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(values))
    .execute()
}

export async function addWishes(
  tx: Tx,
  wishes: readonly { nodeId: string; count: number }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into reading_turns (node_id, due_at, wishes)
    select n.id, ${now}, w.count
    from json_to_recordset(${JSON.stringify(wishes)}::json) as w ("nodeId" text, count integer)
    join nodes n on n.id = w."nodeId" and n.latest_version_id is null and n.repository_key is not null
    on conflict (node_id) do update set wishes = least(reading_turns.wishes + excluded.wishes, 1000000)`.execute(
    tx,
  )
}

/** Pauses a host for longer and longer. Returns until when. */
export async function pauseHost(
  tx: Tx,
  host: string,
  { now, seconds }: { now: Date; seconds: number | undefined },
): Promise<Date> {
  const { rows } = await sql<{ resumes_at: Date }>`
    insert into reading_hosts (host, resumes_at, refusals)
    values (${host}, ${now}::timestamptz + make_interval(secs => ${seconds ?? 60}::float8), 1)
    on conflict (host) do update set refusals = reading_hosts.refusals + 1,
      resumes_at = ${now}::timestamptz + make_interval(secs => coalesce(${seconds ?? null}::float8,
        least(60 * power(2, least(reading_hosts.refusals, 10)), 21600)))
    returning resumes_at`.execute(tx)
  return rows[0]?.resumes_at ?? now
}

export async function isHostPaused(db: DbOrTx, host: string, now: Date): Promise<boolean> {
  const { rows } =
    await sql`select 1 from reading_hosts where host = ${host} and resumes_at > ${now}`.execute(db)
  return rows.length > 0
}

/** Whether repositories of nodes are at this host. */
export async function isHostListed(db: DbOrTx, host: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from nodes where starts_with(repository_key, ${`${host}/`}) limit 1`.execute(db)
  return rows.length > 0
}

/** A host that answered has no refusals behind it. */
export async function resumeHost(tx: Tx, host: string): Promise<void> {
  await tx.deleteFrom('reading_hosts').where('host', '=', host).execute()
}

export interface FailureFilter {
  failure?: ReadingFailure | undefined
  /** Matches anywhere in the id or the address. */
  part?: string | undefined
}

const failed = ({ failure, part }: FailureFilter) => {
  const conditions = [sql`t.failure is not null`]
  if (failure) conditions.push(sql`t.failure = ${failure}`)
  if (part)
    conditions.push(sql`strpos(n.normalized_id || ' ' || lower(n.repository_url), lower(${part})) > 0`)
  return sql`from reading_turns t join nodes n on n.id = t.node_id where ${sql.join(conditions, sql` and `)}`
}

export interface FailedTurn {
  nodeId: string
  name: string
  repositoryUrl: string
  failure: ReadingFailure
  detail: string
  failures: number
  triedAt: Date
  dueAt: Date
}

export async function listFailed(
  db: DbOrTx,
  filter: FailureFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedTurn[]> {
  const { rows } = await sql<FailedTurn>`
    select n.id as "nodeId", n.name, n.repository_url as "repositoryUrl", t.failure, t.failure_detail as detail,
      t.failures, t.tried_at as "triedAt", t.due_at as "dueAt" ${failed(filter)}
    order by t.tried_at desc, n.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countFailed(db: DbOrTx, filter: FailureFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${failed(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ReadingFigures {
  readable: number
  read: number
  waiting: number
  held: number
  failures: Partial<Record<ReadingFailure, number>>
  archiveBytes: number
}

export async function readFigures(db: DbOrTx): Promise<ReadingFigures> {
  const { rows } = await sql<ReadingFigures>`
    select
      (select count(*)::int from nodes n left join reading_turns t on t.node_id = n.id where ${readable}) as readable,
      (select count(*)::int from nodes where reading_id is not null) as read,
      (select count(*)::int from nodes n left join reading_turns t on t.node_id = n.id
        where ${readable} and t.tried_at is null) as waiting,
      (select count(*)::int from nodes n join node_readings r on r.id = n.reading_id where r.verdict = 'held') as held,
      coalesce((select json_object_agg(failure, count) from (
        select failure, count(*)::int as count from reading_turns where failure is not null group by failure
      ) as f), '{}') as failures,
      (select coalesce(sum(archive_bytes), 0)::bigint from node_readings) as "archiveBytes"`.execute(db)
  return rows[0] as ReadingFigures
}
