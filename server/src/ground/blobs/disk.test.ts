import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { diskStore } from './disk.ts'
import { BlobNotFound } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const root = () => join(folder, 'root')
const secret = () => join(folder, 'outside/secret')

async function prepareOutside(): Promise<void> {
  await mkdir(join(root(), 'real'), { recursive: true })
  await mkdir(join(folder, 'outside'))
  await writeFile(secret(), 'secret')
}

describe('the disk store', () => {
  it('does not treat a link to a file as a blob', async () => {
    await prepareOutside()
    await symlink(secret(), join(root(), 'real/link'))
    const store = diskStore({ root: root() })
    assert.equal(await store.stat('real/link'), undefined)
    await assert.rejects(store.read('real/link'), BlobNotFound)
    assert.deepEqual(await Array.fromAsync(store.list('')), [])
  })

  it('never follows a link to a folder, whatever the operation', async () => {
    await prepareOutside()
    for (const name of ['linked', 'staging', 'archives'])
      await symlink(join(folder, 'outside'), join(root(), name))
    const store = diskStore({ root: root() })
    const calls = [
      () => store.stat('linked/secret'),
      () => store.read('linked/secret'),
      () => store.delete('linked/secret'),
      () => store.put('linked/new/file', Buffer.from('x'), 'text/plain'),
      () => store.stage(new Blob(['x']).stream(), { maxBytes: 10 }),
      () => store.keep('staging/secret', '0'.repeat(64)),
      () => store.discard('staging/secret'),
      () => Array.fromAsync(store.list('linked/')),
    ]
    for (const call of calls) await assert.rejects(call, /follows no links/, String(call))
    assert.deepEqual(await Array.fromAsync(store.list('')), [])
    assert.deepEqual(await readdir(join(folder, 'outside')), ['secret'])
  })

  it('accepts a link as its root', async () => {
    await mkdir(join(folder, 'elsewhere'))
    await symlink(join(folder, 'elsewhere'), root())
    const store = diskStore({ root: root() })
    await store.put('a/b', Buffer.from('x'), 'text/plain')
    assert.deepEqual(await store.stat('a/b'), { size: 1 })
  })

  it('fails the check when its root cannot be a folder', async () => {
    await writeFile(root(), 'a file')
    await assert.rejects(diskStore({ root: root() }).check(), { code: 'EEXIST' })
  })

  it('lets two processes stage and keep the same bytes in one folder', async () => {
    const program = `
    import { diskStore } from ${JSON.stringify(import.meta.resolve('./disk.ts'))}
    const store = diskStore({ root: ${JSON.stringify(root())} })
    async function* bytes(of) { for (let at = 0; at < 20; at++) yield Buffer.alloc(10_000, of) }
    for (let round = 0; round < 20; round++) {
      const { stagingKey, sha256 } = await store.stage(bytes(round), { maxBytes: 200_000 })
      const key = await store.keep(stagingKey, sha256)
      await store.discard(stagingKey)
      if ((await store.stat(key))?.size !== 200_000) throw new Error('lost ' + key)
    }`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
    await Promise.all([run(), run()])
    const entries = await Array.fromAsync(diskStore({ root: root() }).list(''))
    assert.equal(entries.length, 20)
    assert.ok(entries.every(({ key, size }) => key.startsWith('archives/') && size === 200_000))
  })
})
