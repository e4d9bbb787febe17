import { fixedKinds } from '@nodeyard/contract/services'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { canInviterInvite } from '../../people/publishers/sql.ts'

export type NoticeRow = Selectable<Schema['notices']>

export type SettingsRow = Pick<
  Selectable<Schema['notification_settings']>,
  'language' | 'muted' | 'mailed_at'
>

/** Finds the settings of a user. Returns undefined for an unknown user. */
export async function findSettings(db: DbOrTx, userId: string): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select s.language, coalesce(s.muted, '{}') as muted, s.mailed_at
    from users u left join notification_settings s on s.user_id = u.id where u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Updates the given settings and keeps the others. */
export async function putSettings(
  db: DbOrTx,
  userId: string,
  change: { language?: string; muted?: string[]; mailed_at?: Date },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

/** Sets the mail language unless one is set. */
export async function setFirstLanguage(db: DbOrTx, userId: string, language: string): Promise<void> {
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, language })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ language })
        .where('notification_settings.language', 'is', null),
    )
    .execute()
}

export interface Reader extends SettingsRow {
  id: string
  email: string
}

/**
 * Lists who gets mail about a publisher: its owners and the given user, if they have an email. Banned users are
 * included only with `withBanned`.
 */
export async function listReaders(
  tx: Tx,
  { publisherId, userId, withBanned }: { publisherId: string; userId: string | null; withBanned: boolean },
): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.email, s.language, coalesce(s.muted, '{}') as muted, s.mailed_at
    from users u left join notification_settings s on s.user_id = u.id
    where u.email <> '' and (u.status = 'active' or ${withBanned})
      and u.id = any(array(
        select user_id from publisher_permissions where publisher_id = ${publisherId} and role = 'owner'
        union all select ${userId}::text))
    order by u.id`.execute(tx)
  return rows
}

/**
 * Inserts a notice for each follower of a node or its publisher, unless they get one about this event already. Repeats
 * the delays of other notices, so that they share a mail.
 */
export async function insertNoticesOfFollowers(
  tx: Tx,
  notice: Omit<Insertable<Schema['notices']>, 'user_id' | 'due_at'>,
  {
    nodeId,
    publisherId,
    soonest,
    pauseSeconds,
  }: {
    nodeId: string
    publisherId: string
    soonest: Date
    pauseSeconds: number
  },
): Promise<void> {
  await sql`
    insert into notices (user_id, event_id, kind, letter, facts, created_at, due_at)
    select u.id, ${notice.event_id}, ${notice.kind}, ${notice.letter}, ${notice.facts}::jsonb, ${notice.created_at},
      greatest(${soonest}::timestamptz, s.mailed_at + make_interval(secs => ${pauseSeconds}::float8))
    from users u left join notification_settings s on s.user_id = u.id
    where u.id in (select user_id from follows where node_id = ${nodeId} or publisher_id = ${publisherId})
      and u.status = 'active' and u.email <> ''
      and not ${notice.kind} = any(coalesce(s.muted, '{}'))
    on conflict (user_id, event_id) do nothing`.execute(tx)
}

/** Finds the email of a user, if there is one. */
export async function findEmail(db: DbOrTx, userId: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user?.email || undefined
}

/** Inserts a notice unless the user already has one about this event. */
export async function insertNotice(tx: Tx, notice: Insertable<Schema['notices']>): Promise<void> {
  await tx
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
    .execute()
}

/** The notices of one user that share a mail. */
export interface Bundle {
  userId: string
  isSecurity: boolean
}

const isSecurity = sql<boolean>`kind = any(${sql.val([...fixedKinds])}::text[])`

/** Finds the bundle with the longest due notice. */
export async function findDueBundle(db: DbOrTx, now: Date): Promise<Bundle | undefined> {
  return db
    .selectFrom('notices')
    .select(['user_id as userId', isSecurity.as('isSecurity')])
    .where('sent_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns all unsent notices of a bundle, oldest first, and schedules the next attempt with exponential backoff in case
 * sending fails.
 */
export async function takeNotices(
  tx: Tx,
  bundle: Bundle,
  { now, retrySeconds, maxSeconds }: { now: Date; retrySeconds: number; maxSeconds: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    update notices set attempts = attempts + 1,
      due_at = ${now}::timestamptz
        + make_interval(secs => least(${retrySeconds}::float8 * power(2, least(attempts, 20)), ${maxSeconds}::float8))
    where user_id = ${bundle.userId} and sent_at is null and id in (
      select id from notices
      where user_id = ${bundle.userId} and sent_at is null and ${isSecurity} = ${bundle.isSecurity}
      order by id limit 1000 for update skip locked)
    returning *`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Lets notices wait until their reader's email is verified. */
export async function parkNotices(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ due_at: sql<Date>`'infinity'` })
    .where('id', 'in', [...ids])
    .execute()
}

/** Makes waiting notices due whose reader's email has been verified. */
export async function releaseParkedNotices(db: DbOrTx, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ due_at: now })
    .where('sent_at', 'is', null)
    .where('due_at', '=', sql<Date>`'infinity'`)
    .where('user_id', 'in', (of) =>
      of.selectFrom('users').select('users.id').where('email_verified', '=', true),
    )
    .execute()
}

export async function markSent(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('notices')
      .set({ sent_at: now })
      .where('id', 'in', [...ids])
      .execute()
}

export async function deleteNotices(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('notices')
      .where('id', 'in', [...ids])
      .execute()
}

/** Deletes sent and unsent notices older than the given times. Returns the number of unsent ones that could be sent. */
export async function deleteOldNotices(db: DbOrTx, times: { sent: Date; unsent: Date }): Promise<number> {
  await db.deleteFrom('notices').where('sent_at', '<', times.sent).execute()
  const unsent = await db
    .deleteFrom('notices')
    .where('sent_at', 'is', null)
    .where('created_at', '<', times.unsent)
    .returning(sql<boolean>`due_at < 'infinity'`.as('couldBeSent'))
    .execute()
  return unsent.filter(({ couldBeSent }) => couldBeSent).length
}

export interface InvitationToMail {
  id: string
  publisher_id: string
  email: string
  expires_at: Date
  /** The guest's language if they are a user with this email, else the inviter's. */
  language: string | null
}

/** Finds an open invitation to mail. */
export async function findInvitationToMail(
  db: DbOrTx,
  id: string,
  now: Date,
): Promise<InvitationToMail | undefined> {
  const { rows } = await sql<InvitationToMail>`
    select i.id, i.publisher_id, i.email, i.expires_at, coalesce(
      (select s.language from users u join notification_settings s on s.user_id = u.id
        where lower(u.email) = lower(i.email) and u.email_verified and s.language is not null limit 1),
      (select language from notification_settings where user_id = i.created_by)) as language
    from publisher_invitations i where i.id = ${id} and i.expires_at > ${now} and ${canInviterInvite}`.execute(
    db,
  )
  return rows[0]
}

/** Counts invitations since a time in the audit log, including withdrawn ones. */
export async function countInvitationsSince(db: DbOrTx, publisherId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit_events')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('action', '=', 'invitation.create')
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export type ModeratorLineRow = Selectable<Schema['moderator_lines']>

/** Inserts a chat line unless it exists. */
export async function insertModeratorLine(
  db: DbOrTx,
  line: Insertable<Schema['moderator_lines']>,
): Promise<void> {
  await db
    .insertInto('moderator_lines')
    .values(line)
    .onConflict((conflict) => conflict.columns(['key', 'target']).doNothing())
    .execute()
}

/** Returns all unsent lines of a chat once one is due, and schedules the next attempt with exponential backoff. */
export async function takeModeratorLines(
  tx: Tx,
  target: string,
  { now, retrySeconds, maxSeconds }: { now: Date; retrySeconds: number; maxSeconds: number },
): Promise<ModeratorLineRow[]> {
  const { rows } = await sql<ModeratorLineRow>`
    update moderator_lines set attempts = attempts + 1,
      due_at = ${now}::timestamptz
        + make_interval(secs => least(${retrySeconds}::float8 * power(2, least(attempts, 20)), ${maxSeconds}::float8))
    where (key, target) in (
      select key, target from moderator_lines where target = ${target} and sent_at is null
        and exists (select from moderator_lines d
          where d.target = ${target} and d.sent_at is null and d.due_at <= ${now}::timestamptz)
      order by created_at, key limit 1000 for update skip locked)
    returning *`.execute(tx)
  return rows.toSorted(
    (a, b) =>
      a.created_at.getTime() - b.created_at.getTime() || a.key.localeCompare(b.key, 'en', { numeric: true }),
  )
}

export async function markLinesSent(
  tx: Tx,
  target: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('moderator_lines')
    .set({ sent_at: now })
    .where('target', '=', target)
    .where('key', 'in', [...keys])
    .execute()
}

export async function deleteOldLines(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('moderator_lines').where('created_at', '<', before).execute()
}

export interface DeadJob {
  id: string
  name: string
}

/** Lists permanently failed jobs from the job library's table. */
export async function listDeadJobs(db: DbOrTx, limit: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id::text as id, name from jobs.job where state = 'failed'
    order by completed_on desc limit ${limit}::bigint`.execute(db)
  return rows
}
