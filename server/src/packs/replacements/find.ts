import { knownReplacements, readReplacement } from '@nodeyard/analysis/comfy-nodes'
import type { ComfyNodeReplacement, ReplacementOrigin } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { findCoreNodes, listCoreNodes } from '../core-nodes/find.ts'
import { findNodesAtRepositories } from '../nodes/sql.ts'
import { listRegistered, listStored } from './sql.ts'

/** Finds the replacements of these comfy-nodes by name, the surest first. */
export async function findReplacements(
  db: DbOrTx,
  names: readonly string[],
): Promise<Map<string, ComfyNodeReplacement[]>> {
  if (names.length === 0) return new Map()
  const found = [
    ...(await stored(db, names)),
    ...(await registered(db, names)),
    ...(await known(db, names)),
    ...(await spelled(db, names)),
  ]
  const byName = Map.groupBy(found, ({ old_node_id }) => old_node_id)
  return new Map([...byName].map(([name, replacements]) => [name, inOrder(replacements)]))
}

const order: readonly ReplacementOrigin[] = ['moderator', 'tool', 'pack', 'inferred', 'known', 'spelling']

/** Sorts confirmed ones first, and keeps the surest of several with the same successor. */
function inOrder(replacements: readonly ComfyNodeReplacement[]): ComfyNodeReplacement[] {
  const sorted = replacements.toSorted(
    (a, b) =>
      Number(b.is_confirmed) - Number(a.is_confirmed) || order.indexOf(a.origin) - order.indexOf(b.origin),
  )
  return [...new Map(sorted.toReversed().map((one) => [one.new_node_id, one])).values()].toReversed()
}

async function stored(db: DbOrTx, names: readonly string[]): Promise<ComfyNodeReplacement[]> {
  return (await listStored(db, names)).flatMap(({ old_name, new_name, node_id, origin, status, details }) =>
    toReplacement(
      { ...details, old_node_id: old_name, new_node_id: new_name },
      { origin, provider: node_id, isConfirmed: status === 'confirmed' },
    ),
  )
}

async function registered(db: DbOrTx, names: readonly string[]): Promise<ComfyNodeReplacement[]> {
  const rows = await listRegistered(db, names)
  const core = await findCoreNodes(db, [
    ...rows.map((row) => row.new_name),
    ...rows.map((row) => row.old_name),
  ])
  return rows.flatMap(({ old_name, new_name, node_id, has_new, details }) => {
    const successor = core.get(new_name)
    const isOfTool = successor !== undefined && successor.until === undefined
    const old = core.get(old_name)
    // The tool's own comfy-nodes are not a pack's to replace, and successors must exist.
    if ((old && !old.until) || !(has_new || isOfTool)) return []
    return toReplacement(
      { ...details, old_node_id: old_name, new_node_id: new_name },
      { origin: 'pack', provider: has_new ? node_id : null, isConfirmed: true },
    )
  })
}

async function known(db: DbOrTx, names: readonly string[]): Promise<ComfyNodeReplacement[]> {
  const wanted = new Set(names)
  const rules = knownReplacements.filter(({ old_node_id }) => wanted.has(old_node_id))
  const nodes = await findNodesAtRepositories(
    db,
    rules.flatMap(({ repository }) => repository ?? []),
  )
  const nodeAt = new Map(nodes.toReversed().map(({ id, repositoryKey }) => [repositoryKey, id]))
  return rules.flatMap(({ repository, ...rule }) => {
    const provider = repository === undefined ? null : nodeAt.get(repository)
    return provider === undefined ? [] : toReplacement(rule, { origin: 'known', provider, isConfirmed: true })
  })
}

/** People and old programs write the tool's names in other letters. */
async function spelled(db: DbOrTx, names: readonly string[]): Promise<ComfyNodeReplacement[]> {
  const core = await listCoreNodes(db)
  const unknown = names.filter((name) => !core.has(name))
  if (unknown.length === 0) return []
  const spellings = new Map([...core.keys()].map((name) => [name.toLowerCase(), name]))
  return unknown.flatMap((name) => {
    const right = spellings.get(name.trim().toLowerCase())
    return right === undefined
      ? []
      : toReplacement(
          { old_node_id: name, new_node_id: right },
          { origin: 'spelling', provider: null, isConfirmed: true },
        )
  })
}

function toReplacement(
  value: Record<string, unknown>,
  {
    origin,
    provider,
    isConfirmed,
  }: { origin: ReplacementOrigin; provider: string | null; isConfirmed: boolean },
): ComfyNodeReplacement[] {
  const replacement = readReplacement(value)
  if (!replacement) return []
  return [
    {
      ...replacement,
      ...(provider === null ? {} : { provider_id: provider }),
      origin,
      is_confirmed: isConfirmed,
    },
  ]
}
