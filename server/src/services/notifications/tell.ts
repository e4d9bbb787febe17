import { type Happening, textIn, toHappening } from '../../ground/audit/happening.ts'
import { takePendingEvents } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { announceToWebhooks } from '../webhooks/announce.ts'
import { noteModeratorLine } from './chat.ts'
import type { Deps } from './deps.ts'
import { mailInvitation } from './invite.ts'
import type { Letter } from './letter-names.ts'
import { notificationOf } from './letters.ts'
import { findEmail, insertNotice, insertNoticesOfFollowers, listReaders, type Reader } from './sql.ts'

const batchSize = 200
const minuteMs = 60_000
/** Events within this time share a mail. */
const bundleMinutes = 2
/** The minimum time between two bundles for one user. */
const pauseMinutes = 15

/** Queues the webhooks, chat messages and mails of new events. Safe to run repeatedly and in several processes. */
export async function processEvents(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await inTransaction(deps.db, async (tx) => {
      const rows = await takePendingEvents(tx, batchSize)
      for (const row of rows) await processEvent(tx, deps, toHappening(row))
      return rows.length
    })
    if (count < batchSize) return
  }
}

async function processEvent(tx: Tx, deps: Deps, happening: Happening): Promise<void> {
  await announceToWebhooks(tx, deps, happening)
  await noteModeratorLine(tx, deps, happening)
  if (!deps.mailer) return
  if (happening.action === 'invitation.create') {
    await deps.jobs.send(tx, mailInvitation, { invitationId: happening.subject.id })
  }
  await noteMail(tx, deps, happening)
  await noteFollowers(tx, deps, happening)
}

async function noteMail(tx: Tx, { now }: Pick<Deps, 'now'>, happening: Happening): Promise<void> {
  const notification = notificationOf(happening)
  const { publisherId } = happening
  if (!notification || publisherId === undefined) return
  const { userId, letter, kind, facts } = notification
  const person = userId === undefined ? undefined : await findEmail(tx, userId)
  const readers = await listReaders(tx, {
    publisherId,
    userId: userId ?? null,
    withBanned: letter === 'publisher-banned',
  })
  for (const reader of readers) {
    if (reader.muted.includes(kind)) continue
    await insertNotice(tx, {
      user_id: reader.id,
      event_id: happening.eventId,
      kind,
      letter,
      facts: JSON.stringify({ ...facts, ...(person ? { person } : {}) }),
      created_at: now(),
      due_at: kind === 'security' ? now() : dueAt(reader, now()),
    })
  }
}

/** The letters that followers get, by audit action. */
const followed: Readonly<Record<string, Letter>> = {
  'version.activate': 'followed-version',
  'version.approve': 'followed-version',
  'version.attestation-missing': 'version-without-attestation',
}

/** Queues mails to the followers of a node or its publisher about a version. */
async function noteFollowers(tx: Tx, { now }: Pick<Deps, 'now'>, happening: Happening): Promise<void> {
  const { action, nodeId, publisherId, version, eventId } = happening
  const letter = followed[action]
  // Users cannot do anything with a version that cannot be loaded.
  if (textIn(happening.after, 'load_failure') !== undefined) return
  if (!letter || !nodeId || !publisherId || !version) return
  const path = `/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}`
  await insertNoticesOfFollowers(
    tx,
    {
      event_id: eventId,
      kind: 'follows',
      letter,
      facts: JSON.stringify({ node: nodeId, version, path }),
      created_at: now(),
    },
    {
      nodeId,
      publisherId,
      soonest: new Date(now().getTime() + bundleMinutes * minuteMs),
      pauseSeconds: pauseMinutes * 60,
    },
  )
}

function dueAt({ mailed_at }: Reader, now: Date): Date {
  const soonest = now.getTime() + bundleMinutes * minuteMs
  const afterLast = mailed_at ? mailed_at.getTime() + pauseMinutes * minuteMs : 0
  return new Date(Math.max(soonest, afterLast))
}
