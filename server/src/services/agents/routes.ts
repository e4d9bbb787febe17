import { createMcpHandler } from '@modelcontextprotocol/server'
import { createAgentServer } from '@nodeyard/agents/server'
import { registryAt } from '@nodeyard/contract/client'
import manifest from '../../../package.json' with { type: 'json' }
import { fetchInside, mountFetch } from '../../ground/http/fetch-handler.ts'
import type { App } from '../../ground/http/mount.ts'

/** Mounts the registry's tools for agents, over streamable HTTP. Nothing is kept between requests. */
export function mountAgents(app: App): void {
  const { fastify, deps } = app
  mountFetch(app, '/mcp', async (request, { ip, authorization, body }) => {
    if (isRebound(request, deps.config.apiUrl)) return new Response('Forbidden', { status: 403 })
    const registry = registryAt('http://registry.invalid', fetchInside(fastify, { ip, authorization }))
    const handler = createMcpHandler(
      () => createAgentServer({ registry, version: manifest.version, hasToken: authorization !== undefined }),
      { maxSubscriptions: 0 },
    )
    return handler.fetch(request, body === undefined ? {} : { parsedBody: body })
  })
}

/**
 * Whether a page elsewhere reached a registry on this machine through a name that leads here. Public registries answer
 * every page, because they hold nothing that depends on the caller's network.
 */
function isRebound({ headers }: Request, apiUrl: string): boolean {
  if (!isLocal(new URL(apiUrl).host)) return false
  const [host, origin] = [headers.get('host'), headers.get('origin')]
  const isOriginLocal = origin === null || (URL.canParse(origin) && isLocal(new URL(origin).host))
  return !isLocal(host ?? '') || !isOriginLocal
}

const isLocal = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)
