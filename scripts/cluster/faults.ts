// npm run faults [-- NAME…]: makes the parts of a cluster fail, one after the other, while versions are
// published and read all the time. Takes some minutes. Exits with 1 when a response was wrong, a publish was
// lost or done twice, or something needed an operator.
import { onServer } from '../../server/test/postgres.ts'
import { stallingProxy } from '../../server/test/stalling-proxy.ts'
import { ensureBuilt } from '../set-up.mjs'
import { type BlobNetwork, startBlobNetwork } from './blob-network.ts'
import { startCluster, type Way } from './cluster.ts'
import { TrialCodeHost } from './code-host.ts'
import { makeFakeClock } from './fake-clock.ts'
import { faults, type Ground } from './fault-list.ts'
import { makeFolderFull } from './full-folder.ts'
import { storedVersions, underTraffic } from './judge.ts'
import { runFault, trialSettings } from './run-fault.ts'
import { mountSmallDisk } from './small-disk.ts'

const databaseMegabytes = 900

await ensureBuilt()
// Everything started here ends with this program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
/** The last one runs on a single process with all its data in one folder instead of the cluster. */
const known = [...Object.keys(faults), 'full-folder']
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Available: ${known.join(', ')}.`)
  process.exit(1)
}
const problems = await runAll(requested.length > 0 ? requested : known)
if (problems.length === 0)
  console.log('No response was wrong, nothing was lost or done twice, all invariants hold.')
process.exit(problems.length === 0 ? 0 : 1)

async function runAll(names: readonly string[]): Promise<string[]> {
  const ofCluster = names.filter((name) => name in faults)
  const ofOne = names.includes('full-folder')
  return [
    ...(ofCluster.length > 0 ? say(await makeClusterSuffer(ofCluster)) : []),
    ...(ofOne ? say(await makeFolderFull()) : []),
  ]
}

/** Prints problems as soon as they are known, because the rest takes minutes. */
function say(problems: string[]): string[] {
  for (const problem of problems) console.log(`✖ ${problem}`)
  return problems
}

async function makeClusterSuffer(names: readonly string[]): Promise<string[]> {
  const closing: (() => unknown)[] = []
  try {
    const ground = await prepare(closing)
    const { cluster } = ground
    const { url } = names.includes('failover') ? cluster.replica : cluster.primary
    return await underTraffic(
      cluster,
      async (traffic) => {
        const stuck: string[] = []
        for (const name of names) {
          const fault = faults[name]
          if (fault)
            stuck.push(...(await runFault(traffic, fault.label, () => fault.happen({ ...ground, traffic }))))
          if (stuck.length > 0) break
        }
        return stuck
      },
      async () => (await onServer(url, storedVersions)).rows,
    )
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function prepare(closing: (() => unknown)[]): Promise<Omit<Ground, 'traffic'>> {
  const disk = mountSmallDisk(databaseMegabytes)
  closing.push(() => disk.remove())
  const clocks = { first: makeFakeClock(), second: makeFakeClock(), jobs: makeFakeClock() }
  for (const clock of Object.values(clocks)) closing.push(() => clock.remove())
  const codeHost = new TrialCodeHost()
  const reading = await codeHost.start()
  closing.push(() => codeHost.close())
  const networks: Ground['networks'] = { first: [], second: [], jobs: [] }
  let blobs: BlobNetwork | undefined
  const between = async ({ from, to, port }: Way) => {
    if (to === 'blobs') {
      blobs ??= await startBlobNetwork(port)
      return blobs.port
    }
    const network = await stallingProxy({ port })
    networks[from].push(network)
    return network.port
  }
  const cluster = await startCluster({
    env: { ...trialSettings, ...reading },
    envOf: (name) => clocks[name].env,
    settings: { max_wal_size: '128MB' },
    primaryParent: disk.folder,
    between,
  })
  closing.push(
    () => blobs?.close(),
    () => Promise.all(Object.values(networks).flatMap((ones) => ones.map((network) => network.close()))),
    () => cluster.stop(),
  )
  return { cluster, networks, blobs: blobs as BlobNetwork, codeHost, clocks, disk }
}
