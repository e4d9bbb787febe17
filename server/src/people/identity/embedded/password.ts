import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Refusal } from '../refusal.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** The settings of scrypt. */
export interface PasswordCost {
  logN: number
  r: number
  p: number
}

/** Takes 32 MiB and about 250 ms. Source: OWASP's list of equivalent settings for scrypt. */
export const passwordCost: PasswordCost = { logN: 15, r: 8, p: 3 }
const keyBytes = 32
const saltBytes = 16
const maxConcurrent = 2
const maxQueued = 200

/** Limits concurrent hashes, which fill cores and memory and share Node's thread pool with file and DNS access. */
const queue = pLimit(maxConcurrent)

/** Returns `scrypt$log2(N)$r$p$salt$key`, so that each stored password keeps its settings. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await deriveKey(password, salt, cost)
  return toText(cost, salt, key)
}

/** Compares in constant time. Without a stored password, it takes the time of `cost` and returns false. */
export async function matchesPassword(
  password: string,
  stored: string | null | undefined,
  cost: PasswordCost,
): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = (stored ?? dummyHash(cost)).split('$')
  const wanted = Buffer.from(key, 'base64')
  const given = await deriveKey(password, Buffer.from(salt, 'base64'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, wanted) && Boolean(stored)
}

function dummyHash(cost: PasswordCost): string {
  return toText(cost, Buffer.alloc(saltBytes), Buffer.alloc(keyBytes))
}

function toText({ logN, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ['scrypt', logN, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

async function deriveKey(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  if (queue.pendingCount >= maxQueued)
    throw new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfterSeconds: 10 })
  const options = { N: 2 ** logN, r, p, maxmem: 256 * r * 2 ** logN }
  return queue(() => derive(password.normalize('NFC'), salt, keyBytes, options))
}
