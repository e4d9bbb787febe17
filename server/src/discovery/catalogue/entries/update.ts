import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { listNodesWithParts, type NodeWithParts } from '../../../packs/nodes/sql.ts'
import { toNode } from '../../../packs/nodes/to-wire.ts'
import type { Deps } from '../deps.ts'
import { catalogueTag } from '../tag.ts'
import { lineVersion, toLine, toListed } from './line.ts'
import {
  type EntryTexts,
  findEntries,
  listComfyNodeNames,
  lockEntries,
  setFormat,
  takeChangedNodes,
  touchEveryNode,
  writeEntries,
} from './sql.ts'

type EntriesDeps = Pick<Deps, 'db' | 'changes' | 'config' | 'now'>

const batchSize = 500

/** Updates the stored entries of all nodes that may have changed. */
export async function updateEntries(deps: EntriesDeps, signal?: AbortSignal): Promise<void> {
  let taken = batchSize
  while (taken === batchSize && !signal?.aborted) {
    taken = await transact(deps, (tx) => updateBatch(tx, deps))
  }
}

/** Returns the number of changes taken from the queue. */
async function updateBatch(tx: Tx, deps: EntriesDeps): Promise<number> {
  await lockEntries(tx)
  if (await setFormat(tx, `${lineVersion} ${deps.config.apiUrl}`)) await touchEveryNode(tx)
  const { nodeIds, taken } = await takeChangedNodes(tx, batchSize)
  if (taken === 0) return 0
  const before = await findEntries(tx, nodeIds)
  const after = await makeEntries(tx, deps, nodeIds)
  const changed = nodeIds
    .filter((id) => !isSame(before.get(id), after.get(id)))
    .map((id) => ({ id, ...after.get(id) }))
  if (changed.length > 0) {
    await writeEntries(tx, changed, deps.now())
    markChanged(tx, catalogueTag)
  }
  return taken
}

const isSame = (a: EntryTexts | undefined, b: EntryTexts | undefined): boolean =>
  a?.entry === b?.entry && a?.listed === b?.listed

/** The result contains only public nodes. */
async function makeEntries(
  tx: Tx,
  { config }: EntriesDeps,
  ids: readonly string[],
): Promise<Map<string, EntryTexts>> {
  const active: NodeWithParts[] = []
  for (const parts of await listNodesWithParts(tx, ids)) {
    if (parts.node.status !== 'active') continue
    active.push(...(parts.latest?.is_long ? await listNodesWithParts(tx, [parts.node.id]) : [parts]))
  }
  const names = await listComfyNodeNames(
    tx,
    active.map(({ node }) => node.id),
  )
  return new Map(
    active.map((parts) => {
      const node = toNode(config, parts)
      return [node.id, { entry: toLine(node, names.get(node.id) ?? []), listed: toListed(node) }]
    }),
  )
}
