import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { filesOfRecord } from '../archive/pack-files.ts'
import { buildZip } from '../archive/zip-builder.test-support.ts'
import { inspectPack } from '../inspection/inspect.ts'
import { testParser } from '../python/parser.test-support.ts'
import { SecretSearch, secretLimits } from './secret-search.ts'

const parser = await testParser()
// Joined here, so that secret scanners do not report this file.
const secret = `key = "${'hf'}_q7RwT2yUp9SdF4gHjK6lZx3CvB8nM1aEo5"\n`
const own = `${'nyp'}_2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2`
const word = 'lorem ipsum dolor\n'
const long = (bytes: number) => word.repeat(Math.ceil(bytes / word.length))
const megabyte = 1024 * 1024

/** A tar archive with one file. */
function tar(name: string, content: string | Uint8Array): Uint8Array {
  const data = Buffer.from(content)
  const header = Buffer.alloc(512)
  header.write(name)
  header.write(data.length.toString(8).padStart(11, '0'), 124)
  header.write('0', 156)
  header.write('ustar', 257)
  return Buffer.concat([header, data, Buffer.alloc(1536 - (data.length % 512))])
}
const zip = (name: string, data: string | Uint8Array) => buildZip({ entries: [{ name, data }] })

async function inspect(files: Record<string, string | Uint8Array>) {
  const tokens: string[] = []
  const onOwnToken = (token: string) => tokens.push(token)
  const { findings } = await inspectPack(filesOfRecord({ '__init__.py': '', ...files }), parser, {
    onOwnToken,
  })
  const places = (rule: string) =>
    findings.filter((one) => one.rule === rule).map((one) => `${one.file_path}:${one.line_number ?? ''}`)
  return { secrets: places('committed-secret'), unsearched: places('secrets-not-searched'), tokens }
}

describe('searching a pack for secrets', () => {
  const lines = (bytes: number) => Math.ceil(bytes / word.length) + 1
  const long600 = long(600 * 1024)
  const files: Record<string, [content: string | Uint8Array, place: string]> = {
    'a.json': [long600 + secret, `a.json:${lines(600 * 1024)}`],
    'a.md': [long600 + secret, `a.md:${lines(600 * 1024)}`],
    notes: [long(9 * megabyte) + secret, `notes:${lines(9 * megabyte)}`],
    'a.py': [`# ${'x'.repeat(3 * megabyte)}\n${secret}`, 'a.py:2'],
    'a.js': [`// ${'x'.repeat(5 * megabyte)}\n${secret}`, 'a.js:2'],
    'a.zip': [zip('docs/.env', secret), 'a.zip/docs/.env:1'],
    'b.zip': [zip('a.json', long600 + secret), `b.zip/a.json:${lines(600 * 1024)}`],
    'c.zip': [zip('a.py', secret), 'c.zip/a.py:1'],
    'd.zip': [zip('b.zip', zip('note', secret)), 'd.zip/b.zip/note:1'],
    'e.zip': [zip('lib.jar', zip('key.txt', secret)), 'e.zip/lib.jar/key.txt:1'],
    'f.zip': [zip('data.dat', zip('key.txt', secret)), 'f.zip/data.dat/key.txt:1'],
    'lib.whl': [zip('a/key.txt', secret), 'lib.whl/a/key.txt:1'],
    'a.txt.gz': [gzipSync(secret), 'a.txt.gz/a.txt:1'],
    'a.tar': [tar('b/a.txt', secret), 'a.tar/b/a.txt:1'],
    'a.tar.gz': [gzipSync(tar('a.txt', secret)), 'a.tar.gz/a.txt:1'],
    'a.tgz': [gzipSync(tar('a.zip', zip('a.txt', secret))), 'a.tgz/a.zip/a.txt:1'],
    'b.txt': [`k: ${Buffer.from(secret).toString('base64')}\n`, 'b.txt:1'],
    'a.png': [
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0tEXtworkflow\0', 'latin1'), Buffer.from(secret)]),
      'a.png:3',
    ],
    'a.sqlite': [
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(900_000), Buffer.from(secret)]),
      'a.sqlite:1',
    ],
  }
  for (const [path, [content, place]] of Object.entries(files))
    it(`finds one in ${path}`, async () => {
      assert.deepEqual((await inspect({ [path]: content })).secrets, [place])
    })

  it('finds them after many other files', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`d/${at}.json`, long(400 * 1024)]))
    const found = await inspect({ ...many, 'z/last.json': secret })
    assert.deepEqual([found.secrets, found.unsearched], [['z/last.json:1'], []])
  })

  it('reports tokens of this registry, wherever they are', async () => {
    for (const files of [
      { 'a.py': own },
      { 'a.txt': Buffer.from(own).toString('base64') },
      { 'a.zip': zip('.env', own) },
      { notes: long(9 * megabyte) + own },
    ])
      assert.deepEqual((await inspect(files)).tokens, [own])
  })

  it('says which files it did not search', async () => {
    const unopened: Record<string, Uint8Array> = {
      'a.7z': Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
      'a.zip': zip('a.rar', 'Rar!'),
      'b.zip': Buffer.from('PK\x03\x04 broken'),
      'a.gz': gzipSync(secret).subarray(0, 20),
      'a.db': Buffer.alloc(2 * megabyte),
    }
    const deep = zip('b.zip', zip('c.dat', zip('note', secret)))
    assert.deepEqual((await inspect({ 'a.zip': deep })).unsearched, ['a.zip/b.zip/c.dat:'])
    for (const [path, content] of Object.entries(unopened))
      assert.deepEqual((await inspect({ [path]: content })).unsearched, [
        path === 'a.zip' ? 'a.zip/a.rar:' : `${path}:`,
      ])
    assert.deepEqual((await inspect({ 'a.txt': secret, 'a.png': Buffer.alloc(2 * megabyte) })).unsearched, [])
  })

  it('counts the bytes that it reads, also of zeros', async () => {
    const zeros = new Uint8Array(2000)
    for (const first of [zeros, Buffer.concat([Buffer.from([0xff, 0xfe]), zeros])]) {
      const search = new SecretSearch({ ...secretLimits, searchedBytes: 1000 })
      const source = filesOfRecord({ 'a.dat': first, 'b.txt': secret })
      for (const file of source.files) await search.searchFile(source, file)
      assert.deepEqual(
        search.conclude().map(({ rule, file_path }) => [rule, file_path]),
        [['secrets-not-searched', 'b.txt']],
      )
    }
  })

  it('says when it stops at its limit for pictures', async () => {
    const search = new SecretSearch({ ...secretLimits, mediaBytes: 1000 })
    const source = filesOfRecord({
      'a.png': new Uint8Array(900),
      'b.png': new Uint8Array(900),
      'c.txt': secret,
    })
    for (const file of source.files) await search.searchFile(source, file)
    assert.deepEqual(
      search.conclude().map(({ file_path, rule }) => [file_path, rule]),
      [
        ['c.txt', 'committed-secret'],
        ['b.png', 'secrets-not-searched'],
      ],
    )
  })

  it('stops at its limit for all files, and counts those behind it', async () => {
    const search = new SecretSearch({ ...secretLimits, searchedBytes: 1000 })
    const source = filesOfRecord({
      'a.txt': long(900),
      'b.txt': secret,
      'c.txt': long(900),
      'd.txt': secret,
      'e.txt': word,
      'f.txt': '',
    })
    for (const file of source.files) await search.searchFile(source, file)
    assert.deepEqual(
      search.conclude().map(({ file_path, message }) => [file_path, message]),
      [
        ['b.txt', 'Holds what looks like a token of a model hub.'],
        ['d.txt', 'The file was not searched for secrets to its end, and neither was one other.'],
      ],
    )
  })
})
