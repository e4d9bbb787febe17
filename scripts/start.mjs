// Starts the registry from a fresh clone: installs, builds the site, runs the server.
import { watch } from 'node:fs'
import { join } from 'node:path'
import {
  ensureInstalled,
  ensureSiteBuilt,
  isSiteSource,
  root,
  runAsProgram,
  runNode,
  siteFolders,
} from './set-up.mjs'

const main = join(root, 'server/src/main.ts')
/**
 * The embedded database runs without the optimizing compiler, which takes 600 MB and two seconds of CPU time for one of its
 * functions. Most statements are as fast without it; long calculations in one statement take up to twice as long.
 */
const server = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', main]
const isDevelopment = process.argv.includes('--dev')

await runAsProgram(async () => {
  await ensureInstalled()
  await ensureSiteBuilt()
  if (!isDevelopment) return runNode(server)
  const stopWatching = rebuildOnChange()
  const code = await runNode(['--watch', '--watch-preserve-output', ...server])
  stopWatching()
  return code
})

/** Rebuilds the site after a change; changes during a build cause one more build. */
function rebuildOnChange() {
  let timer
  let building = Promise.resolve()
  const rebuild = () => {
    building = building.then(ensureSiteBuilt).catch((error) => console.error(error.message))
  }
  const watchers = siteFolders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (!name || !isSiteSource(join(folder, name))) return
      clearTimeout(timer)
      // Editors write a file in several steps.
      timer = setTimeout(rebuild, 100)
    }),
  )
  return () => {
    for (const watcher of watchers) watcher.close()
    clearTimeout(timer)
  }
}
