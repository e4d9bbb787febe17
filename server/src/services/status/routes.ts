import * as contract from '@nodeyard/contract/status'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { readStatus } from './read.ts'

/** Mounts the service status. */
export function mountStatus(app: App<Deps>): void {
  mount(app, contract.getStatus, () => readStatus(app.deps), { cache: { seconds: 15, tags: () => [] } })
}
