import type { PipelineStep } from '@nodeyard/contract/versions'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema, VersionStatus } from '../../ground/db/schema.ts'
import type { Loss } from '../../people/rights/credentials.ts'
import { lossOf } from '../../people/rights/sql.ts'

export type VersionRow = Selectable<Schema['node_versions']>
export type StepRow = Selectable<Schema['version_steps']>

/** Locks a version until the transaction ends. */
export function lockVersion(tx: Tx, id: string): Promise<VersionRow | undefined> {
  return tx.selectFrom('node_versions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks a version after its node, in the usual order. */
export async function lockVersionOfNode(
  tx: Tx,
  { id, node_id }: Pick<VersionRow, 'id' | 'node_id'>,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    with node as materialized (select id from nodes where id = ${node_id} for update)
    select v.* from node join node_versions v on v.node_id = node.id where v.id = ${id} for update of v`.execute(
    tx,
  )
  return rows[0]
}

export function findVersion(db: DbOrTx, id: string): Promise<VersionRow | undefined> {
  return db.selectFrom('node_versions').selectAll().where('id', '=', id).executeTakeFirst()
}

export type VersionFacts = Pick<
  Updateable<Schema['node_versions']>,
  | 'changelog'
  | 'dependencies'
  | 'deprecated'
  | 'supported_os'
  | 'supported_accelerators'
  | 'supported_comfyui_version'
  | 'supported_comfyui_frontend_version'
  | 'announced_digest'
  | 'announced_size'
  | 'upload_expires_at'
  | 'published_by_publisher'
  | 'published_by_user'
  | 'announced_by_token'
  | 'announced_node'
>

export function insertVersion(
  tx: Tx,
  version: { id: string; node_id: string; version: string; now: Date } & VersionFacts,
): Promise<VersionRow> {
  const { now, ...values } = version
  return tx
    .insertInto('node_versions')
    .values({ ...values, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Announces a version again whose archive never arrived or was refused. */
export function announceAgain(tx: Tx, id: string, facts: VersionFacts & { now: Date }): Promise<VersionRow> {
  const { now, ...values } = facts
  return tx
    .updateTable('node_versions')
    .set({ ...values, created_at: now, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks an archive until the transaction ends, so that its blob and its row change together. */
export function lockArchive(tx: Tx, digest: string): Promise<void> {
  return lockNames(tx, digest)
}

export async function insertArchive(tx: Tx, digest: string, sizeBytes: number, now: Date): Promise<void> {
  await tx
    .insertInto('archives')
    .values({ digest, size_bytes: sizeBytes, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasArchive(tx: DbOrTx, digest: string): Promise<boolean> {
  const row = await tx.selectFrom('archives').select('digest').where('digest', '=', digest).executeTakeFirst()
  return row !== undefined
}

/** The person behind an archive, as far as the registry can distinguish people. */
export interface Uploader {
  /** The user who created the token or set up the trusted build; the publisher when the user is unknown. */
  account: string
  /** The network address of a new account. A proven account stands for itself, wherever it uploads from. */
  sender: string
}

/**
 * Finds the user whose credential announced a version, and whether that user is proven: had a version listed,
 * or set up a trusted build that was used, before a time.
 */
export async function findAnnouncer(
  db: DbOrTx,
  versionId: string,
  provenBefore: Date,
): Promise<{ userId: string; isProven: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; isProven: boolean }>`
    select announcer.id as "userId", exists (
      select from node_versions v
      where v.published_by_user = announcer.id and v.first_active_at < ${provenBefore}::timestamptz
    ) or exists (
      select from trusted_publishers t where t.created_by = announcer.id
        and t.created_at < ${provenBefore}::timestamptz and t.last_used_at is not null
    ) as "isProven"
    from node_versions announced cross join lateral (
      select coalesce(announced.published_by_user, (
        select trusted.created_by from trusted_tokens token
        join trusted_publishers trusted on trusted.id = token.trusted_publisher_id
        where token.id = announced.announced_by_token)) as id
    ) announcer
    where announced.id = ${versionId} and announcer.id is not null`.execute(db)
  return rows[0]
}

/** Prevents other versions of this account and address from joining the queue until the transaction ends. */
export function lockTurnsOf(tx: Tx, { account, sender }: Uploader): Promise<void> {
  return lockNames(tx, `account ${account}`, `sender ${sender}`)
}

async function lockNames(tx: Tx, ...names: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    tx,
  )
}

/**
 * Counts the waiting versions of the account, and the other accounts with waiting versions from its address.
 */
export async function countTurnsBefore(
  tx: Tx,
  { account, sender }: Uploader,
): Promise<{ own: number; neighbors: number }> {
  const { rows } = await sql<{ own: number; neighbors: number }>`
    select count(*) filter (where w.account = ${account})::int as own,
      count(distinct w.account) filter (where w.account <> ${account})::int as neighbors
    from waiting_versions w join node_versions v on v.id = w.version_id
    where (w.account = ${account} or w.sender = ${sender})
      and v.status = 'pending' and v.archive_digest is not null`.execute(tx)
  return rows[0] ?? { own: 0, neighbors: 0 }
}

/** Stores who uploaded a version, for as long as it waits. */
export async function insertWaiting(
  tx: Tx,
  versionId: string,
  { account, sender }: Uploader,
  now: Date,
): Promise<void> {
  const values = { account, sender, own_failures: 0, created_at: now }
  await tx
    .insertInto('waiting_versions')
    .values({ version_id: versionId, ...values })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(values))
    .execute()
}

/** A version with everything that a run of the pipeline needs to know first. */
export interface PipelineState extends VersionRow {
  uploader: Uploader | null
  finished: PipelineStep[]
  /** Null while no inspection is stored. */
  findings: unknown[] | null
}

export async function findPipelineState(db: DbOrTx, versionId: string): Promise<PipelineState | undefined> {
  const { rows } = await sql<PipelineState>`
    select v.*,
      (select json_build_object('account', w.account, 'sender', w.sender)
       from waiting_versions w where w.version_id = v.id) as uploader,
      array(select s.step from version_steps s where s.version_id = v.id and s.finished_at is not null) as finished,
      (select a.findings from version_analyses a where a.version_id = v.id) as findings
    from node_versions v where v.id = ${versionId}`.execute(db)
  return rows[0]
}

/** Counts another failure caused by the archive itself and returns the total. */
export async function countOwnFailure(tx: Tx, versionId: string, now: Date): Promise<number> {
  const unknown = `version ${versionId}`
  const row = await tx
    .insertInto('waiting_versions')
    .values({ version_id: versionId, account: unknown, sender: unknown, own_failures: 1, created_at: now })
    .onConflict((conflict) =>
      conflict.column('version_id').doUpdateSet({ own_failures: sql`waiting_versions.own_failures + 1` }),
    )
    .returning('own_failures')
    .executeTakeFirstOrThrow()
  return row.own_failures
}

/**
 * Lists pending versions whose own archive made them fail this often, and not since a time, longest untried
 * first.
 */
export async function listFailedOfThemselves(
  tx: Tx,
  { failures, triedBefore, limit }: { failures: number; triedBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from waiting_versions w join node_versions v on v.id = w.version_id
    join version_steps s on s.version_id = v.id
    where w.own_failures >= ${failures} and v.status = 'pending' and v.archive_digest is not null
    group by v.id having max(s.started_at) < ${triedBefore}::timestamptz
    order by max(s.started_at), v.id limit ${limit}::bigint`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the uploaders of versions that no longer wait. */
export async function deleteWaited(tx: Tx): Promise<void> {
  await sql`delete from waiting_versions w using node_versions v
    where v.id = w.version_id and (v.status <> 'pending' or v.archive_digest is null)`.execute(tx)
}

export interface NamedArchive {
  digest: string
  size_bytes: number
  /** Node and number of each version with this archive. */
  versions: string[]
}

/** Lists archives by digest, starting after `after`. */
export async function listArchives(
  db: DbOrTx,
  { after, limit }: { after: string; limit: number },
): Promise<NamedArchive[]> {
  const { rows } = await sql<NamedArchive>`
    select a.digest, a.size_bytes, array(
      select v.node_id || ' ' || v.version from node_versions v where v.archive_digest = a.digest
      order by v.node_id, v.version limit 5
    ) as versions
    from archives a where a.digest > ${after} order by a.digest limit ${limit}`.execute(db)
  return rows
}

/** Deletes the row of an archive that no version uses. */
export async function deleteUnusedArchive(tx: Tx, digest: string): Promise<void> {
  await tx
    .deleteFrom('archives')
    .where('digest', '=', digest)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('node_versions').select('id').where('archive_digest', '=', digest))),
    )
    .execute()
}

/** Finds the publisher of a stored or CI token, unless it was revoked or is too old. */
export async function findPublisherOfSecret(
  db: DbOrTx,
  hash: string,
  now: Date,
): Promise<{ publisher_id: string; loss: Loss | null } | undefined> {
  const { rows } = await sql<{ publisher_id: string; loss: Loss | null }>`
    select made.publisher_id, ${lossOf('publish-token', madeBy)} as loss from personal_access_tokens made
    where token_hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)
    union all
    select made.publisher_id, ${lossOf('trusted-token', madeBy)} as loss
    from trusted_tokens token join trusted_publishers made on made.id = token.trusted_publisher_id
    where token.token_hash = ${hash} and token.expires_at > ${now}::timestamptz`.execute(db)
  return rows[0]
}

const madeBy = { person: sql`made.created_by`, publisher: sql`made.publisher_id` }

export async function insertProvenance(
  tx: Tx,
  provenance: Insertable<Schema['version_provenance']>,
): Promise<void> {
  await tx.insertInto('version_provenance').values(provenance).execute()
}

export async function deleteProvenance(tx: Tx, versionId: string): Promise<void> {
  await tx.deleteFrom('version_provenance').where('version_id', '=', versionId).execute()
}

export async function updateVersion(
  tx: Tx,
  id: string,
  change: Updateable<Schema['node_versions']>,
): Promise<void> {
  await tx.updateTable('node_versions').set(change).where('id', '=', id).execute()
}

export function listSteps(db: DbOrTx, versionId: string): Promise<StepRow[]> {
  return db.selectFrom('version_steps').selectAll().where('version_id', '=', versionId).execute()
}

export async function deleteSteps(tx: Tx, versionId: string): Promise<void> {
  await tx.deleteFrom('version_steps').where('version_id', '=', versionId).execute()
}

export interface StepKey {
  versionId: string
  step: PipelineStep
}

/** Marks a step as started, also when an earlier attempt failed. */
export async function startStep(db: DbOrTx, { versionId, step }: StepKey, now: Date): Promise<void> {
  await db
    .insertInto('version_steps')
    .values({ version_id: versionId, step, attempts: 1, started_at: now })
    .onConflict((conflict) =>
      conflict.columns(['version_id', 'step']).doUpdateSet({
        attempts: sql`version_steps.attempts + 1`,
        started_at: now,
        finished_at: null,
        given_up: false,
      }),
    )
    .execute()
}

/** Records a step that takes no time. */
export async function passStep(db: DbOrTx, { versionId, step }: StepKey, now: Date): Promise<void> {
  const passed = { started_at: now, finished_at: now, failure: null, given_up: false }
  await db
    .insertInto('version_steps')
    .values({ version_id: versionId, step, attempts: 1, ...passed })
    .onConflict((conflict) =>
      conflict
        .columns(['version_id', 'step'])
        .doUpdateSet({ attempts: sql`version_steps.attempts + 1`, ...passed }),
    )
    .execute()
}

/** A step that ends, and those that begin with its end. */
export interface StepChange {
  ended: PipelineStep
  begun: { step: PipelineStep; startedAt: Date; isFinished?: boolean }[]
}

export async function changeSteps(
  tx: Tx,
  versionId: string,
  { ended, begun }: StepChange,
  now: Date,
): Promise<void> {
  const rows = begun.map(({ step, startedAt, isFinished = false }) => ({
    step,
    started_at: startedAt,
    finished_at: isFinished ? now : null,
  }))
  await sql`
    with ended as (
      update version_steps set finished_at = ${now}, failure = null, given_up = false
      where version_id = ${versionId} and step = ${ended}
    )
    insert into version_steps (version_id, step, attempts, started_at, finished_at)
    select ${versionId}::uuid, step, 1, started_at, finished_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as begun (step text, started_at timestamptz, finished_at timestamptz)
    on conflict (version_id, step) do update
    set attempts = version_steps.attempts + 1, started_at = excluded.started_at,
      finished_at = excluded.finished_at, given_up = false,
      failure = case when excluded.finished_at is null then version_steps.failure end`.execute(tx)
}

/** Stores the failure of a step; `givenUp` ends the automatic retries. */
export async function failStep(
  db: DbOrTx,
  { versionId, step }: StepKey,
  { failure, givenUp }: { failure: string; givenUp: boolean },
): Promise<void> {
  await db
    .updateTable('version_steps')
    .set({ failure, given_up: givenUp })
    .where('version_id', '=', versionId)
    .where('step', '=', step)
    .execute()
}

/** Marks unfinished steps as no longer retried automatically. */
export async function giveUpSteps(db: DbOrTx, versionId: string): Promise<void> {
  await db
    .updateTable('version_steps')
    .set({ given_up: true })
    .where('version_id', '=', versionId)
    .where('finished_at', 'is', null)
    .execute()
}

export async function replaceAnalysis(
  tx: Tx,
  versionId: string,
  analysis: {
    readmeHtml: string
    manifest: unknown
    findings: readonly unknown[]
    capabilities: unknown
    undecided: unknown[]
    /** Null if the archive was not read. */
    requirements: readonly unknown[] | null
    rulesVersion: number
    now: Date
  },
): Promise<void> {
  const values = {
    readme_html: analysis.readmeHtml,
    manifest: JSON.stringify(analysis.manifest),
    findings: JSON.stringify(analysis.findings),
    capabilities: JSON.stringify(analysis.capabilities),
    undecided: JSON.stringify(analysis.undecided),
    requirements: analysis.requirements && JSON.stringify(analysis.requirements),
    rules_version: analysis.rulesVersion,
    created_at: analysis.now,
  }
  await tx
    .insertInto('version_analyses')
    .values({ version_id: versionId, ...values })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(values))
    .execute()
}

export async function readFindings(db: DbOrTx, versionId: string): Promise<unknown[] | undefined> {
  const row = await db
    .selectFrom('version_analyses')
    .select('findings')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row?.findings
}

export async function replaceFindings(
  tx: Tx,
  versionId: string,
  findings: readonly unknown[],
): Promise<void> {
  await tx
    .updateTable('version_analyses')
    .set({ findings: JSON.stringify(findings) })
    .where('version_id', '=', versionId)
    .execute()
}

export type ComfyNodeValues = Omit<Selectable<Schema['comfy_nodes']>, 'id' | 'version_id' | 'policy'>

const rowsAtOnce = 500

/** Replaces the comfy-nodes, but keeps policies and rows that a person corrected. Removes the texts about them. */
export async function replaceComfyNodes(
  tx: Tx,
  versionId: string,
  comfyNodes: readonly ComfyNodeValues[],
): Promise<void> {
  const before = await forgetComfyNodes(tx, versionId)
  const corrected = new Set(before.filter(({ isCorrected }) => isCorrected).map(({ name }) => name))
  const policies = new Map(before.map(({ name, policy }) => [name, policy]))
  const rows = comfyNodes
    .filter(({ name }) => !corrected.has(name))
    .map((row) => ({ ...row, version_id: versionId, policy: policies.get(row.name) ?? ('active' as const) }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('comfy_nodes')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

export type ComfyNodeTextValues = Omit<Selectable<Schema['comfy_node_texts']>, 'version_id'>

/** Stores the texts about comfy-nodes of a version after {@link replaceComfyNodes} removed the last ones. */
export async function insertComfyNodeTexts(
  tx: Tx,
  versionId: string,
  texts: readonly ComfyNodeTextValues[],
): Promise<void> {
  const rows = texts.map(({ translation, ...row }) => ({
    ...row,
    version_id: versionId,
    translation: translation === null ? null : JSON.stringify(translation),
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('comfy_node_texts')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

/** Lists the comfy-nodes with manual decisions. Removes all but those that a person corrected, and all texts. */
async function forgetComfyNodes(
  tx: Tx,
  versionId: string,
): Promise<{ name: string; policy: ComfyNodePolicy; isCorrected: boolean }[]> {
  const { rows } = await sql<{ name: string; policy: ComfyNodePolicy; isCorrected: boolean }>`
    with decided as materialized (
      select c.name, c.policy, bool_or(e.before - 'policy' <> '{}') as "isCorrected"
      from comfy_nodes c join audit_events e
        on e.subject_kind = 'comfy-node' and e.subject_id = c.id::text and e.action = 'comfy-node.update'
      where c.version_id = ${versionId} group by c.name, c.policy
    ), removed as (
      delete from comfy_nodes where version_id = ${versionId}
        and name not in (select name from decided where "isCorrected")
    ), silenced as (
      delete from comfy_node_texts where version_id = ${versionId}
    )
    select * from decided`.execute(tx)
  return rows
}

type ComfyNodePolicy = Selectable<Schema['comfy_nodes']>['policy']

/** A node and the comfy-node names that it also defines. */
export interface NameCollision {
  nodeId: string
  names: string[]
}

/**
 * Lists other active nodes that define some of the version's comfy-node names, or without a version list them
 * in an import. Those with the most shared names come first.
 */
export async function listNameCollisions(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id'>,
): Promise<NameCollision[]> {
  const { rows } = await sql<NameCollision>`
    select c.node_id as "nodeId", array_agg(c.name order by c.name) as names
    from comfy_nodes mine cross join lateral (
      select node_id, name from comfy_node_claims where name = mine.name
      union
      select h.node_id, h.name from comfy_node_hints h join nodes hinted on hinted.id = h.node_id
      where h.name = mine.name and hinted.latest_version_id is null
    ) c join nodes n on n.id = c.node_id
    where mine.version_id = ${version.id} and c.node_id <> ${version.node_id} and n.status = 'active'
    group by c.node_id order by count(*) desc, c.node_id limit 20`.execute(db)
  return rows
}

/**
 * Deletes versions that were announced and never got an archive. Those with a refused archive stay longer.
 */
export async function deleteExpiredVersions(
  tx: Tx,
  before: { unsent: Date; refused: Date },
): Promise<{ id: string; node_id: string }[]> {
  const { rows } = await sql<{ id: string; node_id: string }>`
    delete from node_versions v
    where v.archive_digest is null and v.status = 'pending' and v.upload_expires_at < case
      when exists (select from version_steps s where s.version_id = v.id and s.failure is not null)
      then ${before.refused}::timestamptz else ${before.unsent}::timestamptz end
    returning v.id, v.node_id`.execute(tx)
  return rows
}

export interface StoredArchive {
  digest: string
  sizeBytes: number
  status: VersionStatus
  killed_by: string | null
  nodeStatus: Selectable<Schema['nodes']>['status']
  wasPublic: boolean
  nodeId: string
  version: string
}

/** Finds the archive behind a download URL, whatever the version's status. */
export async function findArchive(
  db: DbOrTx,
  nodeId: string,
  version: string,
): Promise<StoredArchive | undefined> {
  return db
    .selectFrom('node_versions as v')
    .innerJoin('nodes as n', 'n.id', 'v.node_id')
    .innerJoin('archives as a', 'a.digest', 'v.archive_digest')
    .select([
      'a.digest',
      'a.size_bytes as sizeBytes',
      'v.status',
      'v.killed_by',
      'n.status as nodeStatus',
      'n.was_public as wasPublic',
      'n.id as nodeId',
      'v.version',
    ])
    .where('n.normalized_id', '=', nodeId.toLowerCase())
    .where('v.version', '=', version)
    .executeTakeFirst()
}

/** Lists pending versions whose archive arrived before a time, longest waiting first. */
export async function listOverdueVersions(
  tx: Tx,
  {
    receivedBefore,
    scannedBefore,
    limit,
  }: { receivedBefore: Date; scannedBefore: Date | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from node_versions v
    join version_steps received on received.version_id = v.id and received.step = 'received'
    left join version_steps scanned on scanned.version_id = v.id and scanned.step = 'scanned'
    where v.status = 'pending' and v.archive_digest is not null and received.finished_at < ${receivedBefore}
      and (${scannedBefore ?? null}::timestamptz is null or scanned.started_at is null
        or scanned.started_at < ${scannedBefore ?? null}::timestamptz)
    order by received.finished_at, v.id limit ${limit}::bigint`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Lists stuck versions that have waited since their last attempt for as long as before it, longest untried
 * first. Skips those with an attempt in the queue.
 */
export async function listStuckVersions(
  tx: Tx,
  { pendingSince, now, limit }: { pendingSince: Date; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from node_versions v join version_steps s on s.version_id = v.id
    where v.status = 'pending' and v.archive_digest is not null and s.given_up
      and v.status_since > ${pendingSince}::timestamptz
      and not exists (select from jobs.job j where j.name = 'process-version'
        and j.state in ('created', 'retry', 'active') and j.data->>'versionId' = v.id::text)
    group by v.id having max(s.started_at) - v.status_since <= ${now}::timestamptz - max(s.started_at)
    order by max(s.started_at), v.id limit ${limit}::bigint`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lists versions with an archive whose comfy-nodes were not extracted, oldest first. */
export async function listUnreadVersions(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('node_versions')
    .select('id')
    .where('extract_status', '=', 'pending')
    .where('archive_digest', 'is not', null)
    .where('status', '<>', 'deleted')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the findings of a version's archive for its publisher. */
export async function readFindingsAndUndecided(
  db: DbOrTx,
  versionId: string,
): Promise<{ findings: unknown[]; undecided: unknown } | undefined> {
  return db
    .selectFrom('version_analyses')
    .select(['findings', 'undecided'])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

const durationsAveraged = 200

/** Returns the median duration of each step in the last versions, in milliseconds. */
export async function listUsualDurations(db: DbOrTx): Promise<{ step: PipelineStep; ms: number }[]> {
  const { rows } = await sql<{ step: PipelineStep; ms: number }>`
    select s.step, round(percentile_cont(0.5) within group (
      order by extract(epoch from s.finished_at - s.started_at) * 1000)::numeric)::bigint as ms
    from (select id from node_versions order by created_at desc, id limit ${durationsAveraged}) v
    join version_steps s on s.version_id = v.id
    where s.finished_at is not null and s.step <> 'received' group by s.step`.execute(db)
  return rows
}

export interface ManagedVersion extends VersionRow {
  archive_bytes: number | null
  is_read: boolean
  /** The number of findings of each severity. */
  severities: Record<string, number>
  downloads: number
}

/** Lists versions of every status, with or without an archive, highest number first. */
export async function listManagedVersions(db: DbOrTx, nodeId: string): Promise<ManagedVersion[]> {
  const { rows } = await sql<ManagedVersion>`
    select v.*, a.size_bytes as archive_bytes, found.version_id is not null as is_read,
      coalesce(found.severities, '{}') as severities,
      coalesce((select sum(d.count) from node_downloads d where d.version_id = v.id), 0)::bigint as downloads
    from node_versions v left join archives a on a.digest = v.archive_digest
    left join lateral (
      select x.version_id, (
        select jsonb_object_agg(severity, number) from (
          select coalesce(f->>'severity', 'info') as severity, count(*) as number
          from jsonb_array_elements(x.findings) f group by 1
        ) as counted
      ) as severities
      from version_analyses x where x.version_id = v.id
    ) found on true
    where v.node_id = ${nodeId}
    order by v.version_key desc, v.created_at desc`.execute(db)
  return rows
}

/** Finds a version by its number, with or without an archive. */
export async function findManagedVersion(
  db: DbOrTx,
  nodeId: string,
  number: string,
): Promise<(VersionRow & { archive_bytes: number | null }) | undefined> {
  const { rows } = await sql<VersionRow & { archive_bytes: number | null }>`
    select v.*, a.size_bytes as archive_bytes
    from node_versions v left join archives a on a.digest = v.archive_digest
    where v.node_id = ${nodeId} and v.version = ${number}`.execute(db)
  return rows[0]
}

/** Lists the steps of a node's pending versions. */
export function listStepsOfPending(db: DbOrTx, nodeId: string): Promise<StepRow[]> {
  return db
    .selectFrom('version_steps as s')
    .innerJoin('node_versions as v', 'v.id', 's.version_id')
    .selectAll('s')
    .where('v.node_id', '=', nodeId)
    .where('v.status', '=', 'pending')
    .execute()
}

/**
 * Counts versions that wait for the pipeline or for moderators, with the time since when the oldest waits.
 */
export async function countVersionsInStates(
  db: DbOrTx,
): Promise<{ state: 'pending' | 'flagged'; count: number; since: Date | null }[]> {
  const { rows } = await sql<{ state: 'pending' | 'flagged'; count: number; since: Date | null }>`
    select requested.state, count(version.id)::int as count, min(version.status_since) as since
    from (values ('pending'), ('flagged')) as requested (state)
    left join node_versions version on version.status = requested.state
      and (requested.state <> 'pending' or version.archive_digest is not null)
    group by requested.state order by requested.state`.execute(db)
  return rows
}
