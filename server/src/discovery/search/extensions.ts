import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listExtensions as contract } from '@nodeyard/contract/packs'
import type { Actor } from '../../ground/permissions.ts'
import { getReadableNode } from '../../packs/nodes/versions/readable-node.ts'
import type { Deps } from './deps.ts'
import { toSearchFilter } from './filter.ts'
import { toSockets } from './sockets.ts'
import { listShownComfyNodes } from './sql.ts'

/** Bounds the work for packs with very many types. */
const maxTypes = 100

/** Lists nodes whose comfy-nodes take types that only this node gives, by what the search knows. */
export async function listExtensions(
  { db, searchIndex }: Pick<Deps, 'db' | 'searchIndex'>,
  actor: Actor,
  nodeId: string,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await getReadableNode(db, actor, nodeId)
  const index = await searchIndex.current(actor)
  const list = (inputs: string[], outputs: string[], limit: number) =>
    index
      .list(toSearchFilter({ sockets: { inputs, outputs } }), 'relevance', { limit, offset: 0 })
      .flatMap((slot) => index.at(slot) ?? [])
  const given = (await listShownComfyNodes(db, [id])).flatMap((row) => toSockets(row).outputs)
  const found = new Map<string, { node_id: string; name: string; types: string[]; popularity: number }>()
  for (const type of [...new Set(given)].slice(0, maxTypes)) {
    const givers = list([], [type], 2)
    if (type === '*' || givers.length !== 1 || givers[0]?.id !== id) continue
    for (const { id: node_id, name, popularity } of list([type], [], limits.extensions + 1)) {
      if (node_id === id) continue
      const extension = found.get(node_id) ?? { node_id, name, types: [], popularity }
      extension.types.push(type)
      found.set(node_id, extension)
    }
  }
  return {
    extensions: [...found.values()]
      .sort((a, b) => b.popularity - a.popularity)
      .slice(0, limits.extensions)
      .map(({ popularity: _, ...one }) => one),
  }
}
