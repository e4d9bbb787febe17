import { describe, expect, it } from 'vitest'
import { lookedFor } from './looked-for.ts'

describe('the thing a missing page was about', () => {
  it.each([
    ['/nodes/acme-blurr', { words: 'acme-blurr', kind: 'pack' }],
    ['/nodes/acme-blurr/versions/1.0.0', { words: 'acme-blurr', kind: 'pack' }],
    ['/publishers/acmee', { words: 'acmee', kind: 'publisher' }],
    ['/packs/blur', { words: 'blur' }],
    ['/acme/soft-blur.git', { words: 'soft-blur', repository: 'acme/soft-blur' }],
    ['/github.com/acme/soft-blur', { words: 'soft-blur', repository: 'acme/soft-blur' }],
    ['/%E6%A8%A1%E7%B3%8A', { words: '模糊' }],
    ['/%E0%A4%A', { words: '' }],
    ['/', { words: '' }],
  ])('is read from %s', (path, expected) => {
    expect(lookedFor(path)).toEqual(expected)
  })
})
