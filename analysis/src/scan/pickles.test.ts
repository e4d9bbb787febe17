import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { filesOfRecord } from '../archive/pack-files.ts'
import { buildZip, type EntrySpec } from '../archive/zip-builder.test-support.ts'
import { isBlocking } from '../ground/finding.ts'
import { testParser } from '../python/parser.test-support.ts'
import { nestedLimits, scanNested } from './nested.ts'
import { checkPickle, pickledCommand } from './pickles.ts'
import { SecretSearch } from './secret-search.ts'

const parser = await testParser()
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const evil = latin1("cposix\nsystem\n(S'true'\ntR.")
const kind = latin1("(dp0\nS'size'\np1\nI3\ns.")
const behind = (bytes: number, pickle: Uint8Array) => Buffer.concat([Buffer.alloc(bytes), pickle])

async function blockingIn(path: string, content: Uint8Array): Promise<string[]> {
  const findings = await scanNested(filesOfRecord({ [path]: content }), {
    parser,
    secrets: new SecretSearch(),
  })
  return findings.filter(isBlocking).map(({ rule, file_path }) => `${rule} ${file_path}`)
}

const weights = (pickle: Uint8Array, part: Partial<EntrySpec> = {}, other: Partial<EntrySpec> = {}) =>
  buildZip({
    entries: [
      { name: 'model/data.pkl', data: pickle, ...part },
      { name: 'model/data/0', data: 'x', ...other },
    ],
  })

describe('the scan of pickles', () => {
  it('searches a pickle of any size', async () => {
    const large = nestedLimits.fileBytes + 1
    assert.deepEqual(await blockingIn('x.pkl', behind(large, evil)), ['pickled-command x.pkl'])
    assert.deepEqual(await blockingIn('x.pkl', behind(large, kind)), [])
  })

  it('searches a pickle inside weights of any size', async () => {
    const large = nestedLimits.codeBytes + 1
    const stored = { method: 0 } as const
    assert.deepEqual(await blockingIn('m.pt', weights(behind(large, evil), stored)), [
      'pickled-command m.pt/model/data.pkl',
    ])
    assert.deepEqual(await blockingIn('m.pt', weights(behind(large, kind), stored)), [])
  })

  it('finds a packed pickle inside large weights', async () => {
    const filling = { data: Buffer.alloc(nestedLimits.fileBytes), method: 0 } as const
    assert.deepEqual(await blockingIn('m.ckpt', weights(evil, {}, filling)), [
      'pickled-command m.ckpt/model/data.pkl',
    ])
    assert.deepEqual(await blockingIn('m.ckpt', weights(kind, {}, filling)), [])
  })

  it('holds back weights that cannot be searched', async () => {
    const gap = { before: Buffer.alloc(1) }
    assert.deepEqual(await blockingIn('m.pt', weights(kind, {}, gap)), ['nested-archive m.pt'])
    assert.deepEqual(await blockingIn('m.pt', weights(kind)), [])
  })

  it('opens an archive named like a pickle, because programs check the bytes when they load it', async () => {
    assert.deepEqual(await blockingIn('m.pkl', weights(evil)), ['pickled-command m.pkl/model/data.pkl'])
  })

  it('holds back a compressed pickle', async () => {
    assert.deepEqual(await blockingIn('x.joblib', deflateSync(evil)), ['nested-archive x.joblib'])
    assert.deepEqual(await blockingIn('x.joblib', kind), [])
  })

  it('holds back data that is packed twice', async () => {
    const inner = (pickle: Uint8Array) => buildZip({ entries: [{ name: 'x.joblib', data: pickle }] })
    assert.deepEqual(await blockingIn('a.zip', inner(deflateSync(kind))), ['nested-archive a.zip/x.joblib'])
    assert.deepEqual(await blockingIn('a.zip', inner(kind)), [])
  })

  const pickles = {
    'with names on two lines': "cposix\nsystem\n(S'true'\ntR.",
    'with short texts': '\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94.',
    'with a length that is the end of a line': '\x80\x04\x8c\x02os\x94\x8c\x0aposix_spawn\x94\x93.',
    'with texts of the older form': '\x80\x02X\x02\0\0\0osX\x06\0\0\0system\x93.',
    'with texts of the long form': '\x80\x04\x8d\x02\0\0\0\0\0\0\0os\x8d\x06\0\0\0\0\0\0\0system\x93.',
  }

  for (const [name, text] of Object.entries(pickles)) {
    it(`finds a command ${name} wherever the pieces are split`, async () => {
      const bytes = latin1(text)
      for (let cut = 0; cut <= bytes.length; cut++) {
        const finding = await checkPickle('x.pkl', [bytes.subarray(0, cut), bytes.subarray(cut)])
        assert.equal(finding?.rule, pickledCommand.id, String(cut))
        assert.match(finding.message, /`(os|posix)\.(system|posix_spawn)`/)
      }
    })
  }

  it('searches endless letters without backtracking', async () => {
    assert.equal(await checkPickle('x.pkl', [Buffer.alloc(nestedLimits.fileBytes, 'c')]), undefined)
  })
})
