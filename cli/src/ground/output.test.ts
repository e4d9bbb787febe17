import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guarded, jsonText, quotedFor } from './output.ts'

function written(text: string): string {
  let all = ''
  guarded({ write: (piece) => (all += piece) }).write(text)
  return all
}

describe('the guard of terminals', () => {
  it('lets no text give orders to a CI service', () => {
    for (const text of [
      '::set-env name=PATH::/tmp\n',
      'fine\n  ::stop-commands::x\n',
      '\t::set-output name=a::b\n',
      '::ADD-PATH::/tmp\n',
      '\u00a0::add-path::/tmp\n',
      'a ##vso[task.setvariable variable=PATH]/tmp\n',
      'a ##[add-path]/tmp\n',
      '##teamcity[setParameter name=1]\n',
    ])
      assert.doesNotMatch(written(text), /^\s*::|##\w*\[/m, text)
    assert.deepEqual(JSON.parse(jsonText({ a: '##vso[x]' })), { a: '##vso[x]' })
    assert.doesNotMatch(written(jsonText({ a: '##vso[x]' })), /##vso/)
  })

  it('lets annotations, masks and all other texts pass', () => {
    const texts = ['::error file=a.py,line=1::x\n', '::add-mask::x\n', '## Title\n', 'std::vector [a]\n']
    for (const text of texts) assert.equal(written(text), text)
  })
})

describe('parts of printed commands', () => {
  it('are quoted for the usual shell of the system', () => {
    assert.equal(quotedFor('linux', '/a b/c'), "'/a b/c'")
    assert.equal(
      quotedFor('win32', 'C:\\tool\\python_embeded\\python.exe'),
      'C:\\tool\\python_embeded\\python.exe',
    )
    assert.equal(quotedFor('win32', 'C:\\My tool\\a&b.txt'), '"C:\\My tool\\a&b.txt"')
  })
})
