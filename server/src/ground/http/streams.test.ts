import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import Fastify from 'fastify'
import type { EntrySpec } from '../../../../analysis/src/archive/zip-builder.test-support.ts'
import { type AnnounceAnswer, announce, publish } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { mountDownload } from './streams.ts'

const holder = useWorld()

async function newNode() {
  const { world } = holder
  const apiUrl = await world.listen()
  const { id: publisherId } = await world.given.publisher()
  const token = await createTokenFor(world.deps, publisherId, 'test')
  return { apiUrl, publisherId, token, nodeId: `${publisherId}-blur` }
}

async function published(entries: EntrySpec[] = []) {
  const who = await newNode()
  const archive = Buffer.from(buildPack({ id: who.nodeId, entries }))
  await publish({ ...who, archive })
  await holder.world.runJobs()
  const url = `${who.apiUrl}/nodes/${who.nodeId}/versions/1.0.0/node.zip`
  const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers })
  return { ...who, url, archive, get }
}

describe('archive downloads', () => {
  it('sends length and digest ETag, and must be revalidated on each use', async () => {
    const { get, archive, nodeId } = await published()
    const response = await get({ 'accept-encoding': 'gzip, deflate' })
    const digest = createHash('sha256').update(archive).digest('hex')
    assert.equal(response.headers.get('content-length'), String(archive.length))
    assert.equal(response.headers.get('content-encoding'), null)
    assert.equal(response.headers.get('etag'), `"${digest}"`)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=0, s-maxage=10, stale-if-error=3600')
    assert.equal(response.headers.get('cache-tag'), `node:${nodeId}`)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.match(response.headers.get('content-disposition') ?? '', new RegExp(`${nodeId}_1\\.0\\.0\\.zip`))
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), archive)
  })

  it('resumes a broken download by range, and starts over when the archive changed', async () => {
    const { get, archive } = await published()
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    const rest = await get({ range: 'bytes=100-', 'if-range': etag })
    assert.equal(rest.status, 206)
    assert.equal(rest.headers.get('content-range'), `bytes 100-${archive.length - 1}/${archive.length}`)
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), archive.subarray(100))
    const over = await get({ range: 'bytes=100-', 'if-range': '"another"' })
    assert.equal(over.status, 200)
    assert.equal((await over.arrayBuffer()).byteLength, archive.length)
  })

  it('supports ranges at both ends and ignores or refuses invalid ones', async () => {
    const { get, archive } = await published()
    const bytes = async (range: string) => {
      const response = await get({ range })
      return [response.status, Buffer.from(await response.arrayBuffer())] as const
    }
    assert.deepEqual(await bytes('bytes=0-0'), [206, archive.subarray(0, 1)])
    assert.deepEqual(await bytes('bytes=-5'), [206, archive.subarray(-5)])
    assert.deepEqual(await bytes(`bytes=0-${archive.length * 2}`), [206, archive])
    assert.equal((await bytes(`bytes=${archive.length}-`))[0], 416)
    for (const range of ['bytes=5-2', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=']) {
      assert.deepEqual(await bytes(range), [200, archive], range)
    }
  })

  it('sends 304 for a current copy, and no bytes for HEAD', async () => {
    const { get, archive } = await published()
    const head = await get({}, 'HEAD')
    assert.equal(head.headers.get('content-length'), String(archive.length))
    assert.equal((await head.arrayBuffer()).byteLength, 0)
    assert.equal((await get({ 'if-none-match': head.headers.get('etag') ?? '' })).status, 304)
  })

  it('refuses a banned or deleted version at a stored URL', async () => {
    const { get, nodeId } = await published()
    const { db } = holder.world.deps
    for (const status of ['banned', 'deleted'] as const) {
      await db.updateTable('nodes').set({ latest_version_id: null }).where('id', '=', nodeId).execute()
      await db.updateTable('node_versions').set({ status }).where('node_id', '=', nodeId).execute()
      assert.equal((await get()).status, 404)
    }
  })

  it('sends the age of its data while the database is unavailable', async () => {
    const { get } = await published()
    const { deps } = holder.world
    await get()
    holder.world.advance(61_000)
    const { db } = deps
    const away = () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    }
    Object.assign(deps, { db: { selectFrom: away } })
    try {
      const { status, headers } = await get()
      assert.deepEqual(
        [status, headers.get('age'), headers.get('cache-control'), headers.get('warning')],
        [200, '61', 'public, no-cache', '111 - "Revalidation Failed"'],
      )
    } finally {
      Object.assign(deps, { db })
    }
  })

  it('limits concurrent downloads of an address and frees the place of a finished one', async () => {
    const { get } = await published([{ name: 'large.bin', data: randomBytes(16 * 1024 * 1024) }])
    const { server } = holder.world.app.fastify
    const ends: Promise<unknown>[] = []
    const note = (_incoming: IncomingMessage, answer: ServerResponse) => ends.push(once(answer, 'close'))
    server.on('request', note)
    const readers = await Promise.all(Array.from({ length: limits.downloadsAtOnceOfAddress }, () => get()))
    server.off('request', note)
    assert.deepEqual(new Set(readers.map(({ status }) => status)), new Set([200]))
    const refused = await get()
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { error: string }).error],
      [429, 'too_many_at_once'],
    )
    for (const header of ['etag', 'content-disposition', 'x-content-sha256', 'cache-tag'])
      assert.equal(refused.headers.get(header), null, header)
    assert.equal((await get({}, 'HEAD')).status, 200)
    for (const { body } of readers) await body?.cancel()
    await Promise.all(ends)
    const again = await get()
    assert.equal(again.status, 200)
    await again.body?.cancel()
  })

  it('closes the file of a client that left before the first byte', async () => {
    const fastify = Fastify()
    const bytes = Readable.from([Buffer.from('zip')])
    const left = Promise.withResolvers<void>()
    const read = async () => {
      client.destroy()
      await left.promise
      return bytes
    }
    const open = async () => ({ digest: '0', fileName: 'a.zip', sizeBytes: 3, headers: {}, read })
    mountDownload({ fastify }, '/file', open, { maxAtOnce: 1 })
    fastify.server.on('connection', (socket) => socket.once('close', left.resolve))
    const client = httpRequest(`${await fastify.listen({ port: 0, host: '127.0.0.1' })}/file`).end()
    client.on('error', () => {})
    await once(bytes, 'close')
    await fastify.close()
  })

  it('keeps a download intact when more requests follow on its connection', async () => {
    const { url } = await published([{ name: 'large.bin', data: randomBytes(16 * 1024 * 1024) }])
    const { hostname, port, pathname } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    await once(socket, 'readable')
    const broken = once(holder.world.app.fastify.server, 'clientError')
    socket.write('no request\r\n\r\n')
    await broken
    const received: Buffer[] = []
    socket.on('data', (piece: Buffer) => received.push(piece)).on('error', () => {})
    await once(socket, 'close')
    assert.equal(Buffer.concat(received).includes('HTTP/1.1 400'), false)
  })
})

/** Sends a whole request before it reads the response, as many programs do. */
async function sendAllThenRead(url: string, total: number, announcesLength: boolean) {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  const length = announcesLength ? `Content-Length: ${total}` : 'Transfer-Encoding: chunked'
  const write = async (bytes: string | Buffer) => {
    if (!socket.write(bytes)) await once(socket, 'drain')
  }
  await write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n${length}\r\nConnection: close\r\n\r\n`,
  )
  const piece = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent < total; sent += piece.length) {
    if (!announcesLength) await write(`${piece.length.toString(16)}\r\n`)
    await write(piece)
    if (!announcesLength) await write('\r\n')
  }
  if (!announcesLength) await write('0\r\n\r\n')
  const answer = await text(socket)
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { error: string; limit: number }
  return { status: Number(answer.split(' ')[1]), body }
}

describe('archive uploads', () => {
  it('refuses an oversized upload with an error, with or without an announced length', async () => {
    const who = await newNode()
    const tooLarge = limits.archiveBytes + 1024 * 1024
    const announced = (await (await announce(who)).json()) as AnnounceAnswer
    for (const announcesLength of [true, false]) {
      const { status, body } = await sendAllThenRead(announced.signedUrl, tooLarge, announcesLength)
      assert.equal(status, 413)
      assert.equal(body.error, 'archive_too_large')
      assert.equal(body.limit, limits.archiveBytes)
    }
    for await (const { key } of holder.world.deps.blobs.list('staging/')) assert.fail(key)
  })

  it('leaves nothing of an interrupted upload, and keeps its URL valid', async () => {
    const { world } = holder
    const who = await newNode()
    const archive = buildPack({ id: who.nodeId })
    const { signedUrl } = (await (await announce(who)).json()) as AnnounceAnswer
    const request = httpRequest(signedUrl, { method: 'PUT', headers: { 'content-length': archive.length } })
    request.on('error', () => {})
    const received = once(world.app.fastify.server, 'request')
    request.write(archive.subarray(0, 100))
    const [incoming] = (await received) as [IncomingMessage]
    const closed = new Promise<void>((resolve) => incoming.once('close', resolve))
    request.destroy()
    await closed
    const response = await fetch(signedUrl, {
      method: 'PUT',
      body: new Blob([archive as Uint8Array<ArrayBuffer>]),
    })
    assert.equal(response.status, 200)
  })
})
