import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'

const code = `
  import { getPriority } from 'node:os'
  import { parentPort } from 'node:worker_threads'
  import { yieldToAll, yieldToRequests } from ${JSON.stringify(import.meta.resolve('./yield-to-requests.ts'))}
  yieldToRequests()
  const first = getPriority()
  yieldToAll()
  parentPort.postMessage([first, getPriority()])`

describe('yielding to requests', () => {
  it('lowers the priority of only the calling thread', {
    skip: process.platform !== 'linux',
  }, async () => {
    const before = getPriority()
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    const [priorities] = await once(worker, 'message')
    const { PRIORITY_LOW } = constants.priority
    assert.deepEqual(priorities, [Math.min(before + 5, PRIORITY_LOW), PRIORITY_LOW])
    assert.equal(getPriority(), before)
  })
})
