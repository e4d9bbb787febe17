import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../server/test/postgres.ts'

/** One row of the report. */
export interface Figure {
  name: string
  value: number
  unit?: string
  /** The value should be at most this. Omitted for information. */
  goal?: number
}

const sampleMs = 250
/** The demo is published during this time, and garbage is collected. */
const settleMs = 90_000
const idleMs = 60_000
/** `/proc` counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

/** Measures a fresh `npm start` with the demo, on a new data folder. Needs Linux. */
export async function runningFigures(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nodeyard-measure-'))
  const [sitePort, apiPort] = [await findFreePort(), await findFreePort()]
  const started = performance.now()
  const child = spawn('node', ['scripts/start.mjs'], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_PORT: String(sitePort), API_PORT: String(apiPort) },
    stdio: 'ignore',
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let peakMb = 0
  const sampler = setInterval(() => (peakMb = Math.max(peakMb, residentMb(child.pid))), sampleMs)
  try {
    await untilPage(`http://localhost:${sitePort}/`, () => child.exitCode === null)
    const startMs = performance.now() - started
    await pause(settleMs)
    const before = cpuSeconds(child.pid)
    await pause(idleMs)
    const idleShare = (cpuSeconds(child.pid) - before) / (idleMs / 1000)
    return [
      { name: 'first page after a fresh start', value: Math.round(startMs) / 1000, unit: 's' },
      { name: 'resident memory at rest', value: residentMb(child.pid), unit: 'MB', goal: 350 },
      { name: 'resident memory, peak', value: peakMb, unit: 'MB', goal: 600 },
      { name: 'idle CPU', value: Math.round(idleShare * 10_000) / 100, unit: '% of a core', goal: 0.5 },
    ]
  } finally {
    clearInterval(sampler)
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures the size of the installed packages, without the caches that compilers keep beside them. */
export function installedFigures(): Figure[] {
  const [kilobytes] = execFileSync('du', ['-sk', '--exclude=.cache', 'node_modules']).toString().split('\t')
  return [{ name: 'node_modules', value: Math.round(Number(kilobytes) / 1024), unit: 'MB', goal: 450 }]
}

async function untilPage(url: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await pause(50)
  }
  throw new Error('The registry exited before it served a page.')
}

/** Adds up a process and its descendants. */
function residentMb(pid: number | undefined): number {
  return Math.round(
    sumOver(pid, (id) => Number(/^VmRSS:\s+(\d+)/m.exec(read(id, 'status'))?.[1] ?? 0)) / 1024,
  )
}

function cpuSeconds(pid: number | undefined): number {
  const ticks = sumOver(pid, (id) => {
    // The name, in parentheses, may contain spaces. User and system time are fields 14 and 15 of all.
    const fields = read(id, 'stat').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks / ticksPerSecond
}

function sumOver(pid: number | undefined, measure: (pid: number) => number): number {
  if (pid === undefined) return 0
  return measure(pid) + childrenOf(pid).reduce((total, child) => total + sumOver(child, measure), 0)
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(pid, `task/${thread}/children`).trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** Empty once the process has exited. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
