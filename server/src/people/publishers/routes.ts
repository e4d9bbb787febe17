import * as contract from '@nodeyard/contract/people'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { canEditNode, canEditPublisher } from './can-edit.ts'
import { createPublisher } from './create.ts'
import { deletePublisher } from './delete.ts'
import type { Deps } from './deps.ts'
import { listPublisherEvents } from './events.ts'
import {
  acceptInvitation,
  declineInvitation,
  getInvited,
  type Invited,
  invite,
  withdrawInvitation,
} from './invitations.ts'
import { changeRole, removeMember } from './members.ts'
import { getOwnedPublisher } from './owner.ts'
import { getPublisher, listPublishers } from './read.ts'
import { listInvitations } from './sql.ts'
import { toPublisher } from './to-wire.ts'
import { updatePublisher } from './update.ts'
import { assertAvailable } from './validate.ts'

const seconds = 60

/** Mounts the routes of publishers, members and invitations. Source: API contract 8 and 9. */
export function mountPublishers(app: App<Deps>): void {
  const { deps } = app
  const { db } = deps

  mount(app, contract.validatePublisherId, async ({ query }) => {
    await assertAvailable(db, query.username)
    return { isAvailable: true }
  })
  mount(app, contract.listPublishers, ({ actor, deps }) => listPublishers(deps, actor), {
    cache: { seconds, tags: () => ['publishers'] },
  })
  mount(
    app,
    contract.getPublisher,
    ({ params, actor, deps }) => getPublisher(deps, actor, params.publisherId),
    { cache: { seconds, tags: ({ id }) => [`publisher:${id}`] } },
  )
  mount(app, contract.createPublisher, async ({ body, actor }) =>
    toPublisher(deps.config, await createPublisher(deps, userOf(actor), body)),
  )
  mount(app, contract.updatePublisher, async ({ params, body, actor }) =>
    toPublisher(deps.config, await updatePublisher(deps, userOf(actor), params.publisherId, body)),
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
  mount(app, contract.listPublisherEvents, async ({ params, query, actor }) => ({
    events: await listPublisherEvents(db, actor, params.publisherId, query),
  }))
  mountMembers(app)
}

function mountMembers(app: App<Deps>): void {
  const { deps } = app
  const { db } = deps
  mount(app, contract.updateMember, ({ params, body, actor }) =>
    changeRole(deps, userOf(actor), params, body.role),
  )
  mount(app, contract.removeMember, async ({ params, actor }) => {
    await removeMember(deps, userOf(actor), params)
    return null
  })
  mount(app, contract.listInvitations, async ({ params, actor }) => {
    const publisher = await getOwnedPublisher(db, params.publisherId, actor)
    const invitations = await listInvitations(db, publisher.id, deps.now())
    return invitations.map((invitation) => toInvitation({ invitation, publisher }))
  })
  mount(app, contract.createInvitation, async ({ params, body, actor }) => {
    const { secret, ...invited } = await invite(deps, userOf(actor), params.publisherId, body)
    return { ...toInvitation(invited), secret }
  })
  mount(app, contract.deleteInvitation, async ({ params, actor }) => {
    await withdrawInvitation(deps, userOf(actor), params)
    return null
  })
  mount(app, contract.showInvitation, async ({ body }) =>
    toInvitation(await getInvited(db, deps, body.secret)),
  )
  mount(app, contract.acceptInvitation, async ({ body, actor }) =>
    toPublisher(deps.config, await acceptInvitation(deps, userOf(actor), body.secret)),
  )
  mount(app, contract.declineInvitation, async ({ body, actor }) => {
    await declineInvitation(deps, userOf(actor), body.secret)
    return null
  })
}

function toInvitation({ invitation, publisher }: Invited): contract.Invitation {
  return {
    id: invitation.id,
    publisherId: publisher.id,
    publisherName: publisher.name,
    email: invitation.email,
    role: invitation.role,
    createdAt: invitation.created_at.toISOString(),
    expiresAt: invitation.expires_at.toISOString(),
  }
}
