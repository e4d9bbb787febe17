import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freeAddresses } from '../../bench/program.ts'
import { cpuSeconds, residentMegabytes } from '../../bench/usage.ts'

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

/** Measures a fresh `npm start` with the demo, on a new data folder. Needs Linux. */
export async function runningFigures(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nodeyard-measure-'))
  const { SITE_PORT, API_PORT } = await freeAddresses()
  const started = performance.now()
  const child = spawn('node', ['scripts/start.mjs'], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_PORT, API_PORT },
    stdio: 'ignore',
  })
  const pid = child.pid ?? 0
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let peakMb = 0
  const sampler = setInterval(() => (peakMb = Math.max(peakMb, residentMegabytes(pid))), sampleMs)
  try {
    await untilPage(`http://localhost:${SITE_PORT}/`, () => child.exitCode === null)
    const startMs = performance.now() - started
    await pause(settleMs)
    const before = cpuSeconds(pid)
    await pause(idleMs)
    const idleShare = (cpuSeconds(pid) - before) / (idleMs / 1000)
    return [
      { name: 'first page after a fresh start', value: Math.round(startMs) / 1000, unit: 's' },
      { name: 'resident memory at rest', value: Math.round(residentMegabytes(pid)), unit: 'MB', goal: 350 },
      { name: 'resident memory, peak', value: Math.round(peakMb), unit: 'MB', goal: 600 },
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
