import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from './decode.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const utf32 = (text: string) =>
  Buffer.from(Uint32Array.from([...text], (letter) => letter.codePointAt(0) ?? 0).buffer)
const decoded = (bytes: Uint8Array) => {
  const { text, encoding } = decodeText(new Uint8Array(bytes))
  return { text, encoding }
}

describe('a text that is not UTF-8', () => {
  const [latin, chinese] = ['# Title\n\nText\n', '标题标题标题\n这是一个没有拉丁字母的测试文档\n']

  it('is decoded as UTF-16, with a byte order mark or without, in any script', () => {
    for (const text of [latin, chinese]) {
      assert.deepEqual(decoded(utf16(text)), { text, encoding: 'UTF-16LE' })
      assert.deepEqual(decoded(utf16(text).swap16()), { text, encoding: 'UTF-16BE' })
      assert.deepEqual(decoded(utf16(`\ufeff${text}`)), { text, encoding: 'UTF-16' })
      assert.deepEqual(decoded(utf16(`\ufeff${text}`).swap16()), { text, encoding: 'UTF-16' })
    }
  })

  it('is decoded as UTF-32 with a byte order mark', () => {
    const text = `${latin}${chinese}😀`
    const bytes = utf32(`\ufeff${text}`)
    assert.deepEqual(decoded(bytes), { text, encoding: 'UTF-32' })
    assert.deepEqual(decoded(bytes.swap32()), { text, encoding: 'UTF-32' })
    const broken = Buffer.concat([utf32('\ufeffa'), Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0xd8, 0, 0, 1])])
    assert.equal(decoded(broken).text, 'a\ufffd\ufffd')
  })

  it('stays UTF-8 with a null character in it', () => {
    assert.deepEqual(decoded(Buffer.from('Größe\0')), { text: 'Größe\0', encoding: 'UTF-8' })
  })
})
