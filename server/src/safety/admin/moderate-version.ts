import type { BodyOf } from '@nodeyard/contract/ground'
import type { moderateVersion as contract } from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { VersionStatus } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { endWaiting } from '../../packs/appeals/sql.ts'
import { recordVerdicts, type Verdict } from '../../packs/decisions/record.ts'
import { listWaiting } from '../../packs/decisions/sql.ts'
import { releaseVersion } from '../../packs/nodes/release.ts'
import { lockNode, type NodeRow, setLatestVersion } from '../../packs/nodes/sql.ts'
import { refreshLatestVersion } from '../../packs/nodes/versions/latest.ts'
import {
  changeVersion,
  lockVersionOfNumber,
  type VersionChange,
  type VersionRow,
  type VersionWithArchive,
} from '../../packs/nodes/versions/sql.ts'
import { moderationTo, nextVersionStatus } from '../../packs/nodes/versions/states.ts'
import { versionStatusFromWire } from '../../packs/nodes/versions/to-wire.ts'
import { settleVersions } from '../../packs/publishing/settle.ts'
import { deleteScan, finishListing } from '../../packs/publishing/steps/sql.ts'
import { endHoldByDecision } from '../reports/hold.ts'
import type { Deps } from './deps.ts'

export type DecisionDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'jobs' | 'processAgain'>

/** Applies an admin's decision about a version. Fields that are not given stay, including the reason. Source: API contract 18.4. */
export function moderateVersion(
  deps: DecisionDeps,
  admin: UserActor,
  path: { nodeId: string; version: string },
  sent: BodyOf<typeof contract>,
): Promise<VersionWithArchive> {
  return transact(deps, async (tx) => {
    const found = await lockPath(tx, path)
    const expected = sent.expected_status && versionStatusFromWire(sent.expected_status)
    if (expected && expected !== found.version.status) throw new RegistryError('version_changed')
    return decide(tx, deps, admin, found, {
      facts: factsIn(sent),
      wanted: sent.status && versionStatusFromWire(sent.status),
      note: sent.batch_id ? { batch: sent.batch_id } : {},
      verdicts: sent.verdicts ?? [],
    })
  })
}

interface LockedVersion {
  node: NodeRow
  version: VersionRow
}

/** Locks a node and one of its versions, of any status. */
export async function lockPath(tx: Tx, path: { nodeId: string; version: string }): Promise<LockedVersion> {
  const node = await lockNode(tx, path.nodeId)
  if (!node) throw new RegistryError('node_not_found')
  const version = await lockVersionOfNumber(tx, node.id, path.version)
  if (!version) throw new RegistryError('version_not_found')
  return { node, version }
}

interface Decision {
  facts: Pick<VersionChange, (typeof facts)[number]>
  wanted: VersionStatus | undefined
  /** Additional fields of the audit event. */
  note: Readonly<Record<string, unknown>>
  /** Verdicts about single findings. Undefined: nothing is remembered, because a decision is undone. */
  verdicts: readonly Verdict[] | undefined
}

/** Changes a locked version and everything that depends on its status. */
export async function decide(
  tx: Tx,
  deps: DecisionDeps,
  admin: UserActor,
  { node, version }: LockedVersion,
  { facts, wanted, note, verdicts }: Decision,
): Promise<VersionWithArchive> {
  const change = { ...facts, ...(wanted ? statusChange(deps, node, version, wanted) : {}) }
  const changed = await changeVersion(tx, version.id, { ...change, updated_at: deps.now() })
  await follow(tx, deps, node, version, changed)
  if (wanted) {
    await endWaiting(tx, version.id)
    await endHoldByDecision(tx, deps, version.id, wanted)
  }
  const decided = verdicts && (await remember(tx, deps, admin, { version, facts, wanted, verdicts }))
  const names = changeable.filter((name) => name in change)
  await recordEvent(tx, {
    actor: admin,
    action: actionFor(version.status, wanted),
    subject: { kind: 'version', id: version.id },
    publisherId: node.publisher_id,
    before: Object.fromEntries(names.map((name) => [name, version[name]])),
    after: { ...change, node: node.id, version: version.version, ...note, ...decided },
    at: deps.now(),
  })
  markChanged(tx, `node:${node.id}`, 'nodes')
  return changed
}

interface Remembered {
  version: VersionRow
  facts: Decision['facts']
  wanted: VersionStatus | undefined
  verdicts: readonly Verdict[]
}

/** Remembers the decision for the reviewed code, and decides waiting versions with the same code. */
async function remember(
  tx: Tx,
  { now, newId, jobs }: Pick<Deps, 'now' | 'newId' | 'jobs'>,
  admin: UserActor,
  { version, facts, wanted, verdicts }: Remembered,
): Promise<{ decision: string } | undefined> {
  if (wanted !== 'active' && wanted !== 'banned') return undefined
  const recorded = await recordVerdicts(tx, {
    version,
    verdict: wanted === 'active' ? 'approved' : 'rejected',
    named: verdicts,
    reason: facts.status_reason ?? '',
    userId: admin.id,
    now: now(),
    newId,
  })
  if (!recorded) return undefined
  const waiting = await listWaiting(tx, recorded.digests, recorded.isEverywhere ? undefined : version.node_id)
  const others = waiting.filter(({ id }) => id !== version.id).map(({ id }) => id)
  for (let from = 0; from < others.length; from += settledAtOnce)
    await jobs.send(tx, settleVersions, { versionIds: others.slice(from, from + settledAtOnce) })
  return { decision: recorded.madeWith }
}

const settledAtOnce = 20

const facts = [
  'status_reason',
  'supported_comfyui_version',
  'supported_comfyui_frontend_version',
  'supported_os',
  'supported_accelerators',
] as const
const changeable = [...facts, 'status', 'first_active_at'] as const

/** Picks the changeable columns, because bodies can contain other members. */
function factsIn(sent: BodyOf<typeof contract>): Pick<VersionChange, (typeof facts)[number]> {
  const given = facts.filter((name) => sent[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, sent[name]]))
}

function actionFor(from: VersionStatus, wanted: VersionStatus | undefined): string {
  return wanted && wanted !== from ? `version.${moderationTo(from, wanted)}` : 'version.correct'
}

function statusChange(
  { now }: Pick<Deps, 'now'>,
  node: NodeRow,
  version: VersionRow,
  wanted: VersionStatus,
): Pick<VersionChange, 'status' | 'first_active_at'> {
  if (wanted === version.status) return {}
  const status = nextVersionStatus(version.status, moderationTo(version.status, wanted))
  if (node.status === 'deleted')
    throw new RegistryError('transition_refused', { message: 'The node is deleted.' })
  const isVisible = status === 'active' || status === 'flagged' || status === 'banned'
  if (isVisible && version.archive_digest === null) throw new RegistryError('version_has_no_archive')
  return { status, ...(status === 'active' && !version.first_active_at ? { first_active_at: now() } : {}) }
}

async function follow(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'processAgain'>,
  node: NodeRow,
  before: VersionRow,
  after: VersionRow,
): Promise<void> {
  if (after.status === 'active') {
    await finishListing(tx, after.id, deps.now())
    await releaseVersion(tx, deps, after)
  }
  if (after.status === 'pending' && before.status !== 'pending' && after.archive_digest !== null) {
    await deleteScan(tx, after.id)
    await deps.processAgain(tx, after.id)
  }
  await refreshLatestVersion(tx, node.id, deps.now())
  // A node's compatibility is that of its latest version.
  if (node.latest_version_id === after.id && after.status === 'active' && !after.yanked_at) {
    await setLatestVersion(tx, node.id, after, deps.now())
  }
}
