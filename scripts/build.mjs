// Builds the site when it is not up to date, like the start, and prepares the server's first start.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, runAsProgram, runNode } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return runNode([join(root, 'server/src/prepare.ts')])
})
