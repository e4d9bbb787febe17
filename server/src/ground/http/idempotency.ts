import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { limits } from '@nodeyard/contract/limits'
import { RegistryError } from '../errors.ts'
import type { HttpDeps } from './deps.ts'
import {
  dropKeptRequest,
  findKeptRequest,
  finishKeptRequest,
  type RequestKey,
  startKeptRequest,
} from './sql.ts'

export const rememberedMs = limits.idempotencyHours * 3_600_000
/** Whoever holds a request for longer has died. */
const abandonedMs = 120_000

export interface MadeAnswer {
  status: number
  /** The body, as it is sent. */
  text: string
}

export interface OnceRequest {
  /** Keys of one caller say nothing to another. */
  caller: string
  /** Method and address. */
  route: string
  /** The client's `Idempotency-Key`. */
  key: string
  rawBody: Buffer
}

type Parts = Pick<HttpDeps, 'db' | 'now' | 'randomBytes' | 'uploadKey'>

/**
 * Makes an answer once for each key: a client that does not know whether its request arrived sends it again with the
 * same key and gets the first answer. Refusals change nothing and are not remembered. An answer may hold a secret that
 * is shown once, so it is kept encrypted under the client's key, which is not kept itself.
 * Source: draft-ietf-httpapi-idempotency-key-header-07.
 */
export async function answerOnce(
  deps: Parts,
  request: OnceRequest,
  make: () => Promise<MadeAnswer>,
): Promise<MadeAnswer & { isReplay: boolean }> {
  const { db, now } = deps
  const startedAt = now()
  const id: RequestKey = { caller: request.caller, route: request.route, keyHash: sha256(request.key) }
  const requestHash = sha256(request.rawBody)
  const isOurs = await startKeptRequest(db, id, {
    requestHash,
    startedAt,
    forgottenBefore: new Date(startedAt.getTime() - rememberedMs),
    abandonedBefore: new Date(startedAt.getTime() - abandonedMs),
  })
  if (!isOurs) return { ...(await replay(deps, request, id, requestHash)), isReplay: true }
  try {
    const answer = await make()
    const sealed = seal(deps, request, JSON.stringify(answer))
    await finishKeptRequest(db, id, { startedAt, status: answer.status, answer: sealed })
    return { ...answer, isReplay: false }
  } catch (error) {
    await dropKeptRequest(db, id, startedAt)
    throw error
  }
}

async function replay(
  deps: Parts,
  request: OnceRequest,
  id: RequestKey,
  requestHash: string,
): Promise<MadeAnswer> {
  const kept = await findKeptRequest(deps.db, id)
  if (kept && kept.request_hash !== requestHash) throw new RegistryError('idempotency_key_reused')
  if (!kept?.answer) throw new RegistryError('request_in_progress')
  return JSON.parse(open(deps, request, Buffer.from(kept.answer))) as MadeAnswer
}

/** The key as it is written: bare, or as a string of structured fields. */
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

function keyOf({ uploadKey }: Parts, { caller, route, key }: OnceRequest): Buffer {
  const info = JSON.stringify(['kept answer', caller, route])
  return Buffer.from(hkdfSync('sha256', key, uploadKey, info, 32))
}

function seal(deps: Parts, request: OnceRequest, text: string): Buffer {
  const nonce = deps.randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(deps, request), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function open(deps: Parts, request: OnceRequest, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(deps, request), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
