import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { heapOf, noHeap } from './heap.ts'

describe('the heap of threads', () => {
  it('sums all running threads, busy or idle', async () => {
    const busy = new Worker('for (;;) {}', { eval: true })
    const ended = new Worker('', { eval: true })
    await Promise.all([once(busy, 'online'), once(ended, 'exit')])
    assert.deepEqual(await heapOf([ended]), noHeap)
    const { used, reserved } = await heapOf([busy, ended])
    assert.ok(used > 2 ** 20 && reserved >= used, `${used} of ${reserved}`)
    await busy.terminate()
    assert.deepEqual(await heapOf([busy]), noHeap)
  })
})
