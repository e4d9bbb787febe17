import type { Finding } from '@nodeyard/analysis/ground'
import type { PipelineStep } from '@nodeyard/contract/packs'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { StepRow, VersionRow } from '../../nodes/versions/sql.ts'
import type { Uploader } from '../queue/sql.ts'

/** A version with everything that a run of the pipeline needs to know first. */
export interface PipelineState extends VersionRow {
  uploader: Uploader | null
  finished: PipelineStep[]
  /** Null while no inspection is stored. */
  findings: Finding[] | null
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

/** Marks unfinished pipeline steps as done, because an admin has listed the version. */
export async function finishListing(tx: Tx, versionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('version_steps')
    .set({ finished_at: now, failure: null, given_up: false })
    .where('version_id', '=', versionId)
    .where('finished_at', 'is', null)
    .where('started_at', 'is not', null)
    .execute()
}

/** Deletes the scan and list steps, so that the pipeline decides again. */
export async function deleteScan(tx: Tx, versionId: string): Promise<void> {
  await tx
    .deleteFrom('version_steps')
    .where('version_id', '=', versionId)
    .where('step', 'in', ['scanned', 'listed'])
    .execute()
}
