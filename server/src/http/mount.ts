import { addressOf } from '@nodeyard/contract/client'
import type { ErrorCode } from '@nodeyard/contract/errors'
import type {
  Access,
  BodyOf,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Route,
} from '@nodeyard/contract/route'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { RegistryError } from '../errors.ts'
import { authenticate } from '../identity/authenticate.ts'
import type { Actor } from '../permissions.ts'
import { apiHeaders } from './headers.ts'
import { inputReader } from './input.ts'
import { etagOf, type KeptAnswer, sendKept } from './kept-answers.ts'

export interface App {
  fastify: FastifyInstance
  deps: Deps
  /** Routes of the contract that are mounted; a test compares this with the contract. */
  mounted: Set<Route>
}

export interface Call<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  headers: HeadersOf<R>
  /** The body as it came, to the byte; empty where none came. */
  rawBody: Buffer
  actor: Actor
  ip: string
}

/** Sends the caller to another address of the registry (302), with the query that came. */
export class Redirect {
  readonly path: string
  constructor(route: Route, params: Record<string, unknown>) {
    this.path = addressOf(route, params)
  }
}

/** That, how long and by which tags the answer to an anonymous caller is kept as bytes. */
export interface Keep<R extends Route> {
  seconds: number
  /** Absent: every answer to an anonymous caller. */
  when?(call: Call<R>): boolean
  tags(answer: ResponseOf<R>, call: Call<R>): string[]
  /** False where clients must not hold on to an answer. */
  etag?: boolean
  /** True where `Cache-Control: no-cache` in the request has the answer made again. */
  yields?: boolean
  /** Told of every GET that gets the answer, whoever asks and whether it was kept or not. */
  onServe?(answer: ResponseOf<R>, call: Call<R>): void
}

/** An answer with the route's other status: what was to be made is there already. */
export class Existing<Answer> {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

type Answered<R extends Route> = ResponseOf<R> | Existing<ResponseOf<R>> | Redirect
type Handler<R extends Route> = (call: Call<R>) => Promise<Answered<R>>

/** Mounts one route of the contract: input checked, caller known, answer reduced to what is declared. */
export function mount<R extends Route>(app: App, route: R, handle: Handler<R>, keep?: Keep<R>): void {
  const read = callReader(app, route)
  const write = fastJson(route.response as Schema)
  app.mounted.add(route)
  app.fastify.route({
    method: route.method,
    url: route.path,
    config: { route },
    async handler(request, reply) {
      const call = await read(request)
      if (keep && call.actor.kind === 'anonymous' && (keep.when?.(call) ?? true)) {
        return answerAndKeep(app, request, reply, call)
      }
      const answer = await handle(call)
      if (request.method === 'GET' && !(answer instanceof Redirect || answer instanceof Existing))
        keep?.onServe?.(answer, call)
      return send(reply, answer)
    },
  })

  function send(reply: FastifyReply, answered: Answered<R>): FastifyReply {
    const isExisting = answered instanceof Existing
    const answer = isExisting ? answered.answer : answered
    if (answer instanceof Redirect)
      return reply.redirect(prefixOf(reply.request) + answer.path + queryOf(reply.request), 302)
    reply.code((isExisting && route.otherStatus) || route.status).header('cache-control', 'private, no-store')
    if (route.status === 204) return reply.send()
    return reply.type('application/json; charset=utf-8').send(write(answer))
  }

  async function answerAndKeep(
    { deps }: App,
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call<R>,
  ): Promise<FastifyReply> {
    const epoch = deps.kept.epoch
    const answer = await handle(call)
    if (!keep || answer instanceof Redirect || answer instanceof Existing) return send(reply, answer)
    const body = Buffer.from(write(answer))
    const kept: KeptAnswer = {
      status: route.status,
      body,
      compressed: {},
      tags: keep.tags(answer, call),
      expiresAt: deps.now().getTime() + keep.seconds * 1000,
      yields: keep.yields ?? true,
      headers: {
        ...apiHeaders,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': `public, max-age=0, s-maxage=${Math.min(keep.seconds, 10)}, stale-while-revalidate=60`,
        vary: 'Authorization, Accept-Encoding',
      },
    }
    if (keep.etag !== false) {
      kept.etag = etagOf(body)
      kept.headers['etag'] = kept.etag
    }
    if (kept.tags.length > 0) kept.headers['cache-tag'] = kept.tags.join(',')
    if (keep.onServe) kept.onServe = () => keep.onServe?.(answer, call)
    if (request.method === 'GET') deps.kept.keep(request.originalUrl, kept, epoch)
    reply.hijack()
    sendKept(kept, request.raw, reply.raw, (grown) => deps.kept.grew(grown))
    return reply
  }
}

/** Makes the function that knows the caller and checks what was sent. */
export function callReader<R extends Route>(
  { deps }: App,
  route: R,
): (request: FastifyRequest) => Promise<Call<R>> {
  const read = inputReader(route)
  return async (request) => {
    const actor = await authenticate(deps, route.access, request.headers)
    return { ...read(request), rawBody: rawBodyOf(request), actor, ip: request.ip } as Call<R>
  }
}

const noBytes = Buffer.alloc(0)
const rawBodies = new WeakMap<FastifyRequest, Buffer>()

/** Remembers the bytes of a body that was read, as long as its request is. */
export function rememberRawBody(request: FastifyRequest, body: Buffer): void {
  rawBodies.set(request, body)
}

const rawBodyOf = (request: FastifyRequest) => rawBodies.get(request) ?? noBytes

/** Where the site shows the API; it says so itself, and nobody else is believed. */
export const apiPrefix = '/api'

function prefixOf({ headers }: FastifyRequest): string {
  return headers['x-forwarded-prefix'] === apiPrefix ? apiPrefix : ''
}

function queryOf({ originalUrl }: FastifyRequest): string {
  const start = originalUrl.indexOf('?')
  return start < 0 ? '' : originalUrl.slice(start)
}

const ofEveryRoute: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'uri_too_long',
  'internal_error',
  'unavailable',
])
const ofBearer: readonly ErrorCode[] = ['missing_credential', 'not_bearer', 'invalid_credential']
const ofAdmin: readonly ErrorCode[] = [...ofBearer, 'not_admin', 'user_banned']
const ofAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  'signed-in': ofBearer,
  customer: [...ofBearer, 'invalid_api_key'],
  admin: ofAdmin,
  'admin-token': [...ofAdmin, 'admin_token_required'],
  service: [...ofBearer, 'not_service'],
  'service-or-admin': [...ofBearer, 'not_service', 'user_banned'],
  'admin-secret': ['missing_credential', 'invalid_credential'],
  'ci-secret': ofBearer,
  webhook: ['invalid_signature'],
  'publish-token': [],
  'signed-in-or-publish-token': ofBearer,
  'upload-address': [],
}

/** Every refusal a route may answer with: its own, and those that come with its kind of access. */
export function declaredErrors(route: Route): ErrorCode[] {
  return [...new Set([...route.errors, ...ofAccess[route.access], ...ofEveryRoute])]
}

export function isDeclared(route: Route | undefined, error: RegistryError): boolean {
  return !route || declaredErrors(route).includes(error.code)
}
