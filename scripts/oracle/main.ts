import { parseArgs } from 'node:util'
import { compareWithOracle } from './compare.ts'
import { Oracle } from './oracle.ts'

/** `npm run lab -- oracle --sets 1000 --seed 1` */
const { values } = parseArgs({
  options: { sets: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})

const oracle = new Oracle()
const { sets, agreed, conflicts, notMinimal, undecided, wrongPins, differences } = await compareWithOracle(
  oracle,
  {
    sets: Number(values.sets),
    seed: Number(values.seed),
  },
)
await oracle.close()
for (const difference of differences.slice(0, 20)) console.log(difference)
console.log(
  `${agreed} of ${sets} sets agree (${((100 * agreed) / sets).toFixed(2)} %), ${undecided} of them too long for the oracle as a whole; ` +
    `${conflicts} conflicts, ${notMinimal} explained by more than is needed; ${wrongPins} solutions break a requirement`,
)
process.exitCode = agreed / sets >= 0.995 && notMinimal === 0 && wrongPins === 0 ? 0 : 1
