import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/set-up.mjs'
import { measureColdRequests } from './cold.ts'
import { measureExtraction } from './extraction.ts'
import { measureNames } from './names.ts'
import { measurePlans } from './plans.ts'
import { measureReads } from './reads.ts'
import { describeMachine, type Finding, isKept, toMarkdown } from './report.ts'
import { measureResolve } from './resolve.ts'
import { measureScan } from './scan.ts'
import { measureSearch } from './search-quality.ts'
import { measureSearchAtScale } from './search-scale.ts'

const parts: Record<string, () => Promise<Finding>> = {
  reads: measureReads,
  cold: measureColdRequests,
  extraction: measureExtraction,
  scan: measureScan,
  search: measureSearch,
  resolve: measureResolve,
  names: measureNames,
}

/** These take minutes, mostly on generated data, and run only by name. */
const longParts: Record<string, () => Promise<Finding>> = {
  plans: measurePlans,
  'search-scale': measureSearchAtScale,
}

const usage = `npm run bench [-- NAME…] [--json]    measures speed and quality, as ratios and shares of one run
Names: ${Object.keys(parts).join(', ')}. By name only: ${Object.keys(longParts).join(', ')}.
Exits with 1 when a promise is broken.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
const all = { ...parts, ...longParts }
const unknown = chosen.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Available: ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}

await ensureBuilt()
const findings: Finding[] = []
for (const name of chosen) {
  const finding = await all[name]?.()
  if (!finding) continue
  findings.push(finding)
  if (!values.json) console.log(toMarkdown(finding))
}
if (values.json) console.log(JSON.stringify({ machine: describeMachine(), findings }, null, 2))
else console.log(describeMachine())
process.exitCode = findings.flatMap(({ gates }) => gates).every(isKept) ? 0 : 1
