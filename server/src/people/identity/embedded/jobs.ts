import Type, { type Static } from 'typebox'
import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { defineJob } from '../../../ground/jobs/job.ts'
import { deleteMessagesBefore } from '../../../ground/mail/sql.ts'
import type { Deps } from '../deps.ts'
import { digitsHash, hashOf, makeCode, makeDigits } from './codes.ts'
import { letterOf, messageOf } from './letters.ts'
import { embeddedApiKey } from './signing.ts'
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
  /** Of the account; absent where only the address is known. */
  uid: text,
  to: Type.String(),
  continueUrl: text,
  locale: Type.String(),
  /** Of the code that stands for the one to be made; absent where only the address is known. */
  awaited: text,
})

/**
 * Mails a link with a code. The code is made here, so that it is written down nowhere but in the mail; a second run
 * mails a second one. Whom a mail is for, and whether there is anybody, is found out here too: whoever asked for it
 * learned nothing of that.
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
 * Has a link to somebody's account mailed. A code that nobody knows stands for the one in the mail until that is made:
 * what takes back the one takes back the other.
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

/** Undefined where nobody is to get one. It is as old as the request, whatever became of the account since. */
async function makeMailedCode(
  deps: Deps,
  tx: Tx,
  { kind, uid, to, awaited }: Pick<Static<typeof mailPayload>, 'kind' | 'uid' | 'to' | 'awaited'>,
): Promise<string | undefined> {
  const account = uid ? await lockAccount(tx, uid) : await findAccountByEmail(tx, to)
  if (account?.disabled) return undefined
  if (!account && kind !== 'email-link') return undefined
  if (kind === 'change-email' && (await findAccountByEmail(tx, to))) return undefined
  const place = awaited === undefined ? undefined : await findCode(tx, [kind], awaited)
  if (awaited !== undefined && !place) return undefined
  return makeCode(deps, tx, kind, {
    ...(account && kind !== 'email-link' ? { uid: account.uid } : {}),
    ...(place ? { askedAt: place.created_at } : {}),
    data: { ...place?.data, email: to },
  })
}

/** Sends the digits for a number that waits for them. A second run sends others, and those count. */
export const messageDigits = defineJob({
  name: 'identity-message',
  payload: Type.Object({ codeHash: Type.String(), phone: Type.String(), locale: Type.String() }),
  attempts: 4,
  async run(deps: Deps, { codeHash, phone, locale }) {
    const digits = makeDigits(deps)
    const isAwaited = await setDigits(deps.db, codeHash, digitsHash(codeHash, digits))
    if (!deps.sender || !isAwaited) return
    await deps.sender.send({ to: phone, text: messageOf(deps.config, { code: digits, locale }) })
  },
})

const dayMs = 86_400_000
const idleDays = 90
const keptReplacedDays = 7
const keptOutboxDays = 7

/** Removes what is over: codes, counts, sessions that nobody used for long. */
export const sweepIdentity = defineJob({
  name: 'identity-sweep',
  payload: Type.Object({}),
  schedule: '17 3 * * *',
  async run({ db, now }: Deps) {
    const at = now()
    const daysAgo = (days: number) => new Date(at.getTime() - days * dayMs)
    await deleteExpiredCodes(db, daysAgo(1))
    await deleteOldAttempts(db, at)
    await deleteReplacedTokens(db, daysAgo(keptReplacedDays))
    await deleteIdleSessions(db, daysAgo(idleDays))
    await deleteMessagesBefore(db, daysAgo(keptOutboxDays))
  },
})

const keyDays = 30

/** Signs with a new key every month. */
export const rotateKeys = defineJob({
  name: 'identity-rotate-keys',
  payload: Type.Object({}),
  schedule: '41 4 * * *',
  async run({ identity, now }: Deps) {
    await identity.signer?.rotateOlderThan(new Date(now().getTime() - keyDays * dayMs))
  },
})
