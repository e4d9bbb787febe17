import { commercialUse, licenseChoices, licenseName } from '@nodeyard/analysis/manifest'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { commercialLicense, type EvidenceValue, otherLicense } from '@nodeyard/contract/packs'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { readEvidenceValues } from '../../packs/evidence/evidence-facets.ts'
import { repositoryKey } from '../../packs/nodes/repository.ts'
import { lockForIndexing } from '../../packs/nodes/sql.ts'
import { nodesOfTag } from '../../packs/nodes/tags.ts'
import { classify } from './classify.ts'
import type { Deps } from './deps.ts'
import { type SearchDocument, toWords } from './document.ts'
import { facetsOfEntry } from './labels.ts'
import { updatePopularities } from './popularity.ts'
import { entryTag } from './search-index.ts'
import { toSockets } from './sockets.ts'
import {
  type ComfyNodeRow,
  deleteEntries,
  listComfyNodes,
  listNodeIds,
  readTexts,
  type TextsRow,
  type WrittenEntry,
  writeEntries,
  writeOrders,
} from './sql.ts'

const nodesAtOnce = 500

/**
 * Rebuilds the search entries of these nodes from the state in this transaction. Call it in the transaction that changes a
 * node, its publisher's name or its latest version. Deletes entries of nodes that are not active.
 */
export async function reindexNodes(tx: Tx, nodeIds: readonly string[], now: Date): Promise<void> {
  const ids = [...new Set(nodeIds)].sort()
  for (let at = 0; at < ids.length; at += nodesAtOnce) {
    await reindexSome(tx, ids.slice(at, at + nodesAtOnce), now)
  }
}

/** Rebuilds all search entries, one batch per transaction. Returns the number of nodes. */
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
  await updatePopularities(deps)
  return count
}

async function reindexSome(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const publisherIds = await lockForIndexing(tx, ids, now)
  markChanged(tx, ...publisherIds.map(nodesOfTag), ...ids.map(entryTag))
  const comfyNodes = Map.groupBy(await listComfyNodes(tx, ids), ({ node_id }) => node_id)
  const evidence = await readEvidenceValues(tx, ids, now)
  const entries = (await readTexts(tx, ids)).map((row) =>
    toEntry(row, comfyNodes.get(row.id) ?? [], evidence.get(row.id) ?? []),
  )
  const active = new Set(entries.map(({ node_id }) => node_id))
  const others = ids.filter((id) => !active.has(id))
  if (others.length > 0) await deleteEntries(tx, others)
  if (entries.length > 0) await writeEntries(tx, entries, now)
  await writeOrders(tx, ids, now)
}

/** Returns each license that a user can choose, and whether one of them allows commercial use. */
function licenseFacets({ license, license_name: name }: TextsRow): string[] {
  const expression = licenseName(license) || licenseName(name)
  if (expression === '') return name === '' ? [] : [otherLicense]
  const choices = licenseChoices(expression)
  return commercialUse(expression) === 'allowed' ? [...choices, commercialLicense] : choices
}

function toEntry(
  row: TextsRow,
  comfyNodes: readonly ComfyNodeRow[],
  evidence: readonly EvidenceValue[],
): WrittenEntry {
  const isUnclaimed = row.publisher_id === unclaimedPublisherId
  const tags = [...new Set(row.tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))]
  const document: SearchDocument = {
    ...toWords({
      ...row,
      tags: [...row.tags, ...row.tags_admin],
      repositoryUrl: row.repository_url,
      comfyNodes: comfyNodes.map(toSockets),
      preemptedNames: row.preempted_comfy_node_names,
      ...(isUnclaimed ? {} : { publisher: { id: row.publisher_id, name: row.publisher_name } }),
    }),
    repository: repositoryKey(row.repository_url) ?? row.repository_url.toLowerCase(),
    facets: facetsOfEntry({
      ...row,
      tags,
      categories: classify({ ...row, comfyNodeNames: comfyNodes.map(({ name }) => name) }),
      licenses: licenseFacets(row),
      state: isUnclaimed ? 'unclaimed' : row.deprecated ? 'deprecated' : 'published',
      comfyNodeCount: comfyNodes.length,
      usedNames: row.used_names ?? undefined,
      detected: row.traits ?? {},
      evidence,
      sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    }),
  }
  return { node_id: row.id, tags, document: JSON.stringify(document) }
}
