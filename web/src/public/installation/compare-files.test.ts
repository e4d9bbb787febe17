// @vitest-environment happy-dom
import { listKnownBadFiles } from '@nodeyard/contract/known-bad'
import { describe, expect, it } from 'vitest'
import { on, registryFor } from '../../ground/site/registry.test-support.ts'
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
    const { site, writes } = registryFor('anonymous', [on(listKnownBadFiles, list)])
    const broken: LocalFile = { ...fileOf('c/locked.py', ''), arrayBuffer: () => Promise.reject(new Error()) }
    const files = [fileOf('c/a/b.py', evil), fileOf('c/fine.py', 'x = 1'), fileOf('c/note.txt', evil), broken]
    const shares: number[] = []
    const found = await compareFiles(site.registry, files, (share) => shares.push(share))
    expect(found).toMatchObject({ compared: 3, known: 1, unreadable: ['c/locked.py'], isComplete: true })
    expect(found.bad.map(({ path }) => path)).toEqual(['c/a/b.py'])
    expect(shares).toEqual([0])
    expect(writes()).toEqual([])
  })
})
