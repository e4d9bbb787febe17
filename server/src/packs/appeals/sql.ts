import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema, VersionStatus } from '../../ground/db/schema.ts'

export type AppealRow = Selectable<Schema['appeals']>
export interface MessageRow extends Selectable<Schema['appeal_messages']> {
  author_name: string | null
}

export function findAppeal(db: DbOrTx, versionId: string): Promise<AppealRow | undefined> {
  return db.selectFrom('appeals').selectAll().where('version_id', '=', versionId).executeTakeFirst()
}

/** Lists the messages, oldest first. */
export function listMessages(db: DbOrTx, versionId: string): Promise<MessageRow[]> {
  return db
    .selectFrom('appeal_messages as m')
    .leftJoin('users as u', 'u.id', 'm.author_id')
    .selectAll('m')
    .select('u.name as author_name')
    .where('m.version_id', '=', versionId)
    .orderBy('m.place')
    .execute()
}

/** Opens the appeal of a version or puts it back in the queue. A waiting appeal keeps its place. */
export async function waitForAnswer(tx: Tx, versionId: string, now: Date): Promise<void> {
  await tx
    .insertInto('appeals')
    .values({ version_id: versionId, opened_at: now, waiting_since: now })
    .onConflict((conflict) =>
      conflict
        .column('version_id')
        .doUpdateSet({ waiting_since: sql`coalesce(appeals.waiting_since, excluded.waiting_since)` }),
    )
    .execute()
}

/** Takes an appeal out of the moderators' queue. */
export async function endWaiting(tx: Tx, versionId: string): Promise<void> {
  await tx.updateTable('appeals').set({ waiting_since: null }).where('version_id', '=', versionId).execute()
}

export type NewMessage = Omit<Selectable<Schema['appeal_messages']>, 'place'>

/** Requires a lock on the version, which prevents concurrent messages. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const place = sql<number>`(select coalesce(max(place), 0) + 1 from appeal_messages where version_id = ${message.version_id})`
  await tx
    .insertInto('appeal_messages')
    .values({ ...message, place })
    .execute()
}

const answersAveraged = 100

/** Returns the average time publishers waited for recent replies; undefined without replies. */
export async function findUsualAnswerSeconds(db: DbOrTx): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select round(avg(extract(epoch from at - waited_since)))::bigint as seconds from (
      select at, waited_since from appeal_messages where waited_since is not null
      order by at desc limit ${answersAveraged}
    ) as answers`.execute(db)
  return rows[0]?.seconds ?? undefined
}

export interface ListedAppeal extends AppealRow {
  node_id: string
  version: string
  publisher_id: string
  status: VersionStatus
  message_id: string
  from_moderators: boolean
  author_name: string | null
  body: string
  at: Date
}

/**
 * Lists appeals with their last messages: the waiting ones, longest first, or with `all` every appeal, newest
 * first.
 */
export async function listAppeals(
  db: DbOrTx,
  { all, limit, offset }: { all: boolean; limit: number; offset: number },
): Promise<ListedAppeal[]> {
  const { rows } = await sql<ListedAppeal>`
    select a.*, v.node_id, v.version, v.status, n.publisher_id,
      m.id as message_id, m.from_moderators, m.body, m.at, u.name as author_name
    from appeals a join node_versions v on v.id = a.version_id join nodes n on n.id = v.node_id
    join lateral (
      select * from appeal_messages where version_id = a.version_id order by place desc limit 1
    ) m on true left join users u on u.id = m.author_id
    where ${isListed(all)}
    order by ${all ? sql`a.opened_at desc` : sql`a.waiting_since`}, a.version_id
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countAppeals(db: DbOrTx, all: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from appeals a join node_versions v on v.id = a.version_id
    where ${isListed(all)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** An appeal of a version that was listed or deleted in the meantime no longer waits. */
const isListed = (all: boolean): RawBuilder<boolean> =>
  all ? sql`true` : sql`a.waiting_since is not null and v.status in ('flagged', 'banned')`

export interface AppealState {
  version_id: string
  waiting_since: Date | null
}

export function listAppealsOfNode(db: DbOrTx, nodeId: string): Promise<AppealState[]> {
  return db
    .selectFrom('appeals as a')
    .innerJoin('node_versions as v', 'v.id', 'a.version_id')
    .select(['a.version_id', 'a.waiting_since'])
    .where('v.node_id', '=', nodeId)
    .execute()
}
