// npm run lab -- fuzz [--minutes 10 --seed 1 --target NAME]: hostile input for every reader, for as long as is wanted.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadParser } from '../../server/src/inspect.ts'
import { Random } from './random.ts'
import { targets } from './targets.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    target: { type: 'string' },
  },
})
const chosen = targets.filter(({ name }) => values.target === undefined || name === values.target)
if (chosen.length === 0) {
  console.error(`There is no ${values.target}; there is ${targets.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

/** One case takes milliseconds; this is a hang. */
const longestCaseMs = 20_000
/** What may come on top of what is in use once everything has run for a while. */
const growthBytes = 150e6

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const parser = await loadParser()
const end = Date.now() + Number(values.minutes) * 60_000
let seed = Number(values.seed ?? 1)
let settled: number | undefined
let nextReport = Date.now() + 30_000
console.log(
  `Fuzzing ${chosen.map(({ name }) => name).join(', ')} for ${values.minutes} minutes from seed ${seed}.`,
)
for (const first = seed; Date.now() < end; seed++) {
  for (const { name, run } of chosen) {
    // A case that never ends would never be reported: the process then ends itself.
    const watch = setTimeout(() => fail(name, `takes longer than ${longestCaseMs} ms`), longestCaseMs)
    const start = Date.now()
    try {
      await run(new Random(seed), parser)
    } catch (error) {
      fail(name, error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    clearTimeout(watch)
    if (Date.now() - start > longestCaseMs) fail(name, `took ${Date.now() - start} ms`)
  }
  if (Date.now() > nextReport || (settled === undefined && seed - first === 500)) {
    nextReport = Date.now() + 30_000
    checkMemory(seed - first + 1)
  }
}
console.log('Nothing crashed, hung or grew.')

/** The pages of WebAssembly count: trees that were not given back would be there. */
function checkMemory(cases: number): void {
  collectGarbage()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  const bytes = heapUsed + external + arrayBuffers
  settled ??= bytes
  console.log(`${cases} cases each, ${Math.round(bytes / 1e6)} MB in use`)
  if (bytes > settled + growthBytes) fail('memory', `grew from ${settled} to ${bytes} bytes`)
}

function fail(name: string, what: string): never {
  console.error(`${name}, seed ${seed}: ${what}\nAgain: npm run lab -- fuzz --target ${name} --seed ${seed}`)
  process.exit(1)
}
