import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { PasswordPolicy } from '../../../ground/settings.ts'
import { Refusal } from '../refusal.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** 32 MiB and about a quarter of a second. Source: OWASP's list of equivalent settings for scrypt. */
const cost = { logN: 15, r: 8, p: 3 }
const keyBytes = 32
const saltBytes = 16
const atOnce = 2
const mostWaiting = 200

/** Few at once: they fill cores and memory, and share the threads that files and names are read on. */
const inTurn = pLimit(atOnce)

/** `scrypt$log2(N)$r$p$salt$key`: a stored password keeps its own settings. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await deriveKey(password, salt, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Without a stored one it takes as long and says no. */
export async function matchesPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = (stored ?? nobody).split('$')
  const wanted = Buffer.from(key, 'base64')
  const given = await deriveKey(password, Buffer.from(salt, 'base64'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, wanted) && Boolean(stored)
}

const nobody = [
  'scrypt',
  cost.logN,
  cost.r,
  cost.p,
  Buffer.alloc(saltBytes).toString('base64'),
  Buffer.alloc(keyBytes).toString('base64'),
].join('$')

async function deriveKey(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  if (inTurn.pendingCount >= mostWaiting)
    throw new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfterSeconds: 10 })
  const options = { N: 2 ** logN, r, p, maxmem: 256 * r * 2 ** logN }
  return inTurn(() => derive(password.normalize('NFC'), salt, keyBytes, options))
}

/** What counts as a character that is neither letter nor digit; the browser is told, and checks by it too. */
export const otherCharacters = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`-+= ']

/** Throws with every requirement that the password misses. */
export function assertMeetsPolicy(password: string, policy: PasswordPolicy): void {
  const missing = [
    password.length < policy.minLength && `Password must contain at least ${policy.minLength} characters`,
    policy.maxLength !== undefined &&
      password.length > policy.maxLength &&
      `Password may contain at most ${policy.maxLength} characters`,
    policy.lowerCase && !/[a-z]/.test(password) && 'Password must contain a lower case character',
    policy.upperCase && !/[A-Z]/.test(password) && 'Password must contain an upper case character',
    policy.digit && !/[0-9]/.test(password) && 'Password must contain a numeric character',
    policy.other &&
      !otherCharacters.some((character) => password.includes(character)) &&
      'Password must contain a non-alphanumeric character',
  ].filter((one) => one !== false)
  if (missing.length > 0)
    throw new Refusal('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', {
      detail: `Missing password requirements: [${missing.join(', ')}]`,
    })
}

/** The policy as the browser's client reads it. */
export function toPolicyAnswer(policy: PasswordPolicy): object {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      ...(policy.maxLength === undefined ? {} : { maxPasswordLength: policy.maxLength }),
      ...(policy.lowerCase ? { containsLowercaseCharacter: true } : {}),
      ...(policy.upperCase ? { containsUppercaseCharacter: true } : {}),
      ...(policy.digit ? { containsNumericCharacter: true } : {}),
      ...(policy.other ? { containsNonAlphanumericCharacter: true } : {}),
    },
    allowedNonAlphanumericCharacters: otherCharacters,
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  }
}
