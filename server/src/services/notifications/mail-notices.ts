import type { Locale } from '@nodeyard/contract/locales'
import { fixedKinds, notificationKinds } from '@nodeyard/contract/notifications'
import { inTransaction } from '../../ground/db/transactions.ts'
import { toLocale } from '../../people/identity/embedded/locale.ts'
import { findUserById } from '../../people/identity/sql.ts'
import type { Deps } from './deps.ts'
import { letters } from './letter-names.ts'
import type { Line } from './letters.ts'
import { mailOf } from './mail-of.ts'
import {
  deleteNotices,
  findDueReader,
  findSettings,
  markSent,
  type NoticeRow,
  putSettings,
  takeNotices,
} from './sql.ts'
import { stopLinkOf } from './unsubscribe.ts'

const retrySeconds = 60
const maxRetrySeconds = 3600
/** After this many failures in a row, the mail server counts as down. */
const maxFailures = 3

/**
 * Mails due notices, one mail per user. Failed mails are retried later, so that an outage of the mail server loses none.
 */
export async function mailNotices(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!deps.mailer) return
  for (let failures = 0; !signal.aborted; ) {
    const userId = await findDueReader(deps.db, deps.now())
    if (userId === undefined) return
    try {
      await mailTo(deps, userId)
      failures = 0
    } catch (error) {
      deps.log.warn({ err: error, userId }, 'sending mail failed')
      if (++failures >= maxFailures) throw error
    }
  }
}

async function mailTo(deps: Deps, userId: string): Promise<void> {
  const { db, now } = deps
  const times = { now: now(), retrySeconds, maxSeconds: maxRetrySeconds }
  const taken = await inTransaction(db, (tx) => takeNotices(tx, userId, times))
  const user = await findUserById(db, userId)
  const settings = await findSettings(db, userId)
  const muted = settings?.muted ?? []
  // The current settings apply, not those from when the notice was stored.
  const wanted = taken
    .flatMap(toNotice)
    .filter(({ line }) => user?.email_verified && user.email !== '' && !muted.includes(line.kind))
  if (user && wanted.length > 0) {
    const locale = toLocale(settings?.language ?? '')
    await send(
      deps,
      { userId, email: user.email, locale },
      wanted.map(({ line }) => line),
    )
  }
  const isBundle = wanted.some(({ line }) => !fixedKinds.includes(line.kind))
  const sentIds = wanted.map(({ id }) => id)
  await inTransaction(db, async (tx) => {
    await markSent(tx, sentIds, now())
    const unsent = taken.filter(({ id }) => !sentIds.includes(id))
    await deleteNotices(
      tx,
      unsent.map(({ id }) => id),
    )
    if (isBundle) await putSettings(tx, userId, { mailed_at: now() })
  })
}

/** Drops notices of kinds and letters that this program does not know. */
function toNotice({
  id,
  letter: letterName,
  kind: kindName,
  facts,
}: NoticeRow): { id: number; line: Line }[] {
  const letter = letters.find((one) => one === letterName)
  const kind = notificationKinds.find((one) => one === kindName)
  return letter && kind ? [{ id, line: { letter, kind, facts } }] : []
}

async function send(
  deps: Deps,
  { userId, email, locale }: { userId: string; email: string; locale: Locale },
  lines: readonly Line[],
): Promise<void> {
  const kinds = lines.map(({ kind }) => kind)
  const stopLink = stopLinkOf(deps, { userId, kinds }, locale)
  await deps.mailer?.send(
    mailOf(deps.config, { to: email, locale, lines, ...(stopLink ? { stopLink } : {}) }),
  )
}
