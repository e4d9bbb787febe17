import type { Selectable } from 'kysely'
import type { DbOrTx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export interface RequestKey {
  caller: string
  route: string
  /** SHA-256 of the client's key. */
  keyHash: string
}

/**
 * Records the start of a request. Returns true if this call runs it: no other does, or the earlier one was
 * forgotten or has died.
 */
export async function startRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
  given: { requestHash: string; startedAt: Date; forgottenBefore: Date; abandonedBefore: Date },
): Promise<boolean> {
  const row = { request_hash: given.requestHash, started_at: given.startedAt, status: null, answer: null }
  const started = await db
    .insertInto('idempotent_requests')
    .values({ caller, route, key_hash: keyHash, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'route', 'key_hash'])
        .doUpdateSet(row)
        .where((is) =>
          is.or([
            is('idempotent_requests.started_at', '<', given.forgottenBefore),
            is.and([
              is('idempotent_requests.status', 'is', null),
              is('idempotent_requests.started_at', '<', given.abandonedBefore),
            ]),
          ]),
        ),
    )
    .returning('started_at')
    .executeTakeFirst()
  return started !== undefined
}

export function findRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
): Promise<Selectable<Schema['idempotent_requests']> | undefined> {
  return db
    .selectFrom('idempotent_requests')
    .selectAll()
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** Stores the response, unless another call has taken over the request. */
export async function finishRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
  { startedAt, status, response }: { startedAt: Date; status: number; response: Buffer },
): Promise<void> {
  await db
    .updateTable('idempotent_requests')
    .set({ status, answer: response })
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .where('started_at', '=', startedAt)
    .execute()
}

/** Deletes a failed request, so that it can be retried. */
export async function dropRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
  startedAt: Date,
): Promise<void> {
  await db
    .deleteFrom('idempotent_requests')
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .where('started_at', '=', startedAt)
    .execute()
}

/** Deletes requests that started before a time. */
export async function forgetRequests(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('idempotent_requests').where('started_at', '<', before).execute()
}
