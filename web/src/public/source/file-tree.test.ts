import type { ListedFile } from '@nodeyard/analysis/listing'
import { describe, expect, it } from 'vitest'
import { firstFile, treeOf } from './file-tree.ts'

const file = (path: string) => ({ path, size: 1 }) as ListedFile

describe('file tree', () => {
  it('puts files into their folders at any depth', () => {
    const tree = treeOf(['a.py', 'web/js/x.js', 'web/y.css'].map(file))
    expect(tree.files.map(({ name }) => name)).toEqual(['a.py'])
    expect(tree.folders.map(({ name, path }) => [name, path])).toEqual([['web', 'web/']])
    expect(tree.folders[0]?.folders[0]?.files[0]).toMatchObject({
      name: 'x.js',
      file: { path: 'web/js/x.js' },
    })
  })

  it('starts with the readme, or the root module, or any file', () => {
    const first = (...paths: string[]) => firstFile(paths.map(file))?.path
    expect(first('__init__.py', 'README.md', 'docs/README.md')).toBe('README.md')
    expect(first('a.py', '__init__.py', 'docs/README.md')).toBe('__init__.py')
    expect(first('docs/x.txt')).toBe('docs/x.txt')
    expect(first()).toBeUndefined()
  })
})
