import type { Locale } from '@nodeyard/contract/ground'
import { notificationKinds } from '@nodeyard/contract/services'
import { inTransaction } from '../../ground/db/transactions.ts'
import { toLocale } from '../../people/identity/embedded/locale.ts'
import { findUserById } from '../../people/identity/sql.ts'
import type { Deps } from './deps.ts'
import { letters } from './letter-names.ts'
import type { Line } from './letters.ts'
import { mailOf } from './mail-of.ts'
import {
  type Bundle,
  deleteNotices,
  findDueBundle,
  findSettings,
  markSent,
  type NoticeRow,
  parkNotices,
  putSettings,
  releaseParkedNotices,
  takeNotices,
} from './sql.ts'
import { stopLinkOf } from './unsubscribe.ts'

const retrySeconds = 60
const maxRetrySeconds = 3600
/** After this many failures in a row, the mail server counts as down. */
const maxFailures = 3

/**
 * Mails due notices: to each user one mail about security and one about everything else. Failed mails are retried
 * later, so that an outage of the mail server loses none.
 */
export async function mailNotices(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!deps.mailer) return
  await releaseParkedNotices(deps.db, deps.now())
  for (let failures = 0; !signal.aborted; ) {
    const bundle = await findDueBundle(deps.db, deps.now())
    if (!bundle) return
    try {
      await mailBundle(deps, bundle)
      failures = 0
    } catch (error) {
      deps.log.warn({ err: error, userId: bundle.userId }, 'sending mail failed')
      if (++failures >= maxFailures) throw error
    }
  }
}

async function mailBundle(deps: Deps, bundle: Bundle): Promise<void> {
  const { db, now } = deps
  const { userId, isSecurity } = bundle
  const times = { now: now(), retrySeconds, maxSeconds: maxRetrySeconds }
  const taken = await inTransaction(db, (tx) => takeNotices(tx, bundle, times))
  const user = await findUserById(db, userId)
  if (user && user.email !== '' && !user.email_verified) {
    const ids = taken.map(({ id }) => id)
    await inTransaction(db, (tx) => parkNotices(tx, ids))
    return
  }
  const settings = await findSettings(db, userId)
  const muted = settings?.muted ?? []
  // The current settings apply, not those from when the notice was stored.
  const wanted = taken
    .flatMap(toNotice)
    .filter(({ line }) => user && user.email !== '' && !muted.includes(line.kind))
  if (user && wanted.length > 0) {
    const locale = toLocale(settings?.language ?? '')
    await send(
      deps,
      { userId, email: user.email, locale },
      wanted.map(({ line }) => line),
    )
  }
  const sentIds = wanted.map(({ id }) => id)
  await inTransaction(db, async (tx) => {
    await markSent(tx, sentIds, now())
    const unsent = taken.filter(({ id }) => !sentIds.includes(id))
    await deleteNotices(
      tx,
      unsent.map(({ id }) => id),
    )
    if (!isSecurity && wanted.length > 0) await putSettings(tx, userId, { mailed_at: now() })
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
