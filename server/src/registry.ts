import type { Deps } from './deps.ts'
import { createApi, type RequestHandler } from './http/api.ts'
import type { App } from './http/mount.ts'

/** The whole API: the web server with every domain's routes. */
export function createRegistry(deps: Deps): App & { handler: RequestHandler } {
  const app = createApi(deps)
  return app
}
