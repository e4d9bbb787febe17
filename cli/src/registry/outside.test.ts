import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it, mock } from 'node:test'
import { getNode } from '@nodeyard/contract/packs'
import { stageCheckout } from '../install/checkout.ts'
import { folderWith } from '../run.test-support.ts'
import { toArchive } from './download.ts'
import { assertOutside } from './outside.ts'
import { send } from './send.ts'
import { openRegistry } from './settings.ts'

const outside = new URL('https://registry.example/api')

describe('an address that a registry names', () => {
  for (const to of [
    ...['http://127.0.0.1:8188/', 'http://localhost/', 'http://nas/', 'http://printer.local/'],
    ...['http://192.168.1.1/', 'http://169.254.169.254/', 'http://0x7f.1/', 'http://2130706433/'],
    ...[
      'http://[::1]/',
      'http://[fd00::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://metadata.internal./',
      'http://[64:ff9b::a00:1]/',
    ],
  ])
    it(`is refused as ${to} unless the registry is inside, too`, () => {
      assert.throws(() => assertOutside(outside, new URL(to)), /which is inside your network/)
      assertOutside(new URL('http://127.0.0.1:8080'), new URL(to))
    })

  it('can be any public one', () => {
    for (const to of ['https://cdn.example/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])
      assertOutside(outside, new URL(to))
  })

  it('can be no address inside for an archive', () => {
    const version = {
      node_id: 'blur',
      version: '1.0.0',
      sha256: 'a'.repeat(64),
      downloadUrl: 'http://10.0.0.1/reboot',
    }
    assert.throws(
      () => toArchive(version as never, outside.href),
      /leads to http:\/\/10\.0\.0\.1, which is inside/,
    )
  })
})

describe('a name that resolves to an address inside', () => {
  let asked: string[]
  let port: number
  const server = createServer(({ url, headers }, response) => {
    asked.push(`${headers.host} ${url}`)
    if (url === '/away') response.writeHead(302, { location: `http://second.example:${port}/` })
    response.end('found')
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
    const addresses: Record<string, string[]> = { 'mixed.example': ['10.0.0.1', '192.168.0.1'] }
    const answer = (host: string, _: object, callback: (error: null, found: dns.LookupAddress[]) => void) =>
      callback(
        null,
        (addresses[host] ?? ['127.0.0.1']).map((address) => ({ address, family: 4 })),
      )
    mock.method(dns, 'lookup', answer as never)
  })
  after(() => {
    mock.restoreAll()
    server.close()
    server.closeAllConnections()
  })
  const at = (name: string, path = '/') => new URL(`http://${name}:${port}${path}`)

  it('is not connected to if somebody outside named it', async () => {
    asked = []
    for (const name of ['files.example', 'mixed.example']) {
      assertOutside(outside, at(name))
      await assert.rejects(send(at(name), {}), /leads to (127\.0|10\.0)\.0\.1, which is inside your network/)
    }
    assert.deepEqual(asked, [])
  })

  it('is not reached by git, either', async () => {
    asked = []
    const repository = at('code.example', '/x').href
    assertOutside(outside, new URL(repository))
    const { signal } = new AbortController()
    const checkout = { name: 'x', repository, commit: 'a'.repeat(40) }
    await assert.rejects(
      stageCheckout({ env: process.env, signal }, await folderWith({}), checkout),
      /which is inside your network/,
    )
    assert.deepEqual(asked, [])
  })

  it('is not reached by the registry that a lock states', async () => {
    asked = []
    const origin = at('stated.example').origin
    const surroundings = { env: { XDG_CONFIG_HOME: await folderWith({}) } }
    const registry = await openRegistry(surroundings as never, {}, origin)
    await assert.rejects(registry.call(getNode, { params: { nodeId: 'x' } }), /is inside your network/)
    assert.deepEqual(asked, [])
  })

  it('is the registry that the user chose, which can name others inside', async () => {
    asked = []
    const registry = at('registry.corp.example', '/away')
    assert.equal((await send(registry, {})).text, 'found')
    assertOutside(registry, at('third.example'))
    assert.equal((await send(at('third.example'), {})).text, 'found')
    assert.deepEqual(
      asked.map((one) => one.replace(/:\d+/, '')),
      ['registry.corp.example /away', 'second.example /', 'third.example /'],
    )
  })
})
