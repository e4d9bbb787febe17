// Starts the registry from a fresh clone: installs, builds the site, runs the server.
import { watch } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureInstalled,
  isBuildSource,
  root,
  runAsProgram,
  runNode,
  sourceFolders,
} from './set-up.mjs'

const main = join(root, 'server/src/main.ts')
/**
 * The embedded database runs without the optimizing compiler, which takes 600 MB and two seconds of CPU time for one of its
 * functions. Most statements are as fast without it; long calculations in one statement take up to twice as long.
 */
const forDatabase = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']
/** Collects garbage before it doubles the memory of each thread, for a few percent more CPU time (decision 0057). */
const forMemory = ['--max-semi-space-size=4', '--heap-growing-percent=30']
const server = [...forDatabase, ...forMemory, main]
const isDevelopment = process.argv.includes('--dev')

await runAsProgram(async () => {
  await ensureInstalled()
  await ensureBuilt()
  if (!isDevelopment) return runNode(server)
  const stopWatching = rebuildOnChange()
  const code = await runNode(['--watch', '--watch-preserve-output', ...server])
  stopWatching()
  return code
})

/** Rebuilds the site and the command line after a change; changes during a build cause one more build. */
function rebuildOnChange() {
  let timer
  let building = Promise.resolve()
  const rebuild = () => {
    building = building.then(ensureBuilt).catch((error) => console.error(error.message))
  }
  const watchers = sourceFolders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (!name || !isBuildSource(join(folder, name))) return
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
