import type { Suggestions } from '@nodeyard/contract/search'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { type Entries, entriesOf } from './entries.ts'
import { matchingNames } from './matching-names.ts'
import { parseText, toComfyNodeCondition, toNameCondition } from './query.ts'
import { findSuggestions, listComfyNodeNames, listNames, listPublishersByBeginning } from './sql.ts'
import { compact } from './tokens.ts'

const most = 5
/** Nodes whose comfy-nodes are looked through for names. */
const mostLookedThrough = 25

/** Names that go on from what was typed, from the index of nodes and from that of query suggestions. */
export async function suggest(
  deps: Pick<Deps, 'db' | 'entriesAtHand' | 'log'>,
  actor: Actor,
  typed: string,
): Promise<Suggestions> {
  const text = parseText(typed)
  if (!text) return { queries: [], nodes: [], comfy_nodes: [], publishers: [] }
  const { db } = deps
  const entries = await entriesOf(deps, actor)
  const [queries, nodes, comfyNodes, publishers] = await Promise.all([
    findSuggestions(db, toNameCondition(text), most + 1),
    suggestNodes(db, entries, text),
    suggestComfyNodes(db, entries, text),
    listPublishersByBeginning(db, typed.trim().replace(/^@/, ''), most),
  ])
  return {
    queries: queries.filter(({ query }) => compact(query) !== text.key).slice(0, most),
    nodes,
    comfy_nodes: comfyNodes,
    publishers,
  }
}

type Text = NonNullable<ReturnType<typeof parseText>>

async function suggestNodes(db: Deps['db'], entries: Entries, text: Text): Promise<Suggestions['nodes']> {
  const ids = await entries.listByPopularity(
    { nameCondition: toNameCondition(text) },
    {},
    { limit: most, offset: 0 },
  )
  const rows = await listNames(db, ids)
  return rows.map(({ id, name, icon_url, publisher_id }) => ({
    id,
    name: name.trim() || id,
    ...unlessEmpty('icon', icon_url),
    publisher_id: publisher_id === unclaimedPublisherId ? '' : publisher_id,
  }))
}

async function suggestComfyNodes(
  db: Deps['db'],
  entries: Entries,
  text: Text,
): Promise<Suggestions['comfy_nodes']> {
  const part = { limit: mostLookedThrough, offset: 0 }
  const ids = await entries.listByPopularity({ condition: toComfyNodeCondition(text) }, {}, part)
  const names = await listComfyNodeNames(db, ids)
  const found = new Map<string, string>()
  for (const id of ids) {
    for (const name of matchingNames(text, names.get(id) ?? [])) if (!found.has(name)) found.set(name, id)
  }
  return matchingNames(text, [...found.keys()])
    .slice(0, most)
    .map((name) => ({ comfy_node_name: name, node_id: found.get(name) ?? '' }))
}
