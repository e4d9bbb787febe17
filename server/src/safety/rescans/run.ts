import { transact } from '../../ground/db/changes.ts'
import { replaceGrounds } from '../../packs/decisions/sql.ts'
import { findVersion, type VersionRow } from '../../packs/nodes/versions/sql.ts'
import { setRulesVersion } from '../../packs/publishing/analysis/sql.ts'
import { applyChange, type Scanned } from './apply-change.ts'
import type { Deps } from './deps.ts'
import type { Look } from './look.ts'
import { lookAt } from './scan-again.ts'
import {
  advanceTo,
  changeState,
  countApplying,
  countScan,
  findRescan,
  insertChange,
  listNextVersions,
  listUnapplied,
  type RescanRow,
} from './sql.ts'
import { storeFiles } from './store-files.ts'

const batchSize = 20
/** Processes can end for other reasons, too. */
const maxScans = 3
const endedProcess = 'Its scan has ended the process.'

/**
 * Runs the next batch of a rescan, scanning or applying. Returns true if more remains. Each version commits separately,
 * so the process can stop at any point.
 */
export async function continueRescan(deps: Deps, rescanId: string, signal: AbortSignal): Promise<boolean> {
  const rescan = await findRescan(deps.db, rescanId)
  if (rescan?.state === 'looking') return scanBatch(deps, rescan, signal)
  if (rescan?.state === 'applying') return applyBatch(deps, rescan, signal)
  return false
}

async function scanBatch(deps: Deps, rescan: RescanRow, signal: AbortSignal): Promise<boolean> {
  const ids = await listNextVersions(deps.db, rescan, batchSize)
  let last = rescan
  for (const id of ids) {
    if (signal.aborted) return true
    if (!(await scanVersion(deps, last, id))) return true
    last = { ...last, last_version_id: id }
  }
  if (ids.length === batchSize) return true
  await finish(deps, rescan, 'looking', 'looked')
  return false
}

/** Returns false if another process has scanned the version. */
async function scanVersion(deps: Deps, rescan: RescanRow, versionId: string): Promise<boolean> {
  const version = await findVersion(deps.db, versionId)
  const look = version ? await lookOnce(deps, rescan, version).catch(reasonOf) : undefined
  return transact(deps, async (tx) => {
    if (!(await advanceTo(tx, rescan, versionId))) return false
    const key = { rescan_id: rescan.id, version_id: versionId }
    if (typeof look === 'string') await insertChange(tx, { ...key, outcome: 'failed', message: look })
    else if (look?.outcome) await insertChange(tx, { ...key, ...changeIn(look, look.outcome) })
    else if (version && look) {
      if (look.read) await storeFiles(tx, deps, version, look.read.contents.fingerprints)
      await replaceGrounds(tx, versionId, look.verdict.grounds)
      await setRulesVersion(tx, versionId, rescan.rules_version)
    }
    return true
  })
}

/** Scans a version, unless its scans have ended the process before. */
async function lookOnce(deps: Deps, rescan: RescanRow, version: VersionRow): Promise<Look | string> {
  const begun = await transact(deps, (tx) => countScan(tx, rescan))
  return begun > maxScans ? endedProcess : lookAt(deps, version)
}

const reasonOf = (error: unknown) => `${error instanceof Error ? error.message : error}`.slice(0, 2000)

function changeIn(look: Look, outcome: NonNullable<Look['outcome']>) {
  return {
    outcome,
    findings: JSON.stringify(look.newlyBlocking),
    comfy_nodes_added: look.comfyNodesAdded,
    comfy_nodes_removed: look.comfyNodesRemoved,
  }
}

async function applyBatch(deps: Deps, rescan: RescanRow, signal: AbortSignal): Promise<boolean> {
  const changes = await listUnapplied(deps.db, rescan.id, batchSize)
  for (const change of changes) {
    if (signal.aborted) return true
    const begun = await transact(deps, (tx) => countApplying(tx, change))
    const scanned = begun > maxScans ? endedProcess : await scanAgain(deps, change.version_id)
    await applyChange(deps, change, scanned)
  }
  if (changes.length === batchSize) return true
  await finish(deps, rescan, 'applying', 'applied')
  return false
}

async function scanAgain(deps: Deps, versionId: string): Promise<Scanned | string> {
  const version = await findVersion(deps.db, versionId)
  if (!version) return 'The version is gone.'
  return lookAt(deps, version).then(
    (look) => ({ version, look }),
    (error: unknown) => String(error),
  )
}

async function finish(
  deps: Deps,
  { id }: RescanRow,
  from: RescanRow['state'],
  to: RescanRow['state'],
): Promise<void> {
  await transact(deps, (tx) => changeState(tx, id, { from, to, finishedAt: deps.now() }))
}
