import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call a route at all. What the caller may do with the thing named in the path is a rule of the
 * domain; this is only how much the server must know of the caller before it looks.
 */
export type Access =
  | 'public'
  | 'signed-in'
  /** A signed-in user, or an API key of one. */
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
  /** Whoever signed the body; the signature is checked by the domain. */
  | 'webhook'
  /** The token is part of the body. */
  | 'publish-token'
  /** Everyone; a program with a publish token as its bearer token sees more. */
  | 'public-or-bearer-token'
  /** A signed-in user, or a publish token as bearer token or in the body. */
  | 'signed-in-or-publish-token'
  /** A signed-in user, or a program with a publish token as its bearer token. */
  | 'signed-in-or-bearer-token'
  | 'upload-address'

/**
 * What the caller must be besides signed in: owner or member of the publisher that the route is about, or an admin.
 */
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
  /** What a reader must know beyond the shapes: side effects, limits, order. */
  readonly description?: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Request headers that matter to this route, by their names in small letters. */
  readonly headers: Headers
  readonly response: Response
  /** Status of the answer when all went well; 200 unless stated. */
  readonly status: 200 | 201 | 204
  /** The other status of an answer when all went well: where what was to be made is there already. */
  readonly otherStatus?: 200
  /** False for a read whose answers carry no ETag, because clients must not hold on to them; caches between neither. */
  readonly etag?: false
  /** True where the caller may be sent to another address (302). */
  readonly redirects?: true
  readonly errors: readonly ErrorCode[]
}

type Nothing = TObject<Record<never, never>>

/** A route of the registry: the one place that knows its path and its shapes. */
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

/** Everything a caller says: path parameters, query and body. A part without members may be left out. */
export type InputOf<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>>

type Part<Name extends string, Value> = keyof Value extends never
  ? { [key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }
