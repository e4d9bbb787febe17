import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

it('lists each test that begins by saying that it is a promise, for npm run promises', () => {
  const cwd = join(import.meta.dirname, '../..')
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  const tests = globSync(
    '{agents,analysis,bench,cli,client,contract,e2e,outside,planning,scripts,server,web}/**/*.test.{ts,tsx}',
    {
      cwd,
      exclude: ['**/node_modules/**'],
    },
  )
  const saying = tests.filter((path) => /^(?:\/\/ @.*\n)?\/\/ A promise: /.test(read(path)))
  const listed = [...read('scripts/promises.mjs').matchAll(/'(.+\.test\.tsx?)'/g)].map(([, path]) => path)
  assert.deepEqual(listed.sort(), saying.sort())
})
