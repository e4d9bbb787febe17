import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { inspectPack } from '../inspection/inspect.ts'
import { testParser } from '../python/parser.test-support.ts'

const parser = await testParser()

const source = 'def greet(name):\n    return "hello " + name\n'
/** Written by Python 3.11. */
const cacheOf = {
  source:
    'pw0NCgAAAAAA8VNlLAAAAOMAAAAAAAAAAAAAAAABAAAAAAAAAPMMAAAAlwBkAIQAWgBkAVMAKQJjAQAAAAAAAAAAAAAAAgAAAAMAAADzDAAAAJcAZAF8AHoAAABTACkCTnoGaGVsbG8gqQApAdoEbmFtZXMBAAAAIPoSL3RtcC9zY2FuL3B5Yy9hLnB52gVncmVldHIGAAAAAQAAAHMMAAAAgADYCxOQZIk/0AQa8wAAAABOKQFyBgAAAHIDAAAAcgcAAAByBQAAAPoIPG1vZHVsZT5yCAAAAAEAAABzHgAAAPADAQEB8AIBARvwAAEBG/AAAQEb8AABARvwAAEBG3IHAAAA',
  another:
    'pw0NCgAAAAAA8VNlLAAAAOMAAAAAAAAAAAAAAAADAAAAAAAAAPMuAAAAlwBkAGQBbABaAAIAZQBqAQAAAAAAAAAAZAKmAQAAqwEAAAAAAAAAAAEAZAFTACkD6QAAAABO2gF4KQLaAm9z2gZzeXN0ZW2pAPMAAAAA+hIvdG1wL3NjYW4vcHljL2EucHn6CDxtb2R1bGU+cgkAAAABAAAAcyEAAADwAwEBAdgACYAJgAmACdgACYAChAmII4EOhA6ADoAOgA5yBwAAAA==',
  sourceUnchecked:
    'pw0NCgEAAAAGOKDHIGPbB+MAAAAAAAAAAAAAAAABAAAAAAAAAPMMAAAAlwBkAIQAWgBkAVMAKQJjAQAAAAAAAAAAAAAAAgAAAAMAAADzDAAAAJcAZAF8AHoAAABTACkCTnoGaGVsbG8gqQApAdoEbmFtZXMBAAAAIPoSL3RtcC9zY2FuL3B5Yy9hLnB52gVncmVldHIGAAAAAQAAAHMMAAAAgADYCxOQZIk/0AQa8wAAAABOKQFyBgAAAHIDAAAAcgcAAAByBQAAAPoIPG1vZHVsZT5yCAAAAAEAAABzHgAAAPADAQEB8AIBARvwAAEBG/AAAQEb8AABARvwAAEBG3IHAAAA',
}

async function severityOf(
  cache: Uint8Array,
  path = '__pycache__/a.cpython-311.pyc',
): Promise<string | undefined> {
  const files = { '__init__.py': '', 'a.py': source, [path]: cache }
  const { findings } = await inspectPack(filesOfRecord(files), parser)
  return findings.find(({ rule }) => rule === 'compiled-python')?.severity
}
const bytes = (name: keyof typeof cacheOf) => Uint8Array.from(Buffer.from(cacheOf[name], 'base64'))

describe('the scan of compiled Python', () => {
  it('takes a cache that says the same as its source', async () => {
    assert.equal(await severityOf(bytes('source')), 'low')
  })

  it('takes a cache that Python ignores, because its source has another size', async () => {
    const cache = bytes('another')
    cache[12] = 1
    assert.equal(await severityOf(cache), 'low')
  })

  it('holds a cache that says something else than its source', async () => {
    assert.equal(await severityOf(bytes('another')), 'high')
  })

  it('holds a cache that runs whatever its source says', async () => {
    assert.equal(await severityOf(bytes('sourceUnchecked')), 'high')
  })

  it('takes a cache without its source, which Python ignores, unless its code could do harm', async () => {
    assert.equal(await severityOf(bytes('source'), '__pycache__/b.cpython-311.pyc'), 'low')
    assert.equal(await severityOf(bytes('another'), '__pycache__/b.cpython-311.pyc'), 'high')
  })

  it('holds compiled Python beside the source', async () => {
    assert.equal(await severityOf(bytes('source'), 'a.pyc'), 'high')
  })

  it('holds a damaged cache', async () => {
    const cache = bytes('source')
    for (let at = 16; at < cache.length; at += 7) cache[at] = (cache[at] ?? 0) ^ 0x55
    assert.equal(await severityOf(cache), 'high')
  })
})
