import { transact } from '../../ground/db/changes.ts'
import { findVersion } from '../../packs/publishing/sql.ts'
import { applyChange } from './apply-change.ts'
import type { Deps } from './deps.ts'
import { type Look, lookAt } from './look.ts'
import {
  advanceTo,
  changeState,
  findRescan,
  insertChange,
  listNextVersions,
  listUnapplied,
  type RescanRow,
  setRulesVersion,
} from './sql.ts'
import { storeFiles } from './store-files.ts'

const versionsAtOnce = 20

/**
 * Does the next piece of a rescan, whichever of its two halves it is in. True while there is more to do. Each version
 * is on record when it is done, so that a process may die anywhere.
 */
export async function continueRescan(deps: Deps, rescanId: string, signal: AbortSignal): Promise<boolean> {
  const rescan = await findRescan(deps.db, rescanId)
  if (rescan?.state === 'looking') return lookOn(deps, rescan, signal)
  if (rescan?.state === 'applying') return applyOn(deps, rescan, signal)
  return false
}

async function lookOn(deps: Deps, rescan: RescanRow, signal: AbortSignal): Promise<boolean> {
  const ids = await listNextVersions(deps.db, rescan, versionsAtOnce)
  let last = rescan
  for (const id of ids) {
    if (signal.aborted) return true
    if (!(await lookAtOne(deps, last, id))) return true
    last = { ...last, last_version_id: id }
  }
  if (ids.length === versionsAtOnce) return true
  await finish(deps, rescan, 'looking', 'looked')
  return false
}

/** False when somebody else was faster. */
async function lookAtOne(deps: Deps, rescan: RescanRow, versionId: string): Promise<boolean> {
  const version = await findVersion(deps.db, versionId)
  const look = version ? await lookAt(deps, version).catch(reasonOf) : undefined
  return transact(deps, async (tx) => {
    if (!(await advanceTo(tx, rescan, versionId))) return false
    const key = { rescan_id: rescan.id, version_id: versionId }
    if (typeof look === 'string') await insertChange(tx, { ...key, outcome: 'failed', message: look })
    else if (look?.outcome) await insertChange(tx, { ...key, ...changeIn(look, look.outcome) })
    else if (version && look) {
      if (look.read) await storeFiles(tx, deps, version, look.read.contents.fingerprints)
      await setRulesVersion(tx, versionId, rescan.rules_version)
    }
    return true
  })
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

async function applyOn(deps: Deps, rescan: RescanRow, signal: AbortSignal): Promise<boolean> {
  const changes = await listUnapplied(deps.db, rescan.id, versionsAtOnce)
  for (const change of changes) {
    if (signal.aborted) return true
    await applyChange(deps, change)
  }
  if (changes.length === versionsAtOnce) return true
  await finish(deps, rescan, 'applying', 'applied')
  return false
}

async function finish(
  deps: Deps,
  { id }: RescanRow,
  from: RescanRow['state'],
  to: RescanRow['state'],
): Promise<void> {
  await transact(deps, (tx) => changeState(tx, id, { from, to, finishedAt: deps.now() }))
}
