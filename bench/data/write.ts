import { type RawBuilder, sql } from 'kysely'
import { reindexEverything } from '../../server/src/discovery/search/reindex.ts'
import { createChanges } from '../../server/src/ground/db/changes.ts'
import type { Db, Tx } from '../../server/src/ground/db/database.ts'
import { inTransaction } from '../../server/src/ground/db/transactions.ts'
import { type DataSize, generateRows, type Rows } from './rows.ts'

/** Tables in an order that satisfies their foreign keys. */
const order = [
  'users',
  'publishers',
  'publisher_permissions',
  'personal_access_tokens',
  'archives',
  'nodes',
  'analyzed',
  'node_versions',
  'version_steps',
  'version_analyses',
  'comfy_nodes',
  'comfy_node_hints',
  'node_downloads',
  'audit_events',
] as const satisfies readonly (keyof Rows)[]

/**
 * Tables whose row triggers are disabled and whose effects are computed once at the end. Past events send no
 * notifications.
 */
const pausedFor = ['users', 'nodes', 'node_versions', 'comfy_nodes', 'audit_events'] as const

const rowsAtOnce = 2000
const nodesAtOnce = 2000

export interface Written {
  rows: number
  seconds: number
}

/**
 * Fills a migrated database with generated data, builds its search index and updates the planner's
 * statistics.
 */
export async function writeData(
  db: Db,
  size: DataSize,
  onProgress: (done: string) => void,
): Promise<Written> {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  let rows = 0
  await setTriggers(db, sql`disable`)
  try {
    await withoutConstraints(db, order, () =>
      withoutIndexes(db, order, async () => {
        for (const part of generateRows(size)) {
          rows += await writeRows(db, part)
          if (part.nodes) onProgress(`${rows} rows after ${seconds()} s`)
        }
      }),
    )
  } finally {
    await setTriggers(db, sql`enable`)
  }
  await patiently(db, (tx) => sql`select recount_rows()`.execute(tx))
  await claimComfyNodeNames(db)
  onProgress(`comfy-node names are claimed after ${seconds()} s`)
  await patiently(db, (tx) => sql`analyze`.execute(tx))
  const deps = { db, changes: createChanges(), now: () => size.now }
  await reindexEverything(deps)
  await patiently(db, (tx) => sql`analyze`.execute(tx))
  onProgress(`search is indexed after ${seconds()} s`)
  return { rows, seconds: seconds() }
}

/** Removes the statement timeout of 30 s, because some statements read everything. */
function patiently(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return work(tx)
  })
}

async function setTriggers(db: Db, state: RawBuilder<unknown>): Promise<void> {
  for (const table of pausedFor) await sql`alter table ${sql.table(table)} ${state} trigger user`.execute(db)
}

/** Drops constraints and restores them afterwards: checking all rows at once takes a fraction of the time. */
async function withoutConstraints(
  db: Db,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  // References must be dropped before the keys they need, and restored after them.
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('p', 'u', 'f')
      and (conrelid::regclass::text = any(${tables}::text[]) or confrelid::regclass::text = any(${tables}::text[]))
    order by contype = 'f' desc, contype, conname`.execute(db)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  await work().finally(() =>
    patiently(db, async (tx) => {
      for (const { table, name, definition } of rows.toReversed())
        await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
          tx,
        )
    }),
  )
}

/** Drops non-unique indexes and rebuilds them afterwards, which takes a fraction of the time. */
async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid::regclass::text = any(${tables}::text[]) and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  await work().finally(() =>
    patiently(db, async (tx) => {
      for (const { definition } of rows) await sql.raw(definition).execute(tx)
    }),
  )
}

/** One transaction, since a node and its latest version refer to each other. */
function writeRows(db: Db, part: Rows): Promise<number> {
  return inTransaction(db, async (tx) => {
    let written = 0
    for (const table of order) {
      const rows = part[table] ?? []
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        const some = rows.slice(at, at + rowsAtOnce)
        const columns = sql.join(Object.keys(some[0] ?? {}).map((name) => sql.ref(name)))
        await sql`
          insert into ${sql.table(table)} (${columns})
          select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::json)`.execute(
          tx,
        )
        written += some.length
      }
    }
    return written
  })
}

async function claimComfyNodeNames(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ last: string | null }>`
      with batch as (select id from nodes where id > ${after} order by id limit ${nodesAtOnce}),
        claimed as (select refresh_comfy_node_claims(array(select id from batch)))
      select max(id) as last from batch left join claimed on true`.execute(db)
    const last = rows[0]?.last
    if (last === null || last === undefined) return
    after = last
  }
}
