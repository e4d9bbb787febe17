import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { countUp, forgetAttempts } from './sql.ts'

interface Allowance {
  /** Stored with the counts. */
  name: string
  count: number
  minutes: number
}

/** How often something may be tried; each is counted for an account, a number or a network address. */
export const allowances = {
  passwordFromAddress: { name: 'password-address', count: 100, minutes: 15 },
  passwordOfAccount: { name: 'password-account', count: 50, minutes: 15 },
  /** Lower than for the account alone, so that a stranger locks out an account from elsewhere less easily. */
  passwordOfAccountFromAddress: { name: 'password-both', count: 10, minutes: 15 },
  /** Of who is signed in; a mailed link is not kept from its holder by whoever is. */
  newPasswordOfAccount: { name: 'new-password-account', count: 10, minutes: 60 },
  newPasswordFromAddress: { name: 'new-password-address', count: 100, minutes: 60 },
  signUpFromAddress: { name: 'sign-up-address', count: 100, minutes: 60 },
  mailTo: { name: 'mail-to', count: 10, minutes: 60 },
  mailFromAddress: { name: 'mail-address', count: 60, minutes: 60 },
  messageTo: { name: 'message-to', count: 5, minutes: 60 },
  messageFromAddress: { name: 'message-address', count: 30, minutes: 60 },
  secondFactorOfAccount: { name: 'factor-account', count: 10, minutes: 15 },
  tripFromAddress: { name: 'trip-address', count: 100, minutes: 15 },
  codeFromAddress: { name: 'code-address', count: 200, minutes: 15 },
} as const satisfies Record<string, Allowance>

/** Counts one attempt before its outcome is known; throws when there were too many. */
export async function countOrRefuse(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { name, count: most, minutes }: Allowance,
  ...of: readonly string[]
): Promise<void> {
  const at = now()
  const endsAt = new Date(at.getTime() + minutes * 60_000)
  const { count, ends_at } = await countUp(db, keyOf(name, of), { now: at, endsAt })
  if (count <= most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((ends_at.getTime() - at.getTime()) / 1000))
  throw new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfterSeconds })
}

/** A good end: what was counted for it does not count against the next attempts. */
export async function forget(
  { db }: Pick<Deps, 'db'>,
  { name }: Allowance,
  ...of: readonly string[]
): Promise<void> {
  await forgetAttempts(db, keyOf(name, of))
}

/** Addresses and numbers are not kept readable for this. */
function keyOf(name: string, of: readonly string[]): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}
