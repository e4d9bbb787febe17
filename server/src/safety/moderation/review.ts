import { defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { Review } from '@nodeyard/contract/safety'
import { RegistryError } from '../../ground/errors.ts'
import { readAppeal } from '../../packs/appeals/read.ts'
import { listDecidedFindings } from '../../packs/decisions/of-version.ts'
import { findTrust } from '../../packs/decisions/trust.ts'
import { findNodeById } from '../../packs/nodes/sql.ts'
import { toNodeVersion, versionStatusToWire } from '../../packs/nodes/versions/to-wire.ts'
import { toEvent } from '../../people/publishers/events.ts'
import { findPublisher, listEventsOfSubject } from '../../people/publishers/sql.ts'
import { withCode } from './code.ts'
import type { Deps } from './deps.ts'
import { compareCapabilities, compareFindings, findingsInReason } from './findings.ts'
import {
  countStatuses,
  findAnalysis,
  findBase,
  findReviewed,
  findUndoable,
  listEmails,
  listOthers,
} from './sql.ts'

/** Returns everything that a moderator needs for a decision. */
export async function getReview(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  path: { nodeId: string; version: string },
): Promise<Review> {
  const node = await findNodeById(db, path.nodeId)
  if (!node) throw new RegistryError('node_not_found')
  const version = await findReviewed(db, node.id, path.version)
  if (!version) throw new RegistryError('version_not_found')
  const decided = await listDecidedFindings(db, version.id)
  const [analysis, base, publisher, emails, counts, others, events, undoable, appeal, trust] =
    await Promise.all([
      findAnalysis(db, version.id),
      findBase(db, version),
      findPublisher(db, node.publisher_id),
      listEmails(db, node.publisher_id),
      countStatuses(db, node.id),
      listOthers(db, version, limits.reviewedOthers),
      listEventsOfSubject(db, 'version', version.id),
      findUndoable(db, version.id),
      readAppeal(db, version, { publisherId: node.publisher_id, forModerators: true }),
      findTrust(db, version, now()),
    ])
  const findings = compareFindings(
    analysis?.findings ?? findingsInReason(version.status_reason),
    base,
    decided,
  )
  const changes = compareCapabilities(analysis, base)
  return {
    version: toNodeVersion(config, version, { reason: 'full', adminTags: true, isEditor: true }),
    publisher_id: node.publisher_id,
    publisher_name: publisher?.name ?? '',
    node_name: node.name,
    ...defined({ repository: node.repository_url || undefined }),
    since: version.status_since.toISOString(),
    findings: await withCode(db, version, findings, decided),
    trust,
    ...(base
      ? {
          base: {
            version: base.version,
            ...(base.archive_bytes === null ? {} : { size: base.archive_bytes }),
          },
        }
      : {}),
    ...defined({ capability_changes: changes }),
    emails,
    counts: counts.map(({ status, count }) => ({ status: versionStatusToWire[status], count })),
    others: others.map((other) => ({
      version: other.version,
      status: versionStatusToWire[other.status],
      since: other.status_since.toISOString(),
    })),
    events: events.map((event) => toEvent(event, true)),
    can_undo: undoable?.became === version.status,
    ...defined({ appeal }),
  }
}
