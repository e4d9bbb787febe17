import { blame, codeOf, SettingError } from '../setting-error.ts'

type Query = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

const oldestVersion = 150_000

export interface ServerFacts {
  version: string
  collation: string
}

/**
 * Reads the properties of a PostgreSQL database that the registry depends on. Throws for an old server, another encoding, and a database
 * that takes no writes.
 */
export async function inspectServer(query: Query, setting: string): Promise<ServerFacts> {
  const { rows } = await query(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, datcollate as collation,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only
    from pg_database where datname = current_database()`)
  const [row = {}] = rows
  const version = String(row['version'])
  const encoding = String(row['encoding'])
  if (Number(row['number']) < oldestVersion)
    throw new SettingError(`${setting}: PostgreSQL 15 or newer is required, but this is ${version}`)
  if (encoding !== 'UTF8')
    throw new SettingError(
      `${setting}: the encoding of the database must be UTF8, but it is ${encoding}. Create another one (docs/operations.md)`,
    )
  if (row['read_only'] === true)
    throw new SettingError(`${setting}: the database is read-only, as a standby is. Name the primary`)
  return { version, collation: String(row['collation']) }
}

/** A hint for a collation that sorts by language: its order can change with the system's libraries, which damages indexes. */
export function collationWarning({ collation }: ServerFacts): string | undefined {
  if (/^(C|POSIX)(\.|$)/.test(collation)) return undefined
  return `DATABASE_URL: the database sorts by ${collation}, an order that can change with an update of the system and damage indexes. Move to one with lc_collate 'C' (docs/operations.md)`
}

/** SQLSTATE of a refused connection. */
const refusals: Readonly<Record<string, string>> = {
  '28000': 'the server does not let this user connect',
  '28P01': 'the server refuses the password',
  '42501': 'this user cannot create tables. Make it the owner of the database',
  '53300': 'the server has no free connection. Raise max_connections, or lower DATABASE_CONNECTIONS',
  '57P03': 'the server is starting or stopping',
}

/** Explains why a database cannot be used, without its password. */
export function explainDatabase(url: string, error: unknown, setting = 'DATABASE_URL'): Error {
  if (error instanceof SettingError) return error
  const { host, pathname } = new URL(url)
  const refusal = refusals[codeOf(error)]
  if (refusal) return new SettingError(`${setting}: ${refusal}`, { cause: error })
  const isSilent = error instanceof Error && /timeout|terminated/i.test(error.message)
  if (isSilent)
    return new SettingError(`${setting}: ${host} does not respond as a PostgreSQL server`, { cause: error })
  return blame(`${setting} with ${host}${pathname}`, error)
}
