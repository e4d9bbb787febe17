import * as contract from '@nodeyard/contract/publishers'
import { type App, mount } from '../http/mount.ts'
import { userOf } from '../permissions.ts'
import { canEditNode, canEditPublisher } from './can-edit.ts'
import { createPublisher } from './create.ts'
import { deletePublisher } from './delete.ts'
import { getPublisher, listPublishers } from './read.ts'
import { toPublisher } from './to-wire.ts'
import { updatePublisher } from './update.ts'
import { assertAvailable } from './validate.ts'

const keptSeconds = 60

export function mountPublishers(app: App): void {
  const { deps } = app
  const { db } = deps

  mount(app, contract.validatePublisherId, async ({ query }) => {
    await assertAvailable(db, query.username)
    return { isAvailable: true }
  })
  mount(app, contract.listPublishers, ({ actor }) => listPublishers(db, actor), {
    seconds: keptSeconds,
    tags: () => ['publishers'],
  })
  mount(app, contract.getPublisher, ({ params, actor }) => getPublisher(db, actor, params.publisherId), {
    seconds: keptSeconds,
    tags: ({ id }) => [`publisher:${id}`],
  })
  mount(app, contract.createPublisher, async ({ body, actor }) =>
    toPublisher(await createPublisher(deps, userOf(actor), body)),
  )
  mount(app, contract.updatePublisher, async ({ params, body, actor }) =>
    toPublisher(await updatePublisher(deps, userOf(actor), params.publisherId, body)),
  )
  mount(app, contract.deletePublisher, async ({ params, actor }) => {
    await deletePublisher(deps, userOf(actor), params.publisherId)
    return null
  })
  mount(app, contract.getPublisherPermissions, async ({ params, actor }) => ({
    canEdit: await canEditPublisher(db, actor, params.publisherId),
  }))
  mount(app, contract.getNodePermissions, async ({ params, actor }) => ({
    canEdit: await canEditNode(db, actor, params),
  }))
}
