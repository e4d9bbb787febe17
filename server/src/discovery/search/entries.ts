import type { Db } from '../../ground/db/database.ts'
import type { Config } from '../../ground/settings.ts'
import { listNodesWithParts, type NodeWithParts } from '../../packs/nodes/sql.ts'
import { toNode } from '../../packs/nodes/to-wire.ts'
import type { SearchDocument } from './document.ts'
import type { IndexedNode, NodeWords } from './engine/node-index.ts'
import { labelsOf } from './labels.ts'
import { type EntryRow, listEntries } from './sql.ts'

interface Entry {
  node: IndexedNode
  words: NodeWords
}

/** Reads nodes in the form that the index stores. Omits nodes without an entry. */
export async function readEntries(
  { db, config }: { db: Db; config: Pick<Config, 'apiUrl' | 'siteUrl'> },
  ids: readonly string[],
): Promise<Entry[]> {
  // Rows are read first, so that their stamps are never newer than the data.
  const rows = await listEntries(db, ids)
  const parts = await listNodesWithParts(
    db,
    rows.map(({ id }) => id),
  )
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return parts.flatMap((one) => {
    const row = rowsById.get(one.node.id)
    return row ? toEntry(config, row, one) : []
  })
}

function toEntry(
  config: Pick<Config, 'apiUrl' | 'siteUrl'>,
  { document, ...row }: EntryRow,
  parts: NodeWithParts,
): Entry {
  const { names, people, description, comfyNodes, repository, facets }: SearchDocument = JSON.parse(document)
  const { node, publisher, latest } = parts
  const card = toNode(config, parts)
  return {
    node: {
      ...row,
      downloads: node.downloads,
      stars: node.github_stars,
      createdMs: node.created_at.getTime(),
      committedMs: node.repository_changed_at?.getTime() ?? null,
      releasedMs: latest?.first_active_at?.getTime() ?? null,
      isArchived: node.is_archived === true,
      isSuperseded: node.successor_id !== null,
      toolVersions: node.supported_comfyui_version,
      changedMs: (latest?.first_active_at ?? node.created_at).getTime(),
      name: card.name,
      icon: card.icon ?? '',
      publisherId: publisher.id,
      repository,
      os: node.supported_os,
      accelerators: node.supported_accelerators,
      facets,
      comfyNodeNames: comfyNodes.map(({ name }) => name),
      card: JSON.stringify(card),
    },
    words: {
      names,
      people,
      description,
      labels: labelsOf(facets, publisher.id),
      comfyNodes: comfyNodes.map(({ words }) => words),
    },
  }
}
