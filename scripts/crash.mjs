// npm run crash: kills a registry at every place of publishing, where npm test tries every eighth. Takes some minutes.
import { join } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  process.env.CRASH_STRIDE = '1'
  return runNode(['--test', join(root, 'server/src/packs/publishing/crash.test.ts')])
})
