import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import { archiveKey } from '../../ground/blobs/store.ts'
import { findVersion } from '../nodes/versions/sql.ts'

const holder = useWorld()

/** A version with the key and the bytes of its archive. */
async function published() {
  const { world } = holder
  const publisher = await testPublisher(world)
  const { id } = await publisher.publish({ id: `${publisher.id}-blur` })
  const version = await findVersion(world.deps.db, id)
  const key = archiveKey(version?.archive_digest ?? '')
  const chunks: Buffer[] = []
  for await (const chunk of await world.deps.blobs.read(key)) chunks.push(chunk)
  return { key, digest: version?.archive_digest ?? '', bytes: Buffer.concat(chunks) }
}

async function verify(...args: string[]) {
  const lines: string[] = []
  const code = await runCommand(holder.world.deps, ['verify', ...args], (line) => lines.push(line))
  return { code, said: lines.join('\n') }
}

/** Replaces the bytes of an archive until the work is done. */
async function replaced(
  key: string,
  bytes: Uint8Array | undefined,
  work: () => Promise<void>,
  before: Uint8Array,
) {
  const { blobs } = holder.world.deps
  await blobs.delete(key)
  if (bytes) await blobs.put(key, bytes, 'application/zip')
  await work()
  await blobs.delete(key)
  await blobs.put(key, before, 'application/zip')
}

describe('verifying archives', () => {
  it('reports no violations of an intact registry', async () => {
    await published()
    assert.deepEqual(await verify('--archives'), { code: 0, said: 'All invariants hold.' })
  })

  it('names versions whose archive is missing or has another size', async () => {
    const { key, digest, bytes } = await published()
    const missing = async () => {
      const { code, said } = await verify()
      assert.equal(code, 1)
      assert.match(
        said,
        new RegExp(`the archive of every version is stored: ${digest} \\(.*-blur 1\\.0\\.0\\)`),
      )
    }
    await replaced(key, undefined, missing, bytes)
    const cut = async () => assert.match((await verify()).said, /has the size that the database knows/)
    await replaced(key, bytes.subarray(1), cut, bytes)
  })

  it('finds an archive with changed bytes when every byte is read', async () => {
    const { key, digest, bytes } = await published()
    const changed = Buffer.from(bytes)
    changed[10] = (changed[10] ?? 0) ^ 1
    const found = async () => {
      assert.equal((await verify()).code, 0, 'its size is right')
      const { code, said } = await verify('--archives')
      assert.equal(code, 1)
      assert.match(said, new RegExp(`has the digest that is its name: ${digest}`))
    }
    await replaced(key, changed, found, bytes)
  })

  it('reports an unreferenced archive as an orphan after an hour', async () => {
    const { blobs } = holder.world.deps
    const staged = await blobs.stage(Readable.from([randomBytes(100)]), { maxBytes: 1000 })
    const key = await blobs.keep(staged.stagingKey, staged.sha256)
    await blobs.put('archives/readme.txt', Buffer.from('?'), 'text/plain')
    const list = blobs.list
    const aged = (by: number) => {
      blobs.list = async function* (folder) {
        const now = holder.world.now().getTime()
        for await (const entry of list.call(blobs, folder)) yield { ...entry, modifiedAt: new Date(now - by) }
      }
    }
    try {
      aged(1000)
      assert.doesNotMatch((await verify()).said, /the database knows every stored archive/)
      aged(2 * 3600_000)
      const { said } = await verify()
      assert.match(said, new RegExp(`the database knows every stored archive: ${staged.sha256}`))
      assert.match(said, /is named as one: archives\/readme\.txt/)
    } finally {
      blobs.list = list
      await blobs.delete(key)
      await blobs.delete('archives/readme.txt')
    }
  })
})
