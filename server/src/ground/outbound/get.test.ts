import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { getFile } from './get.ts'

const text = 'Numbers, names and notes.'

const answers: Record<string, RequestListener> = {
  '/file': (_, response) => response.end(text),
  '/moved': (_, response) => response.writeHead(302, { location: '/file' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
  '/long': (_, response) => response.end('a'.repeat(1001)),
  '/broken': (_, response) => response.writeHead(500).end(),
  '/cut-off': (_, response) => {
    response.writeHead(200, { 'content-length': 1000 })
    response.write(text, () => response.destroy())
  },
  '/silent': () => {},
}

describe('getting a file for an operator', () => {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  let origin: string

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const fileAt = async (path: string, timeoutMs = 30_000) => {
    const file = await getFile(origin + path, { trusted: [origin], maxBytes: 1000, timeoutMs })
    return file?.toString()
  }

  it('follows redirects', async () => {
    assert.equal(await fileAt('/file'), text)
    assert.equal(await fileAt('/moved'), text)
    assert.equal(await fileAt('/none'), undefined)
  })

  it('refuses everything that is not the whole file', async () => {
    await assert.rejects(fileAt('/inside'), { problem: 'address_refused' })
    await assert.rejects(fileAt('/long'), { name: 'TooLarge' })
    await assert.rejects(fileAt('/broken'), /responded with 500/)
    await assert.rejects(fileAt('/cut-off'), { problem: 'unreachable' })
    await assert.rejects(fileAt('/silent', 50), { name: /Timeout|Unreachable/ })
  })

  it('refuses a private address that the operator has not named', async () => {
    const options = { trusted: [], maxBytes: 1000, timeoutMs: 30_000 }
    await assert.rejects(getFile(`${origin}/file`, options), { problem: 'address_refused' })
  })
})
