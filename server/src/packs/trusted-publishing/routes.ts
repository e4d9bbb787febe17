import { cleanSecret, defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/packs'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { getOwnedPublisher } from '../../people/publishers/owner.ts'
import { toStopReason } from '../../people/rights/credentials.ts'
import type { Deps } from './deps.ts'
import { audienceOf, mintToken } from './mint.ts'
import { createTrustedPublisher, deleteTrustedPublisher, updateTrustedPublisher } from './settings.ts'
import { type ListedTrustedPublisher, listTrustedPublishersOf, type TrustedPublisherRow } from './sql.ts'

export function mountTrustedPublishing(app: App<Deps>): void {
  const { deps } = app

  mount(app, contract.listCiIssuers, async () => ({
    audience: audienceOf(deps.config),
    issuers: deps.ciIssuers.known.map(({ url, kind }) => ({ issuer: url, kind })),
  }))
  mount(
    app,
    contract.mintToken,
    async ({ body }) => {
      const { secret, expiresAt } = await mintToken(deps, {
        token: cleanSecret(body.token),
        publisherId: body.publisher_id,
        nodeId: body.node_id,
      })
      return { token: secret, expires_at: expiresAt.toISOString() }
    },
    // Each exchange verifies a signature.
    { limit: { name: 'ci-tokens', perMinute: limits.ciTokensPerMinute } },
  )
  mount(app, contract.listTrustedPublishers, async ({ params, actor }) => {
    const publisher = await getOwnedPublisher(deps.db, params.publisherId, actor)
    return (await listTrustedPublishersOf(deps.db, publisher.id)).map(toWire)
  })
  mount(app, contract.createTrustedPublisher, async ({ params, body, actor }) => {
    const user = userOf(actor)
    return toWire({
      ...(await createTrustedPublisher(deps, user, params.publisherId, body)),
      creator: user.name,
    })
  })
  mount(app, contract.updateTrustedPublisher, async ({ params, body, actor }) =>
    toWire(await updateTrustedPublisher(deps, userOf(actor), params, body)),
  )
  mount(app, contract.deleteTrustedPublisher, async ({ params, actor }) => {
    await deleteTrustedPublisher(deps, userOf(actor), params)
    return null
  })
}

function toWire(row: TrustedPublisherRow & Partial<ListedTrustedPublisher>): contract.TrustedPublisher {
  return {
    id: row.id,
    node_id: row.node_id,
    issuer: row.issuer,
    repository: row.repository,
    workflow: row.workflow,
    ...defined({
      environment: row.environment || undefined,
      ref: row.ref || undefined,
      repository_id: row.repository_id || undefined,
      repository_owner_id: row.repository_owner_id || undefined,
    }),
    createdAt: row.created_at.toISOString(),
    ...defined({ createdBy: row.creator || undefined, lastUsedAt: row.last_used_at?.toISOString() }),
    ...toStopReason(row.loss),
  }
}
