// npm run looks: every page in both themes at every width, each looked through for faults of access, where npm test looks
// once a language. Takes some minutes, and leaves the pictures in e2e/artifacts.
import { join } from 'node:path'
import { ensureInstalled, root, runAsProgram, runNode } from './set-up.mjs'

await runAsProgram(async () => {
  await ensureInstalled()
  await runNode([join(root, 'scripts/build.mjs')])
  process.env.EVERY_LOOK = '1'
  return runNode(['--test', join(root, 'e2e/pages.test.ts'), join(root, 'e2e/member-pages.test.ts')])
})
