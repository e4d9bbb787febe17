import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourceOfBytes } from '../archive/source.ts'
import { readWorkflow, readWorkflowText } from './read.ts'

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const readFile = (bytes: Uint8Array) => readWorkflow(sourceOfBytes(bytes))
const refused = { name: 'WorkflowRefusal' }

/** An AVIF picture whose items have extents without bytes, as many as the table can state. */
function avifWithEmptyExtents(items: number): Uint8Array {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4)
    return Buffer.concat([head, content])
  }
  const places = Buffer.alloc(8 + items * 6)
  places.writeUInt16BE(items, 6)
  for (let item = 0; item < items; item++) {
    places.writeUInt16BE(item, 8 + item * 6)
    places.writeUInt16BE(0xffff, 8 + item * 6 + 4)
  }
  const kinds = Array.from({ length: items }, (_, item) => {
    const entry = Buffer.alloc(13, 0)
    entry[0] = 2
    entry.writeUInt16BE(item, 4)
    entry.write('mime', 8)
    return box('infe', entry)
  })
  const meta = [Buffer.alloc(4), box('iinf', Buffer.concat([Buffer.alloc(6), ...kinds])), box('iloc', places)]
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avif')), box('meta', Buffer.concat(meta))])
}

describe('files that are made to exhaust a reader', () => {
  it('refuses JSON that is nested too deeply to be written again', async () => {
    assert.throws(() => readWorkflowText(`{"error":${deep}}`), refused)
    const header = Buffer.from(`{"__metadata__":{"workflow":${deep}}}`)
    const length = Buffer.alloc(8)
    length.writeBigUInt64LE(BigInt(header.length))
    await assert.rejects(readFile(Buffer.concat([length, header])), refused)
    const asset = Buffer.from(`{"asset":{"extras":{"workflow":${deep}}}}`)
    const model = Buffer.alloc(20)
    model.write('glTF')
    model.writeUInt32LE(asset.length, 12)
    model.write('JSON', 16)
    await assert.rejects(readFile(Buffer.concat([model, asset])), refused)
  })

  it('refuses a picture with millions of empty extents', async () => {
    await assert.rejects(readFile(avifWithEmptyExtents(1000)), refused)
  })

  it('refuses a sound with millions of empty blocks', async () => {
    await assert.rejects(readFile(Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(8_000_000)])), refused)
  })
})
