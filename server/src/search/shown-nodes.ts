import type { Node } from '@nodeyard/contract/nodes'
import type { Config } from '../config.ts'
import type { Changes } from '../db/changes.ts'
import type { Db } from '../db/database.ts'
import { listNodesWithParts } from '../nodes/sql.ts'
import { type NodeSight, toNode } from '../nodes/to-wire.ts'
import { listComfyNodeNames } from './sql.ts'

/** A node as everybody sees it on lists, with the names of the comfy-nodes that it is found by. */
export interface ShownNode {
  node: Node
  comfyNodeNames: readonly string[]
}

/**
 * The nodes that searches find. Nearly all searches find some of the same few thousand, so they are kept ready, and a
 * new question only has to find out which they are.
 */
export interface ShownNodes {
  /** In the order of the ids; those that are gone are left out. */
  list(ids: readonly string[]): Promise<ShownNode[]>
}

/** As long as a list is kept: what it says of installs may be as old as that. */
const keptMs = 60_000
const mostCharacters = 32 * 1024 * 1024

interface Source {
  db: Db
  config: Pick<Config, 'apiUrl'>
}

interface Kept extends ShownNode {
  characters: number
  until: number
}

export function shownNodes({
  db,
  config,
  changes,
  now,
}: Source & { changes: Changes; now(): Date }): ShownNodes {
  /** The one that was used longest ago first. */
  const kept = new Map<string, Kept>()
  let characters = 0
  /** Of each read that goes on, which nodes have changed since it began. */
  const readings = new Set<Set<string>>()

  const drop = (id: string) => {
    characters -= kept.get(id)?.characters ?? 0
    kept.delete(id)
  }
  const keep = (id: string, one: Kept) => {
    drop(id)
    kept.set(id, one)
    characters += one.characters
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters) break
      drop(oldest)
    }
  }
  changes.onChange((tags) => {
    const ids = tags.filter((tag) => tag.startsWith(nodeTag)).map((tag) => tag.slice(nodeTag.length))
    const isAnything = tags.includes('*')
    for (const changed of readings) for (const id of isAnything ? [anyNode] : ids) changed.add(id)
    for (const id of isAnything ? [...kept.keys()] : ids) drop(id)
  })

  return {
    async list(ids) {
      const time = now().getTime()
      const found = new Map<string, ShownNode>()
      for (const id of ids) {
        const known = kept.get(id)
        if (!known || known.until <= time) continue
        kept.delete(id)
        kept.set(id, known)
        found.set(id, known)
      }
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length > 0) {
        const changed = new Set<string>()
        readings.add(changed)
        const read = await readShownNodes({ db, config }, missing).finally(() => readings.delete(changed))
        for (const one of read) {
          const { id } = one.node
          found.set(id, one)
          // What was read while it changed may be what was before.
          if (changed.has(id) || changed.has(anyNode)) continue
          keep(id, { ...one, characters: charactersOf(one), until: time + keptMs })
        }
      }
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  }
}

const nodeTag = 'node:'
const anyNode = '*'

/** As they are now in the database, for those who are shown more than everybody too. */
export async function readShownNodes(
  { db, config }: Source,
  ids: readonly string[],
  sight: NodeSight = {},
): Promise<ShownNode[]> {
  const [nodes, names] = await Promise.all([listNodesWithParts(db, ids), listComfyNodeNames(db, ids)])
  return nodes.map((parts) => ({
    node: toNode(config, parts, sight),
    comfyNodeNames: names.get(parts.node.id) ?? [],
  }))
}

/** About as many as it holds. */
function charactersOf({ node, comfyNodeNames }: ShownNode): number {
  const names = comfyNodeNames.reduce((sum, name) => sum + name.length + 16, 0)
  return 1000 + (node.description?.length ?? 0) + (node.latest_version?.changelog?.length ?? 0) + names
}
