import { parseArgs } from 'node:util'
import { Chance } from '../../bench/data/chance.ts'
import { compareWithOracle, environment } from './compare.ts'
import { Oracle } from './oracle.ts'
import { compareReading } from './questions.ts'

/** `npm run lab -- oracle --sets 1000 --questions 20000 --seed 1` */
const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
})

const oracle = new Oracle()
const seed = Number(values.seed)
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
