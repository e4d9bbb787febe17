import { limits } from '@nodeyard/contract/limits'
import type { ReportKind } from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { VersionStatus } from '../../ground/db/schema.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { lockNode, type NodeRow } from '../../packs/nodes/sql.ts'
import { reportedReason } from '../../packs/nodes/versions/held-for.ts'
import { refreshLatestVersion } from '../../packs/nodes/versions/latest.ts'
import { changeVersion, lockVersion, type VersionRow } from '../../packs/nodes/versions/sql.ts'
import { nextVersionStatus } from '../../packs/nodes/versions/states.ts'
import { setTrustedReporterSince } from '../../people/identity/sql.ts'
import {
  endHold,
  findOpenHold,
  hasOverturnedHold,
  insertHold,
  isTrustedReporter,
  listHoldingReporters,
  listPublishersOfReporters,
} from './holds/sql.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const actor = { kind: 'service', id: 'trusted-reports' } as const

/** Kinds of reports about harm that grows while a version waits for a moderator. */
export const holdingKinds = ['malware', 'secrets', 'impersonation'] as const satisfies ReportKind[]

type HoldDeps = Pick<GroundDeps, 'now' | 'newId'>

/** A report that can hold a version. */
export interface HoldableReport {
  userId: string
  nodeId: string
  /** Omitted for a report about the whole node, which counts for its latest version. */
  versionId?: string | undefined
  kind: ReportKind
}

/**
 * Locks the version that a trusted reporter reports. Call it before the report is inserted: its foreign key locks
 * the node as well. Returns undefined if the report cannot hold a version.
 */
export async function lockHoldable(
  tx: Tx,
  { now }: Pick<HoldDeps, 'now'>,
  { userId, nodeId, versionId, kind }: HoldableReport,
): Promise<{ node: NodeRow; version: VersionRow } | undefined> {
  if (!(holdingKinds as readonly string[]).includes(kind)) return undefined
  const oldest = new Date(now().getTime() - limits.trustedReporterDays * dayMs)
  if (!(await isTrustedReporter(tx, userId, oldest))) return undefined
  const node = await lockNode(tx, nodeId)
  const id = versionId ?? node?.latest_version_id
  const version = node && id ? await lockVersion(tx, { id, node_id: node.id }) : undefined
  return node && version?.status === 'active' ? { node, version } : undefined
}

/** Holds a version if enough trusted reporters have reported it. Returns whether it does. */
export async function holdIfReported(
  tx: Tx,
  deps: HoldDeps,
  { node, version }: { node: NodeRow; version: VersionRow },
): Promise<boolean> {
  const now = deps.now()
  if (await hasOverturnedHold(tx, version.id)) return false
  const since = (ms: number) => new Date(now.getTime() - ms)
  const reporters = await listHoldingReporters(tx, {
    node,
    version,
    kinds: holdingKinds,
    createdBefore: since(limits.trustedReporterDays * dayMs),
    dayAgo: since(dayMs),
    monthAgo: since(limits.trustedHoldOfPublisherDays * dayMs),
    maxHoldsPerDay: limits.trustedHoldsPerDay,
  })
  const isYoung = (version.first_active_at ?? now) > since(limits.trustedReportAloneHours * hourMs)
  const holding = isYoung ? reporters.slice(0, 1) : await findIndependentPair(tx, reporters)
  if (holding.length === 0) return false
  await hold(tx, deps, { node, version, reporterIds: holding })
  return true
}

/** Picks two reporters who share no publisher, because colleagues are not independent. */
async function findIndependentPair(tx: Tx, reporters: readonly string[]): Promise<string[]> {
  const publishersOf = await listPublishersOfReporters(tx, reporters)
  for (const [at, one] of reporters.entries()) {
    const own = publishersOf.get(one)
    const other = reporters.slice(at + 1).find((id) => {
      const theirs = publishersOf.get(id)
      return !own || !theirs || own.isDisjointFrom(theirs)
    })
    if (other !== undefined) return [one, other]
  }
  return []
}

async function hold(
  tx: Tx,
  deps: HoldDeps,
  { node, version, reporterIds }: { node: NodeRow; version: VersionRow; reporterIds: string[] },
): Promise<void> {
  const now = deps.now()
  await changeVersion(tx, version.id, {
    status: nextVersionStatus(version.status, 'doubt'),
    status_reason: reportedReason,
    updated_at: now,
  })
  await insertHold(tx, {
    id: deps.newId(),
    version_id: version.id,
    node_id: node.id,
    publisher_id: node.publisher_id,
    reporter_ids: reporterIds,
    held_at: now,
  })
  await refreshLatestVersion(tx, node.id, now)
  await recordEvent(tx, {
    actor,
    action: 'version.hold',
    subject: { kind: 'version', id: version.id },
    publisherId: node.publisher_id,
    before: { status: version.status },
    after: { node: node.id, version: version.version, reporters: reporterIds.length },
    at: now,
  })
  markChanged(tx, `node:${node.id}`, 'nodes')
}

const outcomes: Partial<Record<VersionStatus, 'upheld' | 'overturned' | 'lifted'>> = {
  active: 'overturned',
  banned: 'upheld',
  deleted: 'upheld',
  // The pipeline decides again, so that the reporters were neither right nor wrong.
  pending: 'lifted',
}

/**
 * Ends the hold of a version that a moderator decided about. Reporters whose hold is overturned are not trusted any
 * more. Does nothing for a version that is not held.
 */
export async function endHoldByDecision(
  tx: Tx,
  { now }: Pick<HoldDeps, 'now'>,
  versionId: string,
  status: VersionStatus,
): Promise<void> {
  const outcome = outcomes[status]
  const open = outcome && (await findOpenHold(tx, versionId))
  if (!outcome || !open) return
  await endHold(tx, open.id, { ended_at: now(), outcome })
  if (outcome !== 'overturned') return
  for (const userId of open.reporter_ids) {
    await setTrustedReporterSince(tx, userId, null)
    await recordEvent(tx, {
      actor,
      action: 'user.lose-trusted-reporter',
      subject: { kind: 'user', id: userId },
      before: { trusted_reporter: true },
      after: { trusted_reporter: false, node: open.node_id },
      at: now(),
    })
    markChanged(tx, `user:${userId}`)
  }
}
