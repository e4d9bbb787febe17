// Builds the site when it is not up to date, as the start does, and prepares what the first start of the server needs.
import { join } from 'node:path'
import { ensureInstalled, ensureSiteBuilt, root, runAsProgram, runNode } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  await ensureSiteBuilt()
  return runNode([join(root, 'server/src/prepare.ts')])
})
