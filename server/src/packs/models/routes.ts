import { limits } from '@nodeyard/contract/limits'
import { resolveModels } from '@nodeyard/contract/models'
import type { GroundDeps } from '../../ground/deps.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { resolveModels as resolve } from './resolve.ts'

export function mountModels(app: App<GroundDeps>): void {
  mount(app, resolveModels, async ({ body, deps: { db } }) => ({ models: await resolve(db, body) }), {
    limit: { name: 'model-lookups', perMinute: limits.modelLookupsPerMinute },
  })
}
