import { createMcpHandler } from '@modelcontextprotocol/server'
import { createAgentServer } from '@nodeyard/agents/server'
import { registryAt } from '@nodeyard/contract/client'
import manifest from '../../../package.json' with { type: 'json' }
import { fetchInside, mountFetch } from '../../ground/http/fetch-handler.ts'
import type { App } from '../../ground/http/mount.ts'

/** Mounts the registry's tools for agents, over streamable HTTP. Nothing is kept between requests. */
export function mountAgents(app: App): void {
  const { fastify } = app
  mountFetch(app, '/mcp', async (request, { ip, authorization, body }) => {
    const registry = registryAt('http://registry.invalid', fetchInside(fastify, { ip, authorization }))
    const handler = createMcpHandler(
      () => createAgentServer({ registry, version: manifest.version, hasToken: authorization !== undefined }),
      { maxSubscriptions: 0 },
    )
    return handler.fetch(request, body === undefined ? {} : { parsedBody: body })
  })
}
