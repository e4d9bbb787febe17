import { createHmac } from 'node:crypto'
import { type BodyOf, defined, fallbackLocale } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { reportAbuse as contract } from '@nodeyard/contract/safety'
import { addressKey } from '../../ground/address-key.ts'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { getReadableVersion } from '../../packs/nodes/versions/get.ts'
import { getReadableNode } from '../../packs/nodes/versions/readable-node.ts'
import { countUp } from '../../people/identity/embedded/sql.ts'
import { holdIfReported, lockHoldable } from './hold.ts'
import { countWaiting, hasAdded, insertMessage, insertReport, lockSameReport, type ReportRow } from './sql.ts'

const hourMs = 3_600_000

type ReportDeps = Pick<GroundDeps, 'db' | 'changes' | 'now' | 'newId' | 'uploadKey' | 'config'>

interface Request {
  actor: Actor
  ip: string
  nodeId: string
  body: BodyOf<typeof contract>
}

/**
 * Stores a report, or adds it to the reporter's open report of the same problem. Reports of trusted reporters hold the
 * version.
 */
export async function reportAbuse(
  deps: ReportDeps,
  { actor, ip, nodeId, body }: Request,
): Promise<{ id: string; isNew: boolean }> {
  const { db, now, newId } = deps
  const node = await getReadableNode(db, actor, nodeId)
  const version = body.version === undefined ? undefined : await getReadableVersion(db, node, body.version)
  const reporterKey = keyOf(deps, actor, ip)
  await assertNotTooMany(deps, { actor, reporterKey, nodeId: node.id })
  const report = {
    id: newId(),
    node_id: node.id,
    version_id: version?.id ?? null,
    kind: body.kind,
    text: body.text.trim(),
    contact: body.contact?.trim() ?? '',
    locale: body.locale ?? fallbackLocale,
    reporter_id: actor.kind === 'user' ? actor.id : null,
    reporter_key: reporterKey,
    created_at: now(),
  }
  return transact(deps, async (tx) => {
    const holdable =
      actor.kind === 'user'
        ? await lockHoldable(tx, deps, { ...body, userId: actor.id, nodeId: node.id, versionId: version?.id })
        : undefined
    const inserted = await insertReport(tx, report)
    const stored = inserted ?? (await addToSame(tx, report))
    if (!stored) throw new RegistryError('report_limit')
    await recordEvent(tx, {
      actor: actor.kind === 'anonymous' ? { kind: 'service', id: 'report-form' } : actor,
      action: inserted ? 'report.create' : 'report.add',
      subject: { kind: 'report', id: stored.id },
      after: { node: node.id, ...defined({ version: version?.version }), kind: report.kind },
      at: report.created_at,
    })
    if (holdable) await holdIfReported(tx, deps, holdable)
    return { id: stored.id, isNew: inserted !== undefined }
  })
}

/** Returns undefined if the open report was closed concurrently. */
async function addToSame(
  tx: Tx,
  report: Pick<ReportRow, 'node_id' | 'version_id' | 'kind' | 'reporter_key' | 'text' | 'created_at'>,
): Promise<ReportRow | undefined> {
  const same = await lockSameReport(tx, report)
  if (same && same.text !== report.text && !(await hasAdded(tx, same.id, report.text))) {
    await insertMessage(tx, {
      report_id: same.id,
      at: report.created_at,
      from_reporter: true,
      text: report.text,
    })
  }
  return same
}

/** Identifies a reporter by user or, if anonymous, by a hash of the network. */
function keyOf({ uploadKey }: ReportDeps, actor: Actor, ip: string): string {
  if ('id' in actor) return `${actor.kind} ${actor.id}`
  const hash = createHmac('sha256', uploadKey)
    .update(`abuse report ${addressKey(ip)}`)
    .digest('base64url')
  return `network ${hash}`
}

async function assertNotTooMany(
  { db, now, config }: ReportDeps,
  { actor, reporterKey, nodeId }: { actor: Actor; reporterKey: string; nodeId: string },
): Promise<void> {
  if (config.rateLimitFactor === 0) return
  const endsAt = new Date(now().getTime() + hourMs)
  const { count, ends_at } = await countUp(db, `report ${reporterKey}`, { now: now(), endsAt })
  const limit = Math.max(1, Math.round(limits.reportsPerHour * config.rateLimitFactor))
  if (count > limit) {
    const retryAfterSeconds = Math.max(1, Math.ceil((ends_at.getTime() - now().getTime()) / 1000))
    throw new RegistryError('report_limit', { limit, retryAfterSeconds })
  }
  if (actor.kind === 'anonymous' && (await countWaiting(db, nodeId)) >= limits.openReportsOfNode) {
    throw new RegistryError('report_limit', { limit: limits.openReportsOfNode })
  }
}
