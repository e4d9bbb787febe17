import * as contract from '@nodeyard/contract/people'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountPages } from '../../ground/http/raw-pages.ts'
import { userOf } from '../../ground/permissions.ts'
import { isAuthorizedAddress } from './authorized-domains.ts'
import type { Deps } from './deps.ts'
import { accountOperations } from './embedded/account-operations.ts'
import { configOperations } from './embedded/config-operations.ts'
import { factorOperations } from './embedded/factor-operations.ts'
import { mailOperations } from './embedded/mail-operations.ts'
import { mountProtocol } from './embedded/mount-protocol.ts'
import type { Operation } from './embedded/operation.ts'
import { pagesOf } from './embedded/pages.ts'
import { passwordOperations } from './embedded/password-operations.ts'
import { phoneOperations } from './embedded/phone-operations.ts'
import { embeddedApiKey } from './embedded/project.ts'
import { providerOperations } from './embedded/provider-operations.ts'
import { endOwnSessions } from './embedded/sessions.ts'
import { toPublicConfig } from './public-config.ts'

/** Mounts the sign-in configuration and, with the embedded service, the identity protocol and its pages. */
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

/** Returns the part of the identity protocol that the browser's client uses. */
export function operationsOf(deps: Deps): Operation[] {
  return [
    ...passwordOperations(deps),
    ...phoneOperations(deps),
    ...providerOperations(deps),
    ...mailOperations(deps),
    ...accountOperations(deps),
    ...factorOperations(deps),
    ...configOperations(deps),
  ]
}
