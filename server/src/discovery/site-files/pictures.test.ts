import assert from 'node:assert/strict'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { deleteNode, updateNode } from '@nodeyard/contract/nodes'
import { updatePublisher } from '@nodeyard/contract/publishers'
import { untilTrue } from '../../../test/until-true.ts'
import { useWorld } from '../../../test/world.ts'
import { isPublicAddress } from '../../ground/outbound/public-address.ts'
import { findSiteFile } from './find.ts'
import { pictureSource } from './picture-source.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])
const publicIp = '93.184.216.34'
const asked: string[] = []
const hosts: Record<string, string[]> = {
  'pictures.test': [publicIp],
  'inside.test': ['10.0.0.7'],
  'both.test': [publicIp, '127.0.0.1'],
}

const answers: Record<string, () => { status?: number; headers?: Record<string, string>; body?: Buffer }> = {
  '/a.png': () => ({ headers: { 'content-type': 'text/html' }, body: png }),
  '/moved.png': () => ({ status: 302, headers: { location: '/a.png' } }),
  '/inside.png': () => ({ status: 302, headers: { location: 'https://inside.test/a.png' } }),
  '/literal.png': () => ({ status: 302, headers: { location: 'https://169.254.169.254/latest' } }),
  '/round.png': () => ({ status: 302, headers: { location: '/round.png' } }),
  '/drawing.svg': () => ({ headers: { 'content-type': 'image/svg+xml' }, body: Buffer.from('<svg/>') }),
  '/large.png': () => ({ body: Buffer.concat([png, Buffer.alloc(limits.pictureBytes)]) }),
}

/** The hosts of this file, on this machine; what they are asked over is not what is tested. */
let elsewhere: Server
const source = pictureSource({
  resolve: async (host) => hosts[host] ?? Promise.reject(new Error('no such host')),
  open: (url, ip, signal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      asked.push(`${ip} ${url.hostname}${url.pathname}`)
      const { port } = elsewhere.address() as AddressInfo
      get({ port, path: url.pathname, signal }, resolve).on('error', reject)
    }),
})

before(async () => {
  elsewhere = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answers[request.url ?? '']?.() ?? { status: 404 }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
after(() => elsewhere.close())

const holder = useWorld({ pictures: source })
const file = (path: string) => findSiteFile(holder.world.deps, path)

test('the picture of a node comes through the site, as what its bytes are, and is fetched once', async () => {
  const node = await holder.world.given.node({ icon_url: 'https://pictures.test/moved.png' })
  asked.length = 0
  const picture = await file(`/pictures/nodes/${node.id}`)
  assert.deepEqual([picture?.status, picture?.headers['content-type']], [200, 'image/png'])
  assert.deepEqual(picture?.body, png)
  await file(`/pictures/nodes/${node.id}`)
  assert.deepEqual(asked, [`${publicIp} pictures.test/moved.png`, `${publicIp} pictures.test/a.png`])
})

test('the logo of a publisher too; where there is none, the answer is that', async () => {
  const publisher = await holder.world.given.publisher({ logo_url: 'https://pictures.test/a.png' })
  assert.equal((await file(`/pictures/publishers/${publisher.id}`))?.status, 200)
  assert.equal((await file('/pictures/publishers/nobody'))?.status, 404)
})

for (const [address, why] of [
  ['https://pictures.test/drawing.svg', 'is a drawing that can hold a program'],
  ['https://pictures.test/large.png', 'is too large'],
  ['https://pictures.test/missing.png', 'is not there'],
  ['https://pictures.test/round.png', 'leads round in circles'],
  ['https://unknown.test/a.png', 'has no host'],
  ['http://pictures.test/a.png', 'would be fetched in the clear'],
  ['https://pictures.test:8080/a.png', 'stands at an unusual port'],
  ['https://me:secret@pictures.test/a.png', 'names somebody'],
] as const) {
  test(`no picture that ${why}`, async () => {
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
  test(`nothing inside of our own network is asked: ${address}`, async () => {
    asked.length = 0
    assert.equal(await source.get(address), undefined)
    assert.deepEqual(
      asked.filter((one) => !one.includes('pictures.test/')),
      [],
    )
  })
}

test('readers ask each time whether a picture is still the same', async () => {
  const node = await holder.world.given.node({ icon_url: 'https://pictures.test/a.png' })
  const policy = (await file(`/pictures/nodes/${node.id}`))?.headers['cache-control']
  assert.match(String(policy), /max-age=0, s-maxage=10, stale-if-error/)
})

test('a new icon, and a new logo, are shown at once', async () => {
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

test('a host whose name does not answer with addresses in time is not waited for', async () => {
  const silent = pictureSource(
    { resolve: () => new Promise(() => {}), open: () => Promise.reject(new Error('nobody is asked')) },
    { timeoutMs: 50 },
  )
  assert.equal(await silent.get('https://pictures.test/a.png'), undefined)
})

test('a reader who wants many pictures at once does not keep others waiting', async () => {
  const asked: string[] = []
  const hanging: (() => void)[] = []
  const slow = pictureSource({
    resolve: (host) => {
      asked.push(host)
      return new Promise((_resolve, reject) => hanging.push(() => reject(new Error('given up'))))
    },
    open: () => Promise.reject(new Error('no address is known')),
  })
  const many = Array.from({ length: 300 }, (_, place) => slow.get(`https://slow${place}.test/a.png`, 'many'))
  const one = slow.get('https://other.test/a.png', 'one')
  await untilTrue(async () => asked.length === 16)
  hanging[0]?.()
  await untilTrue(async () => asked.length === 17)
  assert.equal(asked.at(-1), 'other.test')
  const giveUpAll = setInterval(() => hanging.splice(0).forEach((giveUp) => void giveUp()))
  assert.deepEqual(new Set(await Promise.all([...many, one])), new Set([undefined]))
  clearInterval(giveUpAll)
})

test('public addresses are those that anybody can reach', () => {
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

test('pictures of a README are asked for by their place in it', async () => {
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

test('pictures of what is taken down are gone at once', async () => {
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
