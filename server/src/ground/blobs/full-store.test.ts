import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { s3Store } from './s3.ts'
import { BlobsUnavailable } from './store.ts'

describe('a full store', () => {
  it('reports itself as unavailable, not as broken', async (t) => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(507).end())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const blobs = s3Store({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: 'any',
      region: 'us-east-1',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    })
    await assert.rejects(blobs.put('some/key', Buffer.from('bytes'), 'text/plain'), BlobsUnavailable)
    async function* bytes() {
      yield Buffer.from('bytes')
    }
    await assert.rejects(blobs.stage(bytes(), { maxBytes: 10 }), BlobsUnavailable)
  })
})
