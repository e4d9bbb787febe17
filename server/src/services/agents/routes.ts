import { createMcpHandler } from '@modelcontextprotocol/server'
import { createAgentServer } from '@nodeyard/agents/server'
import { registryAt } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import manifest from '../../../package.json' with { type: 'json' }
import { RegistryError } from '../../ground/errors.ts'
import { fetchInside, mountFetch } from '../../ground/http/fetch-handler.ts'
import type { App } from '../../ground/http/mount.ts'

/** Mounts the registry's tools for agents, over streamable HTTP. Nothing is kept between requests. */
export function mountAgents(app: App): void {
  const { fastify, deps } = app
  mountFetch(app, '/mcp', async (request, { ip, authorization, body }) => {
    if (isRebound(request, deps.config.apiUrl)) return new Response('Forbidden', { status: 403 })
    if (Array.isArray(body) && body.length > limits.agentMessages)
      throw new RegistryError('invalid_request', {
        message: 'The batch has too many messages.',
        limit: limits.agentMessages,
      })
    if (hasManyFields(body))
      throw new RegistryError('invalid_request', {
        message: 'The messages have too many fields.',
        limit: limits.agentMessageFields,
      })
    const registry = registryAt('http://registry.invalid', fetchInside(fastify, { ip, authorization }))
    const handler = createMcpHandler(
      () => createAgentServer({ registry, version: manifest.version, hasToken: authorization !== undefined }),
      { maxSubscriptions: 0 },
    )
    return handler.fetch(request, body === undefined ? {} : { parsedBody: body })
  })
}

/** Counts the fields around the arguments of tools, because the protocol's schemas copy each of them several times. */
function hasManyFields(body: unknown): boolean {
  const open: [name: string, value: unknown][] = [['', body]]
  let count = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [name, value] = next
    if (typeof value !== 'object' || value === null) continue
    const fields = Object.entries(value)
    count += fields.length
    if (count > limits.agentMessageFields) return true
    if (name !== 'arguments') open.push(...fields)
  }
  return false
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
