import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fallbackLocale, locales } from '@nodeyard/contract/ground'
import { catalogueLines } from '../../bench/catalogue.ts'
import { freeAddresses } from '../../bench/program.ts'
import { importList } from '../../bench/running-registry.ts'
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
const importedNodes = 5900
/** Packs that are read in three ways. */
const mixedReads = 3000

/** Measures a fresh `npm start` with the demo, on a new data folder. Needs Linux. */
export async function runningFigures(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nodeyard-measure-'))
  const { SITE_PORT, API_PORT } = await freeAddresses()
  const started = performance.now()
  const child = spawn('node', ['scripts/start.mjs'], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_PORT, API_PORT, RATE_LIMIT_FACTOR: '0' },
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
    const [atRest, demoPeakMb] = [residentMegabytes(pid), peakMb]
    const list = join(dataDir, 'list.jsonl')
    writeFileSync(list, [...catalogueLines(importedNodes)].join('\n'))
    await importList({ dataFolder: dataDir }, list)
    const imported = residentMegabytes(pid)
    await readMixed(`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`)
    return [
      { name: 'first page after a fresh start', value: Math.round(startMs) / 1000, unit: 's' },
      { name: 'resident memory at rest', value: Math.round(atRest), unit: 'MB', goal: 350 },
      { name: 'resident memory, peak', value: Math.round(demoPeakMb), unit: 'MB', goal: 600 },
      { name: `after importing ${importedNodes} packs`, value: Math.round(imported), unit: 'MB', goal: 450 },
      { name: 'after mixed reads', value: Math.round(residentMegabytes(pid)), unit: 'MB', goal: 550 },
      { name: 'peak of all', value: Math.round(peakMb), unit: 'MB', goal: 600 },
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

/** Requests pages in all languages, nodes and searches, each once, a few at a time. */
async function readMixed(siteUrl: string, apiUrl: string): Promise<void> {
  const ids: string[] = []
  for (let page = 1; ids.length < mixedReads; page++) {
    const response = await fetch(`${apiUrl}/nodes?limit=100&page=${page}`)
    const { nodes }: { nodes: { id: string; name: string }[] } = await response.json()
    if (nodes.length === 0) break
    ids.push(...nodes.map(({ id }) => id))
  }
  const urls = ids.slice(0, mixedReads).flatMap((id, at) => {
    const locale = locales[at % locales.length]
    const prefix = locale === fallbackLocale ? '' : `/${locale}`
    return [
      `${siteUrl}${prefix}/nodes/${id}`,
      `${apiUrl}/nodes/${id}`,
      `${apiUrl}/nodes/search?search=${encodeURIComponent(id.replaceAll('-', ' '))}`,
    ]
  })
  const next = urls.values()
  const read = async () => {
    for (const url of next) await (await fetch(url)).arrayBuffer()
  }
  await Promise.all([read(), read(), read(), read()])
}

async function untilPage(url: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await pause(50)
  }
  throw new Error('The registry exited before it served a page.')
}
