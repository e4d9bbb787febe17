import type { IncomingMessage } from 'node:http'
import { addressOf, isPathParameter, type Route } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { ProxyService } from '@nodeyard/contract/services'
import { RegistryError } from '../../ground/errors.ts'
import type { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import type { PassedResponse } from '../../ground/http/pass-through.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { ensureCustomer } from '../../people/customers/customer.ts'
import type { Breaker } from './breaker.ts'
import type { Deps } from './deps.ts'
import { guardBody } from './guard.ts'
import { requestUpstream } from './request.ts'
import type { Upstream } from './upstreams.ts'

/** The response headers that are passed on, without cookies and connection headers. */
const responseHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'retry-after',
  'finish-reason',
  'seed',
]

export interface Passage {
  name: ProxyService
  upstream: Upstream
  breaker: Breaker
  running: ConcurrencyLimit
}

export interface Ask {
  user: UserActor
  route: Route
  params: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  signal: AbortSignal
}

/**
 * Forwards a customer's request to a service with the registry's credential. The service's response is passed on
 * unchanged; failures to reach it use the registry's errors. Source: API contract, section 25.
 */
export async function pass(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'newId' | 'usage'>,
  { name, upstream, breaker, running }: Passage,
  { user, route, params, query, headers, signal }: Ask,
): Promise<PassedResponse> {
  const { url: ownUrl, key } = deps.config.generationServices[name]
  const baseUrl = ownUrl ?? upstream.baseUrl
  if (key === undefined || baseUrl === undefined) throw new RegistryError('service_not_configured')
  if (!Object.values(params).every(isPathParameter)) throw new RegistryError('invalid_request')
  const { customer } = await ensureCustomer(deps, user)
  const leave = running.enter(customer.id)
  try {
    const path = route.path.slice(`/proxy/${name}`.length) as `/${string}`
    const credential = await upstream.credential(key, deps.now())
    const secrets = [key, ...Object.values(credential).map((value) => value.replace(/^Bearer /, ''))]
    const answer = await throughBreaker(breaker, () =>
      requestUpstream({
        url: new URL(baseUrl + addressOf({ path }, params, query)),
        headers: { ...headersFor(deps, upstream, headers), ...credential },
        timeoutMs: limits.proxySeconds * 1000,
        signal,
      }),
    )
    const passed = toPassed(answer, secrets)
    const apiName = route.path.slice('/proxy/'.length).replace(/\/:\w+/g, '')
    deps.usage.count({ customerId: customer.id, apiName, status: passed.status })
    return { ...passed, done: leave }
  } catch (error) {
    leave()
    throw error
  }
}

async function throughBreaker(
  breaker: Breaker,
  ask: () => Promise<IncomingMessage>,
): Promise<IncomingMessage> {
  breaker.enter()
  try {
    const answer = await ask()
    if ((answer.statusCode ?? 500) >= 500) breaker.failed()
    else breaker.succeeded()
    return answer
  } catch (error) {
    if (error instanceof RegistryError) breaker.failed()
    else breaker.abandoned()
    throw error
  }
}

function headersFor(
  { newId }: Pick<Deps, 'newId'>,
  { headers = {}, passedHeaders = [], traceHeader }: Upstream,
  given: Record<string, unknown>,
): Record<string, string> {
  const passed = passedHeaders.flatMap((name) =>
    given[name] === undefined ? [] : [[name, String(given[name])]],
  )
  return {
    accept: 'application/json',
    ...headers,
    ...(traceHeader ? { [traceHeader]: newId() } : {}),
    ...Object.fromEntries(passed),
  }
}

function toPassed(answer: IncomingMessage, secrets: readonly string[]): Omit<PassedResponse, 'done'> {
  const status = answer.statusCode ?? 0
  const headers = Object.fromEntries(
    responseHeaders.flatMap((name) => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const isRedirect = status >= 300 && status < 400
  const isTooLarge = Number(headers['content-length'] ?? 0) > limits.proxyAnswerBytes
  const leaks = secrets.some((secret) => Object.values(headers).some((value) => value.includes(secret)))
  if (status < 200 || isRedirect || isTooLarge || leaks) {
    answer.destroy()
    throw new RegistryError('service_broken')
  }
  answer.setTimeout(limits.proxySeconds * 1000, () => answer.destroy())
  return { status, headers, body: [answer, guardBody(limits.proxyAnswerBytes, secrets)] }
}
