import { globSync } from 'node:fs'
import { join } from 'node:path'
import * as calls from '../../analysis/src/scan/flow/call-tables.ts'
import { tellingScript } from '../../analysis/src/scan/flow/telling-javascript.ts'
import { telling } from '../../analysis/src/scan/interest/telling.ts'
import { type Pattern, PatternCollector } from './collect.ts'

const root = join(import.meta.dirname, '../..')

/** Patterns that are made of tables when their modules load. */
const ofTables = [...Object.values(calls).map(({ pattern }) => pattern), telling, tellingScript].map(
  ({ source, flags }): Pattern => ({ file: 'analysis/src/scan', line: 1, source, flags, isDynamic: false }),
)

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
    .concat(ofTables)
}
