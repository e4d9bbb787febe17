import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/**
 * Which callers can use a route at all. Permissions for the resource in the path are a rule of the domain;
 * this states only what the server must know about the caller before it looks.
 */
export type Access =
  | 'public'
  | 'signed-in'
  /** A signed-in user, or an API key of that user. */
  | 'customer'
  /** An admin, by ID token or by the short-lived admin token. */
  | 'admin'
  /** An admin with the short-lived admin token. */
  | 'admin-token'
  | 'service'
  | 'service-or-admin'
  /** A sibling service, by the header `X-Comfy-Admin-Secret`. */
  | 'admin-secret'
  /** A build machine, by a secret of its own as bearer token. */
  | 'ci-secret'
  /** The signer of the body; the domain checks the signature. */
  | 'webhook'
  /** The token is part of the body. */
  | 'publish-token'
  /** Public, but a publish token as the bearer token gives access to more. */
  | 'public-or-bearer-token'
  /** A signed-in user, or a publish token as bearer token or in the body. */
  | 'signed-in-or-publish-token'
  /** A signed-in user, or a publish token as the bearer token. */
  | 'signed-in-or-bearer-token'
  | 'upload-address'

/** Roles that a signed-in caller needs: owner or member of the publisher that the route is about, or an admin. */
export type Right = 'owner' | 'owner-or-admin' | 'owner-or-self' | 'member' | 'member-or-admin' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
  Headers extends TSchema = TSchema,
> {
  readonly method: Method
  /** Fastify's spelling: `/nodes/:nodeId`. */
  readonly path: `/${string}`
  readonly access: Access
  readonly right?: Right
  /** One line for the API description. */
  readonly summary: string
  /** Facts that the shapes do not show: side effects, limits, order. */
  readonly description?: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Request headers that matter to this route, by lowercase name. */
  readonly headers: Headers
  readonly response: Response
  /** Status of a successful response; 200 by default. */
  readonly status: 200 | 201 | 204
  /** The other status of a successful response: the resource already existed. */
  readonly otherStatus?: 200
  /** The most bytes of the body, if not those of `limits.jsonBodyBytes`. */
  readonly bodyBytes?: number
  /** False for reads without an ETag, which neither clients nor caches may store. */
  readonly etag?: false
  /** True when the response can be a redirect to another address (302). */
  readonly redirects?: true
  readonly errors: readonly ErrorCode[]
}

type Nothing = TObject<Record<never, never>>

/** Declares a route of the registry: the only place that has its path and its shapes. */
export function route<
  Response extends TSchema,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
  Body extends TSchema = Nothing,
  Headers extends TSchema = Nothing,
>(definition: {
  method: Method
  path: `/${string}`
  access: Access
  right?: Right
  summary: string
  description?: string
  params?: Params
  query?: Query
  body?: Body
  headers?: Headers
  response: Response
  status?: 200 | 201 | 204
  otherStatus?: 200
  bodyBytes?: number
  etag?: false
  redirects?: true
  errors?: readonly ErrorCode[]
}): Route<Params, Query, Body, Response, Headers> {
  return { ...noInput, status: 200, errors: [], ...definition } as unknown as Route<
    Params,
    Query,
    Body,
    Response,
    Headers
  >
}

const nothing = { type: 'object', properties: {} }
const noInput = { params: nothing, query: nothing, body: nothing, headers: nothing }

export type ParamsOf<R extends Route> = Static<R['params']>
export type QueryOf<R extends Route> = Static<R['query']>
export type BodyOf<R extends Route> = Static<R['body']>
export type HeadersOf<R extends Route> = Static<R['headers']>
export type ResponseOf<R extends Route> = Static<R['response']>

/** Everything that a caller sends: path parameters, query and body. Parts without members can be omitted. */
export type InputOf<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>>

type Part<Name extends string, Value> = keyof Value extends never
  ? { [key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }
