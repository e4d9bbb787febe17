// node scripts/run.mjs [--OPTION-OF-NODE…] FILE ARGS…: runs one of the project's TypeScript programs after
// installing missing packages.
import { resolve } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode, SetUpError } from './set-up.mjs'

await runAsProgram(async () => {
  const all = process.argv.slice(2)
  const at = all.findIndex((arg) => !arg.startsWith('--'))
  const [file, ...args] = at < 0 ? [] : all.slice(at)
  if (!file) throw new SetUpError('Usage: node scripts/run.mjs [--OPTION-OF-NODE…] FILE ARGS…')
  await ensureInstalled()
  return runNode([...all.slice(0, at), resolve(root, file), ...args])
})
