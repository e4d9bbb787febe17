import * as contract from '@nodeyard/contract/services'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { listReleases } from './list.ts'
import { receiveRelease } from './receive.ts'

const seconds = 60

/** Mounts the routes of release notes and features. Source: API contract 20. */
export function mountReleases(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listReleases, ({ query, deps }) => listReleases(deps, query), {
    cache: { seconds, tags: (_, { query }) => [`releases:${query.project}`] },
  })
  mount(app, contract.receiveRelease, async ({ headers, rawBody, body }) => {
    await receiveRelease(deps, {
      id: headers['x-github-delivery'],
      kind: headers['x-github-event'],
      signature: headers['x-hub-signature-256'],
      rawBody,
      event: body,
    })
    return null
  })
  mount(
    app,
    contract.getFeatures,
    async () => ({ partner_node_conversion_rate: deps.config.partnerNodeConversionRate }),
    { cache: { seconds, tags: () => ['features'] } },
  )
}
