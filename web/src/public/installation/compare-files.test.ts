// @vitest-environment happy-dom
import { listAdvisories, listKnownBadFiles } from '@nodeyard/contract/safety'
import { describe, expect, it } from 'vitest'
import { exampleOf, on, registryFor } from '../../ground/site/registry.test-support.ts'
import { compareFiles, type LocalFile } from './compare-files.ts'

const digestOf = async (text: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
const fileOf = (path: string, text: string): LocalFile => ({
  ...{ webkitRelativePath: path, size: text.length },
  arrayBuffer: async () => new TextEncoder().encode(text).buffer as ArrayBuffer,
})

describe('comparing a folder with known bad files', () => {
  it('finds a file under any name, reads code only, and sends nothing', async () => {
    const evil = 'import os\n'
    const list = { files: [{ sha256: await digestOf(evil), has_finding: true }], is_complete: true }
    const advised = 'eval(input())\n'
    const [advisory] = exampleOf(listAdvisories).advisories
    const advisories = [{ ...advisory, file_digests: [await digestOf(advised)] }]
    const { site, writes } = registryFor('anonymous', [
      on(listKnownBadFiles, list),
      on(listAdvisories, { ...exampleOf(listAdvisories), advisories, totalPages: 1 } as never),
    ])
    const broken: LocalFile = { ...fileOf('c/locked.py', ''), arrayBuffer: () => Promise.reject(new Error()) }
    const files = [
      fileOf('c/a/b.py', evil),
      fileOf('c/fine.py', 'x = 1'),
      fileOf('c/x.py', advised),
      fileOf('c/note.txt', evil),
      broken,
    ]
    const shares: number[] = []
    const found = await compareFiles(site.registry, files, (share) => shares.push(share))
    expect(found).toMatchObject({ compared: 4, known: 2, unreadable: ['c/locked.py'], isComplete: true })
    expect(found.bad.map(({ path }) => path)).toEqual(['c/a/b.py', 'c/x.py'])
    expect(found.bad[1]?.bad.advisory?.id).toBe(advisory?.id)
    expect(shares).toEqual([0])
    expect(writes()).toEqual([])
  })
})
