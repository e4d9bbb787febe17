import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toArchive } from './download.ts'
import { leadsInside } from './inside.ts'

const outside = new URL('https://registry.example/api')

describe('an address that a registry names', () => {
  for (const to of [
    ...['http://127.0.0.1:8188/', 'http://localhost/', 'http://nas/', 'http://printer.local/'],
    ...['http://192.168.1.1/', 'http://169.254.169.254/', 'http://0x7f.1/', 'http://2130706433/'],
    ...['http://[::1]/', 'http://[fd00::1]/', 'http://[::ffff:10.0.0.1]/', 'http://metadata.internal./'],
  ])
    it(`is refused as ${to} unless the registry is inside, too`, () => {
      assert.ok(leadsInside(outside, new URL(to)))
      assert.ok(!leadsInside(new URL('http://127.0.0.1:8080'), new URL(to)))
    })

  it('can be any public one', () => {
    for (const to of ['https://cdn.example/', 'https://203.0.113.9/', 'https://[2001:db8::1]/'])
      assert.ok(!leadsInside(outside, new URL(to)), to)
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
