import type { Tx } from '../../ground/db/database.ts'
import { type ComfyNodeShape, insertReplacement, listShapes } from './sql.ts'

/** Renames that one version can propose. */
const maxProposals = 100

/** Proposes replacements for comfy-nodes that a new version has under another name. Owners confirm them. */
export async function proposeReplacements(
  tx: Tx,
  version: { id: string; node_id: string },
  now: Date,
): Promise<void> {
  const { before, after } = await listShapes(tx, version)
  for (const { from, to } of renamedBetween(before, after).slice(0, maxProposals))
    await insertReplacement(
      tx,
      {
        old_name: from,
        new_name: to,
        node_id: version.node_id,
        origin: 'inferred',
        status: 'proposed',
        details: '{}',
        created_at: now,
      },
      { replaces: false },
    )
}

/** Matches removed comfy-nodes with new ones of the same sockets, where neither resembles any other. Pure. */
export function renamedBetween(
  before: readonly ComfyNodeShape[],
  after: readonly ComfyNodeShape[],
): { from: string; to: string }[] {
  const [old, now] = [namesOf(before), namesOf(after)]
  const gone = Map.groupBy(
    before.filter(({ name }) => !now.has(name)),
    socketsOf,
  )
  const fresh = Map.groupBy(
    after.filter(({ name }) => !old.has(name)),
    socketsOf,
  )
  return [...gone].flatMap(([sockets, [node, ...others]]) => {
    const [other, ...further] = fresh.get(sockets) ?? []
    const isUnique = node && other && others.length === 0 && further.length === 0
    return isUnique && sockets !== '' ? [{ from: node.name, to: other.name }] : []
  })
}

const namesOf = (nodes: readonly ComfyNodeShape[]) => new Set(nodes.map(({ name }) => name))

/** Returns names and types of inputs and outputs; empty for unknown ones, and for too few to be telling. */
function socketsOf({ input_types, return_types }: ComfyNodeShape): string {
  try {
    const inputs = Object.entries(JSON.parse(input_types) as Record<string, Record<string, unknown[]>>)
      .filter(([group]) => group !== 'hidden')
      .flatMap(([group, members]) =>
        Object.entries(members).map(([name, [type]]) => [group, name, Array.isArray(type) ? 'COMBO' : type]),
      )
    return inputs.length < 2 ? '' : JSON.stringify([inputs, JSON.parse(return_types)])
  } catch {
    return ''
  }
}
