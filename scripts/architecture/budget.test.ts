import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findOverruns, isProduct, listProduct, sumByPart } from './lines.ts'

describe('the budget of lines', () => {
  it('is kept by every part', () => {
    const files = listProduct()
    assert(files.length > 1000, 'the source files were found')
    assert.deepEqual(
      findOverruns(sumByPart(files)),
      [],
      'remove lines, or raise the budget in scripts/architecture/budget.ts and say why there',
    )
  })

  it('reports a part over its budget and a file outside every part', () => {
    const parts = { server: { lines: 10 }, 'server/src': { lines: 5 } }
    const files = ['server/a.ts', 'server/src/b.ts', 'tools/c.ts'].map((path) => ({ path, lines: 6 }))
    assert.deepEqual(findOverruns(sumByPart(files, parts), parts), [
      'server/src: 6 lines, budget 5',
      'files outside every part: 6 lines, budget 0',
    ])
  })

  it('counts code, scripts and migrations, but no tests, documents or demo packs', () => {
    const counted = ['web/src/a.tsx', 'scripts/a.mjs', 'bench/a.ts', 'server/migrations/1.sql', 'a/b.css']
    const others = [
      'web/src/a.test.tsx',
      'cli/src/a.test-support.ts',
      'server/test/a.ts',
      'e2e/a.ts',
      'cli/fixtures/a.js',
      'docs/a.js',
      'server/demo/packs/a/web/a.js',
      'web/locales/en/a.json',
    ]
    assert.deepEqual([...counted, ...others].filter(isProduct), counted)
  })
})
