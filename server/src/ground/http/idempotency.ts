import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Route } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { RegistryError } from '../errors.ts'
import type { Actor } from '../permissions.ts'
import { takesIdempotencyKey } from './declared-errors.ts'
import type { HttpDeps } from './deps.ts'
import type { Presented } from './present.ts'
import { dropRequest, findRequest, finishRequest, type RequestKey, startRequest } from './sql.ts'

export const rememberedMs = limits.idempotencyHours * 3_600_000
/** A process that runs a request for longer than this has died. */
const abandonedMs = 120_000

/** A request that carries an idempotency key. */
export interface IdempotencyKey {
  /** The client's `Idempotency-Key`. */
  key: string
  /** Keys of different callers are independent. */
  caller: string
  /** Method and URL. */
  route: string
  rawBody: Buffer
}

type Parts = Pick<HttpDeps, 'db' | 'now' | 'randomBytes' | 'uploadKey'>

const Stored = Compile(Type.Object({ status: Type.Integer(), body: Type.String() }))

/** Applies to POST requests of users. Routes that need no sign-in can be repeated without harm. */
export function idempotencyKeyOf(
  route: Route,
  { method, originalUrl, headers }: FastifyRequest,
  { actor, rawBody }: { actor: Actor; rawBody: Buffer },
): IdempotencyKey | undefined {
  if (!takesIdempotencyKey(route) || actor.kind !== 'user') return undefined
  const key = readIdempotencyKey(headers['idempotency-key'])
  return key === undefined ? undefined : { key, caller: actor.id, route: `${method} ${originalUrl}`, rawBody }
}

/**
 * Runs `handle` once for each key. A client that does not know whether its request arrived repeats it with the same key
 * and gets the first response. Refusals change nothing and are not stored. A response can contain a secret that is shown
 * once, so it is stored encrypted under the client's key; the key itself is not stored.
 * Source: draft-ietf-httpapi-idempotency-key-header-07.
 */
export async function runOnce(
  deps: Parts,
  request: IdempotencyKey,
  handle: () => Promise<Presented>,
): Promise<Presented & { isReplay: boolean }> {
  const { db, now } = deps
  const startedAt = now()
  const id: RequestKey = { caller: request.caller, route: request.route, keyHash: sha256(request.key) }
  const requestHash = sha256(request.rawBody)
  const isFirst = await startRequest(db, id, {
    requestHash,
    startedAt,
    forgottenBefore: new Date(startedAt.getTime() - rememberedMs),
    abandonedBefore: new Date(startedAt.getTime() - abandonedMs),
  })
  if (!isFirst) return { ...(await replay(deps, request, id, requestHash)), isReplay: true }
  try {
    const response = await handle()
    const sealed = seal(deps, request, JSON.stringify(response))
    await finishRequest(db, id, { startedAt, status: response.status, response: sealed })
    return { ...response, isReplay: false }
  } catch (error) {
    await dropRequest(db, id, startedAt)
    throw error
  }
}

async function replay(
  deps: Parts,
  request: IdempotencyKey,
  id: RequestKey,
  requestHash: string,
): Promise<Presented> {
  const stored = await findRequest(deps.db, id)
  if (stored && stored.request_hash !== requestHash) throw new RegistryError('idempotency_key_reused')
  if (!stored?.answer) throw new RegistryError('request_in_progress')
  return Stored.Parse(JSON.parse(open(deps, request, Buffer.from(stored.answer))))
}

/** Reads a bare key, or one written as a string of structured fields. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, quoted, bare] =
    /^\s*(?:"([\x20-\x21\x23-\x5b\x5d-\x7e]+)"|([\x21\x23-\x7e]+))\s*$/.exec(String(header)) ?? []
  const key = quoted ?? bare
  if (key === undefined || key.length > limits.idempotencyKeyLength) {
    throw new RegistryError('invalid_request', {
      message: `header.idempotency-key must be 1 to ${limits.idempotencyKeyLength} printable ASCII characters`,
      field: 'header.idempotency-key',
      limit: limits.idempotencyKeyLength,
    })
  }
  return key
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const nonceBytes = 12
const tagBytes = 16

function keyOf({ uploadKey }: Parts, { caller, route, key }: IdempotencyKey): Buffer {
  const info = JSON.stringify(['idempotent response', caller, route])
  return Buffer.from(hkdfSync('sha256', key, uploadKey, info, 32))
}

function seal(deps: Parts, request: IdempotencyKey, text: string): Buffer {
  const nonce = deps.randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(deps, request), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function open(deps: Parts, request: IdempotencyKey, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(deps, request), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
