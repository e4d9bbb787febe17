import {
  type CoreNode,
  isGroupNode,
  knownCoreNodes,
  knownReleases,
  type StoredReleases,
} from '@nodeyard/analysis/comfy-nodes'
import type { DbOrTx } from '../../ground/db/database.ts'
import { type CoreNodeRow, listCoreRows } from './sql.ts'

/** Finds which of these comfy-nodes belong to the tool itself, and in which of its releases. */
export async function findCoreNodes(db: DbOrTx, names: readonly string[]): Promise<Map<string, CoreNode>> {
  const found = new Map<string, CoreNode>()
  for (const name of names) {
    const known = isGroupNode(name) ? {} : knownCoreNodes.get(name)
    if (known) found.set(name, known)
  }
  for (const row of await listCoreRows(db, names)) found.set(row.name, toCoreNode(fromRow(row)))
  return found
}

/** Finds the comfy-node of the tool with this name, in any letter case and with or without blanks. */
export async function findCoreName(db: DbOrTx, typed: string): Promise<string | undefined> {
  const name = namesByKey().get(keyOf(typed)) ?? typed
  return (await findCoreNodes(db, [name])).has(name) ? name : undefined
}

const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')
let byKey: ReadonlyMap<string, string> | undefined
const namesByKey = () => (byKey ??= new Map([...knownCoreNodes.keys()].map((name) => [keyOf(name), name])))

/** Lists all comfy-nodes of the tool by name. */
export async function listCoreNodes(db: DbOrTx): Promise<Map<string, StoredReleases>> {
  const all = new Map([...knownCoreNodes.keys()].map((name) => [name, knownReleases(name) ?? {}]))
  for (const row of await listCoreRows(db)) all.set(row.name, fromRow(row))
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function fromRow({ since, after, until, seen }: CoreNodeRow): StoredReleases {
  return {
    ...(since === null ? {} : { since }),
    ...(after === null ? {} : { after }),
    ...(until === null ? {} : { until }),
    ...(seen === null ? {} : { seen }),
  }
}

/** Leaves out the release that only the next import needs. */
export function toCoreNode({ seen: _, ...releases }: StoredReleases): CoreNode {
  return releases
}
