import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { hashOf } from './secret.ts'
import { findEndOfSecret } from './sql.ts'

/** Builds the error for an invalid token. Its details give the reason, which only a holder of the secret can learn. */
export async function refusalOfToken(db: DbOrTx, secret: string, now: Date): Promise<RegistryError> {
  return new RegistryError('invalid_publish_token', { details: [await reasonOf(db, secret, now)] })
}

async function reasonOf(db: DbOrTx, secret: string, now: Date): Promise<string> {
  if (secret === '') return 'The token is empty.'
  const end = await findEndOfSecret(db, hashOf(secret))
  if (end?.revoked_at) return `The token was revoked on ${dayOf(end.revoked_at)}.`
  if (end?.expires_at && end.expires_at <= now) return `The token expired on ${dayOf(end.expires_at)}.`
  return 'The token is unknown. Check that it was copied completely.'
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
