import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toArchive } from './download.ts'
import { assertOutside } from './outside.ts'

const outside = new URL('https://registry.example/api')

describe('an address that a registry names', () => {
  for (const to of [
    ...['http://127.0.0.1:8188/', 'http://localhost/', 'http://nas/', 'http://printer.local/'],
    ...['http://192.168.1.1/', 'http://169.254.169.254/', 'http://0x7f.1/', 'http://2130706433/'],
    ...[
      'http://[::1]/',
      'http://[fd00::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://metadata.internal./',
      'http://[64:ff9b::a00:1]/',
    ],
  ])
    it(`is refused as ${to} unless the registry is inside, too`, () => {
      assert.throws(() => assertOutside(outside, new URL(to)), /which is inside your network/)
      assertOutside(new URL('http://127.0.0.1:8080'), new URL(to))
    })

  it('can be any public one', () => {
    for (const to of ['https://cdn.example/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])
      assertOutside(outside, new URL(to))
  })

  it('can be no address inside for an archive', () => {
    const version = {
      ...{ node_id: 'blur', version: '1.0.0', sha256: 'a'.repeat(64) },
      downloadUrl: 'http://10.0.0.1/reboot',
    }
    assert.throws(
      () => toArchive(version as never, outside.href),
      /leads to http:\/\/10\.0\.0\.1, which is inside/,
    )
  })
})
