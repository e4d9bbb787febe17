import { createHash } from 'node:crypto'
import type { ExampleWorkflow } from '@nodeyard/analysis/workflow'
import type { Tx } from '../../ground/db/database.ts'
import { replaceWorkflows } from './sql.ts'

/** Stores the workflows that an archive contains. */
export function storeWorkflows(
  tx: Tx,
  versionId: string,
  workflows: readonly ExampleWorkflow[],
): Promise<void> {
  return replaceWorkflows(
    tx,
    versionId,
    workflows.map(({ path, title, kind, layout, uses, picture = '' }) => ({
      path,
      title,
      kind,
      layout,
      uses,
      picture_path: picture,
      digest: createHash('sha256')
        .update(JSON.stringify([layout, uses]))
        .digest('hex'),
      names: [...new Set(uses.toSorted((a, b) => b.count - a.count).map(({ name }) => name))],
      node_count: uses.reduce((sum, { count }) => sum + count, 0),
    })),
  )
}
