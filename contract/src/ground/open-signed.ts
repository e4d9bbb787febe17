import { limits } from '../limits.ts'
import type { PublicKey, Signed, SignedContent } from './signed.ts'

export type Fault =
  | 'malformed'
  /** No trusted key made one of the signatures, or none of the keys that the document names. */
  | 'bad_signature'
  | 'expired'
  /** Issued in the future: one of the two clocks is wrong. */
  | 'not_yet_issued'
  /** Older than one seen before. */
  | 'rolled_back'
  /** Its number is so high that it would keep out genuine documents for weeks. */
  | 'number_too_high'
  /** A file does not match the catalog. */
  | 'wrong_file'

/**
 * Why a signed document was rejected. Keep using the last good one, and warn the user when that
 * expires.
 */
export class VerificationError extends Error {
  override name = 'VerificationError'
  readonly fault: Fault
  constructor(fault: Fault) {
    super(`The registry sent a document that failed verification: ${fault}.`)
    this.fault = fault
  }
}

export interface TrustedBy {
  /**
   * The keys that the last verified document named. Before the first document, keys shipped with the program, or those that
   * the registry serves.
   */
  keys: readonly PublicKey[]
  now?: Date
  /** Whether this copy was verified before. It can be used for some days after it expired. */
  isStored?: boolean
}

/** A kind of signed document. */
export interface SignedKind<T extends SignedContent> {
  /** The `typ` in the signed header. */
  type: string
  /** Whether it has all the required parts. */
  isWhole(content: T): boolean
  /** Returns the number of the issue, which increases with each one. */
  numberOf(content: T): number
}

const dayMs = 86_400_000
/** Allowed clock difference. */
const toleranceMs = 5 * 60_000

/**
 * Verifies a document and returns its content. Its `keys` replace the trusted ones: store both together. Throws
 * {@link VerificationError}.
 */
export async function openSigned<T extends SignedContent>(
  { type, isWhole, numberOf }: SignedKind<T>,
  signed: Signed,
  {
    keys,
    lastNumber,
    now = new Date(),
    isStored = false,
  }: TrustedBy & {
    /** Number of the last verified document; 0 if there was none. */
    lastNumber: number
  },
): Promise<T> {
  if (typeof signed?.payload !== 'string' || !Array.isArray(signed.signatures)) {
    throw new VerificationError('malformed')
  }
  if (!(await hasGoodSignature(signed, keys, type))) throw new VerificationError('bad_signature')
  const content = parseEncoded<T>(signed.payload)
  if (!content || !Number.isSafeInteger(numberOf(content)) || !isWhole(content)) {
    throw new VerificationError('malformed')
  }
  if (content.keys !== undefined) await assertUsable(signed, content.keys, type)
  const graceMs = isStored ? limits.signedGraceDays * dayMs : 0
  // Written so that an invalid date is rejected, too.
  if (!(Date.parse(content.expires) + graceMs > now.getTime())) throw new VerificationError('expired')
  if (!(Date.parse(content.issued) <= now.getTime() + toleranceMs)) {
    throw new VerificationError('not_yet_issued')
  }
  if (numberOf(content) < lastNumber) throw new VerificationError('rolled_back')
  // Numbers are times in milliseconds, unless the registry's clock was set back.
  if (numberOf(content) > Math.max(lastNumber + 1, now.getTime() + limits.signedNumberDays * dayMs)) {
    throw new VerificationError('number_too_high')
  }
  return content
}

/** Refuses keys that would leave the client without a way to verify this document again. */
async function assertUsable(signed: Signed, keys: readonly PublicKey[], type: string): Promise<void> {
  const isList = Array.isArray(keys) && keys.length >= 1 && keys.length <= limits.signingKeys
  if (!isList || !keys.every(isKey)) throw new VerificationError('malformed')
  if (!(await hasGoodSignature(signed, keys, type))) throw new VerificationError('bad_signature')
}

const isKey = (key: Partial<PublicKey> | null): boolean =>
  key?.kty === 'OKP' &&
  key.crv === 'Ed25519' &&
  typeof key.kid === 'string' &&
  typeof key.x === 'string' &&
  bytesOf(key.x)?.length === 32

/** Whether one of the keys signed it with the expected type. */
async function hasGoodSignature(signed: Signed, keys: readonly PublicKey[], type: string): Promise<boolean> {
  for (const one of signed.signatures.slice(0, limits.signingKeys)) {
    if (typeof one?.protected !== 'string' || typeof one.signature !== 'string') continue
    const header = parseEncoded<{ alg: string; kid: string; typ: string; crit?: unknown }>(one.protected)
    if (header?.alg !== 'EdDSA' || header.typ !== type || header.crit !== undefined) continue
    const key = keys.find(({ kid }) => kid === header.kid)
    const signature = bytesOf(one.signature)
    if (!key || !isKey(key) || !signature) continue
    const { kty, crv, x } = key
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    const text = new TextEncoder().encode(`${one.protected}.${signed.payload}`)
    if (await crypto.subtle.verify('Ed25519', imported, signature, text)) return true
  }
  return false
}

/** Returns undefined unless the text is a JSON object in base64url. */
function parseEncoded<T>(encoded: string): T | undefined {
  const bytes = bytesOf(encoded)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined for invalid base64url. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(encoded)) return undefined
  try {
    return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}
