import type { PublicKey, Signed } from '../../contract/src/signed.ts'

export type Fault =
  | 'malformed'
  /** No signature by a trusted key fits. */
  | 'bad_signature'
  | 'expired'
  /** Issued in the future: one of the two clocks is wrong. */
  | 'not_yet_issued'
  /** Older than one that was seen before. */
  | 'rolled_back'
  /** A file is not what the catalogue says. */
  | 'wrong_file'

/** Why a catalogue or a kill list is not to be believed. Go on with the last good one, and tell the user when that expires. */
export class NotBelievedError extends Error {
  override name = 'NotBelievedError'
  readonly fault: Fault
  constructor(fault: Fault) {
    super(`What the registry sent is not to be believed: ${fault}.`)
    this.fault = fault
  }
}

export interface TrustedBy {
  /** Keys that came with the program, or that were confirmed by something signed with one of those. */
  keys: readonly PublicKey[]
  now?: Date
}

interface Dated {
  issued: string
  expires: string
}

/** How far clocks may differ. */
const toleranceMs = 5 * 60_000

/** What was signed as `type`, after all that makes it believable. Throws {@link NotBelievedError}. */
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
    /** Whether it has all the parts that are read later. */
    isWhole(content: T): boolean
    /** Of each issue, higher than of the one before. */
    numberOf(content: T): number
    lastNumber: number
  },
): Promise<T> {
  if (typeof signed?.payload !== 'string' || !Array.isArray(signed.signatures)) {
    throw new NotBelievedError('malformed')
  }
  if (!(await hasGoodSignature(signed, keys, type))) throw new NotBelievedError('bad_signature')
  const content = parseEncoded<T>(signed.payload)
  if (!content || !Number.isSafeInteger(numberOf(content)) || !isWhole(content)) {
    throw new NotBelievedError('malformed')
  }
  // Written so that a date that is none is refused, too.
  if (!(Date.parse(content.expires) > now.getTime())) throw new NotBelievedError('expired')
  if (!(Date.parse(content.issued) <= now.getTime() + toleranceMs)) {
    throw new NotBelievedError('not_yet_issued')
  }
  if (numberOf(content) < lastNumber) throw new NotBelievedError('rolled_back')
  return content
}

/** Whether one of the keys has signed it as what it is to be. */
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

/** Undefined for what is no object in JSON in base64url. */
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

/** Undefined for what is no base64url. */
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
