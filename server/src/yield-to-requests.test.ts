import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

const code = `
  import { getPriority } from 'node:os'
  import { parentPort } from 'node:worker_threads'
  import { yieldToRequests } from ${JSON.stringify(import.meta.resolve('./yield-to-requests.ts'))}
  yieldToRequests()
  parentPort.postMessage(getPriority())`

test('a thread that yields has a lower priority, and the others keep theirs', {
  skip: process.platform !== 'linux',
}, async () => {
  const before = getPriority()
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  const [priority] = await once(worker, 'message')
  assert.equal(priority, Math.min(before + 5, constants.priority.PRIORITY_LOW))
  assert.equal(getPriority(), before)
})
