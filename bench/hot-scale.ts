import { readFile } from 'node:fs/promises'
import { keptBytes } from '../server/src/compose.ts'
import { openGeneratedData } from './data/database.ts'
import { hotReads } from './hot-reads.ts'
import { openInProcess } from './in-process.ts'
import { idle } from './load.ts'
import type { Finding } from './report.ts'
import { startRegistryOn } from './running-registry.ts'
import { sizesOf } from './sizes.ts'

/** Each time about something else. */
const rounds = 7
const mostTimes = 3
const mostBytes = 1.5 * 1024 ** 3

/** By what a read says, how long it takes in ms where nothing disturbs it. */
type Measured = ReadonlyMap<string, number>

/** What the hot reads take of a small registry and of one many times as large, made from the database each time. */
export async function measureHotReads(): Promise<Finding> {
  const [small, large] = sizesOf(6000, 600_000)
  const data = await openGeneratedData()
  try {
    const before = await measureAt(await data.urlOf(small))
    const after = await measureAt(await data.urlOf(large))
    const rows = [...after].map(([says, ms]) => {
      const ofSmall = before.get(says) ?? Number.NaN
      return { says, ofSmall: round(ofSmall), ofLarge: round(ms), times: round(ms / ofSmall) }
    })
    return {
      name: 'hot-scale',
      title: `Hot reads at ${small} and ${large} nodes on PostgreSQL, nothing of them kept`,
      columns: ['read', `ms at ${small}`, `ms at ${large}`, 'times'],
      rows: rows
        .toSorted((a, b) => b.times - a.times)
        .map(({ says, ofSmall, ofLarge, times }) => [says, ofSmall, ofLarge, times]),
      gates: [
        {
          says: `reads that take more than ${mostTimes} times as long`,
          value: rows.filter(({ times }) => times > mostTimes).length,
          atMost: 0,
        },
        {
          says: 'most memory of a process in GB, with all the answers that it may keep',
          value: round((await memoryAt(await data.urlOf(large))) / 1024 ** 3),
          atMost: mostBytes / 1024 ** 3,
        },
      ],
    }
  } finally {
    await data.stop()
  }
}

async function measureAt(url: string): Promise<Measured> {
  const registry = await openInProcess(url)
  try {
    await registry.warmUp()
    const ms = new Map<string, number>()
    for (let round = 0; round < rounds; round++)
      for (const read of await hotReads(registry, round)) {
        const took = await timeOf(() => registry.ask(read))
        // The first round warms up. The least is what other work on the machine has disturbed least.
        if (round > 0) ms.set(read.says, Math.min(took, ms.get(read.says) ?? took))
      }
    return ms
  } finally {
    await registry.close()
  }
}

/** The most that a process for the site and the API has taken until all that searches look through is in memory. */
async function memoryAt(url: string): Promise<number> {
  const registry = await startRegistryOn(url, 'site,api')
  try {
    await idle(registry.pid)
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${registry.pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024 + keptBytes
  } finally {
    await registry.stop()
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const round = (value: number) => Number(value.toFixed(1))
