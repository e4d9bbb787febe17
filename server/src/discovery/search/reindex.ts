import { licenseName } from '@nodeyard/analysis/manifest/license-name'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { repositoryKey } from '../../packs/nodes/repository.ts'
import { nodesOfTag } from '../../packs/nodes/tags.ts'
import { classify } from './classify.ts'
import type { Deps } from './deps.ts'
import { toDocument } from './document.ts'
import { facetsOfEntry, type Labelled, labelsOf } from './labels.ts'
import { moveByPopularity } from './popularity.ts'
import { toSockets } from './sockets.ts'
import {
  deleteEntries,
  type EntryRow,
  listNodeIds,
  lockForIndexing,
  readSockets,
  readTexts,
  replaceSockets,
  type SocketsRow,
  type TextsRow,
  writeEntries,
  writeOrders,
} from './sql.ts'
import { rebuildSearchTerms } from './terms.ts'

const nodesAtOnce = 500

/**
 * Rebuilds the search entries of these nodes from what is true in this transaction; call it in the one that
 * changes a node, its publisher's name or its latest version. Nodes that are not active lose their entry.
 */
export async function reindexNodes(tx: Tx, nodeIds: readonly string[], now: Date): Promise<void> {
  const ids = [...new Set(nodeIds)].sort()
  for (let at = 0; at < ids.length; at += nodesAtOnce) {
    await reindexSome(tx, ids.slice(at, at + nodesAtOnce), now)
  }
}

/** Rebuilds every search entry, a batch in a transaction, and the words for corrections. Gives the number of nodes. */
export async function reindexEverything(deps: Pick<Deps, 'db' | 'changes' | 'now'>): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const ids = await listNodeIds(deps.db, after, nodesAtOnce)
    const last = ids.at(-1)
    if (last === undefined) break
    await transact(deps, async (tx) => {
      await reindexSome(tx, ids, deps.now())
      markChanged(tx, 'nodes')
    })
    count += ids.length
    after = last
  }
  await moveByPopularity(deps)
  await rebuildSearchTerms(deps)
  return count
}

async function reindexSome(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const publisherIds = await lockForIndexing(tx, ids, now)
  markChanged(tx, ...publisherIds.map(nodesOfTag))
  const sockets = (await readSockets(tx, ids)).map(toSockets)
  const ofNode = Map.groupBy(sockets, ({ node_id }) => node_id)
  const entries = (await readTexts(tx, ids)).map((row) => toEntry(row, ofNode.get(row.id) ?? []))
  const active = new Set(entries.map(({ node_id }) => node_id))
  const others = ids.filter((id) => !active.has(id))
  if (others.length > 0) await deleteEntries(tx, others)
  if (entries.length > 0) await writeEntries(tx, entries, now)
  await replaceSockets(tx, ids, sockets)
  await writeOrders(tx, ids, now)
}

function toEntry(row: TextsRow, sockets: readonly SocketsRow[]): EntryRow {
  const isUnclaimed = row.publisher_id === unclaimedPublisherId
  const known = {
    tags: [...new Set(row.tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))],
    categories: classify({ ...row, comfyNodeNames: row.comfy_node_names }),
    license: licenseName(row.license) || licenseName(row.license_name),
    comfy_node_count: row.comfy_node_names.length,
  }
  const labelled: Labelled = {
    ...row,
    ...known,
    state: isUnclaimed ? 'unclaimed' : row.deprecated ? 'deprecated' : 'published',
    sockets,
  }
  const texts = {
    ...row,
    tags: [...row.tags, ...row.tags_admin],
    repositoryUrl: row.repository_url,
    comfyNodeNames: row.comfy_node_names,
    preemptedNames: row.preempted_comfy_node_names,
    ...(isUnclaimed ? {} : { publisher: { id: row.publisher_id, name: row.publisher_name } }),
  }
  return {
    node_id: row.id,
    repository: repositoryKey(row.repository_url) ?? row.repository_url.toLowerCase(),
    ...known,
    facets: facetsOfEntry(labelled),
    document: toDocument(texts, labelsOf(labelled)),
  }
}
