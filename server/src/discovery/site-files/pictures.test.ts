import assert from 'node:assert/strict'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { deleteNode, updateNode } from '@nodeyard/contract/packs'
import { updatePublisher } from '@nodeyard/contract/people'
import { isPublicAddress } from '@nodeyard/outside/public-address'
import { untilTrue } from '../../../test/until-true.ts'
import { useWorld } from '../../../test/world.ts'
import { addressKey } from '../../ground/address-key.ts'
import { pictureSource } from '../../ground/pictures/picture-source.ts'
import { listLooks } from '../../packs/looks/sql.ts'
import { findSiteFile } from './find.ts'
import { findCardSources } from './sql.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])
const publicIp = '93.184.216.34'
const requested: string[] = []
const hosts: Record<string, string[]> = {
  'pictures.test': [publicIp],
  'inside.test': ['10.0.0.7'],
  'both.test': [publicIp, '127.0.0.1'],
}

const responses: Record<string, () => { status?: number; headers?: Record<string, string>; body?: Buffer }> =
  {
    '/a.png': () => ({ headers: { 'content-type': 'text/html' }, body: png }),
    '/moved.png': () => ({ status: 302, headers: { location: '/a.png' } }),
    '/inside.png': () => ({ status: 302, headers: { location: 'https://inside.test/a.png' } }),
    '/literal.png': () => ({ status: 302, headers: { location: 'https://169.254.169.254/latest' } }),
    '/round.png': () => ({ status: 302, headers: { location: '/round.png' } }),
    '/drawing.svg': () => ({ headers: { 'content-type': 'image/svg+xml' }, body: Buffer.from('<svg/>') }),
    '/large.png': () => ({ body: Buffer.concat([png, Buffer.alloc(limits.pictureBytes)]) }),
  }

/** Serves all test hosts over plain HTTP, because the transport is not under test. */
let elsewhere: Server
const source = pictureSource({
  resolve: async (host) => hosts[host] ?? Promise.reject(new Error('no such host')),
  open: (url, ip, signal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      requested.push(`${ip} ${url.hostname}${url.pathname}`)
      const { port } = elsewhere.address() as AddressInfo
      get({ port, path: url.pathname, signal }, resolve).on('error', reject)
    }),
})

before(async () => {
  elsewhere = createServer((request, response) => {
    const { status = 200, headers = {}, body } = responses[request.url ?? '']?.() ?? { status: 404 }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
after(() => elsewhere.close())

const holder = useWorld({ pictures: source })
const file = (path: string) => findSiteFile(holder.world.deps, path)

describe('pictures from other hosts', () => {
  it('shows the picture of a node with the type of its bytes, and fetches it once', async () => {
    const node = await holder.world.given.node({ icon_url: 'https://pictures.test/moved.png' })
    requested.length = 0
    const picture = await file(`/pictures/nodes/${node.id}`)
    assert.deepEqual([picture?.status, picture?.headers['content-type']], [200, 'image/png'])
    assert.deepEqual(picture?.body, png)
    await file(`/pictures/nodes/${node.id}`)
    assert.deepEqual(requested, [`${publicIp} pictures.test/moved.png`, `${publicIp} pictures.test/a.png`])
  })

  it('shows a picture of a README on the card of its node, unless the reading is held back or its license forbids it', async () => {
    const { given, deps } = holder.world
    const facts = {
      clear: { verdict: 'clear', is_shareable: true },
      held: { verdict: 'held', is_shareable: true },
      'not shareable': { verdict: 'clear', is_shareable: false },
    } as const
    const shown: Record<string, boolean[]> = {}
    for (const [name, part] of Object.entries(facts)) {
      const node = await given.node()
      const { id } = await given.reading({ node_id: node.id, ...part })
      await deps.db
        .updateTable('version_analyses')
        .set({ readme_html: '<p><img src="https://pictures.test/a.png"></p>', readme_picture: 0 })
        .where('version_id', '=', id)
        .execute()
      const [look] = await listLooks(deps.db, [node])
      const sources = await findCardSources(deps.db, node.id)
      shown[name] = [look?.hasPicture === true, typeof sources?.html === 'string']
    }
    assert.deepEqual(shown, {
      clear: [true, true],
      held: [false, false],
      'not shareable': [false, false],
    })
  })

  it('shows the logo of a publisher, and responds 404 without one', async () => {
    const publisher = await holder.world.given.publisher({ logo_url: 'https://pictures.test/a.png' })
    assert.equal((await file(`/pictures/publishers/${publisher.id}`))?.status, 200)
    assert.equal((await file('/pictures/publishers/nobody'))?.status, 404)
  })

  for (const [address, why] of [
    ['https://pictures.test/drawing.svg', 'is a drawing, which can contain scripts'],
    ['https://pictures.test/large.png', 'is too large'],
    ['https://pictures.test/missing.png', 'does not exist'],
    ['https://pictures.test/round.png', 'redirects in circles'],
    ['https://unknown.test/a.png', 'has an unknown host'],
    ['http://pictures.test/a.png', 'is not served over HTTPS'],
    ['https://pictures.test:8080/a.png', 'is served at an unusual port'],
    ['https://me:secret@pictures.test/a.png', 'requires credentials'],
  ] as const) {
    it(`fetches no picture that ${why}`, async () => {
      assert.equal(await source.get(address), undefined)
    })
  }

  for (const address of [
    'https://inside.test/a.png',
    'https://both.test/a.png',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.7]/a.png',
    'https://pictures.test/inside.png',
    'https://pictures.test/literal.png',
  ]) {
    it(`requests nothing from private networks: ${address}`, async () => {
      requested.length = 0
      assert.equal(await source.get(address), undefined)
      assert.deepEqual(
        requested.filter((one) => !one.includes('pictures.test/')),
        [],
      )
    })
  }

  it('makes browsers revalidate a picture each time', async () => {
    const node = await holder.world.given.node({ icon_url: 'https://pictures.test/a.png' })
    const policy = (await file(`/pictures/nodes/${node.id}`))?.headers['cache-control']
    assert.match(String(policy), /max-age=0, s-maxage=10, stale-if-error/)
  })

  it('shows a new icon or logo at once', async () => {
    const { world } = holder
    const [owner, at] = [await world.given.user(), 'https://pictures.test/a.png']
    const publisher = await world.given.publisher({ owner })
    const node = await world.given.node({ publisher_id: publisher.id })
    const statuses = async () => [
      (await file(`/pictures/nodes/${node.id.toUpperCase()}`))?.status,
      (await file(`/pictures/publishers/${publisher.id}`))?.status,
    ]
    assert.deepEqual(await statuses(), [404, 404])
    const params = { publisherId: publisher.id, nodeId: node.id }
    await world.as(owner).call(updateNode, { params, body: { icon: at } })
    await world.as(owner).call(updatePublisher, { params, body: { logo: at } })
    assert.deepEqual(await statuses(), [200, 200])
  })

  it('gives up on a host whose name is not resolved in time', async () => {
    const silent = pictureSource(
      { resolve: () => new Promise(() => {}), open: () => Promise.reject(new Error('no host is known')) },
      { timeoutMs: 50 },
    )
    assert.equal(await silent.get('https://pictures.test/a.png'), undefined)
  })

  it('shares its requests fairly with a reader of many pictures', async () => {
    const requested: string[] = []
    const hanging: (() => void)[] = []
    const slow = pictureSource({
      resolve: (host) => {
        requested.push(host)
        return new Promise((_resolve, reject) => hanging.push(() => reject(new Error('given up'))))
      },
      open: () => Promise.reject(new Error('no address is known')),
    })
    const many = Array.from({ length: 300 }, (_, place) =>
      slow.get(`https://slow${place}.test/a.png`, addressKey('many')),
    )
    const one = slow.get('https://other.test/a.png', addressKey('one'))
    await untilTrue(async () => requested.length === 16)
    hanging[0]?.()
    await untilTrue(async () => requested.length === 17)
    assert.equal(requested.at(-1), 'other.test')
    const giveUpAll = setInterval(() => hanging.splice(0).forEach((giveUp) => void giveUp()))
    assert.deepEqual(new Set(await Promise.all([...many, one])), new Set([undefined]))
    clearInterval(giveUpAll)
  })

  it('distinguishes public from private addresses', () => {
    const inside = [
      '10.1.2.3',
      '100.64.0.1',
      '172.31.0.1',
      '192.168.1.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
    ]
    const insideToo = [
      '::',
      '::1',
      'fc00::1',
      'fe80::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '::ffff:8.8.8.8',
      'x',
    ]
    for (const address of [...inside, ...insideToo]) assert.equal(isPublicAddress(address), false, address)
    for (const address of ['8.8.8.8', publicIp, '172.32.0.1', '2606:4700::1111'])
      assert.equal(isPublicAddress(address), true, address)
  })

  it('serves pictures of a README by their position', async () => {
    const { world } = holder
    const version = await world.given.version()
    const html =
      '<p><img alt="x" src="https://pictures.test/none.png?a=1&amp;b=2" /><img src="https://pictures.test/a.png" /></p>'
    await world.given.analysis({ version_id: version.id, readme_html: html })
    const folder = `/pictures/nodes/${version.node_id}/versions/${version.version}`
    const statuses = await Promise.all(
      [0, 1, 2].map(async (place) => (await file(`${folder}/${place}`))?.status),
    )
    assert.deepEqual(statuses, [404, 200, 404])
  })

  it('removes pictures of a deleted node at once', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    const node = await world.given.node({ publisher_id: publisher.id })
    const version = await world.given.version({ node_id: node.id })
    const html = '<img src="https://pictures.test/a.png" />'
    await world.given.analysis({ version_id: version.id, readme_html: html })
    await world.given.comfyNode({ version_id: version.id, name: 'Blur' })
    await world.deps.db
      .insertInto('comfy_node_texts')
      .values({ version_id: version.id, name: 'Blur', language: 'en', document_html: html })
      .execute()
    const folder = `/pictures/nodes/${version.node_id}/versions/${version.version}`
    const statuses = async () => [
      (await file(`${folder}/0`))?.status,
      (await file(`${folder}/comfy-nodes/Blur/en/0`))?.status,
    ]
    assert.deepEqual(await statuses(), [200, 200])
    const params = { publisherId: publisher.id, nodeId: node.id }
    await world.as(owner).call(deleteNode, { params })
    assert.deepEqual(await statuses(), [404, 404])
  })
})
