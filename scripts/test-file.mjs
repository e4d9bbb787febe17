// npm run test:file -- PATH…: runs test files, each with the runner of its package.
import { join, relative, resolve } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode, SetUpError, testEnvironment } from './set-up.mjs'

await runAsProgram(async () => {
  const files = process.argv.slice(2).map((file) => resolve(file))
  if (files.length === 0) throw new SetUpError('Usage: npm run test:file -- PATH…')
  await ensureInstalled()
  const env = testEnvironment()
  const isOfSite = (file) => relative(root, file).startsWith('web/')
  const ofSite = files.filter(isOfSite)
  const others = files.filter((file) => !isOfSite(file))
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', join(root, 'web'), ...ofSite]
  const failed =
    (others.length > 0 && (await runNode(['--test', '--test-reporter=spec', ...others], env))) ||
    (ofSite.length > 0 && (await runNode(vitest, env)))
  return Number(failed)
})
