import { openSigned, type TrustedBy } from '../../contract/src/ground/open-signed.ts'
import type { Signed } from '../../contract/src/ground/signed.ts'
import type { KillList } from '../../contract/src/safety/kill-list.ts'

export { type Fault, type TrustedBy, VerificationError } from '../../contract/src/ground/open-signed.ts'
export type { PublicKey, Signed } from '../../contract/src/ground/signed.ts'
export type { KillList, KillListEntry } from '../../contract/src/safety/kill-list.ts'

/** Verifies the response of `/kill-list`. Throws {@link VerificationError}. */
export function verifyKillList(
  signed: Signed,
  {
    lastSerial,
    ...trust
  }: TrustedBy & {
    /** Serial of the last verified list; 0 when there was none. */
    lastSerial: number
  },
): Promise<KillList> {
  const kind = {
    type: 'nodeyard-kill-list+jws',
    isWhole: ({ entries }: KillList) => Array.isArray(entries),
    numberOf: ({ serial }: KillList) => serial,
  }
  return openSigned(kind, signed, { ...trust, lastNumber: lastSerial })
}

/** Finds the entry that forbids an install, by node and version or by the digest of the archive. */
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
