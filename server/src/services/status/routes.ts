import * as contract from '@nodeyard/contract/status'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { readStatus } from './read.ts'

const keptSeconds = 15

/** Mounts the service status. */
export function mountStatus(app: App<Deps>): void {
  mount(app, contract.getStatus, () => readStatus(app.deps), { seconds: keptSeconds, tags: () => [] })
}
