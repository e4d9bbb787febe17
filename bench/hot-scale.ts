import { readFile } from 'node:fs/promises'
import { responseCacheBytes } from '../server/src/compose.ts'
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
const never: Took = { firstMs: Number.NaN, againMs: Number.NaN }

/** How long a read takes where nothing disturbs it. */
interface Took {
  /** About what nobody has asked for before: what the database does not have in memory, it has to fetch. */
  firstMs: number
  /** About the same again, as what is asked for all day. */
  againMs: number
}

/** By what a read says. */
type Measured = ReadonlyMap<string, Took>

/** What the hot reads take of a small registry and of one many times as large, made from the database each time. */
export async function measureHotReads(): Promise<Finding> {
  const [small, large] = sizesOf(6000, 600_000)
  const data = await openGeneratedData()
  try {
    const before = await measureAt(await data.urlOf(small))
    const after = await measureAt(await data.urlOf(large))
    const rows = [...after].map(([says, ofLarge]) => {
      const ofSmall = before.get(says) ?? never
      return { says, ofSmall, ofLarge, times: round(ofLarge.againMs / ofSmall.againMs) }
    })
    return {
      name: 'hot-scale',
      title: `Hot reads at ${small} and ${large} nodes on PostgreSQL, without the response cache`,
      columns: [
        'read',
        `ms at ${small}`,
        `ms at ${large}`,
        'times',
        `first time at ${small}`,
        `first time at ${large}`,
      ],
      rows: rows
        .toSorted((a, b) => b.times - a.times)
        .map(({ says, ofSmall, ofLarge, times }) => [
          says,
          ...[ofSmall.againMs, ofLarge.againMs].map(round),
          times,
          ...[ofSmall.firstMs, ofLarge.firstMs].map(round),
        ]),
      notes: [
        'Each read is asked for twice, by six subjects; the promise is about the second time, with the rows in the memory of the database. The first time waits for the disk where a table is larger than that.',
      ],
      gates: [
        {
          says: `reads that take more than ${mostTimes} times as long`,
          value: rows.filter(({ times }) => times > mostTimes).length,
          atMost: 0,
        },
        {
          says: 'most memory of a process in GB, with all the answers that it may keep',
          value: Number(((await memoryAt(await data.urlOf(large))) / 1024 ** 3).toFixed(2)),
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
    const measured = new Map<string, Took>()
    for (let round = 0; round < rounds; round++)
      for (const read of await hotReads(registry, round)) {
        const firstMs = await timeOf(() => registry.ask(read))
        const againMs = await timeOf(() => registry.ask(read))
        // The first round warms up.
        if (round > 0) measured.set(read.says, leastOf({ firstMs, againMs }, measured.get(read.says)))
      }
    return measured
  } finally {
    await registry.close()
  }
}

/** The least is what other work on the machine has disturbed least. */
function leastOf(took: Took, before = took): Took {
  return {
    firstMs: Math.min(took.firstMs, before.firstMs),
    againMs: Math.min(took.againMs, before.againMs),
  }
}

/** The most that a process for the site and the API has taken until all that searches look through is in memory. */
async function memoryAt(url: string): Promise<number> {
  const registry = await startRegistryOn(url, 'site,api')
  try {
    await idle(registry.pid)
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${registry.pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024 + responseCacheBytes
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
