import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { measure } from './measure.ts'
import { TooManyBytes } from './store.ts'

const megabyte = 1024 * 1024

describe('measuring a stream', () => {
  it('allows a response after an oversized request is drained', async (t) => {
    const port = await listen(t, (incoming, outgoing) => {
      consume(incoming, { maxBytes: 1000 }).catch((error) => {
        incoming.resume().once('end', () => {
          outgoing.writeHead(413, { 'content-type': 'application/json' })
          outgoing.end(JSON.stringify({ error: error.name }))
        })
      })
    })
    const call = request({ port, method: 'PUT', headers: { 'content-length': 8 * megabyte } })
    call.end(Buffer.alloc(8 * megabyte))
    const [answer] = await once(call, 'response')
    assert.equal(answer.statusCode, 413)
    assert.deepEqual(JSON.parse((await Array.fromAsync(answer)).join('')), { error: TooManyBytes.name })
  })

  it('fails when the client disconnects midway', async (t) => {
    const outcome = Promise.withResolvers<unknown>()
    const port = await listen(t, (incoming) => {
      incoming.once('data', () => socket.destroy())
      consume(incoming, { maxBytes: megabyte }).then(outcome.resolve, outcome.reject)
    })
    const socket = connect(port).on('error', () => {})
    socket.write('PUT / HTTP/1.1\r\nHost: here\r\nContent-Length: 100000\r\n\r\nonly this')
    await assert.rejects(outcome.promise, { code: 'ECONNRESET' })
  })
})

async function consume(source: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<number> {
  const { bytes, result } = measure(source, options)
  for await (const _ of bytes);
  return result().size
}

async function listen(t: TestContext, answer: Parameters<typeof createServer>[1]): Promise<number> {
  const server: Server = createServer({}, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
