import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@nodeyard/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RegistryError } from '../errors.ts'
import type { Actor } from '../permissions.ts'
import { addressKey } from './address-key.ts'
import { RateLimit, type Taken } from './rate-limit.ts'

/** The address of the connection of calls that the program makes to itself: no socket has it, and no header is asked for it. */
export const inProcess = 'in-process'

const windowSeconds = 60

/**
 * How many requests a minute callers may make, by their class, and the headers that tell them.
 * `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers-10. Each process counts for itself.
 */
export class RequestLimits {
  readonly #ofAddress: RateLimit
  readonly #ofClass: Record<'anonymous' | 'user' | 'write', RateLimit>
  readonly #now: () => Date
  /** Told with every answer from memory; always the same text. */
  readonly #policyOfAddress: string
  readonly isOn: boolean

  constructor({ factor, now }: { factor: number; now: () => Date }) {
    const make = (name: keyof typeof limits.requestsPerMinute) =>
      new RateLimit({
        name,
        quota: Math.max(1, Math.round(limits.requestsPerMinute[name] * factor)),
        windowSeconds,
      })
    this.isOn = factor > 0
    this.#ofAddress = make('address')
    this.#policyOfAddress = policyOf(this.#ofAddress)
    this.#ofClass = { anonymous: make('anonymous'), user: make('user'), write: make('write') }
    this.#now = now
  }

  /**
   * Counts a request that is about to be answered from memory. Gives the headers that tell the caller, names and
   * values in turn; undefined when the request is one too many. Who has more than half of its quota left is told
   * nothing: that is nearly everybody, and telling would cost more than all else that is done for the answer.
   */
  takeKept(address: string): readonly string[] | undefined {
    if (!this.isOn) return untold
    const taken = this.#ofAddress.take(address, this.#now().getTime())
    if (!taken.isAllowed) return undefined
    if (taken.remaining * 2 > this.#ofAddress.quota) return untold
    return ['ratelimit', stateOf(this.#ofAddress, taken), 'ratelimit-policy', this.#policyOfAddress]
  }

  /** Counts a page or a file of the site that is about to be made, as so many requests. */
  takeMade(address: string, requests: number): void {
    if (!this.isOn) return
    const nowMs = this.#now().getTime()
    assertAllowed(this.#ofAddress, this.#ofAddress.take(address, nowMs))
    assertAllowed(this.#ofClass.anonymous, this.#ofClass.anonymous.take(address, nowMs, requests))
  }

  /** Counts every other request, before its body is read. */
  takeAddress(request: FastifyRequest, reply: FastifyReply): void {
    if (this.isOn && !isInProcess(request)) this.#take(this.#ofAddress, addressKey(request.ip), reply)
  }

  /** Counts a request once its caller is known. A service works for the registry and is not limited. */
  takeClass(actor: Actor, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.isOn || isInProcess(request)) return
    if (actor.kind === 'service' || actor.kind === 'operator') return
    // A publish token is not verified yet: any text would have a limit of its own.
    if (actor.kind === 'anonymous' || actor.kind === 'publish-token') {
      this.#take(this.#ofClass.anonymous, addressKey(request.ip), reply)
    } else {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      this.#take(this.#ofClass[isRead ? 'user' : 'write'], actor.id, reply)
    }
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

const isInProcess = ({ socket }: FastifyRequest) => socket.remoteAddress === inProcess

const untold: readonly string[] = []

const policyOf = ({ name, quota }: RateLimit) => `"${name}";q=${quota};w=${windowSeconds}`
const stateOf = ({ name }: RateLimit, { remaining, resetSeconds }: Taken) =>
  `"${name}";r=${remaining};t=${resetSeconds}`

function add(reply: FastifyReply, name: string, value: string): void {
  const known = reply.getHeader(name)
  reply.header(name, known ? `${known}, ${value}` : value)
}

/** Where a request comes from. */
export interface Caller {
  /** As of `addressKey`. */
  address: string
  /** What its program calls itself; empty where it does not. */
  agent: string
}

/**
 * Who sends a request, before the framework has looked at it. Each proxy adds the address that asked it at the end; what
 * stands before that of the outermost one was written by the caller, who may write anything.
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

/** Of connections that are open. To ask a socket each time costs a twentieth of an answer from memory. */
const addresses = new WeakMap<Socket, string>()

function addressOf(socket: Socket): string {
  const known = addresses.get(socket)
  if (known !== undefined) return known
  const address = addressKey(socket.remoteAddress ?? '')
  if (socket.remoteAddress !== undefined) addresses.set(socket, address)
  return address
}
