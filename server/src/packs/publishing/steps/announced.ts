import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { VersionRow } from '../../nodes/versions/sql.ts'
import { stepsTag } from '../../nodes/versions/tags.ts'
import type { Deps } from '../deps.ts'

/** Runs a transaction and notifies everyone who watches the steps of the version. */
export function announced<Result>(
  deps: Deps,
  version: VersionRow,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return transact(deps, async (tx) => {
    const result = await work(tx)
    markChanged(tx, stepsTag(version.node_id))
    return result
  })
}
