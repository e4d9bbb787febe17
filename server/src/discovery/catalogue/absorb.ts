import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { listNodesWithParts } from '../../packs/nodes/sql.ts'
import { toNode } from '../../packs/nodes/to-wire.ts'
import type { Deps } from './deps.ts'
import { lineVersion, toLine, toListed } from './line.ts'
import {
  type EntryTexts,
  findEntries,
  listComfyNodeNames,
  lockEntries,
  noteEveryNode,
  setMakings,
  takeChanges,
  writeEntries,
} from './sql.ts'
import { catalogueTag } from './tag.ts'

type AbsorbDeps = Pick<Deps, 'db' | 'changes' | 'config' | 'now'>

const atOnce = 500

/** Brings the kept entries of all nodes up to date that have changed, or may have. */
export async function absorbChanges(deps: AbsorbDeps, signal?: AbortSignal): Promise<void> {
  let taken = atOnce
  while (taken === atOnce && !signal?.aborted) {
    taken = await transact(deps, (tx) => absorbSome(tx, deps))
  }
}

/** Gives how many changes were looked at. */
async function absorbSome(tx: Tx, deps: AbsorbDeps): Promise<number> {
  await lockEntries(tx)
  if (await setMakings(tx, `${lineVersion} ${deps.config.apiUrl}`)) await noteEveryNode(tx)
  const { nodeIds, taken } = await takeChanges(tx, atOnce)
  if (taken === 0) return 0
  const known = await findEntries(tx, nodeIds)
  const fresh = await makeEntries(tx, deps, nodeIds)
  const changed = nodeIds.flatMap((id) => {
    const [before, after] = [known.get(id), fresh.get(id)]
    const isSame = before?.entry === after?.entry && before?.listed === after?.listed
    if (isSame) return []
    const members = before && after && changedMembers(before.entry, after.entry)
    return [{ id, ...after, ...(members ? { members } : {}) }]
  })
  if (changed.length > 0) {
    await writeEntries(tx, changed, deps.now())
    markChanged(tx, catalogueTag)
  }
  return taken
}

/** Names of what stands in only one of two lines, or differs. Both are canonical: the same values are the same text. */
function changedMembers(before: string, after: string): string[] {
  const [old, fresh] = [before, after].map((line) => JSON.parse(line) as Record<string, unknown>)
  const names = Object.keys({ ...old, ...fresh })
  return names.filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(fresh?.[name]))
}

/** Of those nodes that everybody may see. */
async function makeEntries(
  tx: Tx,
  { config }: AbsorbDeps,
  ids: readonly string[],
): Promise<Map<string, EntryTexts>> {
  const listed = (await listNodesWithParts(tx, ids)).filter(({ node }) => node.status === 'active')
  const names = await listComfyNodeNames(
    tx,
    listed.map(({ node }) => node.id),
  )
  return new Map(
    listed.map((parts) => {
      const node = toNode(config, parts)
      const entry = toLine(node, names.get(node.id) ?? [])
      return [node.id, { entry, listed: toListed(node) }]
    }),
  )
}
