import { randomBytes } from 'node:crypto'
import type { Db } from '../../ground/db/database.ts'
import type { Seal } from '../../ground/seal.ts'
import { readOrMakeSecret, replaceSecret } from './sql.ts'

/** Reads or creates a signing key that grants admin rights. It is encrypted if `IDENTITY_KEY` is set. */
export async function sealedKey({ db, seal }: { db: Db; seal: Seal }, name: string): Promise<Uint8Array> {
  const stored = await readOrMakeSecret(db, name, async () =>
    seal.close(randomBytes(32).toString('base64url')),
  )
  const key = seal.open(stored)
  if (!seal.isCurrent(stored)) await replaceSecret(db, name, seal.close(key))
  return Buffer.from(key, 'base64url')
}
