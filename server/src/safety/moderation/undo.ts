import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { undoDecisions } from '../../packs/decisions/sql.ts'
import type { VersionWithArchive } from '../../packs/nodes/versions/sql.ts'
import { type DecisionDeps, decide, lockPath } from '../admin/moderate-version.ts'
import { findUndoable } from './sql.ts'

/** Restores the status and reason from before the last decision. Other changes since are kept. */
export function undoDecision(
  deps: DecisionDeps,
  admin: UserActor,
  path: { nodeId: string; version: string },
): Promise<VersionWithArchive> {
  return transact(deps, async (tx) => {
    const found = await lockPath(tx, path)
    const decision = await findUndoable(tx, found.version.id)
    if (decision?.became !== found.version.status) throw new RegistryError('nothing_to_undo')
    const { status, status_reason } = decision.before
    if (decision.decision) await undoDecisions(tx, decision.decision, deps.now())
    return decide(tx, deps, admin, found, {
      facts: status_reason === undefined ? {} : { status_reason },
      wanted: status,
      note: { undoes: decision.id },
      verdicts: undefined,
    })
  })
}
