import type { PublicKey, Signed } from '../../contract/src/signed.ts'

export type Fault =
  | 'malformed'
  /** No trusted key made one of the signatures. */
  | 'bad_signature'
  | 'expired'
  /** Issued in the future: one of the two clocks is wrong. */
  | 'not_yet_issued'
  /** Older than one seen before. */
  | 'rolled_back'
  /** A file does not match the catalog. */
  | 'wrong_file'

/**
 * Why a catalog or a kill list was rejected. Keep using the last good one, and warn the user when that
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
  /** Keys shipped with the program, or confirmed by a document signed with one of those. */
  keys: readonly PublicKey[]
  now?: Date
}

interface Dated {
  issued: string
  expires: string
}

/** Allowed clock difference. */
const toleranceMs = 5 * 60_000

/** Verifies a document signed as `type` and returns its content. Throws {@link VerificationError}. */
export async function openSigned<T extends Dated>(
  signed: Signed,
  {
    type,
    keys,
    isWhole,
    numberOf,
    lastNumber,
    now = new Date(),
  }: TrustedBy & {
    type: string
    /** Whether it has all the required parts. */
    isWhole(content: T): boolean
    /** Returns the number of the issue, which increases with each one. */
    numberOf(content: T): number
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
  // Written so that an invalid date is rejected, too.
  if (!(Date.parse(content.expires) > now.getTime())) throw new VerificationError('expired')
  if (!(Date.parse(content.issued) <= now.getTime() + toleranceMs)) {
    throw new VerificationError('not_yet_issued')
  }
  if (numberOf(content) < lastNumber) throw new VerificationError('rolled_back')
  return content
}

/** Whether one of the keys signed it with the expected type. */
async function hasGoodSignature(signed: Signed, keys: readonly PublicKey[], type: string): Promise<boolean> {
  for (const one of signed.signatures) {
    if (typeof one?.protected !== 'string' || typeof one.signature !== 'string') continue
    const header = parseEncoded<{ alg: string; kid: string; typ: string; crit?: unknown }>(one.protected)
    if (header?.alg !== 'EdDSA' || header.typ !== type || header.crit !== undefined) continue
    const key = keys.find(({ kid }) => kid === header.kid)
    const signature = bytesOf(one.signature)
    if (!key || !signature) continue
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
