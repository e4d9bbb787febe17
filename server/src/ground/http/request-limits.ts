import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@nodeyard/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressKey, addressKey, inProcess } from '../address-key.ts'
import { RegistryError } from '../errors.ts'
import type { Actor } from '../permissions.ts'
import { RateLimit, type Taken } from './rate-limit.ts'

const windowSeconds = 60

/** The rate limit of one route, for each network address. */
export interface RouteLimit {
  /** Shown in the response headers. */
  name: string
  perMinute: number
}

/**
 * Rate limits by class of caller, and the response headers about them: `RateLimit` and `RateLimit-Policy` of
 * draft-ietf-httpapi-ratelimit-headers-10. Each process counts for itself.
 */
export class RequestLimits {
  readonly #ofAddress: RateLimit
  readonly #ofClass: Record<'anonymous' | 'user' | 'write', RateLimit>
  readonly #now: () => Date
  readonly #factor: number
  readonly #policyOfAddress: string
  readonly isOn: boolean

  constructor({ factor, now }: { factor: number; now: () => Date }) {
    this.#factor = factor
    const make = (name: keyof typeof limits.requestsPerMinute) =>
      this.#create({ name, perMinute: limits.requestsPerMinute[name] })
    this.isOn = factor > 0
    this.#ofAddress = make('address')
    this.#policyOfAddress = policyOf(this.#ofAddress)
    this.#ofClass = { anonymous: make('anonymous'), user: make('user'), write: make('write') }
    this.#now = now
  }

  /**
   * Counts a request that the cache can respond to. Returns alternating names and values of headers, or undefined if the
   * request exceeds the limit. Callers with more than half of their quota left get no headers: these would cost more than
   * the rest of the response.
   */
  takeCached(address: AddressKey): readonly string[] | undefined {
    if (!this.isOn) return noHeaders
    const taken = this.#ofAddress.take(address, this.#now().getTime())
    if (!taken.isAllowed) return undefined
    if (taken.remaining * 2 > this.#ofAddress.quota) return noHeaders
    return ['ratelimit', stateOf(this.#ofAddress, taken), 'ratelimit-policy', this.#policyOfAddress]
  }

  /** Counts a page or file of the site, before it is rendered, as a number of requests. */
  takeMade(address: AddressKey, requests: number): void {
    if (!this.isOn) return
    const nowMs = this.#now().getTime()
    assertAllowed(this.#ofAddress, this.#ofAddress.take(address, nowMs))
    assertAllowed(this.#ofClass.anonymous, this.#ofClass.anonymous.take(address, nowMs, requests))
  }

  /** Counts every other request before its body is read. */
  takeAddress(request: FastifyRequest, reply: FastifyReply): void {
    if (this.isOn && !isInProcess(request)) this.#take(this.#ofAddress, addressKey(request.ip), reply)
  }

  /** Counts a request by its caller. Services work for the registry and are not limited. */
  takeClass(actor: Actor, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.isOn || isInProcess(request)) return
    if (actor.kind === 'service' || actor.kind === 'operator') return
    // Publish tokens are not verified yet, so each invented one would get its own limit.
    if (actor.kind === 'anonymous' || actor.kind === 'publish-token') {
      this.#take(this.#ofClass.anonymous, addressKey(request.ip), reply)
    } else {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      this.#take(this.#ofClass[isRead ? 'user' : 'write'], actor.id, reply)
    }
  }

  /** Creates the limit of a route. Returns a function that counts a request. */
  forRoute(limit: RouteLimit): (request: FastifyRequest, reply: FastifyReply) => void {
    const own = this.#create(limit)
    return (request, reply) => {
      if (this.isOn) this.#take(own, addressKey(request.ip), reply)
    }
  }

  #create({ name, perMinute }: RouteLimit): RateLimit {
    return new RateLimit({ name, quota: Math.max(1, Math.round(perMinute * this.#factor)), windowSeconds })
  }

  #take(limit: RateLimit, caller: string, reply: FastifyReply): void {
    const taken = limit.take(caller, this.#now().getTime())
    add(reply, 'ratelimit-policy', policyOf(limit))
    add(reply, 'ratelimit', stateOf(limit, taken))
    assertAllowed(limit, taken)
  }
}

function assertAllowed({ quota }: RateLimit, { isAllowed, retrySeconds }: Taken): void {
  if (!isAllowed)
    throw new RegistryError('too_many_requests', { limit: quota, retryAfterSeconds: retrySeconds })
}

const isInProcess = ({ socket }: FastifyRequest) => socket.remoteAddress?.startsWith(inProcess) ?? false

const noHeaders: readonly string[] = []

const policyOf = ({ name, quota }: RateLimit) => `"${name}";q=${quota};w=${windowSeconds}`
const stateOf = ({ name }: RateLimit, { remaining, resetSeconds }: Taken) =>
  `"${name}";r=${remaining};t=${resetSeconds}`

function add(reply: FastifyReply, name: string, value: string): void {
  const known = reply.getHeader(name)
  reply.header(name, known ? `${known}, ${value}` : value)
}

/** The origin of a request. */
export interface Caller {
  address: AddressKey
  /** The `User-Agent` header, or an empty string. */
  agent: string
}

/**
 * Reads the caller from a request that the framework has not processed. Each proxy appends the address of its client;
 * entries before that of the outermost proxy come from the caller and cannot be trusted.
 */
export function callerOf({ headers, socket }: IncomingMessage, proxies: number): Caller {
  const forwarded = proxies > 0 ? headers['x-forwarded-for'] : undefined
  const address = forwarded ? addressKey(fromTheEnd(String(forwarded), proxies)) : addressOf(socket)
  return { address, agent: headers['user-agent'] ?? '' }
}

function fromTheEnd(list: string, place: number): string {
  const entries = list.split(',')
  return (entries.at(-place) ?? entries[0] ?? '').trim()
}

/** Addresses of open connections: reading one from its socket takes 5 % of the time of a cache hit. */
const addresses = new WeakMap<Socket, AddressKey>()

function addressOf(socket: Socket): AddressKey {
  const known = addresses.get(socket)
  if (known !== undefined) return known
  const address = addressKey(socket.remoteAddress ?? '')
  if (socket.remoteAddress !== undefined) addresses.set(socket, address)
  return address
}
