import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { registryAt } from '@nodeyard/contract/client'
import { getNode } from '@nodeyard/contract/nodes'
import { requestReading } from '@nodeyard/contract/readings'
import { catalogueLines } from './catalogue.ts'
import { writePacks } from './generated-packs.ts'
import { idle } from './load.ts'
import { arrivals, dailyRates, type Known } from './mixes/arrivals.ts'
import { type Outcome, quantile, runOpenLoop } from './mixes/open-loop.ts'
import { sender } from './mixes/sender.ts'
import type { Finding } from './report.ts'
import { importList, type RunningRegistry, startEmptyRegistry } from './running-registry.ts'

/** Read in two halves, with a quiet time before each, so that other load on the machine affects both alike. */
const packs = Number(process.env['BENCH_READINGS'] ?? 120)
const listed = 1500
const quietSeconds = 30
const busySeconds = 30
/** Longer than the largest pack takes. */
const stuckMs = 180_000

/**
 * Reads repositories from a folder while people use the site: packs per hour, peak memory, and the cost to readers.
 * `BENCH_PACKS` names a folder of bare repositories (`owner+name`, or `repo` in it); otherwise packs are generated.
 */
export async function measureReadings(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-bench-repositories-'))
  const names = await fillFolder(folder)
  const registry = await startEmptyRegistry({ READINGS: folder, CODE_HOST: 'fake' })
  try {
    const base = [...catalogueLines(listed)]
    await importLines(registry, base)
    const known = knownIn(base)
    // Repositories that the folder lacks fail first, which belongs to no phase.
    await readAgain(registry, known.nodeIds[0] ?? '')
    await pause(5000)
    await idle(registry.pid)
    const quiet: Outcome[] = []
    const busy: Outcome[] = []
    let readMs = 0
    let read = 0
    for (const half of [names.slice(0, packs / 2), names.slice(packs / 2)]) {
      quiet.push(...(await browse(registry, known, quietSeconds)))
      await importLines(registry, half.map(toLine))
      const started = performance.now()
      await readAgain(registry, idOf(half[0] ?? ''))
      const [outcomes, count] = await Promise.all([
        browse(registry, known, busySeconds),
        untilRead(registry, half.map(idOf)),
      ])
      busy.push(...outcomes)
      readMs += performance.now() - started
      read += count
    }
    return toFinding({ quiet, busy, readMs, read, count: names.length, peakBytes: peakOf(registry.pid) })
  } finally {
    await registry.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the names of the repositories in the folder. */
async function fillFolder(folder: string): Promise<string[]> {
  const real = process.env['BENCH_PACKS']
  if (real === undefined) return writePacks(folder, packs)
  const found = (await readdir(real)).filter((name) => name.includes('+')).slice(0, packs)
  for (const name of found) {
    const inner = join(real, name, 'repo')
    const isInner = (await readdir(join(real, name))).includes('repo')
    await symlink(isInner ? inner : join(real, name), join(folder, name.toLowerCase()))
  }
  return found.map((name) => name.replace('+', '/').toLowerCase())
}

const idOf = (name: string) => `bench-${name.split('/')[1]?.replace(/[^\w-]/g, '-')}`
const toLine = (name: string) => JSON.stringify({ id: idOf(name), repository: `https://github.com/${name}` })

async function importLines(registry: RunningRegistry, lines: readonly string[]): Promise<void> {
  const file = join(registry.dataFolder, 'list.jsonl')
  await writeFile(file, lines.join('\n'))
  await importList(registry, file)
}

const clientOf = ({ apiUrl }: RunningRegistry) => registryAt(apiUrl, fetch)

async function readAgain(registry: RunningRegistry, nodeId: string): Promise<void> {
  await clientOf(registry).call(requestReading, { params: { nodeId } })
}

function knownIn(lines: readonly string[]): Known {
  const nodes = lines.map((line) => JSON.parse(line) as { id: string; name: string })
  return { nodeIds: nodes.map(({ id }) => id), names: nodes.map(({ name }) => name) }
}

async function browse(registry: RunningRegistry, known: Known, seconds: number): Promise<Outcome[]> {
  const { send, close } = sender(registry)
  const outcomes = await runOpenLoop(arrivals(1, { ...dailyRates, install: 0 }, seconds, known), send)
  close()
  return outcomes
}

/** Resolves with the number of packs that were read, once all were or nothing happens any more. */
async function untilRead(registry: RunningRegistry, ids: readonly string[]): Promise<number> {
  const left = new Set(ids)
  for (let lastAt = performance.now(); left.size > 0 && performance.now() - lastAt < stuckMs; ) {
    await pause(1000)
    // Most wanted first means in the order of ids here.
    for (const nodeId of [...left].slice(0, 5)) {
      const { reading } = await clientOf(registry).call(getNode, { params: { nodeId } })
      if (!reading) continue
      left.delete(nodeId)
      lastAt = performance.now()
    }
  }
  return ids.length - left.size
}

/** The most memory that a process has had. */
function peakOf(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

interface Measured {
  quiet: readonly Outcome[]
  busy: readonly Outcome[]
  readMs: number
  read: number
  count: number
  peakBytes: number
}

function toFinding({ quiet, busy, readMs, read, count, peakBytes }: Measured): Finding {
  const failed = [...quiet, ...busy].filter(({ failure }) => failure !== undefined).length
  const rowOf = (label: string, outcomes: readonly Outcome[]) => [
    label,
    outcomes.length,
    ...[0.5, 0.95, 0.99].map((share) => Math.round(quantile(outcomes, share))),
  ]
  return {
    name: 'readings',
    title: 'Reading repositories while people use the site',
    columns: ['requests', 'count', 'p50 ms', 'p95 ms', 'p99 ms'],
    rows: [rowOf('while nothing is read', quiet), rowOf('while repositories are read', busy)],
    gates: [
      { label: 'packs read per hour', value: Math.round((read / readMs) * 3600_000), atLeast: 700 },
      { label: 'packs not read', value: count - read, atMost: Math.floor(count * 0.03) },
      {
        label: 'p99 compared with a quiet time',
        value: round(quantile(busy, 0.99) / quantile(quiet, 0.99)),
        atMost: 1.3,
      },
      { label: 'failed requests', value: failed, atMost: 0 },
      { label: 'peak memory, MB', value: Math.round(peakBytes / 1e6), atMost: 2000 },
    ],
  }
}

const round = (value: number) => Math.round(value * 100) / 100
