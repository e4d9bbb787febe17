import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { countUp, deleteAttempts } from './sql.ts'

interface Allowance {
  /** Stored with the counters, so renaming it resets them. */
  name: string
  count: number
  minutes: number
}

/** Attempt limits, each counted per account, phone number or network address. */
export const allowances = {
  passwordFromAddress: { name: 'password-address', count: 100, minutes: 15 },
  passwordOfAccount: { name: 'password-account', count: 50, minutes: 15 },
  /** Lower than the limit per account, so that strangers elsewhere cannot easily lock the account. */
  passwordOfAccountFromAddress: { name: 'password-both', count: 10, minutes: 15 },
  /** Not counted for mailed links, so that a signed-in attacker cannot block the owner's reset. */
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

/** Counts an attempt before its outcome is known. Throws if there were too many. */
export async function countOrRefuse(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { name, count: limit, minutes }: Allowance,
  ...of: readonly string[]
): Promise<void> {
  const at = now()
  const endsAt = new Date(at.getTime() + minutes * 60_000)
  const { count, ends_at } = await countUp(db, keyOf(name, of), { now: at, endsAt })
  if (count <= limit) return
  const retryAfterSeconds = Math.max(1, Math.ceil((ends_at.getTime() - at.getTime()) / 1000))
  throw new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfterSeconds })
}

/** Resets a counter after a success. */
export async function resetCount(
  { db }: Pick<Deps, 'db'>,
  { name }: Allowance,
  ...of: readonly string[]
): Promise<void> {
  await deleteAttempts(db, keyOf(name, of))
}

/** Hashes emails, numbers and addresses, so that counters do not expose them. */
function keyOf(name: string, of: readonly string[]): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}
