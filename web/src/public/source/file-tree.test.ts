import type { ListedFile } from '@nodeyard/analysis/archive/listing'
import { expect, test } from 'vitest'
import { firstFile, treeOf } from './file-tree.ts'

const file = (path: string) => ({ path, size: 1 }) as ListedFile

test('files stand in their folders, however deep', () => {
  const tree = treeOf(['a.py', 'web/js/x.js', 'web/y.css'].map(file))
  expect(tree.files.map(({ name }) => name)).toEqual(['a.py'])
  expect(tree.folders.map(({ name, path }) => [name, path])).toEqual([['web', 'web/']])
  expect(tree.folders[0]?.folders[0]?.files[0]).toMatchObject({ name: 'x.js', file: { path: 'web/js/x.js' } })
})

test('the readme is shown first, else the root module, else whatever there is', () => {
  const first = (...paths: string[]) => firstFile(paths.map(file))?.path
  expect(first('__init__.py', 'README.md', 'docs/README.md')).toBe('README.md')
  expect(first('a.py', '__init__.py', 'docs/README.md')).toBe('__init__.py')
  expect(first('docs/x.txt')).toBe('docs/x.txt')
  expect(first()).toBeUndefined()
})
