import Type, { type Static } from 'typebox'
import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { defineJob } from '../../../ground/jobs/job.ts'
import { deleteMessagesBefore } from '../../../ground/mail/sql.ts'
import type { Deps } from '../deps.ts'
import { digitsHash, hashOf, makeCode, makeDigits } from './codes.ts'
import { letterOf, messageOf } from './letters.ts'
import { embeddedApiKey } from './project.ts'
import {
  deleteExpiredCodes,
  deleteIdleSessions,
  deleteOldAttempts,
  deleteReplacedTokens,
  findAccountByEmail,
  findCode,
  lockAccount,
  setDigits,
} from './sql.ts'

const text = Type.Optional(Type.String())

const mailKind = Type.Union([
  Type.Literal('verify-email'),
  Type.Literal('reset-password'),
  Type.Literal('email-link'),
  Type.Literal('change-email'),
  Type.Literal('recover-email'),
])

const mailPayload = Type.Object({
  kind: mailKind,
  /** Omitted when only the email is known. */
  uid: text,
  to: Type.String(),
  continueUrl: text,
  locale: Type.String(),
  /** The hash of the placeholder code; omitted when only the email is known. Named `awaited` in queued jobs. */
  awaited: text,
})

/**
 * Mails a link with a code. The code is created here, so that the mail is its only copy; a second run mails another
 * one. The account is looked up here, too, so that the request reveals nothing about it.
 */
export const mailCode = defineJob({
  name: 'identity-mail',
  payload: mailPayload,
  attempts: 8,
  async run(deps: Deps, { continueUrl, ...request }) {
    if (!deps.mailer) return
    const code = await transact(deps, (tx) => makeMailedCode(deps, tx, request))
    if (code === undefined) return
    const { kind, to, locale } = request
    const letter = { kind, to, code, apiKey: embeddedApiKey, locale, ...(continueUrl ? { continueUrl } : {}) }
    await deps.mailer.send(letterOf(deps.config, letter))
  },
})

/**
 * Queues a mail with a link for an account. Until the mailed code is created, a placeholder code reserves its place:
 * deleting the placeholder cancels the mail.
 */
export async function mailCodeOf(
  deps: Pick<Deps, 'now' | 'randomBytes' | 'jobs'>,
  tx: Tx,
  {
    since,
    ...request
  }: {
    kind: Static<typeof mailKind>
    uid: string
    to: string
    continueUrl?: string
    locale: string
    since: Date
  },
): Promise<void> {
  const data = { since: since.toISOString() }
  const awaited = hashOf(await makeCode(deps, tx, request.kind, { uid: request.uid, data }))
  await deps.jobs.send(tx, mailCode, { ...request, awaited })
}

/** Creates the mailed code, dated to the request. Returns undefined if no mail should be sent. */
async function makeMailedCode(
  deps: Deps,
  tx: Tx,
  { kind, uid, to, awaited }: Pick<Static<typeof mailPayload>, 'kind' | 'uid' | 'to' | 'awaited'>,
): Promise<string | undefined> {
  const account = uid ? await lockAccount(tx, uid) : await findAccountByEmail(tx, to)
  if (account?.disabled) return undefined
  if (!account && kind !== 'email-link') return undefined
  if (kind === 'change-email' && (await findAccountByEmail(tx, to))) return undefined
  const placeholder = awaited === undefined ? undefined : await findCode(tx, [kind], awaited)
  if (awaited !== undefined && !placeholder) return undefined
  return makeCode(deps, tx, kind, {
    ...(account && kind !== 'email-link' ? { uid: account.uid } : {}),
    ...(placeholder ? { requestedAt: placeholder.created_at } : {}),
    data: { ...placeholder?.data, email: to },
  })
}

/** Sends new digits to a number. After a second run, only the latest digits work. */
export const messageDigits = defineJob({
  name: 'identity-message',
  payload: Type.Object({ codeHash: Type.String(), phone: Type.String(), locale: Type.String() }),
  attempts: 4,
  async run(deps: Deps, { codeHash, phone, locale }) {
    const digits = makeDigits(deps)
    const isStored = await setDigits(deps.db, codeHash, digitsHash(codeHash, digits))
    if (!deps.sender || !isStored) return
    await deps.sender.send({ to: phone, text: messageOf(deps.config, { code: digits, locale }) })
  },
})

const dayMs = 86_400_000
const idleDays = 90
const replacedTokenDays = 7
const outboxDays = 7

/** Deletes expired codes and counters, idle sessions, and old refresh tokens and outbox messages. */
export const sweepIdentity = defineJob({
  name: 'identity-sweep',
  payload: Type.Object({}),
  schedule: '17 3 * * *',
  async run({ db, now }: Deps) {
    const at = now()
    const daysAgo = (days: number) => new Date(at.getTime() - days * dayMs)
    await deleteExpiredCodes(db, daysAgo(1))
    await deleteOldAttempts(db, at)
    await deleteReplacedTokens(db, daysAgo(replacedTokenDays))
    await deleteIdleSessions(db, daysAgo(idleDays))
    await deleteMessagesBefore(db, daysAgo(outboxDays))
  },
})

const keyDays = 30

/** Rotates the signing key every month. */
export const rotateKeys = defineJob({
  name: 'identity-rotate-keys',
  payload: Type.Object({}),
  schedule: '41 4 * * *',
  async run({ identity, now }: Deps) {
    await identity.signer?.rotateOlderThan(new Date(now().getTime() - keyDays * dayMs))
  },
})
