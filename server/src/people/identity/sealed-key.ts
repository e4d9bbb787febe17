import { randomBytes } from 'node:crypto'
import type { Db } from '../../ground/db/database.ts'
import type { Seal } from '../../ground/seal.ts'
import { readOrMakeSecret } from './sql.ts'

/** The rows of `secrets` that are encrypted. */
export const sealedKeyNames = ['admin-token-key', 'service-token-key'] as const

/** Reads or creates a signing key that grants admin rights. It is encrypted if `IDENTITY_KEY` is set. */
export async function sealedKey(
  { db, seal }: { db: Db; seal: Seal },
  name: (typeof sealedKeyNames)[number],
): Promise<Uint8Array> {
  const stored = await readOrMakeSecret(db, name, async () =>
    seal.close(randomBytes(32).toString('base64url')),
  )
  return Buffer.from(seal.open(stored), 'base64url')
}
