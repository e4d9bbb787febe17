import * as contract from '@nodeyard/contract/discovery'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import * as change from './change.ts'
import type { Deps } from './deps.ts'
import { getCollection, listCuratedCollections, listOwnCollections } from './read.ts'
import { collectionsTag, collectionTag } from './tags.ts'

const seconds = 60

/** Mounts the routes of collections. Writes have the limits of all writes. */
export function mountCollections(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listCollections, ({ query, deps }) => listCuratedCollections(deps, query), {
    cache: { seconds, tags: () => [collectionsTag, 'nodes'] },
  })
  mount(app, contract.listOwnCollections, async ({ actor, deps }) => ({
    collections: await listOwnCollections(deps, userOf(actor).id),
  }))
  mount(
    app,
    contract.getCollection,
    ({ actor, params, deps }) => getCollection(deps, actor, params.collectionId),
    { cache: { seconds, tags: ({ id }) => [collectionTag(id), 'nodes'] } },
  )
  mount(app, contract.createCollection, async ({ actor, body }) =>
    getCollection(deps, actor, await change.createCollection(deps, userOf(actor), body)),
  )
  mount(app, contract.updateCollection, async ({ actor, params, body }) => {
    await change.updateCollection(deps, userOf(actor), params.collectionId, body)
    return getCollection(deps, actor, params.collectionId)
  })
  mount(app, contract.addToCollection, async ({ actor, params, body }) => {
    await change.addToCollection(deps, userOf(actor), { ...params, ...body })
    return null
  })
  mount(app, contract.removeFromCollection, async ({ actor, params }) => {
    await change.removeFromCollection(deps, userOf(actor), params)
    return null
  })
  mount(app, contract.deleteCollection, async ({ actor, params }) => {
    await change.deleteCollection(deps, userOf(actor), params.collectionId)
    return null
  })
  mount(app, contract.curateCollection, async ({ actor, params, body }) => {
    await change.curateCollection(deps, userOf(actor), params.collectionId, body.is_curated)
    return null
  })
}
