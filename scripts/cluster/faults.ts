// npm run faults [-- NAME…]: makes the parts of a cluster fail, one after the other, while versions are published and
// read all the time. Takes some minutes. Ends with 1 when an answer was wrong, a publish was lost or done twice, or
// something needed hands.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type StallingProxy, stallingProxy } from '../../server/test/stalling-proxy.ts'
import { ensureSiteBuilt } from '../set-up.mjs'
import { type BlobNetwork, startBlobNetwork } from './blob-network.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Program } from './program.ts'
import { Traffic } from './traffic.ts'

interface Ground {
  cluster: Cluster
  networks: Record<'primary' | 'replica', StallingProxy>
  blobs: BlobNetwork
}

interface Fault {
  says: string
  /** Makes it fail, waits, and puts back what an operator's machines put back by themselves. */
  happen(ground: Ground): Promise<void>
}

const longEnoughMs = 6000
const recoveredWithinMs = 300_000

/** As whatever watches over processes does. */
async function killAndRestart(program: Program): Promise<void> {
  await program.kill()
  await pause(2000)
  await program.start()
}

async function whileBlobsAre(state: BlobNetwork['state'], { blobs }: Ground): Promise<void> {
  blobs.state = state
  await pause(longEnoughMs)
  blobs.state = 'well'
}

const faults: Record<string, Fault> = {
  'kill-web': {
    says: 'a process for site and API is killed',
    happen: ({ cluster }) => killAndRestart(cluster.programs.first),
  },
  'kill-jobs': {
    says: 'the process for jobs is killed',
    happen: ({ cluster }) => killAndRestart(cluster.programs.jobs),
  },
  'restart-database': {
    says: 'the database is restarted',
    async happen({ cluster: { primary } }) {
      await primary.halt('fast')
      await pause(2000)
      await primary.start()
    },
  },
  'crash-database': {
    says: 'the database crashes',
    async happen({ cluster: { primary } }) {
      await primary.halt('immediate')
      await pause(longEnoughMs)
      await primary.start()
    },
  },
  'lose-replica': {
    says: 'the replica is gone',
    async happen({ cluster: { replica } }) {
      await replica.halt('immediate')
      await pause(longEnoughMs)
      await replica.start()
    },
  },
  'lag-replica': {
    says: 'the replica stands still',
    async happen({ cluster: { replica } }) {
      await onServer(replica.url, 'select pg_wal_replay_pause()')
      await pause(longEnoughMs)
      await onServer(replica.url, 'select pg_wal_replay_resume()')
    },
  },
  'silent-network': {
    says: 'the network to the database falls silent',
    async happen({ networks: { primary, replica } }) {
      primary.stall()
      replica.stall()
      await pause(2 * longEnoughMs)
      primary.flow()
      replica.flow()
    },
  },
  'cut-network': {
    says: 'all connections to the database break',
    async happen({ networks: { primary, replica } }) {
      primary.cut()
      replica.cut()
    },
  },
  'slow-blobs': { says: 'the object store is slow', happen: (ground) => whileBlobsAre('slow', ground) },
  'gone-blobs': { says: 'the object store is gone', happen: (ground) => whileBlobsAre('gone', ground) },
  'full-blobs': { says: 'the object store is full', happen: (ground) => whileBlobsAre('full', ground) },
  'wrong-blobs': {
    says: 'the object store gives other bytes',
    happen: (ground) => whileBlobsAre('wrong', ground),
  },
  failover: {
    says: 'the primary is killed and the replica promoted',
    async happen({ cluster: { primary, replica } }) {
      // Without waiting for the replica, what was committed last would die with the primary.
      await onServer(primary.url, "alter system set synchronous_standby_names = '*'")
      await onServer(primary.url, 'select pg_reload_conf()')
      await pause(longEnoughMs)
      await primary.halt('kill')
      await pause(2000)
      await replica.promote()
    },
  },
}

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

await ensureSiteBuilt()
// Whatever was started ends with this program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in faults))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there is ${Object.keys(faults).join(', ')}.`)
  process.exit(1)
}
const problems = await run(asked.length > 0 ? asked : Object.keys(faults))
for (const problem of problems) console.log(`✖ ${problem}`)
if (problems.length === 0)
  console.log('No answer was wrong, nothing was lost or done twice, all invariants hold.')
process.exit(problems.length === 0 ? 0 : 1)

async function run(names: readonly string[]): Promise<string[]> {
  const ground = await prepare()
  try {
    const traffic = new Traffic({ ...ground.cluster, ...(await makePublisher(ground.cluster)) })
    traffic.start()
    await traffic.untilRecovered(recoveredWithinMs)
    const stuck: string[] = []
    for (const name of names) {
      const fault = faults[name]
      if (fault) stuck.push(...(await suffer(fault, ground, traffic)))
      if (stuck.length > 0) break
    }
    await traffic.stop()
    return [...stuck, ...new Set(traffic.wrong), ...(await judge(ground.cluster, traffic, names))]
  } finally {
    await ground.cluster.stop()
    await Promise.all([
      ground.networks.primary.close(),
      ground.networks.replica.close(),
      ground.blobs.close(),
    ])
  }
}

async function prepare(): Promise<Ground> {
  const networks: Partial<Ground['networks']> = {}
  let blobs: BlobNetwork | undefined
  const cluster = await startCluster({
    env: { RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'info', PICTURES: 'off', CODE_HOST: 'fake' },
    async between(what, port) {
      if (what === 'blobs') {
        blobs = await startBlobNetwork(port)
        return blobs.port
      }
      const network = await stallingProxy({ port })
      networks[what] = network
      return network.port
    },
  })
  return { cluster, networks: networks as Ground['networks'], blobs: blobs as BlobNetwork }
}

async function makePublisher(cluster: Cluster): Promise<{ publisherId: string; token: string }> {
  const publisherId = 'tideworks'
  await cluster.command('create-publisher', publisherId, '--owner', 'owner@example.test')
  const said = await cluster.command('create-token', publisherId)
  return { publisherId, token: said.split('\n').at(-1)?.trim() ?? '' }
}

async function suffer({ says, happen }: Fault, ground: Ground, traffic: Traffic): Promise<string[]> {
  traffic.takeCounts()
  try {
    await happen(ground)
    const { fresh, old, refused } = traffic.takeCounts()
    const recoveredMs = await traffic.untilRecovered(recoveredWithinMs)
    const reads = `${fresh} reads fresh, ${old} marked as old, ${refused} refused`
    console.log(`✔ ${says}: ${reads}; well again after ${(recoveredMs / 1000).toFixed(1)} s`)
    return []
  } catch (error) {
    return [`${says}: ${error instanceof Error ? error.message : error}`]
  }
}

/** What the database says in the end, held against what was sent. */
async function judge(cluster: Cluster, traffic: Traffic, names: readonly string[]): Promise<string[]> {
  const server = names.includes('failover') ? cluster.replica : cluster.primary
  const found: string[] = []
  const rows = await untilSettled(server.url)
  const byName = Map.groupBy(rows, ({ node_id, version }) => `${node_id} ${version}`)
  for (const { nodeId, number, digest, isAcknowledged } of traffic.sent) {
    const name = `${nodeId} 1.0.${number}`
    const [row, ...others] = byName.get(name) ?? []
    if (others.length > 0) found.push(`${name} is there ${others.length + 1} times`)
    if (!isAcknowledged) continue
    if (row?.archive_digest !== digest || row.status !== 'active')
      found.push(`${name} was lost: ${JSON.stringify(row)}`)
    else if (row.received !== 1) found.push(`${name} was received ${row.received} times`)
  }
  const verified = await cluster.command('verify').catch((error: Error) => error.message)
  if (!verified.includes('All invariants hold.')) found.push(verified)
  console.log(`${traffic.sent.length} versions were sent.`)
  return found
}

interface VersionRow {
  node_id: string
  version: string
  status: string
  archive_digest: string | null
  received: number
}

/** Once no version that has its archive waits any more. */
async function untilSettled(url: string): Promise<VersionRow[]> {
  const deadline = performance.now() + recoveredWithinMs
  for (;;) {
    const { rows } = await onServer(
      url,
      `select v.node_id, v.version, v.status, v.archive_digest, (
         select count(*)::int from audit_events e where e.subject_id = v.id::text and e.action = 'version.receive'
       ) as received from node_versions v`,
    )
    const waits = (rows as VersionRow[]).some((row) => row.status === 'pending' && row.archive_digest)
    if (!waits || performance.now() > deadline) return rows
    await pause(500)
  }
}
