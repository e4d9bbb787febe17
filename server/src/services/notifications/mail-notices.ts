import type { Locale } from '@nodeyard/contract/locales'
import { fixedKinds, type NotificationKind } from '@nodeyard/contract/notifications'
import { inTransaction } from '../../ground/db/transactions.ts'
import { toLocale } from '../../people/identity/embedded/letters.ts'
import { findUserById } from '../../people/identity/sql.ts'
import type { Deps } from './deps.ts'
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
import type { Letter } from './texts.ts'
import { stopLinkOf } from './unsubscribe.ts'

const retrySeconds = 60
const mostRetrySeconds = 3600
/** Then the mail server is down, and waiting for the others' time-outs helps nobody. */
const mostFailures = 3

/**
 * Mails what is due, one mail for each person. What cannot be sent is due again later: nothing is lost while the mail
 * server is away.
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
      deps.log.warn({ err: error, userId }, 'a mail could not be sent')
      if (++failures >= mostFailures) throw error
    }
  }
}

async function mailTo(deps: Deps, userId: string): Promise<void> {
  const { db, now } = deps
  const times = { now: now(), retrySeconds, mostSeconds: mostRetrySeconds }
  const taken = await inTransaction(db, (tx) => takeNotices(tx, userId, times))
  const user = await findUserById(db, userId)
  const settings = await findSettings(db, userId)
  const muted = settings?.muted ?? []
  // What was chosen since counts.
  const wanted = taken.filter(
    ({ kind }) => user?.email_verified && user.email !== '' && !muted.includes(kind),
  )
  if (user && wanted.length > 0) {
    await send(deps, { userId, email: user.email, locale: toLocale(settings?.language ?? '') }, wanted)
  }
  const isBundle = wanted.some(({ kind }) => !fixedKinds.includes(kind as NotificationKind))
  await inTransaction(db, async (tx) => {
    await markSent(tx, idsOf(wanted), now())
    await deleteNotices(tx, idsOf(taken.filter((notice) => !wanted.includes(notice))))
    if (isBundle) await putSettings(tx, userId, { mailed_at: now() })
  })
}

const idsOf = (notices: readonly NoticeRow[]) => notices.map(({ id }) => id)

async function send(
  deps: Deps,
  { userId, email, locale }: { userId: string; email: string; locale: Locale },
  notices: readonly NoticeRow[],
): Promise<void> {
  const lines = notices.map(
    ({ letter, kind, facts }): Line => ({
      letter: letter as Letter,
      kind: kind as NotificationKind,
      facts,
    }),
  )
  const kinds = lines.map(({ kind }) => kind)
  const stopLink = stopLinkOf(deps, { userId, kinds }, locale)
  await deps.mailer?.send(
    mailOf(deps.config, { to: email, locale, lines, ...(stopLink ? { stopLink } : {}) }),
  )
}
