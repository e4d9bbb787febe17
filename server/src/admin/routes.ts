import * as contract from '@nodeyard/contract/admin'
import { type App, mount } from '../http/mount.ts'
import { answerWithNode } from '../nodes/answer.ts'
import { updateAnyNode } from '../nodes/update.ts'
import { userOf } from '../permissions.ts'
import { toNodeVersion } from '../versions/to-wire.ts'
import { generateAdminToken } from './generate-token.ts'
import { moderateVersion } from './moderate-version.ts'
import { createUnclaimedNode } from './nodes.ts'
import { startReindex, startStars } from './scheduled.ts'
import { getVersionHistory } from './version-history.ts'

export function mountAdmin(app: App): void {
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
      reason: true,
      adminTags: true,
    }),
  )
  mount(app, contract.getVersionHistory, async ({ params }) => ({
    events: await getVersionHistory(deps.db, params),
  }))
  mount(app, contract.reindexNodes, async ({ actor, query }) => {
    await startReindex(deps, actor, query)
    return null
  })
  mount(app, contract.updateStars, async ({ actor, query }) => {
    await startStars(deps, actor, query)
    return null
  })
}
