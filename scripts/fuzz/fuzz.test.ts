// npm run lab -- fuzz sets FUZZ_RUNS and FUZZ_SEED.
import { describe, it } from 'node:test'
import { Chance } from '../../bench/data/chance.ts'
import { loadParser } from '../../cli/src/pack/open-pack.ts'
import { targets } from './targets.ts'

const parser = await loadParser()
const cases = Number(process.env['FUZZ_RUNS'] ?? 80)
const first = Number(process.env['FUZZ_SEED'] ?? 1)

describe('hostile input', () => {
  for (const { name, run } of targets) {
    it(`survives ${cases} hostile inputs: ${name}`, async () => {
      for (let seed = first; seed < first + cases; seed++) {
        try {
          await run(new Chance(seed), parser)
        } catch (error) {
          throw new Error(`Again: FUZZ_SEED=${seed} FUZZ_RUNS=1`, { cause: error })
        }
      }
    })
  }
})
