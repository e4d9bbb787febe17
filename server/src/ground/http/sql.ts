import type { Selectable } from 'kysely'
import type { DbOrTx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export interface RequestKey {
  caller: string
  route: string
  /** SHA-256 of the client's key. */
  keyHash: string
}

/** True if this call runs the request: no other has, or the one that had is forgotten or has died. */
export async function startRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
  given: { requestHash: string; startedAt: Date; forgottenBefore: Date; abandonedBefore: Date },
): Promise<boolean> {
  const row = { request_hash: given.requestHash, started_at: given.startedAt, status: null, answer: null }
  const started = await db
    .insertInto('kept_requests')
    .values({ caller, route, key_hash: keyHash, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'route', 'key_hash'])
        .doUpdateSet(row)
        .where((is) =>
          is.or([
            is('kept_requests.started_at', '<', given.forgottenBefore),
            is.and([
              is('kept_requests.status', 'is', null),
              is('kept_requests.started_at', '<', given.abandonedBefore),
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
): Promise<Selectable<Schema['kept_requests']> | undefined> {
  return db
    .selectFrom('kept_requests')
    .selectAll()
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** Does nothing if another call has taken the request over. */
export async function finishRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
  { startedAt, status, response }: { startedAt: Date; status: number; response: Buffer },
): Promise<void> {
  await db
    .updateTable('kept_requests')
    .set({ status, answer: response })
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .where('started_at', '=', startedAt)
    .execute()
}

export async function dropRequest(
  db: DbOrTx,
  { caller, route, keyHash }: RequestKey,
  startedAt: Date,
): Promise<void> {
  await db
    .deleteFrom('kept_requests')
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .where('started_at', '=', startedAt)
    .execute()
}

export async function forgetRequests(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('kept_requests').where('started_at', '<', before).execute()
}
