import * as contract from '@nodeyard/contract/identity'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountPages } from '../../ground/http/raw-pages.ts'
import { userOf } from '../../ground/permissions.ts'
import { isAuthorizedAddress } from './authorized-domains.ts'
import type { Deps } from './deps.ts'
import { mountProtocol } from './embedded/mount-protocol.ts'
import { pagesOf } from './embedded/pages.ts'
import { operationsOf } from './embedded/protocol.ts'
import { endOwnSessions } from './embedded/sessions.ts'
import { embeddedApiKey } from './embedded/signing.ts'
import { toPublicConfig } from './public-config.ts'

/** How people sign in, and with the embedded service the signing in itself. */
export function mountIdentity(app: App<Deps>): void {
  const { deps } = app
  const { config } = deps
  mount(app, contract.getIdentityConfig, async () => toPublicConfig(config), {
    cache: { seconds: 300, tags: () => [] },
  })
  mount(app, contract.endOwnSessions, async ({ actor }) => {
    await endOwnSessions(deps, userOf(actor).id)
    return null
  })
  if (config.identity.kind !== 'embedded') return
  mountProtocol(app, operationsOf(deps), {
    apiKey: embeddedApiKey,
    isAuthorized: (origin) => isAuthorizedAddress(config, origin),
    isSecure: config.siteUrl.startsWith('https:'),
  })
  mountPages(app, pagesOf(deps))
}
