import { isBlocking } from '@nodeyard/analysis/ground'
import { rulesVersion } from '@nodeyard/analysis/scan'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { endWaiting } from '../../packs/appeals/sql.ts'
import { releaseVersion } from '../../packs/nodes/release.ts'
import { lockNode, type NodeRow } from '../../packs/nodes/sql.ts'
import type { HoldingFinding } from '../../packs/nodes/versions/held-for.ts'
import { refreshLatestVersion } from '../../packs/nodes/versions/latest.ts'
import { changeVersion, lockVersion, type VersionRow } from '../../packs/nodes/versions/sql.ts'
import { nextVersionStatus } from '../../packs/nodes/versions/states.ts'
import { passedReason } from '../../packs/nodes/versions/statuses.ts'
import { replaceFindings, setRulesVersion } from '../../packs/publishing/analysis/sql.ts'
import { heldBy } from '../../packs/publishing/flag.ts'
import { storeInspection } from '../../packs/publishing/store-inspection.ts'
import { storeVerdict } from '../../packs/publishing/verdict.ts'
import type { ChangeDeps } from './change-deps.ts'
import type { Look } from './look.ts'
import { type ChangeRow, settleChange } from './sql.ts'
import { storeFiles } from './store-files.ts'

/** A version with the result of scanning it again. */
export interface Scanned {
  version: VersionRow
  look: Look
}

/**
 * Applies one reported change in a transaction. Only findings that were reported and still exist in the new scan change
 * the version's status. `scanned` is the reason if the scan failed.
 */
export async function applyChange(
  deps: ChangeDeps,
  change: ChangeRow,
  scanned: Scanned | string,
): Promise<void> {
  if (typeof scanned === 'string') return skip(deps, change, scanned)
  const { version, look } = scanned
  await transact(deps, async (tx) => {
    const node = await lockNode(tx, version.node_id)
    const current = await lockVersion(tx, version)
    if (!node || !current) return settleChange(tx, change, { message: 'The version is gone.' })
    if (current.status !== version.status || !isDecidable(current)) {
      return settleChange(tx, change, { message: `The version is ${current.status} now.` })
    }
    await store(tx, deps, current, look)
    await decide(tx, deps, { change, node, version: current, look })
    await settleChange(tx, change, { applied_at: deps.now() })
    markChanged(tx, `node:${node.id}`, 'nodes')
  })
}

function skip(deps: ChangeDeps, change: ChangeRow, reason: string): Promise<void> {
  return transact(deps, (tx) => settleChange(tx, change, { message: reason.slice(0, 2000) }))
}

async function store(
  tx: Tx,
  deps: ChangeDeps,
  version: VersionRow,
  { read, findings, verdict }: Look,
): Promise<void> {
  if (read) {
    const { contents, pack } = read
    await storeInspection(tx, version, pack, { contents, findings, now: deps.now() })
    await storeFiles(tx, deps, version, contents.fingerprints)
  } else {
    await replaceFindings(tx, version.id, findings)
    await setRulesVersion(tx, version.id, rulesVersion)
  }
  await storeVerdict(tx, version.id, verdict, deps.now())
}

const isDecidable = ({ status }: VersionRow) => status === 'active' || status === 'flagged'

interface Decision {
  change: ChangeRow
  node: NodeRow
  version: VersionRow
  look: Look
}

async function decide(tx: Tx, deps: ChangeDeps, { change, node, version, look }: Decision): Promise<void> {
  const { now } = deps
  if (look.outcome !== change.outcome || look.outcome === 'facts') return
  const isFlag = look.outcome === 'flag'
  const status = nextVersionStatus(version.status, isFlag ? 'doubt' : 'clear')
  await changeVersion(tx, version.id, {
    status,
    status_reason: isFlag ? JSON.stringify(marked(look)) : passedReason,
    ...(isFlag || version.first_active_at ? {} : { first_active_at: now() }),
    updated_at: now(),
  })
  await endWaiting(tx, version.id)
  if (!isFlag) await releaseVersion(tx, deps, version)
  await refreshLatestVersion(tx, node.id, now())
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'rescan' },
    action: isFlag ? 'version.flag' : 'version.activate',
    subject: { kind: 'version', id: version.id },
    publisherId: node.publisher_id,
    before: { status: version.status },
    after: {
      node: node.id,
      version: version.version,
      rescan: change.rescan_id,
      ...(isFlag ? heldBy(look.newlyBlocking) : { findings: 0 }),
    },
    at: now(),
  })
}

/** Marks the blocking findings that were decided before. */
const marked = ({ findings, newlyBlocking }: Look): HoldingFinding[] =>
  findings.map((one) => (isBlocking(one) && !newlyBlocking.includes(one) ? { ...one, decided: true } : one))
