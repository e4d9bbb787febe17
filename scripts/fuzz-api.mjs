// npm run fuzz-api: generated requests to every route, 200 each unless FUZZ_RUNS says otherwise. Takes some minutes.
import { join } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  process.env.FUZZ_RUNS ??= '200'
  process.env.FUZZ_SEED ??= String(Date.now() % 2 ** 31)
  console.log(`FUZZ_SEED=${process.env.FUZZ_SEED}`)
  return runNode(['--test', join(root, 'server/test/fuzz.test.ts')])
})
