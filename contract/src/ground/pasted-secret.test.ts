import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanSecret } from './pasted-secret.ts'

describe('cleanSecret', () => {
  const secret = 'nyp_1f9d3a52-5b0c-4b8e-9a3f-0c1d2e3f4a5b'

  it('removes characters added by pasting', () => {
    const added: [string, string][] = [
      ['', '\n'],
      ['', '\r\n'],
      [' \t', '\u00a0 '],
      ['\u0016', ''],
      ['\ufeff', '\u200b'],
      ['"', '"'],
      ["'", "'\n"],
      ['“', '”'],
      ['`', '`'],
      ['Bearer ', ''],
      ['bearer   "', '"'],
      ['Authorization: Bearer ', '\n'],
      ['\n" Bearer \'', '\' "\n'],
    ]
    for (const [before, after] of added)
      assert.equal(cleanSecret(before + secret + after), secret, JSON.stringify(before + after))
    assert.equal(cleanSecret(`${secret.slice(0, 20)}\n${secret.slice(20)}`), secret)
    assert.equal(cleanSecret(`${secret.slice(0, 20)}\u200b\u00ad${secret.slice(20)}`), secret)
  })

  it('leaves other secrets unchanged', () => {
    for (const text of [secret, 'a b', 'bearer', 'comfyui-0000', 'x"y', 'Bearerx', 'a.b-c_d=='])
      assert.equal(cleanSecret(text), text)
    for (const nothing of ['', ' ', '\n', '""', 'Bearer ""', '\ufeff'])
      assert.match(cleanSecret(nothing), /^(bearer)?$/i)
  })
})
