import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Pattern, PatternCollector } from './collect.ts'

const root = join(import.meta.dirname, '../..')

/** Finds the regular expressions of all code that meets untrusted input. */
export function patternsOfSources(): Pattern[] {
  const collector = new PatternCollector(root)
  return globSync(
    '{{agents,analysis,cli,client,contract,outside,planning,server,web}/src,server/demo}/**/*.{ts,tsx,mts,js,mjs}',
    {
      cwd: root,
    },
  )
    .filter((file) => !/\.test(-support)?\.tsx?$|test-site\.tsx$/.test(file))
    .sort()
    .flatMap((file) => collector.patternsOf(file))
}
