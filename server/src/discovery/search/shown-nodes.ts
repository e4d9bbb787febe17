import type { Node } from '@nodeyard/contract/nodes'
import type { Changes } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import type { Config } from '../../ground/settings.ts'
import { listNodesWithParts } from '../../packs/nodes/sql.ts'
import { type NodeSight, toNode } from '../../packs/nodes/to-wire.ts'
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
  const keptOf = new Map<string, Set<string>>()
  let characters = 0
  /** Of each read that goes on, the tags of what has changed since it began. */
  const readings = new Set<Set<string>>()

  const drop = (id: string) => {
    const one = kept.get(id)
    if (!one) return
    kept.delete(id)
    characters -= one.characters
    const ofPublisher = keptOf.get(one.node.publisher.id)
    ofPublisher?.delete(id)
    if (ofPublisher?.size === 0) keptOf.delete(one.node.publisher.id)
  }
  const keep = (id: string, one: Kept) => {
    drop(id)
    kept.set(id, one)
    characters += one.characters
    const { publisher } = one.node
    keptOf.set(publisher.id, (keptOf.get(publisher.id) ?? new Set()).add(id))
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters) break
      drop(oldest)
    }
  }
  changes.onChange((tags) => {
    for (const changed of readings) for (const tag of tags) changed.add(tag)
    if (tags.includes('*')) for (const id of [...kept.keys()]) drop(id)
    for (const id of idsIn(tags, 'node:')) drop(id)
    for (const id of idsIn(tags, 'publisher:')) for (const own of [...(keptOf.get(id) ?? [])]) drop(own)
  })

  return {
    async list(ids) {
      const time = now().getTime()
      // While changes may go by unheard, nothing that was kept is shown, and what is read may not be dropped in time.
      const isCurrent = changes.isCurrent()
      const found = new Map<string, ShownNode>()
      for (const id of ids) {
        const known = kept.get(id)
        if (!isCurrent || !known || known.until <= time) continue
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
          if (!isCurrent || isAmong(changed, one)) continue
          keep(id, { ...one, characters: charactersOf(one), until: time + keptMs })
        }
      }
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  }
}

const idsIn = (tags: readonly string[], kind: string) =>
  tags.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length))

/** Whether it is made from something of what changed: a node shows its publisher, too. */
const isAmong = (changed: ReadonlySet<string>, { node: { id, publisher } }: ShownNode) =>
  changed.has('*') || changed.has(`node:${id}`) || changed.has(`publisher:${publisher.id}`)

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
