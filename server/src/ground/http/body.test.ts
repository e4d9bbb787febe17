import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { limits } from '@nodeyard/contract/limits'
import Fastify from 'fastify'
import { readBodies } from './body.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const megabyte = 2 ** 20

const takenBytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function send(pieces: AsyncIterable<Uint8Array>) {
  const fastify = Fastify()
  fastify.removeAllContentTypeParsers()
  readBodies(fastify, 'text/plain', (_request, body) => body.toString())
  fastify.post('/', async ({ body }) => ({ body }))
  const { statusCode, json } = await fastify.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/plain' },
    payload: Readable.from(pieces, { objectMode: false }),
  })
  return { statusCode, body: (json() as { body?: string }).body }
}

describe('a request body', () => {
  it('takes no more memory than its bytes, even when each arrives separately', async () => {
    const pieces = 200_000
    const before = takenBytes()
    let taken = 0
    const { body } = await send(
      (async function* () {
        for (let n = 0; n < pieces; n++) yield Buffer.alloc(1, 'a')
        taken = takenBytes() - before
      })(),
    )
    assert.equal(body, 'a'.repeat(pieces))
    assert.ok(taken < 10 * megabyte, `${taken / megabyte} MB`)
  })

  it('is limited in bytes, however it is split', async () => {
    const whole = (bytes: number) =>
      send(
        (async function* () {
          for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 'a')
        })(),
      )
    assert.equal((await whole(limits.jsonBodyBytes)).body?.length, limits.jsonBodyBytes)
    assert.equal((await whole(limits.jsonBodyBytes + 1)).statusCode, 413)
  })
})
