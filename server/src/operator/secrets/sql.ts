import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ground/db/database.ts'
import { sealedKeyNames } from '../../people/identity/sealed-key.ts'

export interface SealedPlace {
  table: string
  key: string
  column: string
  /** Restricts the rows. */
  where?: RawBuilder<boolean>
  /** The field of a JSON column. */
  field?: string
}

/** Every place where encrypted texts are stored. */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'secrets', key: 'name', column: 'value', where: sql`name = any(${[...sealedKeyNames]}::text[])` },
  { table: 'identity_keys', key: 'kid', column: 'private_jwk' },
  {
    table: 'identity_codes',
    key: 'hash',
    column: 'data',
    field: 'secret',
    where: sql`kind = 'totp-enrolment'`,
  },
  { table: 'identity_factors', key: 'id', column: 'secret' },
  { table: 'device_logins', key: 'id', column: 'sealed_token' },
  { table: 'kill_list_keys', key: 'kid', column: 'private_jwk' },
  { table: 'publisher_webhooks', key: 'id', column: 'secret' },
  { table: 'publisher_webhooks', key: 'id', column: 'former_secret' },
]

const pageSize = 1000

const textOf = ({ column, field }: SealedPlace) =>
  field ? sql`${sql.ref(column)} ->> ${field}` : sql.ref(column)

/** Lists the texts of a place, by key. */
export async function* listSealed(db: Db, place: SealedPlace): AsyncGenerator<{ key: string; text: string }> {
  const key = sql`${sql.ref(place.key)}::text`
  let last = ''
  for (;;) {
    const { rows } = await sql<{ key: string; text: string }>`select ${key} as key, ${textOf(place)} as text
      from ${sql.table(place.table)} where ${textOf(place)} is not null and ${key} > ${last} and ${place.where ?? sql`true`}
      order by 1 limit ${pageSize}`.execute(db)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.key
  }
}

/** Replaces a text. Returns false if it has changed meanwhile. */
export async function setSealed(
  db: Db,
  place: SealedPlace,
  { key, from, to }: { key: string; from: string; to: string },
): Promise<boolean> {
  const { table, column, field } = place
  const value = field
    ? sql`jsonb_set(${sql.ref(column)}, ${[field]}::text[], to_jsonb(${to}::text))`
    : sql`${to}`
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${sql.ref(place.key)}::text = ${key} and ${textOf(place)} = ${from}`.execute(db)
  return numAffectedRows === 1n
}
