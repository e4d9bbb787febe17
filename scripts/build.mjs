// Builds the site when it is not up to date, as the start does.
import { ensureInstalled, ensureSiteBuilt, runAsProgram } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  await ensureSiteBuilt()
  return 0
})
