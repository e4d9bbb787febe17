// Analyzes every regular expression of the sources from scratch, and records the branches that are linear.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PatternAnalyzer } from './analyze.ts'
import { patternsOfSources } from './sources.ts'

const analyzer = new PatternAnalyzer()
for (const { file, line, source, flags, isDynamic } of patternsOfSources()) {
  const problem = isDynamic ? undefined : analyzer.superlinear(source, flags)
  if (problem === undefined) continue
  console.error(`${file}:${line} /${source}/${flags}: ${problem}`)
  process.exitCode = 1
}
const branches = analyzer.linearBranches()
writeFileSync(join(import.meta.dirname, 'linear-branches.json'), `${JSON.stringify(branches, null, 2)}\n`)
console.log(`${branches.length} branches needed an analysis and take linear time.`)
