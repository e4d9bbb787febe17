import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { unpack } from '../archive/contents.ts'
import { crc32 } from '../archive/crc32.ts'
import { sourceOfBytes } from '../archive/source.ts'
import { png } from '../workflow/files.test-support.ts'
import { readWorkflow } from '../workflow/read.ts'
import { DamagedData, decompress, decompressWithin } from './decompress.ts'

const text = Uint8Array.from({ length: 200_000 }, (_, at) => (at * at) % 251)
const entryOf = (packed: Uint8Array) => ({
  path: 'a.py',
  method: 'deflate' as const,
  size: text.length,
  packedSize: packed.length,
  crc32: crc32(text, 0),
  dataOffset: 0,
})

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

/** Runs code as in a browser without these members of streams. */
async function without(members: [object, PropertyKey][], run: () => Promise<unknown>): Promise<void> {
  const kept = members.map(([of, name]) => [of, name, Object.getOwnPropertyDescriptor(of, name)] as const)
  for (const [of, name] of members) Reflect.deleteProperty(of, name)
  try {
    await run()
  } finally {
    for (const [of, name, descriptor] of kept) if (descriptor) Object.defineProperty(of, name, descriptor)
  }
}

const { prototype } = ReadableStream
const iteration: [object, PropertyKey][] = [
  [prototype, Symbol.asyncIterator],
  [prototype, 'values'],
]

describe('decompressing', () => {
  const packed = { deflate: deflateSync(text), 'deflate-raw': deflateRawSync(text), gzip: gzipSync(text) }

  it('needs no iteration over streams, which Safari lacks', () =>
    without(iteration, async () => {
      for (const format of ['deflate', 'deflate-raw', 'gzip'] as const)
        assert.deepEqual(await decompressWithin(packed[format], format, text.length), text)
      const raw = packed['deflate-raw']
      assert.deepEqual(await all(unpack(sourceOfBytes(raw), entryOf(raw))), Buffer.from(text))
      const workflow = png([{ chunk: 'zTXt', key: 'prompt', text: '{"1":{"class_type":"KSampler"}}' }])
      assert.equal((await readWorkflow(sourceOfBytes(workflow))).comfyNodes[0]?.name, 'KSampler')
    }))

  it('reports damaged, incomplete and excess data as damaged', async () => {
    for (const bytes of [
      packed.gzip.subarray(0, -9),
      Buffer.concat([packed.gzip, Buffer.from('more')]),
      Buffer.from('no gzip at all'),
      Buffer.alloc(0),
    ])
      await assert.rejects(decompressWithin(bytes, 'gzip', text.length), DamagedData)
  })

  it('stops beyond the limit', async () => {
    assert.equal(await decompressWithin(packed.gzip, 'gzip', text.length - 1), undefined)
  })

  it('never reports an error of the source or of the program as damaged data', async () => {
    const broken = new TypeError('x is not a function')
    const source = (async function* () {
      yield packed.gzip.subarray(0, 100)
      throw broken
    })()
    await assert.rejects(all(decompress(source, 'gzip')), broken)
    const raw = packed['deflate-raw']
    const archive = { size: raw.length, read: () => Promise.reject(broken) }
    await assert.rejects(all(unpack(archive, entryOf(raw))), broken)
    await without([[prototype, 'getReader']], async () => {
      await assert.rejects(all(unpack(sourceOfBytes(raw), entryOf(raw))), TypeError)
      const workflow = png([{ chunk: 'zTXt', key: 'workflow', text: '{}' }])
      await assert.rejects(readWorkflow(sourceOfBytes(workflow)), TypeError)
    })
  })
})
