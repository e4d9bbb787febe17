import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startFakeServices } from '../../../test/fakes/generation-services.ts'
import { requestUpstream } from './request.ts'

describe('a request to a service', () => {
  it('times out for a silent service and closes the connection', async () => {
    const fake = await startFakeServices('key')
    const { signal } = new AbortController()
    const headers = { authorization: 'Bearer key' }
    const url = new URL(`${fake.url}/slow`)
    await assert.rejects(requestUpstream({ url, headers, timeoutMs: 20, signal }), {
      code: 'service_timeout',
    })
    while (fake.running() > 0) await new Promise(setImmediate)
    await fake.close()
  })

  it('reports an unresolvable service without its URL', async () => {
    const { signal } = new AbortController()
    const url = new URL('http://service.invalid/tasks')
    await assert.rejects(requestUpstream({ url, headers: {}, timeoutMs: 10_000, signal }), (error: Error) => {
      assert.equal((error as { code?: string }).code, 'service_unreachable')
      return !error.message.includes('service.invalid')
    })
  })
})
