// npm run lab -- fuzz [--minutes 10 --seed 1 --target NAME]: sends hostile input to every reader for the
// given time.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadParser } from '../../cli/src/pack/open-pack.ts'
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
  console.error(`Unknown: ${values.target}. Available: ${targets.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

/** One case takes milliseconds, so this is a hang. */
const longestCaseMs = 20_000
/** The allowed growth over the memory in use after a warm-up. */
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
    // An endless case could not be reported, so the process ends itself.
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

/** Includes WebAssembly pages, which would show leaked syntax trees. */
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
