import { createHash } from 'node:crypto'
import type { Db, DbOrTx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { type CodeRow, countAttempt, findCode, insertCode, takeCode } from './sql.ts'

/** What a code is for, and how long it counts. */
export const codeMinutes = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'email-link': 60,
  'change-email': 60,
  /** In the hands of the holder of an address that an account no longer has. */
  'recover-email': 7 * 24 * 60,
  /** A number that gets a message; the digits of the message are kept with it. */
  phone: 10,
  /** A number that was proved and belongs to another account. */
  'phone-proof': 10,
  /** A sign-in that still needs its second factor. */
  'pending-sign-in': 10,
  'totp-enrolment': 10,
  /** A way to a provider and back. */
  'provider-trip': 15,
  /** What a provider said of somebody, until the browser comes for it. */
  'provider-result': 10,
} as const
export type CodeKind = keyof typeof codeMinutes

const codeBytes = 32
const mostAttempts = 5
const digitCount = 6

/** As codes and refresh tokens are stored. No salt and no slow hash: nobody guesses 256 random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Makes a code that counts once. Gives the secret, which is stored nowhere. */
export async function makeCode(
  { now, randomBytes }: Pick<Deps, 'now' | 'randomBytes'>,
  db: DbOrTx,
  kind: CodeKind,
  { uid, data = {}, askedAt }: { uid?: string; data?: Record<string, unknown>; askedAt?: Date },
): Promise<string> {
  const secret = randomBytes(codeBytes).toString('base64url')
  const at = now()
  await insertCode(db, {
    hash: hashOf(secret),
    kind,
    uid: uid ?? null,
    data: JSON.stringify(data),
    created_at: askedAt ?? at,
    expires_at: new Date(at.getTime() + codeMinutes[kind] * 60_000),
  })
  return secret
}

export type Code = CodeRow & { isExpired: boolean }

/** Looks at a code of one of these kinds, and leaves it. */
export async function findOneOf(
  { now }: Pick<Deps, 'now'>,
  db: DbOrTx,
  kinds: readonly CodeKind[],
  secret: string,
): Promise<Code | undefined> {
  return withExpiry(await findCode(db, kinds, hashOf(secret)), now())
}

/** Uses a code up: of several callers one gets it. */
export async function useCode(
  { now }: Pick<Deps, 'now'>,
  db: DbOrTx,
  kind: CodeKind,
  secret: string,
): Promise<Code | undefined> {
  return withExpiry(await takeCode(db, kind, hashOf(secret)), now())
}

/**
 * Checks the digits that belong to a code. The attempt is counted in a statement of its own before, so that no
 * failure on the way and no race gives a guesser another one.
 */
export async function tryDigits(
  { db, now }: { db: Db; now(): Date },
  kind: CodeKind,
  secret: string,
  digits: string,
): Promise<{ outcome: 'right' | 'wrong' | 'expired' | 'unknown'; code?: CodeRow }> {
  const code = await countAttempt(db, kind, hashOf(secret))
  if (!code) return { outcome: 'unknown' }
  if (code.expires_at <= now() || code.attempts > mostAttempts) return { outcome: 'expired' }
  const isRight = code.digits_hash !== null && code.digits_hash === digitsHash(code.hash, digits)
  return isRight ? { outcome: 'right', code } : { outcome: 'wrong', code }
}

/** Bound to its code: a million digits are soon tried, but not for every code at once. */
export function digitsHash(codeHash: string, digits: string): string {
  return hashOf(`${codeHash} ${digits}`)
}

export function makeDigits({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // 48 bits: the remainder is as good as even.
  return String(randomBytes(6).readUIntBE(0, 6) % 10 ** digitCount).padStart(digitCount, '0')
}

function withExpiry(code: CodeRow | undefined, now: Date): Code | undefined {
  return code && { ...code, isExpired: code.expires_at <= now }
}
