import type { IncomingHttpHeaders } from 'node:http'
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
import { NoContent } from '@nodeyard/contract/shapes'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromReplica } from '../db/replicas.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { RegistryError } from '../errors.ts'
import { type Actor, anonymous } from '../permissions.ts'
import type { HttpDeps } from './deps.ts'
import { apiHeaders } from './headers.ts'
import { answerOnce, type MadeAnswer, readIdempotencyKey } from './idempotency.ts'
import { inputReader } from './input.ts'
import {
  asStale,
  etagOf,
  KeptAnswer,
  matchesEtag,
  sendKept,
  staleIfError,
  wantsFresh,
} from './kept-answers.ts'
import { type Caller, callerOf, type RequestLimits } from './request-limits.ts'

export interface App<Deps extends HttpDeps = HttpDeps> {
  fastify: FastifyInstance
  /** Identifies the caller of a route with this access. Throws a refusal for a credential that is missing or bad. */
  authenticate: Authenticate
  deps: Deps
  requestLimits: RequestLimits
  /** Routes of the contract that are mounted; a test compares this with the contract. */
  mounted: Set<Route>
}

export type Authenticate = (access: Access, headers: IncomingHttpHeaders) => Promise<Actor>

export interface Call<R extends Route, Deps = HttpDeps> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  headers: HeadersOf<R>
  /** The body as it came, to the byte; empty where none came. */
  rawBody: Buffer
  actor: Actor
  ip: string
  /** For answers that are kept: its `db` may be a replica. */
  deps: Deps
}

/** Sends the caller to another address of the registry (302), with the query that came. */
export class Redirect {
  readonly path: string
  constructor(route: Route, params: Record<string, unknown>) {
    this.path = addressOf(route, params)
  }
}

/** That, how long and by which tags the answer to an anonymous caller is kept as bytes. */
export interface Keep<R extends Route, Deps = HttpDeps> {
  seconds: number
  /** Absent: every answer to an anonymous caller. */
  when?(call: Call<R, Deps>): boolean
  tags(answer: ResponseOf<R>, call: Call<R, Deps>): string[]
  /** True where `Cache-Control: no-cache` in the request has the answer made again. */
  yields?: boolean
  /** Where the text of an answer lies ready: it is kept under a key that several addresses share. */
  ready?(call: Call<R, Deps>): ReadyAnswer | undefined
  /** Gives what is told of every GET that gets the answer, whoever asks and whether it was kept or not; kept with it. */
  onServe?(answer: ResponseOf<R>): (caller: Caller) => void
}

export interface ReadyAnswer {
  /** No address. */
  key: string
  tags: readonly string[]
  /** Undefined: it does not lie ready after all. */
  text(): Promise<string | undefined>
}

/** An answer with the route's other status: what was to be made is there already. */
export class Existing<Answer> {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

type Answered<R extends Route> = ResponseOf<R> | Existing<ResponseOf<R>> | Redirect
type ForAnybody<R extends Route> = KeptAnswer | Redirect | Existing<ResponseOf<R>>
type Handler<R extends Route, Deps> = (call: Call<R, Deps>) => Promise<Answered<R>>

/** Mounts one route of the contract: input checked, caller known, answer reduced to what is declared. */
export function mount<R extends Route, Deps extends HttpDeps>(
  app: App<Deps>,
  route: R,
  handle: Handler<R, Deps>,
  keep?: Keep<R, Deps>,
): void {
  const readInput = inputReader(route)
  const read = callReader(app, route, readInput)
  const write = writerOf(route.response as Schema)
  const isEmpty = route.response === NoContent
  const traceName = `${route.method} ${route.path}`
  app.mounted.add(route)
  app.fastify.route({
    method: route.method,
    url: route.path,
    config: { route },
    handler: (request, reply) =>
      app.deps.telemetry.traced({ name: traceName, kind: 'request', headers: request.headers }, () =>
        answer(request, reply).catch((error: unknown) => answerNobody(request, reply, error)),
      ),
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = await read(request, reply)
    if (keep && call.actor.kind === 'anonymous' && (keep.when?.(call) ?? true)) {
      return sendForAnybody(request, reply, await answerForAnybody(app, keep, request, call))
    }
    const key = onceKeyOf(route, request, call)
    if (key !== undefined) return answerOnceFor(request, reply, call, key)
    const made = await handle(call)
    if (request.method === 'GET' && !(made instanceof Redirect || made instanceof Existing))
      keep?.onServe?.(made)(callerOf(request.raw, app.deps.config.proxies))
    return send(reply, made)
  }

  /**
   * Without the database nobody knows who calls, or what is for their eyes only. What anybody may see is better than nothing,
   * as far as it is at hand, and is marked as old.
   */
  async function answerNobody(
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ): Promise<FastifyReply> {
    const isSignedIn = request.headers.authorization !== undefined
    if (!keep || !isSignedIn || !isUnavailable(error)) throw error
    const call = toCall(app, request, readInput, anonymous)
    if (keep.when && !keep.when(call)) throw error
    const made = await answerForAnybody(app, keep, request, call)
    const isNew = made instanceof KeptAnswer && !made.isStale
    return sendForAnybody(request, reply, isNew ? asStale(made, 0) : made)
  }

  function send(reply: FastifyReply, answered: Answered<R>): FastifyReply {
    if (answered instanceof Redirect)
      return reply.redirect(prefixOf(reply.request) + answered.path + queryOf(reply.request), 302)
    return sendMade(reply, toMade(answered))
  }

  function toMade(answered: Exclude<Answered<R>, Redirect>): MadeAnswer {
    const isExisting = answered instanceof Existing
    const status = (isExisting && route.otherStatus) || route.status
    return { status, text: isEmpty ? '' : write(isExisting ? answered.answer : answered) }
  }

  /** To one caller: nobody between keeps it, and what is not for everybody's eyes nobody keeps at all. */
  function sendMade(reply: FastifyReply, { status, text }: MadeAnswer): FastifyReply {
    const { method, headers } = reply.request
    const isRead = method === 'GET' || method === 'HEAD'
    reply.code(status).header('vary', 'Authorization, Accept')
    reply.header(
      'cache-control',
      isRead && isPublic(route.access) ? 'private, no-cache' : 'private, no-store',
    )
    if (isEmpty) return reply.send()
    if (isRead && route.etag !== false) {
      const etag = etagOf(Buffer.from(text))
      reply.header('etag', etag)
      if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    }
    return reply.type('application/json; charset=utf-8').send(text)
  }

  async function answerOnceFor(
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call<R, Deps>,
    { key, caller }: OnceKey,
  ): Promise<FastifyReply> {
    const once = { caller, key, route: `${request.method} ${request.originalUrl}`, rawBody: call.rawBody }
    const { isReplay, ...made } = await answerOnce(app.deps, once, async () => {
      const answered = await handle(call)
      if (answered instanceof Redirect) throw new Error('a POST is not redirected')
      return toMade(answered)
    })
    if (isReplay) reply.header('idempotency-replayed', 'true')
    return sendMade(reply, made)
  }

  /** What nobody in particular gets: kept, made, or as it was before the database went away. */
  async function answerForAnybody(
    { deps: { kept } }: App<Deps>,
    keep: Keep<R, Deps>,
    request: FastifyRequest,
    call: Call<R, Deps>,
  ): Promise<ForAnybody<R>> {
    const ready = keep.ready?.(call)
    const key = ready?.key ?? request.originalUrl
    // An address was looked for before there was a call; this key was not.
    const found = ready && kept.find(key)
    if (found) return found
    const make = async () =>
      (ready && (await keepReady(keep, ready, call))) ?? (await makeAndKeep(keep, request, call))
    const wantsNew =
      !ready &&
      (request.headers.authorization !== undefined || ((keep.yields ?? true) && wantsFresh(request)))
    const isShared = request.method === 'GET' && !wantsNew
    return kept.orStale(key, () => (isShared ? kept.makeOnce(key, make) : make()), {
      wantsNew: !isShared,
    })
  }

  function sendForAnybody(request: FastifyRequest, reply: FastifyReply, answer: ForAnybody<R>): FastifyReply {
    if (!(answer instanceof KeptAnswer)) return send(reply, answer)
    if (request.method === 'GET') answer.onServe?.(callerOf(request.raw, app.deps.config.proxies))
    sendKept(answer, request.raw, reply.raw, app.deps.kept.grew, limitHeadersOf(reply))
    // Not before: what is thrown until here is still answered.
    return reply.hijack()
  }

  /** Whoever is to be told of what is served is told of it in full. */
  async function keepReady(
    keep: Keep<R, Deps>,
    { key, tags, text }: ReadyAnswer,
    call: Call<R, Deps>,
  ): Promise<KeptAnswer | undefined> {
    const { kept } = app.deps
    const epoch = kept.epoch
    const found = await text()
    if (found === undefined) return undefined
    const answer = (keep.onServe ? JSON.parse(found) : {}) as ResponseOf<R>
    const made = toKept(keep, answer, call, { body: Buffer.from(found), tags })
    kept.keep(key, made, epoch)
    return made
  }

  async function makeAndKeep(
    keep: Keep<R, Deps>,
    request: FastifyRequest,
    call: Call<R, Deps>,
  ): Promise<ForAnybody<R>> {
    const { kept } = app.deps
    const epoch = kept.epoch
    const answer = await fromReplica(app.deps, (deps) => handle({ ...call, deps }))
    if (answer instanceof Redirect || answer instanceof Existing) return answer
    const made = toKept(keep, answer, call)
    // Under its own address, also where it stands in for an answer that is not ready yet: others wait for that.
    if (request.method === 'GET') kept.keep(request.originalUrl, made, epoch)
    return made
  }

  function toKept(
    keep: Keep<R, Deps>,
    answer: ResponseOf<R>,
    call: Call<R, Deps>,
    { body, tags }: { body: Buffer; tags: readonly string[] } = {
      body: Buffer.from(write(answer)),
      tags: keep.tags(answer, call).filter(isTag),
    },
  ): KeptAnswer {
    const etag = route.etag === false ? undefined : etagOf(body)
    return new KeptAnswer({
      status: route.status,
      body,
      tags,
      expiresAt: app.deps.now().getTime() + keep.seconds * 1000,
      yields: keep.yields ?? true,
      headers: {
        ...apiHeaders,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': cacheControlOf(route, keep),
        vary: 'Authorization, Accept-Encoding',
        ...(etag === undefined ? {} : { etag }),
        ...(tags.length > 0 ? { 'cache-tag': tags.join(',') } : {}),
      },
      etag,
      onServe: keep.onServe?.(answer),
    })
  }
}

const isPublic = (access: Access) => access === 'public' || access === 'public-or-bearer-token'

/** For caches between. What clients must not hold on to, nobody does but this process, which sees each request for it. */
function cacheControlOf(route: Route, { seconds }: { seconds: number }): string {
  return route.etag === false
    ? 'no-store'
    : `public, max-age=0, s-maxage=${Math.min(seconds, 10)}, stale-while-revalidate=60, ${staleIfError}`
}

/** Makes the function that knows the caller and checks what was sent. */
export function callReader<R extends Route, Deps extends HttpDeps>(
  app: App<Deps>,
  route: R,
  readInput = inputReader(route),
): (request: FastifyRequest, reply: FastifyReply) => Promise<Call<R, Deps>> {
  const { requestLimits } = app
  return async (request, reply) => {
    const actor = await app.authenticate(route.access, request.headers).catch((error: unknown) => {
      // Who guesses credentials is limited as who has none.
      requestLimits.takeClass(anonymous, request, reply)
      throw error
    })
    requestLimits.takeClass(actor, request, reply)
    return toCall(app, request, readInput, actor)
  }
}

function toCall<R extends Route, Deps extends HttpDeps>(
  { deps }: App<Deps>,
  request: FastifyRequest,
  readInput: ReturnType<typeof inputReader>,
  actor: Actor,
): Call<R, Deps> {
  return { ...readInput(request), rawBody: rawBodyOf(request), actor, ip: request.ip, deps } as Call<R, Deps>
}

/** Tags are told in a header. What has other characters in it came with the request, and is the id of nothing. */
const isTag = (tag: string) => /^[ -+\--~]+$/.test(tag)

interface OnceKey {
  key: string
  caller: string
}

/** A user's POST that names a key is made once. What needs no sign-in can be sent again without harm. */
function onceKeyOf(
  route: Route,
  { headers }: FastifyRequest,
  { actor }: { actor: Actor },
): OnceKey | undefined {
  if (!takesIdempotencyKey(route) || actor.kind !== 'user') return undefined
  const key = readIdempotencyKey(headers['idempotency-key'])
  return key === undefined ? undefined : { key, caller: actor.id }
}

function limitHeadersOf(reply: FastifyReply): string[] {
  const names = ['ratelimit', 'ratelimit-policy']
  return names.flatMap((name) => (reply.hasHeader(name) ? [name, String(reply.getHeader(name))] : []))
}

/** Compiled when it is first needed: doing so for every route would cost each start half a second. */
function writerOf(schema: Schema): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    write ??= fastJson(schema)
    return write(answer)
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
  'too_many_requests',
  'internal_error',
  'unavailable',
])
const ofBearer: readonly ErrorCode[] = ['missing_credential', 'not_bearer', 'invalid_credential']
const ofAdmin: readonly ErrorCode[] = [...ofBearer, 'not_admin', 'user_banned']
const ofAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  'signed-in': ofBearer,
  customer: [...ofBearer, 'invalid_api_key', 'user_banned'],
  admin: ofAdmin,
  'admin-token': [...ofAdmin, 'admin_token_required'],
  service: [...ofBearer, 'not_service'],
  'service-or-admin': [...ofBearer, 'not_service', 'user_banned'],
  'admin-secret': ['missing_credential', 'invalid_credential'],
  'ci-secret': ofBearer,
  webhook: ['invalid_signature'],
  'publish-token': [],
  'public-or-bearer-token': [],
  'signed-in-or-publish-token': ofBearer,
  'signed-in-or-bearer-token': [
    ...ofBearer,
    'invalid_publish_token',
    'publish_token_of_other_publisher',
    'publish_token_out_of_scope',
  ],
  'upload-address': [],
}

const withoutUsers: ReadonlySet<Access> = new Set([
  'admin-secret',
  'ci-secret',
  'webhook',
  'publish-token',
  'upload-address',
])

/** Whether a user's request may name an `Idempotency-Key`. */
export function takesIdempotencyKey({ method, access }: Route): boolean {
  return method === 'POST' && !withoutUsers.has(access)
}

/** Every refusal a route may answer with: its own, and those that come with its method and its kind of access. */
export function declaredErrors(route: Route): ErrorCode[] {
  const ofKey: ErrorCode[] = takesIdempotencyKey(route)
    ? ['idempotency_key_reused', 'request_in_progress']
    : []
  return [...new Set([...route.errors, ...ofAccess[route.access], ...ofKey, ...ofEveryRoute])]
}

export function isDeclared(route: Route | undefined, error: RegistryError): boolean {
  return !route || declaredErrors(route).includes(error.code)
}
