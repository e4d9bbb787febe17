import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type DeviceLoginRow = Selectable<Schema['device_logins']>

export async function insertDeviceLogin(tx: Tx, row: Insertable<Schema['device_logins']>): Promise<void> {
  await tx.insertInto('device_logins').values(row).execute()
}

export async function deleteExpiredDeviceLogins(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('device_logins').where('expires_at', '<=', now).execute()
}

export async function countDeviceLogins(
  tx: Tx,
  network: string,
): Promise<{ ofNetwork: number; total: number }> {
  const { of_network, total } = await tx
    .selectFrom('device_logins')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('network', '=', network).as('of_network'),
    ])
    .executeTakeFirstOrThrow()
  return { ofNetwork: Number(of_network), total: Number(total) }
}

/**
 * Deletes the oldest sign-in of the network that has started the most, or started first among equals. The networks of one
 * IPv6 site count together, because its owner has 65,536 of them.
 */
export async function deleteOldestOfBusiest(tx: Tx): Promise<void> {
  const site = sql`regexp_replace(network, ':[^:]*$', '')`
  await sql`
    delete from device_logins where id = (
      select id from device_logins where ${site} = (
        select ${site} from device_logins group by 1 order by count(*) desc, min(created_at) limit 1)
      order by created_at, id limit 1)`.execute(tx)
}

/** Finds the sign-in that a user has yet to decide about. */
export function findOpenByUserCode(
  db: DbOrTx,
  userCode: string,
  now: Date,
): Promise<DeviceLoginRow | undefined> {
  return selectOpen(db, userCode, now).executeTakeFirst()
}

/** Does the same, and locks it until the transaction ends. */
export function lockOpenByUserCode(tx: Tx, userCode: string, now: Date): Promise<DeviceLoginRow | undefined> {
  return selectOpen(tx, userCode, now).forUpdate().executeTakeFirst()
}

function selectOpen(db: DbOrTx, userCode: string, now: Date) {
  return db
    .selectFrom('device_logins')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('expires_at', '>', now)
    .where('denied_at', 'is', null)
    .where('token_id', 'is', null)
}

export function findByDeviceCode(db: DbOrTx, hash: string, now: Date): Promise<DeviceLoginRow | undefined> {
  return db
    .selectFrom('device_logins')
    .selectAll()
    .where('device_code_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Ends a decided sign-in. Returns undefined when another request ended it first. */
export function takeDecided(tx: Tx, id: string): Promise<DeviceLoginRow | undefined> {
  return tx
    .deleteFrom('device_logins')
    .where('id', '=', id)
    .where((is) => is.or([is('token_id', 'is not', null), is('denied_at', 'is not', null)]))
    .returningAll()
    .executeTakeFirst()
}

export async function markApproved(
  tx: Tx,
  id: string,
  token: { token_id: string; sealed_token: string },
): Promise<void> {
  await tx.updateTable('device_logins').set(token).where('id', '=', id).execute()
}

export async function markDenied(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('device_logins').set({ denied_at: at }).where('id', '=', id).execute()
}
