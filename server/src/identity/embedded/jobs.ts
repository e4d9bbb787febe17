import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../jobs/job.ts'
import { deleteMessagesBefore } from '../../mail/sql.ts'
import { digitsHash, makeCode, makeDigits } from './codes.ts'
import { letterOf, messageOf } from './letters.ts'
import { embeddedApiKey } from './signing.ts'
import {
  deleteExpiredCodes,
  deleteIdleSessions,
  deleteOldAttempts,
  deleteReplacedTokens,
  findAccount,
  findAccountByEmail,
  setDigits,
} from './sql.ts'

const text = Type.Optional(Type.String())

/**
 * Mails a link with a code. The code is made here, so that it is written down nowhere but in the mail; a second run
 * mails a second one. Whom a mail is for, and whether there is anybody, is found out here too: whoever asked for it
 * learned nothing of that.
 */
export const mailCode = defineJob({
  name: 'identity-mail',
  payload: Type.Object({
    kind: Type.Union([
      Type.Literal('verify-email'),
      Type.Literal('reset-password'),
      Type.Literal('email-link'),
      Type.Literal('change-email'),
      Type.Literal('recover-email'),
    ]),
    /** Of the account; absent where only the address is known. */
    uid: text,
    to: Type.String(),
    continueUrl: text,
    locale: Type.String(),
  }),
  attempts: 8,
  async run(deps: Deps, { kind, uid, to, continueUrl, locale }) {
    const account = uid ? await findAccount(deps.db, uid) : await findAccountByEmail(deps.db, to)
    if (!deps.mailer || account?.disabled) return
    if (!account && kind !== 'email-link') return
    if (kind === 'change-email' && (await findAccountByEmail(deps.db, to))) return
    const holder = account && kind !== 'email-link' ? { uid: account.uid } : {}
    const code = await makeCode(deps, deps.db, kind, { ...holder, data: { email: to } })
    const letter = { kind, to, code, apiKey: embeddedApiKey, locale, ...(continueUrl ? { continueUrl } : {}) }
    await deps.mailer.send(letterOf(deps.config, letter))
  },
})

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
