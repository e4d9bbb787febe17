import type { BodyOf } from '@nodeyard/contract/ground'
import type { closeReports as closeContract } from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { mailReportNews } from './jobs.ts'
import { changeReports, insertMessage, lockReports, type ReportRow } from './sql.ts'

type HandleDeps = Pick<GroundDeps, 'db' | 'changes' | 'now' | 'jobs'>

/** Assigns reports to an admin, or releases them. Idempotent. */
export function takeReports(
  deps: HandleDeps,
  admin: UserActor,
  { reportIds, isTaken }: { reportIds: readonly string[]; isTaken: boolean },
): Promise<void> {
  return transact(deps, async (tx) => {
    const reports = await lockWaiting(tx, reportIds)
    const taken = isTaken
      ? ({ state: 'taken', taken_by: admin.id, taken_at: deps.now() } as const)
      : ({ state: 'open', taken_by: null, taken_at: null } as const)
    await changeReports(tx, reportIds, taken)
    for (const { id, state, taken_by } of reports) {
      await recordEvent(tx, {
        actor: admin,
        action: isTaken ? 'report.take' : 'report.give-back',
        subject: { kind: 'report', id },
        before: { state, taken_by },
        after: { state: taken.state, taken_by: taken.taken_by },
        at: deps.now(),
      })
    }
  })
}

/** Sends a moderator's message to the reporter. */
export function answerReport(
  deps: HandleDeps,
  admin: UserActor,
  { reportId, text }: { reportId: string; text: string },
): Promise<void> {
  return transact(deps, async (tx) => {
    await lockWaiting(tx, [reportId])
    const messageId = await insertMessage(tx, {
      report_id: reportId,
      at: deps.now(),
      admin_id: admin.id,
      from_reporter: false,
      text: text.trim(),
    })
    await deps.jobs.send(tx, mailReportNews, { to: 'reporter', reportId, messageId })
    await recordEvent(tx, {
      actor: admin,
      action: 'report.answer',
      subject: { kind: 'report', id: reportId },
      after: { text: text.trim() },
      at: deps.now(),
    })
  })
}

/** Closes reports and optionally mails reporters and publishers. */
export function closeReports(
  deps: HandleDeps,
  admin: UserActor,
  { reportIds, outcome, reason, tellReporters = true, tellPublisher = false }: BodyOf<typeof closeContract>,
): Promise<void> {
  return transact(deps, async (tx) => {
    const reports = await lockWaiting(tx, reportIds)
    const closed = { state: 'closed', outcome, reason: reason.trim(), closed_by: admin.id } as const
    await changeReports(tx, reportIds, { ...closed, closed_at: deps.now(), reporter_key: '' })
    for (const { id, state, node_id } of reports) {
      await recordEvent(tx, {
        actor: admin,
        action: 'report.close',
        subject: { kind: 'report', id },
        before: { state },
        after: { node: node_id, outcome, reason: closed.reason },
        at: deps.now(),
      })
      // Spammers get no response.
      if (tellReporters && outcome !== 'spam')
        await deps.jobs.send(tx, mailReportNews, { to: 'reporter', reportId: id })
    }
    if (tellPublisher) await tellPublishers(tx, deps, reports)
  })
}

/** Sends one mail per node. */
async function tellPublishers(tx: Tx, { jobs }: HandleDeps, reports: readonly ReportRow[]): Promise<void> {
  const one = new Map(reports.map((report) => [report.node_id, report.id]))
  for (const reportId of one.values()) await jobs.send(tx, mailReportNews, { to: 'publisher', reportId })
}

async function lockWaiting(tx: Tx, ids: readonly string[]): Promise<ReportRow[]> {
  const reports = await lockReports(tx, ids)
  if (reports.length < new Set(ids).size) throw new RegistryError('report_not_found')
  if (reports.some(({ state }) => state === 'closed')) throw new RegistryError('report_closed')
  return reports
}
