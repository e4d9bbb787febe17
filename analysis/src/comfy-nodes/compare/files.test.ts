import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListedFile } from '../../archive/listing.ts'
import { compareFiles } from './files.ts'

const file = (path: string, crc32: number, size = 10): ListedFile => ({
  path,
  crc32,
  size,
  packedSize: size,
  method: 'stored',
  headerOffset: 0,
})
const kindsOf = (before: ListedFile[], after: ListedFile[]) =>
  compareFiles(before, after).map(({ kind, path }) => `${kind} ${path}`)

describe('compareFiles', () => {
  it('lists added, removed, changed and moved files, and no others', () => {
    const before = [file('same.py', 1), file('old.py', 2), file('edited.py', 3), file('a/moved.py', 4)]
    const after = [file('same.py', 1), file('new.py', 5), file('edited.py', 6), file('b/moved.py', 4)]
    assert.deepEqual(kindsOf(before, after), [
      'moved b/moved.py',
      'changed edited.py',
      'added new.py',
      'removed old.py',
    ])
  })

  it('does not match empty files, and matches each origin once', () => {
    assert.deepEqual(kindsOf([file('a', 0, 0)], [file('b', 0, 0)]), ['removed a', 'added b'])
    assert.deepEqual(kindsOf([file('a', 1)], [file('b', 1), file('c', 1)]), ['moved b', 'added c'])
  })
})
