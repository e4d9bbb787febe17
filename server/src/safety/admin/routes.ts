import { banPublisher as banContract, unbanPublisher as unbanContract } from '@nodeyard/contract/people'
import * as contract from '@nodeyard/contract/safety'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { answerWithNode } from '../../packs/nodes/answer.ts'
import { getNodeEffects } from '../../packs/nodes/effects.ts'
import { listNodesForAdmins } from '../../packs/nodes/listing/list-for-admins.ts'
import { readProjectPublisher } from '../../packs/nodes/project-publisher.ts'
import { updateAnyNode } from '../../packs/nodes/update.ts'
import { copyCompatibility } from '../../packs/nodes/versions/copy-compatibility.ts'
import { listCompatibility } from '../../packs/nodes/versions/list-compatibility.ts'
import { toNodeVersion } from '../../packs/nodes/versions/to-wire.ts'
import { contactPublisher } from '../../people/publishers/contact.ts'
import { listPublishersForAdmins } from '../../people/publishers/list-for-admins.ts'
import { grantAdmin, revokeAdmin } from '../../people/users/admin-role.ts'
import { getUserDetail } from '../../people/users/detail.ts'
import { listUsers } from '../../people/users/list.ts'
import { setTrustedReporter } from '../../people/users/trusted-reporter.ts'
import { banPublisher, unbanPublisher } from './bans/ban.ts'
import { getPublisherEffects } from './bans/effects.ts'
import type { Deps } from './deps.ts'
import { generateAdminToken } from './generate-token.ts'
import { moderateVersion } from './moderate-version.ts'
import { createUnclaimedNode } from './nodes.ts'
import { startStars } from './scheduled.ts'
import { getVersionHistory } from './version-history.ts'

/** Mounts the admin routes of nodes, versions, publishers and users. Source: API contract 18. */
export function mountAdmin(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.generateAdminToken, async ({ actor }) => {
    const { token, expiresAt } = await generateAdminToken(deps, userOf(actor))
    return { token, expires_at: expiresAt.toISOString() }
  })

  mount(app, contract.createUnclaimedNode, async ({ actor, body }) => {
    const { id } = await createUnclaimedNode(deps, userOf(actor), body)
    return answerWithNode(deps, actor, id)
  })
  mount(app, contract.updateNodeAsAdmin, async ({ actor, params, body }) => {
    await updateAnyNode(deps, actor, params.nodeId, body)
    return answerWithNode(deps, actor, params.nodeId)
  })
  mount(app, contract.moderateVersion, async ({ actor, params, body }) =>
    toNodeVersion(deps.config, await moderateVersion(deps, userOf(actor), params, body), {
      reason: 'full',
      adminTags: true,
      isEditor: true,
    }),
  )
  mount(app, contract.getVersionHistory, async ({ params }) => ({
    events: await getVersionHistory(deps.db, params),
  }))
  mountCatalogue(app)
  mountPeople(app)
  mount(app, contract.updateStars, async ({ actor, query }) => {
    await startStars(deps, actor, query)
    return null
  })
}

function mountCatalogue(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listNodesForAdmins, ({ query }) => listNodesForAdmins(deps, query))
  mount(app, contract.getNodeEffects, ({ params }) => getNodeEffects(deps, params.nodeId))
  mount(app, contract.readProjectPublisher, ({ params }) => readProjectPublisher(deps, params.nodeId))
  mount(app, contract.listCompatibility, ({ query }) => listCompatibility(deps, query))
  mount(app, contract.copyCompatibility, async ({ actor, params }) => {
    await copyCompatibility(deps, userOf(actor), params.nodeId)
    return answerWithNode(deps, actor, params.nodeId)
  })
}

function mountPeople(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listPublishersForAdmins, ({ query }) => listPublishersForAdmins(deps, query))
  mount(app, contract.getPublisherEffects, ({ params, query }) =>
    getPublisherEffects(deps, { ...params, ...query }),
  )
  mount(app, banContract, async ({ params, body, actor }) => {
    await banPublisher(deps, userOf(actor), { ...params, ...body })
    return null
  })
  mount(app, unbanContract, async ({ params, actor }) => {
    await unbanPublisher(deps, userOf(actor), params.publisherId)
    return null
  })
  mount(app, contract.contactPublisher, async ({ actor, params, body }) => ({
    sent: await contactPublisher(deps, userOf(actor), { ...body, ...params }),
  }))
  mount(app, contract.listUsers, ({ query }) => listUsers(deps, query))
  mount(app, contract.getUser, ({ params }) => getUserDetail(deps, params.userId))
  mount(app, contract.grantAdmin, async ({ actor, params }) => {
    await grantAdmin(deps, userOf(actor), params.userId)
    return null
  })
  mount(app, contract.revokeAdmin, async ({ actor, params }) => {
    await revokeAdmin(deps, userOf(actor), params.userId)
    return null
  })
  mount(app, contract.grantTrustedReporter, async ({ actor, params }) => {
    await setTrustedReporter(deps, userOf(actor), params.userId, true)
    return null
  })
  mount(app, contract.revokeTrustedReporter, async ({ actor, params }) => {
    await setTrustedReporter(deps, userOf(actor), params.userId, false)
    return null
  })
}
