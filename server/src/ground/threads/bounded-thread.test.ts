import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pino from 'pino'
import { addressKey } from '../address-key.ts'
import { BoundedThread } from './bounded-thread.ts'

type Api = {
  double(number: number): number
  wait(): void
  loop(): void
  refuse(): void
  fill(): void
}

const program = `
  import { serve } from ${JSON.stringify(import.meta.resolve('./thread.ts'))}
  const main = serve({
    double: (number) => 2 * number,
    wait: () => main.call('turn'),
    loop() { for (;;); },
    refuse() { throw new TypeError('not this') },
    fill() { for (const all = [];;) all.push(new Array(100_000).fill({})) },
  })`

const threads: BoundedThread<Api>[] = []
after(() => Promise.all(threads.map((thread) => thread.end())))

function open({ waiting = 1, cpuMs = 60_000, turn = async () => {} } = {}): BoundedThread<Api> {
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  const log = pino({ level: 'silent' })
  const options = { name: 'The test thread', log, memoryMb: 64, cpuMs, waiting, methods: { turn } }
  const thread = new BoundedThread<Api>(url, options)
  threads.push(thread)
  return thread
}

const unavailable = { name: 'RegistryError', code: 'unavailable', retryAfterSeconds: 1 }

describe('a thread for anonymous callers', () => {
  it('computes one call after another', async () => {
    const thread = open({ waiting: 2 })
    const calls = [1, 2, 3].map((number) =>
      thread.call('double', number, { caller: addressKey(`${number}`) }),
    )
    assert.deepEqual(await Promise.all(calls), [2, 4, 6])
  })

  it('refuses calls when the queue is full', async () => {
    const turn = Promise.withResolvers<void>()
    const thread = open({ turn: () => turn.promise })
    const running = thread.call('wait', undefined, { caller: addressKey('a') })
    const waiting = thread.call('double', 1, { caller: addressKey('a') })
    await assert.rejects(thread.call('double', 2, { caller: addressKey('a') }), unavailable)
    turn.resolve()
    await running
    assert.equal(await waiting, 2)
  })

  for (const [method, resource] of [
    ['loop', 'CPU time'],
    ['fill', 'memory'],
  ] as const)
    it(`ends a call that uses up its ${resource}, and continues with the next`, async () => {
      const thread = open({ cpuMs: method === 'loop' ? 1000 : 60_000 })
      const ended = thread.call(method, undefined, { caller: addressKey('a') })
      const next = thread.call('double', 4, { caller: addressKey('b') })
      await assert.rejects(ended, { code: 'unavailable' })
      assert.equal(await next, 8)
    })

  it('passes on the error of a call, and stays', async () => {
    const thread = open()
    await assert.rejects(thread.call('refuse', undefined, { caller: addressKey('a') }), { name: 'TypeError' })
    assert.equal(await thread.call('double', 1, { caller: addressKey('a') }), 2)
  })
})
