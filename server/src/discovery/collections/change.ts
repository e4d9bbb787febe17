import type * as contract from '@nodeyard/contract/discovery'
import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { isVisible, mayEdit } from './read.ts'
import * as stored from './sql.ts'
import { collectionsTag, collectionTag } from './tags.ts'

type Parts = Pick<Deps, 'db' | 'changes' | 'now' | 'newId'>

/** Creates a collection and returns its id. */
export async function createCollection(
  deps: Parts,
  actor: UserActor,
  { title, description = '', is_public = false, node_ids = [] }: BodyOf<typeof contract.createCollection>,
): Promise<string> {
  assertMayWrite(actor)
  return transact(deps, async (tx) => {
    if ((await stored.countCollectionsOf(tx, actor.id)) >= limits.collectionsPerUser)
      throw new RegistryError('too_many_collections')
    const id = deps.newId().replaceAll('-', '').slice(-12)
    await stored.insertCollection(tx, {
      id,
      owner_id: actor.id,
      title: title.trim(),
      description: description.trim(),
      is_public,
      created_at: deps.now(),
    })
    const entries = await toEntries(
      tx,
      node_ids.map((node_id) => ({ node_id, note: '' })),
    )
    await stored.replaceEntries(tx, id, entries)
    await note(deps, tx, actor, { id, action: 'create', after: { title, is_public } })
    return id
  })
}

/** Replaces the texts and nodes of a collection. */
export async function updateCollection(
  deps: Parts,
  actor: UserActor,
  id: string,
  { nodes, ...texts }: BodyOf<typeof contract.updateCollection>,
): Promise<void> {
  await transact(deps, async (tx) => {
    const before = await lockForChange(tx, actor, id)
    const after = {
      title: texts.title.trim(),
      description: texts.description.trim(),
      is_public: texts.is_public || before.is_curated,
    }
    await stored.replaceEntries(tx, id, await toEntries(tx, nodes))
    await stored.updateCollection(tx, id, { ...after, updated_at: deps.now() })
    await note(deps, tx, actor, { id, action: 'update', before: textsOf(before), after })
  })
}

/** Adds a node, or changes its note. */
export async function addToCollection(
  deps: Parts,
  actor: UserActor,
  {
    collectionId: id,
    nodeId: requested,
    note: text,
  }: { collectionId: string; nodeId: string; note?: string },
): Promise<void> {
  await transact(deps, async (tx) => {
    await lockForChange(tx, actor, id)
    const [entry] = await toEntries(tx, [{ node_id: requested, note: text ?? '' }])
    if (!entry) throw new RegistryError('node_not_found')
    const { nodeId } = entry
    if ((await stored.countOthers(tx, id, nodeId)) >= limits.nodesPerCollection)
      throw new RegistryError('collection_full')
    await stored.putEntry(tx, id, { nodeId, ...(text === undefined ? {} : { note: entry.note }) })
    await stored.updateCollection(tx, id, { updated_at: deps.now() })
    await note(deps, tx, actor, { id, action: 'add', after: { node: nodeId } })
  })
}

export async function removeFromCollection(
  deps: Parts,
  actor: UserActor,
  { collectionId: id, nodeId }: { collectionId: string; nodeId: string },
): Promise<void> {
  await transact(deps, async (tx) => {
    await lockForChange(tx, actor, id)
    if (!(await stored.deleteEntry(tx, id, nodeId))) return
    await stored.updateCollection(tx, id, { updated_at: deps.now() })
    await note(deps, tx, actor, { id, action: 'remove', before: { node: nodeId } })
  })
}

export async function deleteCollection(deps: Parts, actor: UserActor, id: string): Promise<void> {
  await transact(deps, async (tx) => {
    const before = await lockForChange(tx, actor, id)
    await stored.deleteCollection(tx, id)
    await note(deps, tx, actor, { id, action: 'delete', before: textsOf(before) })
  })
}

/** Lists a collection for everyone, which makes it public, or ends that. */
export async function curateCollection(
  deps: Parts,
  actor: UserActor,
  id: string,
  isCurated: boolean,
): Promise<void> {
  await transact(deps, async (tx) => {
    await stored.lockCollection(tx, id)
    const before = await stored.findCollection(tx, id)
    if (!before) throw new RegistryError('collection_not_found')
    await stored.updateCollection(tx, id, {
      is_curated: isCurated,
      is_public: isCurated || before.is_public,
      updated_at: deps.now(),
    })
    await note(deps, tx, actor, { id, action: isCurated ? 'curate' : 'uncurate' })
  })
}

/** Locks a collection that the actor can change. One that the actor cannot see does not exist for the actor. */
async function lockForChange(tx: Tx, actor: UserActor, id: string): Promise<stored.CollectionRow> {
  assertMayWrite(actor)
  await stored.lockCollection(tx, id)
  const row = await stored.findCollection(tx, id)
  if (!row || !isVisible(actor, row)) throw new RegistryError('collection_not_found')
  if (!mayEdit(actor, row)) throw new RegistryError('not_collection_owner')
  return row
}

async function toEntries(
  tx: Tx,
  nodes: readonly { node_id: string; note: string }[],
): Promise<stored.Entry[]> {
  const listed = await stored.findListedNodes(
    tx,
    nodes.map(({ node_id }) => node_id),
  )
  const entries = nodes.map(({ node_id, note: text }) => {
    const nodeId = listed.get(nodeKey(node_id))
    if (nodeId === undefined) throw new RegistryError('node_not_found')
    return { nodeId, note: text.trim() }
  })
  const first = new Map(entries.toReversed().map((entry) => [entry.nodeId, entry]))
  return entries.filter((entry) => first.get(entry.nodeId) === entry)
}

const textsOf = ({ title, description, is_public }: stored.CollectionRow) => ({
  title,
  description,
  is_public,
})

interface Change {
  id: string
  action: 'create' | 'update' | 'add' | 'remove' | 'delete' | 'curate' | 'uncurate'
  before?: unknown
  after?: unknown
}

/** Records a change, and invalidates what shows the collection. */
async function note(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  actor: UserActor,
  { id, action, before, after }: Change,
): Promise<void> {
  await recordEvent(tx, {
    actor,
    action: `collection.${action}`,
    subject: { kind: 'collection', id },
    before,
    after,
    at: deps.now(),
  })
  markChanged(tx, collectionsTag, collectionTag(id))
}
