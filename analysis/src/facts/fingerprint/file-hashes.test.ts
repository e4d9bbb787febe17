import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { hashFiles } from './file-hashes.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function hashOf(content: string | Uint8Array) {
  const { hashes } = await hashFiles(filesOfRecord({ 'a.py': content }))
  const [hash] = hashes
  assert.ok(hash)
  return hash
}

describe('hashes of files', () => {
  it('ignore which line ends a text has, as git does', async () => {
    const [lf, crlf] = [await hashOf('a = 1\nb = 2\n'), await hashOf('a = 1\r\nb = 2\r\n')]
    assert.notEqual(lf.digest, crlf.digest)
    assert.deepEqual([lf.textDigest, crlf.textDigest], [lf.digest, lf.digest])
  })

  it('keep the line ends of binary files and of texts that mix them', async () => {
    for (const content of ['a\r\nb\n', 'a\rb\r\n', 'a\0b\r\n', '\u0001\u0002\r\n'])
      assert.equal((await hashOf(content)).textDigest, undefined, JSON.stringify(content))
  })

  it('read the digest in a Git LFS pointer', async () => {
    const oid = sha256('weights')
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 7\n`
    assert.equal((await hashOf(pointer)).lfsDigest, oid)
    assert.equal((await hashOf(`${pointer}more\n`)).lfsDigest, undefined)
  })

  it('skip files over the limit', async () => {
    const large = new Uint8Array(8 * 1024 * 1024 + 1)
    const { hashes, skipped } = await hashFiles(filesOfRecord({ 'large.bin': large, 'a.py': '' }))
    assert.deepEqual([hashes.map(({ path }) => path), skipped], [['a.py'], ['large.bin']])
  })
})
