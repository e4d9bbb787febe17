import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { heapOf, noHeap } from './heap.ts'

test('the heap of threads is that of those that run, at work or not', async () => {
  const busy = new Worker('for (;;) {}', { eval: true })
  const ended = new Worker('', { eval: true })
  await Promise.all([once(busy, 'online'), once(ended, 'exit')])
  assert.deepEqual(await heapOf([ended]), noHeap)
  const { used, reserved } = await heapOf([busy, ended])
  assert.ok(used > 2 ** 20 && reserved >= used, `${used} of ${reserved}`)
  await busy.terminate()
  assert.deepEqual(await heapOf([busy]), noHeap)
})
