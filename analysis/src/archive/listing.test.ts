import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findListedFile, openDirectory, openListing, readListedFile } from './listing.ts'
import { type ArchiveSource, sourceOfBytes } from './source.ts'
import { buildZip } from './zip-builder.test-support.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Counts the requested bytes. */
function metered(bytes: Uint8Array): ArchiveSource & { asked: number } {
  const source = sourceOfBytes(bytes)
  return {
    size: source.size,
    asked: 0,
    read(offset, length) {
      this.asked += length
      return source.read(offset, length)
    },
  }
}

describe('a listed archive', () => {
  it('lists files by path, without folders, and reads each one separately', async () => {
    const zip = buildZip({
      entries: [
        { name: 'b.py', data: 'print("b")' },
        { name: 'docs/', mode: 0o040755 },
        { name: 'a.py', data: 'print("a")'.repeat(500) },
      ],
    })
    const listing = await openListing(sourceOfBytes(zip))
    assert.deepEqual(
      listing.files.map(({ path }) => path),
      ['a.py', 'b.py'],
    )
    const contents = await Promise.all(listing.files.map((file) => readListedFile(listing, file, 10_000)))
    assert.deepEqual(contents.map(text), ['print("a")'.repeat(500), 'print("b")'])
  })

  it('lists a large archive from its end and reads a file from its offset', async () => {
    const large = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 2654435761) >>> 13)
    const zip = buildZip({
      entries: [
        { name: 'first.py', data: 'first' },
        { name: 'model.bin', data: large, method: 0 },
        { name: 'last.py', data: 'last' },
      ],
    })
    const source = metered(zip)
    const listing = await openListing(source)
    assert(source.asked < 400_000, `listing asked for ${source.asked} bytes`)
    const [first] = listing.files
    assert(first)
    assert.equal(text(await readListedFile(listing, first, 100)), 'first')
    assert(source.asked < 800_000, `with one file ${source.asked} bytes`)
  })

  it('finds each file alone as in the list, and neither folders nor parts of names', async () => {
    const names = ['b.py', 'docs/ü.md', 'a.py', 'aa.py']
    const source = sourceOfBytes(
      buildZip({
        entries: [{ name: 'docs/', mode: 0o040755 }, ...names.map((name) => ({ name, data: `of ${name}` }))],
      }),
    )
    const directory = await openDirectory(source)
    for (const listed of (await openListing(source)).files) {
      const file = findListedFile(directory, listed.path)
      assert.deepEqual(file, listed)
      assert.equal(text(await readListedFile(directory, file, 100)), `of ${listed.path}`)
    }
    for (const path of ['docs/', 'docs', '.py', 'A.py', ''])
      assert.equal(findListedFile(directory, path), undefined)
  })

  it('refuses a file over the limit before reading it, and a damaged one while reading', async () => {
    const zip = buildZip({ entries: [{ name: 'a.txt', data: 'hello world', method: 0 }] })
    const damaged = zip.slice()
    damaged[zip.indexOf('h'.charCodeAt(0), 35)] = 'j'.charCodeAt(0)
    const sound = await openListing(sourceOfBytes(zip))
    const broken = await openListing(sourceOfBytes(damaged))
    const [file] = sound.files
    assert(file)
    await assert.rejects(readListedFile(sound, file, 10), { code: 'file_too_large' })
    await assert.rejects(readListedFile(broken, file, 100), { code: 'checksum_mismatch' })
  })

  it('refuses data that is not an archive, with the reason', async () => {
    await assert.rejects(openListing(sourceOfBytes(new Uint8Array(100))), { code: 'not_a_zip' })
  })
})
