import { createHash } from 'node:crypto'
import { isBlocking, severities } from '@nodeyard/analysis/ground'
import type { QueryOf } from '@nodeyard/contract/ground'
import {
  type getPublishReport as contract,
  FindingStep,
  type PublishFinding,
  type PublishReport,
  type PublishSummary,
  type UndecidedComfyNode,
} from '@nodeyard/contract/packs'
import { Compile } from 'typebox/compile'
import { RegistryError } from '../../ground/errors.ts'
import type { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import { type Actor, isAdmin, userOf } from '../../ground/permissions.ts'
import { findUserById } from '../../people/identity/sql.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import { readAppeal } from '../appeals/read.ts'
import { findUsualAnswerSeconds, listAppealsOfNode } from '../appeals/sql.ts'
import { type DecidedFinding, listDecidedFindings, toFindingDecision } from '../decisions/of-version.ts'
import { findNodeById } from '../nodes/sql.ts'
import {
  findVersionOfNumber,
  listManagedVersions,
  listSteps,
  type VersionRow,
} from '../nodes/versions/sql.ts'
import { passedReason } from '../nodes/versions/statuses.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import { toNodeVersion } from '../nodes/versions/to-wire.ts'
import { readFindingsAndUndecided } from './analysis/sql.ts'
import { keyOf } from './complete-grounds.ts'
import { assertMayReadWith } from './credential.ts'
import type { Deps } from './deps.ts'
import { getManagedNode } from './managed-node.ts'
import { listStepsOfPending, listUsualDurations } from './steps/sql.ts'
import { toTimeline, whatItWaitsFor } from './timeline.ts'

const FindingSteps = Compile(FindingStep)

type ReportDeps = Pick<Deps, 'db' | 'config' | 'now' | 'changes'>
interface VersionPath {
  nodeId: string
  version: string
}

/**
 * Returns everything that its publisher can know about a version. With a known revision, waits for a change
 * or the timeout. Every change of the node wakes it, so that clients need not poll.
 */
export async function getPublishReport(
  deps: ReportDeps & { waits: ConcurrencyLimit },
  actor: Actor,
  path: VersionPath,
  { after, wait = 0 }: QueryOf<typeof contract>,
): Promise<PublishReport> {
  if (after === undefined || wait === 0) return makeReport(deps, actor, path)
  const { node } = await getReadableNode(deps, actor, path.nodeId)
  const leave = deps.waits.enter(actor.kind === 'publish-token' ? hashOf(actor.secret) : userOf(actor).id)
  const change = deps.changes.listenTo(`node:${node.id}`, stepsTag(node.id))
  try {
    const endsAt = performance.now() + wait * 1000
    for (;;) {
      const report = await makeReport(deps, actor, path)
      if (report.revision !== after) return report
      if (!(await change.next(endsAt - performance.now()))) return report
    }
  } finally {
    change.end()
    leave()
  }
}

/** A program that publishes can follow its own versions. */
async function getReadableNode(
  { db, now }: ReportDeps,
  actor: Actor,
  nodeId: string,
): ReturnType<typeof getManagedNode> {
  if (actor.kind !== 'publish-token') return getManagedNode(db, actor, nodeId)
  const node = await findNodeById(db, nodeId)
  // Guessing secrets must not reveal which nodes exist.
  if (!node || node.status === 'deleted') throw new RegistryError('invalid_publish_token')
  await assertMayReadWith(db, actor.secret, { publisherId: node.publisher_id, nodeId: node.id }, now())
  return { node, forModerators: false }
}

async function makeReport(deps: ReportDeps, actor: Actor, path: VersionPath): Promise<PublishReport> {
  const { db, config, now } = deps
  const { node, forModerators } = await getReadableNode(deps, actor, path.nodeId)
  const version = await findVersionOfNumber(db, node.id, path.version)
  if (!version) throw new RegistryError('version_not_found')
  const [steps, durations, found, appeal, usualAnswer, decided, publishedBy] = await Promise.all([
    listSteps(db, version.id),
    listUsualDurations(db),
    readFindingsAndUndecided(db, version.id),
    // Appeals are conversations between people, not for programs.
    actor.kind === 'publish-token'
      ? undefined
      : readAppeal(db, version, { publisherId: node.publisher_id, forModerators }),
    findUsualAnswerSeconds(db),
    listDecidedFindings(db, version.id),
    version.published_by_user ? findUserById(db, version.published_by_user) : undefined,
  ])
  const timeline = toTimeline(version, steps, new Map(durations.map(({ step, ms }) => [step, ms])))
  const waitsFor = whatItWaitsFor(version, timeline, now())
  const reason = reasonOf(version)
  const findings = found?.findings ?? (Array.isArray(reason) ? reason : [])
  const report = {
    version: toNodeVersion(config, version, { reason: 'full', adminTags: isAdmin(actor), isEditor: true }),
    publisher_id: node.publisher_id,
    timeline,
    waits_for: waitsFor,
    ...(waitsFor === 'archive' && version.upload_expires_at
      ? { until: version.upload_expires_at.toISOString() }
      : {}),
    is_read: found !== undefined,
    findings: findings.map((one) => withDecision(toFinding(one), decided)),
    undecided: toUndecided(found?.undecided),
    ...decisionIn(reason, version),
    ...(appeal ? { appeal } : {}),
    ...(publishedBy && publishedBy.email !== '' && !publishedBy.email_verified ? { mails_wait: true } : {}),
  }
  return {
    ...report,
    page: pageOf(config, node.id, version.version),
    ...(usualAnswer === undefined ? {} : { usualAnswerSeconds: usualAnswer }),
    revision: revisionOf({ ...report, timeline: steps }),
  }
}

/** The page that shows the report. Source: `managePaths` of the site. */
const pageOf = ({ siteUrl }: Deps['config'], nodeId: string, version: string) =>
  `${siteUrl}/nodes/${encodeURIComponent(nodeId)}/manage/versions/${encodeURIComponent(version)}`

const revisionOf = (report: object) =>
  createHash('sha256').update(JSON.stringify(report)).digest('base64url').slice(0, 22)

/** The reason can be arbitrary text. Source: API contract 28.4. */
function reasonOf({ status_reason }: VersionRow): unknown {
  try {
    return JSON.parse(status_reason)
  } catch {
    return status_reason
  }
}

/** Returns a moderator's text; texts from the pipeline are not decisions. */
function decisionIn(
  reason: unknown,
  { status, updated_at }: VersionRow,
): Pick<PublishReport, 'decision'> | object {
  if (status === 'pending' || status === 'deleted') return {}
  const written = typeof reason === 'string' ? reason : messageIn(reason)
  return written.trim() && written !== passedReason
    ? { decision: { message: written, at: updated_at.toISOString() } }
    : {}
}

function messageIn(reason: unknown): string {
  return isRecord(reason) && typeof reason['message'] === 'string' ? reason['message'] : ''
}

/** Adds the decision about its code, which lets it pass or refuses it. */
export function withDecision(finding: PublishFinding, decided: readonly DecidedFinding[]): PublishFinding {
  if (!finding.blocks) return finding
  const key = keyOf(finding)
  const { decision } = decided.find(({ grounds }) => keyOf(grounds) === key) ?? {}
  if (!decision) return finding
  return { ...finding, blocks: decision.verdict !== 'approved', decision: toFindingDecision(decision) }
}

/** Drops malformed parts, because other programs wrote some of the stored findings. */
export function toFinding(stored: unknown): PublishFinding {
  const found = isRecord(stored) ? stored : {}
  const text = (name: string) => {
    const value = found[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const severity = severities.find((one) => one === found['severity']) ?? 'info'
  const line = found['line_number']
  const [file, code, why, fix] = [text('file_path'), text('code_snippet'), text('why'), text('fix')]
  const path = pathIn(found['path'])
  return {
    rule: text('rule') ?? text('issue_type') ?? 'unknown',
    severity,
    blocks: isBlocking({ severity }),
    message: text('message') ?? text('issue_type') ?? '',
    ...(file ? { file } : {}),
    ...(typeof line === 'number' && Number.isInteger(line) ? { line } : {}),
    ...(code ? { code } : {}),
    ...(why ? { why } : {}),
    ...(fix ? { fix } : {}),
    ...(path.length > 0 ? { path } : {}),
  }
}

const pathIn = (stored: unknown): FindingStep[] =>
  Array.isArray(stored) ? stored.filter((step): step is FindingStep => FindingSteps.Check(step)) : []

function toUndecided(stored: unknown): UndecidedComfyNode[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(isRecord).map((one) => ({
    ...(typeof one['comfy_node_name'] === 'string' ? { comfyNode: one['comfy_node_name'] } : {}),
    subject: String(one['subject'] ?? ''),
    file: String(one['file'] ?? ''),
    line: Number.isInteger(one['line']) ? Number(one['line']) : 0,
    reason: String(one['reason'] ?? ''),
  }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists summaries of all versions of a node, highest number first. */
export async function listPublishReports(
  { db, config, now }: ReportDeps,
  actor: Actor,
  nodeId: string,
): Promise<PublishSummary[]> {
  const { node } = await getManagedNode(db, actor, nodeId)
  const [versions, steps, appeals] = await Promise.all([
    listManagedVersions(db, node.id),
    listStepsOfPending(db, node.id),
    listAppealsOfNode(db, node.id),
  ])
  const stepsOf = Map.groupBy(steps, ({ version_id }) => version_id)
  const appealOf = new Map(appeals.map((appeal) => [appeal.version_id, appeal]))
  return versions.map((row) => {
    const appeal = appealOf.get(row.id)
    const isOpen = row.status === 'flagged' || row.status === 'banned'
    const timeline = toTimeline(row, stepsOf.get(row.id) ?? [])
    return {
      version: toNodeVersion(config, row, { adminTags: isAdmin(actor), isEditor: true }),
      waits_for: whatItWaitsFor(row, timeline, now()),
      is_read: row.is_read,
      findings: {
        info: row.severities['info'] ?? 0,
        low: row.severities['low'] ?? 0,
        medium: row.severities['medium'] ?? 0,
        high: row.severities['high'] ?? 0,
        critical: row.severities['critical'] ?? 0,
      },
      downloads: row.downloads,
      ...(appeal ? { appeal: appeal.waiting_since && isOpen ? 'waiting' : 'answered' } : {}),
    }
  })
}
