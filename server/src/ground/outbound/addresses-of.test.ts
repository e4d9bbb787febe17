import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { addressesOf } from './addresses-of.ts'

const [a, aaaa] = [1, 28]
const answers: Record<number, number[]> = {
  [a]: [93, 184, 216, 34],
  [aaaa]: [0x26, 0x06, 0x47, ...Array(12).fill(0), 1],
}

/** A name server that knows `both.test` and `only4.test`, and never responds for `silent.test`. */
let server: Socket
let servers: string[]
/** Resolves once `silent.test` was queried. */
const requested = Promise.withResolvers<void>()

before(async () => {
  server = createSocket('udp4')
  server.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 1
    const name = question.toString('latin1', 13, end).split(/[\0-\x1f]/)[0]
    if (name === 'silent') return requested.resolve()
    const address =
      name === 'only4' && question.readUInt16BE(end) === aaaa
        ? undefined
        : answers[question.readUInt16BE(end)]
    const head = Buffer.from(question.subarray(0, end + 4))
    // Flags of a response with recursion available, one question, and the number of records.
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(address ? 1 : 0, 6)
    head.writeUInt32BE(0, 8)
    const record = address
      ? [0xc0, 12, ...question.subarray(end, end + 4), 0, 0, 0, 60, 0, address.length, ...address]
      : []
    server.send(Buffer.concat([head, Buffer.from(record)]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  servers = [`127.0.0.1:${server.address().port}`]
})
after(() => server.close())

const never = new AbortController().signal

describe('resolving a host', () => {
  it('finds IPv4 and IPv6 addresses, or the kind that exists', async () => {
    assert.deepEqual(await addressesOf('both.test', never, servers), ['93.184.216.34', '2606:4700::1'])
    assert.deepEqual(await addressesOf('only4.test', never, servers), ['93.184.216.34'])
  })

  it('stops on the signal when the server does not respond, without delaying other names', async () => {
    const giveUp = new AbortController()
    const silent = Array.from({ length: 20 }, () => addressesOf('silent.test', giveUp.signal, servers))
    await requested.promise
    assert.ok((await addressesOf('localhost', never)).length > 0)
    assert.equal((await addressesOf('both.test', never, servers)).length, 2)
    giveUp.abort()
    for (const one of silent) await assert.rejects(one, { code: 'ECANCELLED' })
  })
})
