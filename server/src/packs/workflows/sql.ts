import type { GraphLayout, UsedComfyNode } from '@nodeyard/analysis/workflow'
import { type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { ReadingVerdict, Schema } from '../../ground/db/schema.ts'
import { ownNamesOf } from '../nodes/sql.ts'

type WorkflowRow = Selectable<Schema['version_workflows']>

export type WorkflowKind = WorkflowRow['kind']

/** A workflow of a version, with the facts of its file. */
export type VersionWorkflow = Omit<WorkflowRow, 'version_id'> &
  Pick<Selectable<Schema['workflow_files']>, 'names' | 'node_count'>

export interface NewWorkflow {
  path: string
  title: string
  kind: WorkflowKind
  picture_path: string
  digest: string
  layout: GraphLayout
  uses: readonly UsedComfyNode[]
  names: string[]
  node_count: number
}

/** UTF-16 units of the names of a workflow that a search by words looks through. */
const maxSearchText = 4000

/** Replaces the workflows of a version; those of other versions keep the files they share. */
export async function replaceWorkflows(
  tx: Tx,
  versionId: string,
  workflows: readonly NewWorkflow[],
): Promise<void> {
  await tx.deleteFrom('version_workflows').where('version_id', '=', versionId).execute()
  for (const [place, { layout, uses, names, node_count, digest, ...row }] of workflows.entries()) {
    const search_text = names.join(' ').toLowerCase().slice(0, maxSearchText)
    const file = {
      digest,
      names,
      node_count,
      search_text,
      layout: JSON.stringify(layout),
      uses: JSON.stringify(uses),
    }
    await tx
      .insertInto('workflow_files')
      .values(file)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('version_workflows')
      .values({ ...row, digest, place, version_id: versionId })
      .execute()
  }
}

export async function listWorkflowsOfVersion(db: DbOrTx, versionId: string): Promise<VersionWorkflow[]> {
  return db
    .selectFrom('version_workflows as w')
    .innerJoin('workflow_files as f', 'f.digest', 'w.digest')
    .select([
      'w.place',
      'w.path',
      'w.title',
      'w.kind',
      'w.picture_path',
      'w.digest',
      'f.names',
      'f.node_count',
    ])
    .where('w.version_id', '=', versionId)
    .orderBy('w.place')
    .execute()
}

export async function findWorkflow(
  db: DbOrTx,
  versionId: string,
  place: number,
): Promise<(VersionWorkflow & { layout: GraphLayout; uses: UsedComfyNode[] }) | undefined> {
  const { rows } = await sql<VersionWorkflow & { layout: GraphLayout; uses: UsedComfyNode[] }>`
    select w.place, w.path, w.title, w.kind, w.picture_path, w.digest, f.names, f.node_count, f.layout, f.uses
    from version_workflows w join workflow_files f on f.digest = w.digest
    where w.version_id = ${versionId} and w.place = ${place}`.execute(db)
  return rows[0]
}

/** Finds the reading of a commit of a node, and whether its license lets its files be shown. */
export async function findReading(
  db: DbOrTx,
  nodeId: string,
  commit: string,
): Promise<{ id: string; isShown: boolean; verdict: ReadingVerdict } | undefined> {
  const { rows } = await sql<{ id: string; isShown: boolean; verdict: ReadingVerdict }>`
    select id, is_shareable as "isShown", verdict from node_readings
    where node_id = ${nodeId} and commit_id = ${commit}`.execute(db)
  return rows[0]
}

export interface WorkflowFilter {
  /** Whether workflows of readings count, as far as their licenses permit. */
  withReadings: boolean
  search?: string | undefined
  uses?: string | undefined
  /** A node whose comfy-nodes workflows of other nodes use. */
  usesNode?: string | undefined
  kind?: WorkflowKind | undefined
  nodeId?: string | undefined
}

export type ListedWorkflow = VersionWorkflow & {
  node_id: string
  node_name: string
  publisher_id: string
  version: string
  released_at: Date
}

/** Lists workflows of the latest versions, or else the readings, of active nodes, those of well-known nodes first. */
export async function listWorkflows(
  db: DbOrTx,
  filter: WorkflowFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedWorkflow[]> {
  const { rows } = await sql<ListedWorkflow>`
    select w.place, w.path, w.title, w.kind, w.picture_path, w.digest, f.names, f.node_count, n.id as node_id,
      n.name as node_name, n.publisher_id, coalesce(v.version, r.commit_id) as version,
      coalesce(v.first_active_at, v.created_at, r.read_at) as released_at
    ${fromListed(filter)}
    order by o.downloads / 10 + o.github_stars desc, n.id, w.place
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

/** Counts workflows, and at most `limit` of them if one is given. */
export async function countWorkflows(db: DbOrTx, filter: WorkflowFilter, limit?: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select ${fromListed(filter)} limit ${limit ?? null}::bigint) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

function fromListed({ search, uses, usesNode, kind, nodeId, withReadings }: WorkflowFilter) {
  const conditions = [
    sql`n.status = 'active'`,
    withReadings
      ? sql`(v.id is not null or (r.is_shareable and r.verdict <> 'held'))`
      : sql`v.id is not null`,
  ]
  for (const word of (search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      sql`(f.search_text like ${pattern} or lower(w.title || ' ' || n.name || ' ' || n.id) like ${pattern})`,
    )
  }
  if (uses !== undefined && uses !== '') conditions.push(sql`f.names @> array[${uses}]::text[]`)
  if (usesNode !== undefined)
    conditions.push(
      sql`n.normalized_id <> ${nodeKey(usesNode)}`,
      sql`f.names && (select ${ownNamesOf('used')} from nodes used
        where used.normalized_id = ${nodeKey(usesNode)} and used.status = 'active')`,
    )
  if (kind !== undefined) conditions.push(sql`w.kind = ${kind}`)
  if (nodeId !== undefined) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  return sql`
    from version_workflows w join workflow_files f on f.digest = w.digest
    join nodes n on n.facts_id = w.version_id join node_orders o on o.node_id = n.id
    left join node_versions v on v.id = w.version_id left join node_readings r on r.id = w.version_id
    where ${sql.join(conditions, sql` and `)}`
}

/** Deletes files that no version has any longer. */
export async function deleteUnusedFiles(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from workflow_files f where created_at < ${before}
      and not exists (select from version_workflows w where w.digest = f.digest)`.execute(tx)
}
