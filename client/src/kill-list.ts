import type { KillList, PublicKey, SignedKillList } from '../../contract/src/kill-list.ts'

export type { KillList, KillListEntry, PublicKey, SignedKillList } from '../../contract/src/kill-list.ts'

const type = 'nodeyard-kill-list+jws'

export type KillListFault =
  | 'malformed'
  /** No signature by a trusted key fits. */
  | 'bad_signature'
  | 'expired'
  /** Issued in the future: one of the two clocks is wrong. */
  | 'not_yet_issued'
  /** An older list than one that was seen before. */
  | 'rolled_back'

/** Why a kill list is not to be believed. Go on with the last good one, and tell the user when that expires. */
export class KillListError extends Error {
  override name = 'KillListError'
  readonly fault: KillListFault
  constructor(fault: KillListFault) {
    super(`The kill list is not to be believed: ${fault}.`)
    this.fault = fault
  }
}

export interface TrustedBy {
  /** Keys that came with the program, or that were confirmed by a list signed with one of those. */
  keys: readonly PublicKey[]
  /** The serial of the last list that was believed; 0 when there was none. */
  lastSerial: number
  now?: Date
}

/** How far clocks may differ. */
const toleranceMs = 5 * 60_000

/** The kill list of `/kill-list`, after all that makes it believable. Throws {@link KillListError}. */
export async function verifyKillList(
  signed: SignedKillList,
  { keys, lastSerial, now = new Date() }: TrustedBy,
): Promise<KillList> {
  if (typeof signed?.payload !== 'string' || !Array.isArray(signed.signatures)) {
    throw new KillListError('malformed')
  }
  if (!(await hasGoodSignature(signed, keys))) throw new KillListError('bad_signature')
  const list = parse<KillList>(signed.payload)
  if (!list || !Array.isArray(list.entries) || !Number.isSafeInteger(list.serial)) {
    throw new KillListError('malformed')
  }
  // Written so that a date that is none is refused, too.
  if (!(Date.parse(list.expires) > now.getTime())) throw new KillListError('expired')
  if (!(Date.parse(list.issued) <= now.getTime() + toleranceMs)) throw new KillListError('not_yet_issued')
  if (list.serial < lastSerial) throw new KillListError('rolled_back')
  return list
}

/** The entry that forbids an install: by node and version, or by the digest of the archive. */
export function findKilled(
  list: KillList,
  { node, version, sha256 }: { node?: string; version?: string; sha256?: string },
): KillList['entries'][number] | undefined {
  return list.entries.find(
    (entry) =>
      (entry.sha256 !== undefined && entry.sha256 === sha256?.toLowerCase()) ||
      (entry.node !== undefined &&
        entry.node.toLowerCase() === node?.toLowerCase() &&
        entry.version === version),
  )
}

async function hasGoodSignature(signed: SignedKillList, keys: readonly PublicKey[]): Promise<boolean> {
  for (const one of signed.signatures) {
    if (typeof one?.protected !== 'string' || typeof one.signature !== 'string') continue
    const header = parse<{ alg: string; kid: string; typ: string; crit?: unknown }>(one.protected)
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

function parse<T>(encoded: string): T | undefined {
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
