import { limits } from '@nodeyard/contract/limits'
import { listPackModels, resolveModels } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../ground/deps.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { listModelsOfPacks } from './of-packs.ts'
import { resolveModels as resolve } from './resolve.ts'

export function mountModels(app: App<GroundDeps>): void {
  const options = {
    limit: { name: 'model-lookups', perMinute: limits.modelLookupsPerMinute },
    isBulk: true,
  } as const
  mount(app, resolveModels, async ({ body, deps: { db } }) => ({ models: await resolve(db, body) }), options)
  mount(app, listPackModels, ({ body, deps: { db } }) => listModelsOfPacks(db, body), options)
}
