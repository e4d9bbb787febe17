import { parseArgs } from 'node:util'
import { compareWithOracle } from './compare.ts'
import { Oracle } from './oracle.ts'

/** `npm run lab -- oracle --sets 1000 --seed 1` */
const { values } = parseArgs({
  options: { sets: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})

const oracle = new Oracle()
const result = await compareWithOracle(oracle, { sets: Number(values.sets), seed: Number(values.seed) })
await oracle.close()
const { sets, agreed, givenUp, conflicts, notMinimal, undecided, wrongPins, differences } = result
for (const difference of differences.slice(0, 20)) console.log(difference)
const share = agreed / (sets - givenUp)
console.log(
  `${agreed} of ${sets - givenUp} sets agree (${(100 * share).toFixed(2)} %). The oracle gave up ${givenUp} more, and ${undecided} ` +
    `sets as a whole. ${conflicts} conflicts, ${notMinimal} explained by more packs than needed; ${wrongPins} solutions break a requirement.`,
)
process.exitCode = share >= 0.995 && notMinimal === 0 && wrongPins === 0 ? 0 : 1
