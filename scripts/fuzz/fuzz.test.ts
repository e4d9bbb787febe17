import { describe, it } from 'node:test'
import { loadParser } from '../../cli/src/pack/open-pack.ts'
import { Random } from './random.ts'
import { targets } from './targets.ts'

const parser = await loadParser()
const cases = 80

describe('hostile input', () => {
  for (const { name, run } of targets) {
    it(`survives ${cases} hostile inputs: ${name}`, async () => {
      for (let seed = 1; seed <= cases; seed++) {
        try {
          await run(new Random(seed), parser)
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error })
        }
      }
    })
  }
})
