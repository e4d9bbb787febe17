import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { createApiKey as route } from '@nodeyard/contract/people'
import { type AuditEvent, recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayManageApiKeys, type UserActor } from '../../ground/permissions.ts'
import { hashOfApiKey, makeApiKey, prefixOfApiKey } from '../identity/api-key.ts'
import { getCustomer } from './customer.ts'
import type { Deps } from './deps.ts'
import {
  type ApiKeyRow,
  countApiKeysOf,
  deleteApiKeyRow,
  deleteApiKeyRowsOf,
  insertApiKey,
  lockCustomer,
} from './sql.ts'

/** Creates an API key. Returns the only copy of its plaintext. */
export async function createApiKey(
  { db, now, newId, randomBytes }: Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes'>,
  user: UserActor,
  { name, description = '' }: BodyOf<typeof route>,
): Promise<{ row: ApiKeyRow; plaintext: string }> {
  assertMayManageApiKeys(user)
  const plaintext = makeApiKey(randomBytes)
  const row = await inTransaction(db, async (tx) => {
    if (!(await lockCustomer(tx, user.id))) throw new RegistryError('customer_not_found')
    if ((await countApiKeysOf(tx, user.id)) >= limits.apiKeysPerCustomer) {
      throw new RegistryError('too_many_api_keys', { limit: limits.apiKeysPerCustomer })
    }
    const key = await insertApiKey(tx, {
      id: newId(),
      customer_id: user.id,
      name,
      description,
      key_prefix: prefixOfApiKey(plaintext),
      key_hash: hashOfApiKey(plaintext),
      created_at: now(),
    })
    await recordEvent(tx, {
      actor: user,
      action: 'api-key.create',
      subject: { kind: 'api-key', id: key.id },
      after: { customer_id: user.id, name },
      at: now(),
    })
    return key
  })
  return { row, plaintext }
}

/** Deletes an API key. Throws `api_key_not_found` for another customer's key, too. */
export async function revokeApiKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: UserActor,
  id: string,
): Promise<void> {
  assertMayManageApiKeys(user)
  await getCustomer(db, user.id)
  await inTransaction(db, async (tx) => {
    const key = await deleteApiKeyRow(tx, user.id, id)
    if (!key) throw new RegistryError('api_key_not_found')
    await recordDeletion(tx, user, key, now())
  })
}

/** Deletes the API keys that a user created since a time, for example after an account recovery. */
export async function revokeApiKeysOf(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  since = new Date(0),
): Promise<void> {
  for (const key of await deleteApiKeyRowsOf(tx, userId, since)) {
    await recordDeletion(tx, { kind: 'user', id: userId }, key, now())
  }
}

function recordDeletion(
  tx: Tx,
  actor: AuditEvent['actor'],
  { id, customer_id, name }: ApiKeyRow,
  at: Date,
): Promise<void> {
  const subject = { kind: 'api-key', id } as const
  return recordEvent(tx, { actor, action: 'api-key.delete', subject, before: { customer_id, name }, at })
}
