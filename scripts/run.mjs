// node scripts/run.mjs FILE ARGS…: runs one of the project's TypeScript programs, installing first what is missing.
import { resolve } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode, SetUpError } from './set-up.mjs'

await runAsProgram(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new SetUpError('Usage: node scripts/run.mjs FILE ARGS…')
  await ensureInstalled()
  return runNode([resolve(root, file), ...args])
})
