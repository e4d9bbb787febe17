import { setTimeout as pause } from 'node:timers/promises'
import type { Program } from '../../bench/program.ts'
import { onServer, type RunningPostgres } from '../../server/test/postgres.ts'
import type { StallingProxy } from '../../server/test/stalling-proxy.ts'
import type { BlobNetwork } from './blob-network.ts'
import type { Cluster, ProgramName } from './cluster.ts'
import type { TrialCodeHost } from './code-host.ts'
import type { FakeClock } from './fake-clock.ts'
import type { SmallDisk } from './small-disk.ts'
import type { Traffic } from './traffic.ts'

export interface Ground {
  cluster: Cluster
  /** Networks between each process and the two database servers. */
  networks: Record<ProgramName, StallingProxy[]>
  blobs: BlobNetwork
  codeHost: TrialCodeHost
  clocks: Record<ProgramName, FakeClock>
  /** The disk of the primary's data. */
  disk: SmallDisk
  traffic: Traffic
}

export interface Fault {
  label: string
  /** Causes the fault, waits, and restores what an operator's infrastructure restores automatically. */
  happen(ground: Ground): Promise<void>
}

export const longEnoughMs = 6000
const toRestartMs = 2000

/** Restarts a killed process, like a supervisor. */
async function killAndRestart(program: Program): Promise<void> {
  await program.kill()
  await pause(toRestartMs)
  await program.start()
}

async function haltAndRestart(
  server: RunningPostgres,
  how: 'fast' | 'immediate' | 'kill',
  awayMs = longEnoughMs,
): Promise<void> {
  await server.halt(how)
  await pause(awayMs)
  await server.start()
}

/** Stalls networks without closing connections, and resumes them. */
async function silence(networks: readonly StallingProxy[], silentMs: number): Promise<void> {
  for (const network of networks) network.stall()
  await pause(silentMs)
  for (const network of networks) network.flow()
}

async function whileBlobsAre(state: BlobNetwork['state'], { blobs }: Ground): Promise<void> {
  blobs.state = state
  await pause(longEnoughMs)
  blobs.state = 'well'
}

/** Sets the clocks of some processes wrong for a while, and then right. */
async function whileClocksDiffer(
  { clocks, traffic }: Ground,
  wrong: Partial<Record<ProgramName, number>>,
): Promise<void> {
  traffic.clocksDiffer = true
  for (const [name, seconds] of Object.entries(wrong)) clocks[name as ProgramName].jump(seconds)
  await pause(2 * longEnoughMs)
  for (const name of Object.keys(wrong)) clocks[name as ProgramName].jump(0)
  await pause(longEnoughMs)
  traffic.clocksDiffer = false
}

const hour = 3600

export const faults: Record<string, Fault> = {
  'kill-web': {
    label: 'a process for site and API is killed',
    happen: ({ cluster }) => killAndRestart(cluster.programs.first),
  },
  'kill-jobs': {
    label: 'the process for jobs is killed',
    happen: ({ cluster }) => killAndRestart(cluster.programs.jobs),
  },
  'restart-database': {
    label: 'the database is restarted',
    happen: ({ cluster }) => haltAndRestart(cluster.primary, 'fast', toRestartMs),
  },
  'crash-database': {
    label: 'the database crashes',
    happen: ({ cluster }) => haltAndRestart(cluster.primary, 'immediate'),
  },
  'lose-replica': {
    label: 'the replica is gone',
    happen: ({ cluster }) => haltAndRestart(cluster.replica, 'immediate'),
  },
  'lag-replica': {
    label: 'the replica stands still',
    async happen({ cluster: { replica } }) {
      await onServer(replica.url, 'select pg_wal_replay_pause()')
      await pause(longEnoughMs)
      await onServer(replica.url, 'select pg_wal_replay_resume()')
    },
  },
  'silent-network': {
    label: 'the network to the database falls silent',
    happen: ({ networks }) => silence(Object.values(networks).flat(), 3 * longEnoughMs),
  },
  'cut-off': {
    label: 'one process is cut off from the database',
    happen: ({ networks }) => silence(networks.first, 3 * longEnoughMs),
  },
  'cut-network': {
    label: 'all connections to the database break',
    async happen({ networks }) {
      for (const network of Object.values(networks).flat()) network.cut()
    },
  },
  'slow-blobs': { label: 'the object store is slow', happen: (ground) => whileBlobsAre('slow', ground) },
  'gone-blobs': { label: 'the object store is gone', happen: (ground) => whileBlobsAre('gone', ground) },
  'full-blobs': { label: 'the object store is full', happen: (ground) => whileBlobsAre('full', ground) },
  'wrong-blobs': {
    label: 'the object store gives other bytes',
    happen: (ground) => whileBlobsAre('wrong', ground),
  },
  'full-database': {
    label: "the database's disk is full",
    async happen({ cluster: { primary }, disk }) {
      disk.fill()
      // Uses up the preallocated log, so that the next write needs a new segment.
      for (let piece = 0; piece < 40; piece++) await useUpLog(primary.url)
      await pause(longEnoughMs)
      disk.free()
      await pause(toRestartMs)
      if (!primary.isRunning()) await primary.start()
    },
  },
  'code-host': {
    label: 'the code host breaks, limits requests and stops in the middle of archives while it is read',
    async happen({ cluster, codeHost }) {
      codeHost.behave('broken')
      await cluster.command('import', await codeHost.writeList(cluster.folder))
      for (const behavior of ['broken', 'rate-limited', 'breaking off'] as const) {
        codeHost.behave(behavior)
        await codeHost.untilAsked()
        // An operator would wait; the pauses grow with each failure.
        await onServer(cluster.primary.url, 'update reading_hosts set resumes_at = now()')
      }
      codeHost.behave('fine')
      await codeHost.untilRead(() => countReadings(cluster.primary.url))
    },
  },
  'clock-forward': {
    label: 'the clocks of one process and of the jobs are an hour ahead',
    happen: (ground) => whileClocksDiffer(ground, { first: hour, jobs: hour }),
  },
  'clock-back': {
    label: 'the clocks of one process and of the jobs are an hour behind',
    happen: (ground) => whileClocksDiffer(ground, { second: -hour, jobs: -hour }),
  },
  failover: {
    label: 'the primary is killed and the replica promoted',
    async happen({ cluster }) {
      const { primary, replica } = cluster
      // Without waiting for the replica, the last commits would be lost with the primary.
      await onServer(primary.url, "alter system set synchronous_standby_names = '*'")
      await onServer(primary.url, 'select pg_reload_conf()')
      await pause(longEnoughMs)
      await primary.halt('kill')
      await pause(toRestartMs)
      await replica.promote()
      cluster.leadDatabaseTo(replica)
    },
  },
}

async function countReadings(url: string): Promise<number> {
  const { rows } = await onServer(url, 'select count(distinct node_id)::int as count from node_readings')
  return (rows[0] as { count: number }).count
}

/** Fails once the server has no space, which is its purpose. */
async function useUpLog(url: string): Promise<void> {
  await onServer(url, "select pg_logical_emit_message(false, 'ballast', 'x'); select pg_switch_wal()").catch(
    () => {},
  )
}
