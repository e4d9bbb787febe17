import type { KillList } from '../../contract/src/kill-list.ts'
import type { PublicKey, Signed } from '../../contract/src/signed.ts'
import { hasGoodSignature, parseEncoded } from './signed.ts'

export type { KillList, KillListEntry } from '../../contract/src/kill-list.ts'
export type { PublicKey, Signed } from '../../contract/src/signed.ts'

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
  signed: Signed,
  { keys, lastSerial, now = new Date() }: TrustedBy,
): Promise<KillList> {
  if (typeof signed?.payload !== 'string' || !Array.isArray(signed.signatures)) {
    throw new KillListError('malformed')
  }
  if (!(await hasGoodSignature(signed, keys, type))) throw new KillListError('bad_signature')
  const list = parseEncoded<KillList>(signed.payload)
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
