import { createHash } from 'node:crypto'
import type { Db, DbOrTx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { type CodeRow, countAttempt, findCode, insertCode, takeCode } from './sql.ts'

/** The purposes of codes, with their lifetimes in minutes. */
export const codeMinutes = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'email-link': 60,
  'change-email': 60,
  /** Mailed to the previous email after a change. */
  'recover-email': 7 * 24 * 60,
  /** Holds a phone number and the hash of the digits sent to it. */
  phone: 10,
  /** Proof of a number that belongs to another account. */
  'phone-proof': 10,
  /** A sign-in that waits for its second factor. */
  'pending-sign-in': 10,
  'totp-enrolment': 10,
  /** A sign-in at a provider. */
  'provider-trip': 15,
  /** A provider's profile until the browser fetches it. */
  'provider-result': 10,
} as const
export type CodeKind = keyof typeof codeMinutes

const codeBytes = 32
const maxAttempts = 5
const digitCount = 6

/** Hashes codes and refresh tokens. They need neither salt nor a slow function, because they have 256 random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Creates a code that works once. Returns the secret; only its hash is stored. */
export async function makeCode(
  { now, randomBytes }: Pick<Deps, 'now' | 'randomBytes'>,
  db: DbOrTx,
  kind: CodeKind,
  { uid, data = {}, requestedAt }: { uid?: string; data?: Record<string, unknown>; requestedAt?: Date },
): Promise<string> {
  const secret = randomBytes(codeBytes).toString('base64url')
  const at = now()
  await insertCode(db, {
    hash: hashOf(secret),
    kind,
    uid: uid ?? null,
    data: JSON.stringify(data),
    created_at: requestedAt ?? at,
    expires_at: new Date(at.getTime() + codeMinutes[kind] * 60_000),
  })
  return secret
}

export type Code = CodeRow & { isExpired: boolean }

/** Finds a code of one of these kinds without consuming it. */
export async function findOneOf(
  { now }: Pick<Deps, 'now'>,
  db: DbOrTx,
  kinds: readonly CodeKind[],
  secret: string,
): Promise<Code | undefined> {
  return withExpiry(await findCode(db, kinds, hashOf(secret)), now())
}

/** Consumes a code. Only one of several concurrent callers gets it. */
export async function useCode(
  { now }: Pick<Deps, 'now'>,
  db: DbOrTx,
  kind: CodeKind,
  secret: string,
): Promise<Code | undefined> {
  return withExpiry(await takeCode(db, kind, hashOf(secret)), now())
}

/**
 * Checks the digits of a code. The attempt is counted first, in a separate statement, so that neither a failure nor a
 * race grants another one.
 */
export async function tryDigits(
  { db, now }: { db: Db; now(): Date },
  kind: CodeKind,
  secret: string,
  digits: string,
): Promise<{ outcome: 'right' | 'wrong' | 'expired' | 'unknown'; code?: CodeRow }> {
  const code = await countAttempt(db, kind, hashOf(secret))
  if (!code) return { outcome: 'unknown' }
  if (code.expires_at <= now() || code.attempts > maxAttempts) return { outcome: 'expired' }
  const isRight = code.digits_hash !== null && code.digits_hash === digitsHash(code.hash, digits)
  return isRight ? { outcome: 'right', code } : { outcome: 'wrong', code }
}

/** Hashes digits together with their code, so that guesses cannot be tested against all codes at once. */
export function digitsHash(codeHash: string, digits: string): string {
  return hashOf(`${codeHash} ${digits}`)
}

/** Returns six random digits. */
export function makeDigits({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // With 48 bits, the bias of the remainder is negligible.
  return String(randomBytes(6).readUIntBE(0, 6) % 10 ** digitCount).padStart(digitCount, '0')
}

function withExpiry(code: CodeRow | undefined, now: Date): Code | undefined {
  return code && { ...code, isExpired: code.expires_at <= now }
}
