import type { Grounds } from '@nodeyard/analysis/facts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type GroundsRow = Selectable<Schema['version_grounds']>
export type DecisionRow = Selectable<Schema['scan_decisions']>

/** Grounds of a version, with the decision that applied when the version was scanned. */
export interface DecidedGrounds {
  grounds: Grounds
  decisionId: string | null
}

/** Replaces what the blocking findings of a version rest on. */
export async function replaceGrounds(
  tx: Tx,
  versionId: string,
  all: readonly DecidedGrounds[],
): Promise<void> {
  await tx.deleteFrom('version_grounds').where('version_id', '=', versionId).execute()
  if (all.length === 0) return
  await tx
    .insertInto('version_grounds')
    .values(
      all.map(({ grounds, decisionId }, place) => ({
        version_id: versionId,
        place,
        rule: grounds.rule,
        severity: grounds.severity === 'critical' ? ('critical' as const) : ('high' as const),
        file: grounds.file,
        line: grounds.line ?? null,
        message: grounds.message,
        name: grounds.name,
        digest: grounds.digest,
        parts: JSON.stringify(grounds.parts),
        decision_id: decisionId,
      })),
    )
    .execute()
}

/** Lists what the blocking findings of a version rest on, in the order of the findings. */
export function listGrounds(db: DbOrTx, versionId: string): Promise<GroundsRow[]> {
  return db
    .selectFrom('version_grounds')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('place')
    .execute()
}

export function toGrounds({ line, version_id: _, place: __, decision_id: ___, ...row }: GroundsRow): Grounds {
  return { ...row, ...(line === null ? {} : { line }) }
}

/** Lists the decisions in force about this code, in the node or in every node, whatever their age. */
export async function listDecisions(
  db: DbOrTx,
  nodeId: string,
  digests: readonly string[],
): Promise<DecisionRow[]> {
  if (digests.length === 0) return []
  return (
    db
      .selectFrom('scan_decisions')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('digest', 'in', [...new Set(digests)])
      .where((where) => where.or([where('node_id', '=', nodeId), where('node_id', 'is', null)]))
      // Decisions about the node come first.
      .orderBy(sql`node_id is null`)
      .orderBy('decided_at', 'desc')
      .execute()
  )
}

/** Lists decisions that were made together. */
export function listMadeWith(db: DbOrTx, madeWith: string): Promise<DecisionRow[]> {
  return db.selectFrom('scan_decisions').selectAll().where('made_with', '=', madeWith).orderBy('id').execute()
}

export function listDecisionsById(db: DbOrTx, ids: readonly string[]): Promise<DecisionRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('scan_decisions').selectAll().where('id', 'in', ids).execute()
}

/** Records that a decision applies to findings of a version. */
export async function setDecision(
  tx: Tx,
  versionId: string,
  { digest, decisionId }: { digest: string; decisionId: string },
): Promise<void> {
  await tx
    .updateTable('version_grounds')
    .set({ decision_id: decisionId })
    .where('version_id', '=', versionId)
    .where('digest', '=', digest)
    .execute()
}

/** Ends the decision in force about the same code of the same node, and inserts another. */
export async function replaceDecision(tx: Tx, decision: Insertable<Schema['scan_decisions']>): Promise<void> {
  const { node_id: nodeId = null, digest, decided_at } = decision
  await tx
    .updateTable('scan_decisions')
    .set({ ended_at: decided_at, ended_why: 'replaced', replaced_by: decision.id })
    .where('digest', '=', digest)
    .where(sql<string>`coalesce(node_id, '')`, '=', nodeId ?? '')
    .where('ended_at', 'is', null)
    .execute()
  await tx.insertInto('scan_decisions').values(decision).execute()
}

/** Ends decisions that were made together, and puts those back in force that they replaced. */
export async function undoDecisions(tx: Tx, madeWith: string, now: Date): Promise<void> {
  await tx
    .updateTable('scan_decisions')
    .set({ ended_at: now, ended_why: 'undone' })
    .where('made_with', '=', madeWith)
    .where('ended_at', 'is', null)
    .execute()
  await sql`
    update scan_decisions before set ended_at = null, ended_why = null, replaced_by = null
    from scan_decisions after
    where after.made_with = ${madeWith} and after.ended_why = 'undone' and before.replaced_by = after.id
  `.execute(tx)
}

/** Returns the decision, or undefined if it is not in force. */
export async function revokeDecision(tx: Tx, id: string, now: Date): Promise<DecisionRow | undefined> {
  return tx
    .updateTable('scan_decisions')
    .set({ ended_at: now, ended_why: 'revoked' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Extends decisions that are still followed. */
export async function renewDecisions(tx: Tx, ids: readonly string[], expiresAt: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('scan_decisions')
    .set({ expires_at: expiresAt })
    .where('id', 'in', ids)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/** Lists the code whose decision an admin revoked. */
export async function listRevoked(
  db: DbOrTx,
  nodeId: string,
  digests: readonly string[],
): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await db
    .selectFrom('scan_decisions')
    .select('digest')
    .where('digest', 'in', [...new Set(digests)])
    .where('ended_why', '=', 'revoked')
    .where((where) => where.or([where('node_id', '=', nodeId), where('node_id', 'is', null)]))
    .execute()
  return new Set(rows.map(({ digest }) => digest))
}

/** Finds the last decision about the same rule in the same function, whose code may have been different. */
export async function findEarlier(
  db: DbOrTx,
  nodeId: string,
  { rule, file, name }: Pick<GroundsRow, 'rule' | 'file' | 'name'>,
): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select * from scan_decisions
    where node_id = ${nodeId} and rule = ${rule} and coalesce(ended_why, '') <> 'undone'
    order by file = ${file} desc, name = ${name} desc, decided_at desc limit 1`.execute(db)
  return rows[0]
}

/** How many other versions and nodes rest on the same code. */
export interface Spread {
  digest: string
  waiting: number
  releases: number
  nodes: number
}

/** Counts versions with the same code, except for this one. */
export async function countSpread(
  db: DbOrTx,
  versionId: string,
  digests: readonly string[],
): Promise<Spread[]> {
  if (digests.length === 0) return []
  const { rows } = await sql<Spread>`
    select g.digest, count(distinct v.id) filter (where v.status = 'flagged') as waiting,
      count(distinct v.id) as releases, count(distinct v.node_id) as nodes
    from version_grounds g join node_versions v on v.id = g.version_id
    where g.digest = any(${[...new Set(digests)]}::text[]) and v.id <> ${versionId}
    group by g.digest`.execute(db)
  return rows
}

/** A waiting version whose findings rest on the same code. */
export interface WaitingVersion {
  id: string
  node_id: string
  version: string
}

/** Lists waiting versions with findings about this code. `nodeId` limits them to one node. */
export async function listWaiting(
  db: DbOrTx,
  digests: readonly string[],
  nodeId: string | undefined,
): Promise<WaitingVersion[]> {
  if (digests.length === 0) return []
  const { rows } = await sql<WaitingVersion>`
    select distinct v.id, v.node_id, v.version from version_grounds g join node_versions v on v.id = g.version_id
    where g.digest = any(${[...new Set(digests)]}::text[]) and v.status = 'flagged'
      and (${nodeId ?? null}::text is null or v.node_id = ${nodeId ?? null})
    order by v.id`.execute(db)
  return rows
}

/** Facts that decide how far a publisher is trusted. */
export interface Standing {
  first_public_at: Date | null
  released: number
  bans: number
  is_built: boolean
}

/** `is_built` tells that a CI job built this version from the repository of the node. */
export async function findStanding(
  db: DbOrTx,
  version: { id: string; node_id: string },
  bannedSince: Date,
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select min(v.first_active_at) as first_public_at, count(v.first_active_at) as released,
      count(*) filter (where v.status = 'banned' and v.status_since > ${bannedSince}) as bans,
      exists (
        select from version_provenance p where p.version_id = ${version.id} and p.commit_id <> ''
          and lower(regexp_replace(p.repository_url, '(\\.git)?/*$', ''))
            = lower(regexp_replace(n.repository_url, '(\\.git)?/*$', ''))
      ) as is_built
    from nodes n left join node_versions v on v.published_by_publisher = n.publisher_id and v.id <> ${version.id}
    where n.id = ${version.node_id} group by n.id`.execute(db)
  return rows[0] ?? { first_public_at: null, released: 0, bans: 0, is_built: false }
}
