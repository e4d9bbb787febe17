// npm test: installs missing packages, then runs every check; with --fast those without database and browser.
import { join } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode, testEnvironment } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  return runNode([join(root, 'scripts/checks.ts'), ...process.argv.slice(2)], testEnvironment())
})
