import type { Capability } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { ComfyNodeTextValues } from '../../packs/comfy-nodes/sql.ts'

export type RescanRow = Selectable<Schema['rescans']>

export type ChangeRow = Selectable<Schema['rescan_changes']>

export type RescanOutcome = ChangeRow['outcome']

/** Finds the running rescan; at most one exists. */
export function findRunningRescan(db: DbOrTx): Promise<RescanRow | undefined> {
  return db.selectFrom('rescans').selectAll().where('state', 'in', ['looking', 'applying']).executeTakeFirst()
}

/** Returns undefined if another rescan is running. */
export function insertRescan(
  tx: Tx,
  rescan: Pick<RescanRow, 'id' | 'rules_version' | 'everything' | 'started_at'>,
): Promise<RescanRow | undefined> {
  return tx
    .insertInto('rescans')
    .values(rescan)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findRescan(db: DbOrTx, id: string): Promise<RescanRow | undefined> {
  return db.selectFrom('rescans').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists rescans, newest first. */
export function listLatestRescans(db: DbOrTx, limit: number): Promise<RescanRow[]> {
  return db
    .selectFrom('rescans')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns false if another rescan is running, or this one is not in state `from`. */
export async function changeState(
  tx: Tx,
  id: string,
  { from, to, finishedAt }: { from: RescanRow['state']; to: RescanRow['state']; finishedAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    update rescans r set state = ${to}, finished_at = ${finishedAt}
    where r.id = ${id} and r.state = ${from}
      and not exists (select from rescans o where o.id <> r.id and o.state in ('looking', 'applying'))
    returning r.id`.execute(tx)
  return rows.length > 0
}

/** Whether analyses from other rules exist and no rescan was started with these rules. */
export async function isRescanDue(db: DbOrTx, rulesVersion: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from version_analyses a join node_versions v on v.id = a.version_id
      where a.rules_version <> ${rulesVersion} and v.status in ('active', 'flagged')
    ) and not exists (select from rescans where rules_version = ${rulesVersion}) as due`.execute(db)
  return rows[0]?.due ?? false
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Also bounds the analyses by id, because the planner would otherwise read all earlier ones each time. */
const toLookAt = (rescan: RescanRow, last = rescan.last_version_id ?? beforeAll) => sql`
  from node_versions v left join version_analyses a on a.version_id = v.id and a.version_id > ${last}::uuid
  where v.archive_digest is not null and v.status in ('active', 'flagged') and v.id > ${last}::uuid
    and (${rescan.everything}::boolean or a.rules_version is distinct from ${rescan.rules_version}::integer)`

/** Lists the next versions to scan, in id order. */
export async function listNextVersions(db: DbOrTx, rescan: RescanRow, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id ${toLookAt(rescan)} order by v.id limit ${limit}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts the versions that a running rescan has left to scan. */
export async function countVersionsLeft(db: DbOrTx, rescan: RescanRow): Promise<number> {
  if (rescan.state !== 'looking') return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count ${toLookAt(rescan)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts a scan of the next version before it begins. Returns how often it was begun. */
export async function countScan(tx: Tx, rescan: RescanRow): Promise<number> {
  const { rows } = await sql<{ begun: number }>`
    update rescans set begun = begun + 1
    where id = ${rescan.id} and last_version_id is not distinct from ${rescan.last_version_id}::uuid
    returning begun`.execute(tx)
  return rows[0]?.begun ?? 0
}

/** Counts a scan for a change before it begins, and returns how many have begun. */
export async function countApplying(tx: Tx, { rescan_id, version_id }: ChangeRow): Promise<number> {
  const { begun } = await tx
    .updateTable('rescan_changes')
    .set((eb) => ({ begun: eb('begun', '+', 1) }))
    .where('rescan_id', '=', rescan_id)
    .where('version_id', '=', version_id)
    .returning('begun')
    .executeTakeFirstOrThrow()
  return begun
}

/** Advances a rescan to a version. Returns false if another process has done so. */
export async function advanceTo(tx: Tx, rescan: RescanRow, versionId: string): Promise<boolean> {
  const { rows } = await sql`
    update rescans set last_version_id = ${versionId}, looked = looked + 1, begun = 0
    where id = ${rescan.id} and state = 'looking'
      and last_version_id is not distinct from ${rescan.last_version_id}::uuid
    returning id`.execute(tx)
  return rows.length > 0
}

export async function insertChange(tx: Tx, change: Insertable<Schema['rescan_changes']>): Promise<void> {
  await tx.insertInto('rescan_changes').values(change).execute()
}

/** Lists changes that are neither applied nor failed. */
export function listUnapplied(db: DbOrTx, rescanId: string, limit: number): Promise<ChangeRow[]> {
  return db
    .selectFrom('rescan_changes')
    .selectAll()
    .where('rescan_id', '=', rescanId)
    .where('outcome', '<>', 'failed')
    .where('applied_at', 'is', null)
    .where('message', '=', '')
    .orderBy('version_id')
    .limit(limit)
    .execute()
}

/** Records that a change was applied, or why it was not. */
export async function settleChange(
  tx: Tx,
  { rescan_id, version_id }: ChangeRow,
  settled: { message: string } | { applied_at: Date },
): Promise<void> {
  await tx
    .updateTable('rescan_changes')
    .set(settled)
    .where('rescan_id', '=', rescan_id)
    .where('version_id', '=', version_id)
    .execute()
}

export interface ListedChange extends ChangeRow {
  node_id: string
  version: string
}

export interface ChangeFilter {
  outcome?: RescanOutcome | undefined
  /** The rule of a new blocking finding. */
  rule?: string | undefined
}

const fitting = ({ outcome, rule }: ChangeFilter) => sql`
  (${outcome ?? null}::text is null or c.outcome = ${outcome ?? null})
  and (${rule ?? null}::text is null or c.findings @> ${JSON.stringify([{ rule }])}::jsonb)`

export async function countListedChanges(
  db: DbOrTx,
  rescanId: string,
  filter: ChangeFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rescan_changes c
    where c.rescan_id = ${rescanId} and ${fitting(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists changes by outcome, flags first, then by node. */
export async function listChanges(
  db: DbOrTx,
  rescanId: string,
  { limit, offset, ...filter }: ChangeFilter & { limit: number; offset: number },
): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`
    select c.*, v.node_id, v.version from rescan_changes c join node_versions v on v.id = c.version_id
    where c.rescan_id = ${rescanId} and ${fitting(filter)}
    order by array_position(array['flag', 'release', 'facts', 'failed'], c.outcome), v.node_id, v.version_key, v.id
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

/** Counts the changes of a rescan by outcome. */
export async function countChanges(
  db: DbOrTx,
  rescanId: string,
): Promise<{ outcome: RescanOutcome; count: number; applied: number }[]> {
  const { rows } = await sql<{ outcome: RescanOutcome; count: number; applied: number }>`
    select outcome, count(*) as count, count(applied_at) as applied from rescan_changes
    where rescan_id = ${rescanId} group by outcome`.execute(db)
  return rows
}

export interface StoredAnalysis {
  manifest: unknown
  findings: Finding[]
  capabilities: Capability[]
  undecided: unknown[]
  requirements: unknown[] | null
  rules_version: number
  traits: unknown
}

/** Finds the stored analysis of a version. */
export function findAnalysis(db: DbOrTx, versionId: string): Promise<StoredAnalysis | undefined> {
  return db
    .selectFrom('version_analyses')
    .select(['manifest', 'findings', 'capabilities', 'undecided', 'traits', 'requirements', 'rules_version'])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

export type StoredComfyNode = Omit<Selectable<Schema['comfy_nodes']>, 'id' | 'version_id' | 'policy'>

/** Lists the comfy-nodes of a version by name. */
export function listComfyNodes(db: DbOrTx, versionId: string): Promise<StoredComfyNode[]> {
  return db
    .selectFrom('comfy_nodes')
    .select([
      'name',
      'category',
      'description',
      'function',
      'input_types',
      'return_types',
      'return_names',
      'output_is_list',
      'deprecated',
      'experimental',
      'display_name',
      'output_node',
      'browser_script',
    ])
    .where('version_id', '=', versionId)
    .orderBy('name')
    .execute()
}

/** Lists the comfy-node texts of a version by language and name. */
export function listComfyNodeTexts(db: DbOrTx, versionId: string): Promise<ComfyNodeTextValues[]> {
  return db
    .selectFrom('comfy_node_texts')
    .select(['name', 'language', 'translation', 'document_html'])
    .where('version_id', '=', versionId)
    .orderBy('language')
    .orderBy('name')
    .execute()
}
