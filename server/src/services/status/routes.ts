import { getAbout } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/services'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { readStatus } from './read.ts'

/** Mounts the service status, and where the registry is. */
export function mountStatus(app: App<Deps>): void {
  mount(app, getAbout, async ({ deps: { config } }) => ({ api: config.apiUrl, site: config.siteUrl }), {
    cache: { seconds: 60, tags: () => [] },
  })
  mount(app, contract.getStatus, ({ deps }) => readStatus(deps), { cache: { seconds: 15, tags: () => [] } })
}
