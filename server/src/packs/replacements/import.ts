import type { Replacement } from '@nodeyard/analysis/comfy-nodes'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { deleteToolReplacements, insertReplacement } from './sql.ts'
import { replacementsTag } from './tag.ts'

/** Replaces the list of replacements that the tool itself registers. */
export function importToolReplacements(
  deps: Pick<GroundDeps, 'db' | 'changes' | 'now'>,
  replacements: readonly Replacement[],
): Promise<void> {
  return transact(deps, async (tx) => {
    const now = deps.now()
    await deleteToolReplacements(tx)
    for (const { old_node_id, new_node_id, ...details } of replacements)
      await insertReplacement(
        tx,
        {
          old_name: old_node_id,
          new_name: new_node_id,
          node_id: null,
          origin: 'tool',
          status: 'confirmed',
          details: JSON.stringify(details),
          created_at: now,
          decided_at: now,
        },
        // A moderator's decision about the same pair stays.
        { replaces: false },
      )
    markChanged(tx, replacementsTag)
  })
}
