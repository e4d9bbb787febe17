import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import type { listSimilarComfyNodes as contract } from '@nodeyard/contract/packs'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { toSearchFilter } from './filter.ts'
import { toSockets } from './sockets.ts'
import { listShownComfyNodes } from './sql.ts'

const maxNodes = 20
const most = 8
const mostOfNode = 2

/** Lists what can stand in for a comfy-node: the same types go in and come out. */
export async function listSimilarComfyNodes(
  { db, searchIndex }: Pick<Deps, 'db' | 'searchIndex'>,
  actor: Actor,
  { input_type = [], output_type = [], node_id: left }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const sockets = { inputs: upper(input_type), outputs: upper(output_type) }
  if (sockets.inputs.length + sockets.outputs.length === 0) return { comfy_nodes: [] }
  const index = await searchIndex.current(actor)
  const found = index
    .list(toSearchFilter({ sockets }), 'relevance', { limit: maxNodes, offset: 0 })
    .flatMap((slot) => index.at(slot)?.id ?? [])
  const rows = await listShownComfyNodes(
    db,
    found.filter((id) => id.toLowerCase() !== left?.toLowerCase()),
  )
  const similar = rows
    .map((row) => ({ ...row, ...toSockets(row) }))
    .filter(({ inputs, outputs }) => hasAll(inputs, sockets.inputs) && hasAll(outputs, sockets.outputs))
  const perNode = [...Map.groupBy(similar, ({ node_id }) => node_id).values()]
  return {
    comfy_nodes: perNode
      .flatMap((of) => of.slice(0, mostOfNode))
      .slice(0, most)
      .map(({ name, display_name, description, inputs, outputs, node_id, node_name }) => ({
        comfy_node_name: name,
        display_name: display_name || name,
        description,
        inputs: [...inputs],
        outputs: [...outputs],
        node_id,
        node_name: node_name.trim() || node_id,
      })),
  }
}

const upper = (types: readonly string[]) => [...new Set(types.map((type) => type.toUpperCase()))]
const hasAll = (all: readonly string[], wanted: readonly string[]) => wanted.every((one) => all.includes(one))
