import { limits } from '@nodeyard/contract/limits'
import { proxyServices } from '@nodeyard/contract/services'
import { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import type { App } from '../../ground/http/mount.ts'
import { mountPassThrough } from '../../ground/http/pass-through.ts'
import { userOf } from '../../ground/permissions.ts'
import { Breaker } from './breaker.ts'
import type { Deps } from './deps.ts'
import { pass } from './pass.ts'
import { upstreams } from './upstreams.ts'

/** Mounts the pass-through routes of all services. Source: API contract 25. */
export function mountProxy(app: App<Deps>): void {
  const { deps } = app
  const running = new ConcurrencyLimit(limits.proxyRequestsAtOnce)
  for (const name of proxyServices) {
    const upstream = upstreams[name]
    const passage = { name, upstream, running, breaker: new Breaker(deps.now) }
    for (const route of upstream.routes) {
      mountPassThrough(app, route, ({ actor, params, query, headers }, signal) =>
        pass(deps, passage, {
          user: userOf(actor),
          route,
          params: params as Record<string, unknown>,
          query: query as Record<string, unknown>,
          headers: headers as Record<string, unknown>,
          signal,
        }),
      )
    }
  }
}
