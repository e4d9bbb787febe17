import { parseArgs } from 'node:util'
import { Chance } from '../../bench/data/chance.ts'
import { compareWithOracle, environment } from './compare.ts'
import { Oracle } from './oracle.ts'
import { compareReading } from './questions.ts'
import { compareRegistry } from './registry.ts'

/**
 * `npm run lab -- oracle --sets 1000 --questions 20000 --seed 1`, or `--registry http://localhost:8080 --pairs 500
 * --with-freeze 100` for pairs of the packs that a running registry has read, and for sets of them with installed packages. It needs `RATE_LIMIT_FACTOR=0`.
 */
const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    registry: { type: 'string' },
    pairs: { type: 'string', default: '500' },
    'with-freeze': { type: 'string', default: '100' },
  },
})

const oracle = new Oracle()
const seed = Number(values.seed)
if (values.registry !== undefined) {
  const api = values.registry.replace(/\/$/, '')
  const pairs = { count: Number(values.pairs), most: 2, isInstalled: false, name: 'pairs' }
  const sets = {
    count: Number(values['with-freeze']),
    most: 8,
    isInstalled: true,
    name: 'sets with a freeze',
  }
  let isRight = true
  for (const { name, ...options } of [pairs, sets]) {
    const found = await compareRegistry(oracle, { api, seed, ...options })
    for (const difference of found.differences) console.log(difference)
    console.log(
      `${found.sets - found.differences.length} of ${found.sets} ${name} of ${found.packs} read packs agree. ` +
        `The oracle finds contradictions in ${found.contradicting}.`,
    )
    isRight &&= found.differences.length === 0
  }
  await oracle.close()
  process.exit(isRight ? 0 : 1)
}
const questions = Number(values.questions)
const read = await compareReading(oracle, { random: new Chance(seed), questions, environment })
for (const difference of read.slice(0, 20)) console.log(difference)
console.log(
  `${read.length} of ${questions} questions about versions, ranges and lines are answered differently.`,
)

const result = await compareWithOracle(oracle, { sets: Number(values.sets), seed })
await oracle.close()
const { sets, agreed, givenUp, conflicts, notMinimal, undecided, wrongPins, differences } = result
for (const difference of differences.slice(0, 20)) console.log(difference)
const share = agreed / (sets - givenUp)
console.log(
  `${agreed} of ${sets - givenUp} sets agree (${(100 * share).toFixed(2)} %). The oracle gave up ${givenUp} more, and ${undecided} ` +
    `sets as a whole. ${conflicts} conflicts, ${notMinimal} explained by more packs than needed; ${wrongPins} solutions break a requirement.`,
)
const isReadRight = read.length <= questions / 1000
process.exitCode = isReadRight && share >= 0.995 && notMinimal === 0 && wrongPins === 0 ? 0 : 1
