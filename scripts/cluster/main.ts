// npm run lab -- cluster: the setup of a large installation on this machine, without containers,
// until Ctrl-C.
import { ensureBuilt } from '../set-up.mjs'
import { startCluster } from './cluster.ts'

const [sitePort, apiPort] = [3000, 8080]

await ensureBuilt()
const starting = startCluster({ sitePort, apiPort })
const stopping = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
})
const cluster = await Promise.race([starting, stopping])
if (cluster) {
  console.log(
    [
      'A primary with a replica, an object store, two processes for site and API, one for jobs, and a balancer are up.',
      `  Site      ${cluster.siteUrl}`,
      `  API       ${cluster.apiUrl}`,
      `  Primary   ${cluster.primary.url}`,
      `  Replica   ${cluster.replica.url}`,
      `  Logs      ${cluster.folder}`,
      'Ctrl-C ends all of it and removes what it wrote.',
    ].join('\n'),
  )
  const seeding = cluster.command('seed').then((text) => console.log(text), reportUnlessStopped)
  await Promise.race([seeding, stopping])
}
let isStopping = false
await stopping
isStopping = true
await (await starting).stop()
process.exit(0)

function reportUnlessStopped(error: unknown): void {
  if (!isStopping) console.error(error instanceof Error ? error.message : error)
}
