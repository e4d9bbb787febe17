import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Moved } from './calls.ts'
import { Thread, type ThreadOptions } from './thread.ts'

type Api = {
  open(): void
  add(numbers: { a: number; b: number }): number
  measure(bytes: Uint8Array<ArrayBuffer>): number
  bytes(length: number): Moved<Uint8Array<ArrayBuffer>>
  refuse(): void
  ask(question: string): string
  exit(): void
  loop(): void
  babble(): string
}

const program = `
  import { parentPort } from 'node:worker_threads'
  import { Moved } from ${JSON.stringify(import.meta.resolve('./calls.ts'))}
  import { serve } from ${JSON.stringify(import.meta.resolve('./thread.ts'))}
  const other = serve({
    open() {},
    add: ({ a, b }) => a + b,
    measure: (bytes) => bytes.length,
    bytes(length) {
      const bytes = new Uint8Array(length)
      return new Moved(bytes, [bytes.buffer])
    },
    refuse() {
      throw Object.assign(new TypeError('not today'), { code: '23505', detail: { hidden: true } })
    },
    ask: async (question) => 'received ' + await other.call('answer', question),
    exit: () => process.exit(0),
    loop() { for (;;); },
    babble() {
      for (const nonsense of [null, 'ok', 7, {}, { answers: 99 }, { call: 1, method: 'none' }])
        parentPort.postMessage(nonsense)
      return 'done'
    },
  })`

const threads: Thread<Api>[] = []
after(() => Promise.all(threads.map((thread) => thread.end())))

function open(options: Partial<ThreadOptions> = {}): Thread<Api> {
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  const thread = new Thread<Api>(url, { name: 'The test thread', ...options })
  threads.push(thread)
  return thread
}

describe('a thread', () => {
  it('resolves each call to its own result', async () => {
    const thread = open()
    const sums = await Promise.all([1, 2, 3].map((a) => thread.call('add', { a, b: 1 })))
    assert.deepEqual(sums, [2, 3, 4])
  })

  it('moves buffers in both directions', async () => {
    const thread = open()
    const bytes = new Uint8Array(16)
    assert.equal(await thread.call('measure', bytes, [bytes.buffer]), 16)
    assert.equal(bytes.length, 0)
    assert.equal((await thread.call('bytes', 32)).length, 32)
  })

  it('rejects with the name, message and plain fields of the error', async () => {
    await assert.rejects(open().call('refuse', undefined), (error: Error & { detail?: unknown }) => {
      assert.match(error.stack ?? '', /not today/)
      assert.equal(error.detail, undefined)
      return (
        error.name === 'TypeError' &&
        error.message === 'not today' &&
        'code' in error &&
        error.code === '23505'
      )
    })
  })

  it('calls the methods of the thread that started it', async () => {
    const thread = open({ methods: { answer: async (question: string) => question.toUpperCase() } })
    assert.equal(await thread.call('ask', 'anyone?'), 'received ANYONE?')
  })

  it('ignores messages of another shape', async () => {
    assert.equal(await open().call('babble', undefined), 'done')
  })

  it('rejects pending and later calls once it ends', async () => {
    const thread = open()
    await assert.rejects(thread.call('exit', undefined), /^Error: The test thread has ended\.$/)
    await assert.rejects(thread.call('open', undefined), /has ended/)
    const looping = open()
    const looped = looping.call('loop', undefined)
    await Promise.all([assert.rejects(looped, /has ended/), looping.end()])
  })

  it('ends by itself once it is idle', async () => {
    const ended = Promise.withResolvers<unknown>()
    const thread = open({ idleMs: 1, onEnd: ended.resolve })
    assert.equal(await thread.call('add', { a: 1, b: 2 }), 3)
    assert.equal(await ended.promise, undefined)
    assert.equal(thread.hasEnded, true)
  })

  it('reports the error that ended it', async () => {
    const failed = Promise.withResolvers<unknown>()
    const broken = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('broken')")}`)
    const thread = new Thread<Api>(broken, { name: 'The test thread', onEnd: failed.resolve })
    await assert.rejects(thread.call('open', undefined), /broken/)
    assert.match(String(await failed.promise), /broken/)
  })

  it('reports its CPU time', async () => {
    const thread = open()
    await thread.call('open', undefined)
    assert.ok((await thread.cpuMs()) > 0)
  })
})
