import { Agent, get } from 'node:http'
import { onServer } from '../server/test/postgres.ts'
import { Chance } from './data/chance.ts'
import { type GeneratedData, openGeneratedData } from './data/database.ts'
import { generateSearches, type Manner, type Question, type Subjects } from './data/questions.ts'
import { idle } from './load.ts'
import { type Finding, mean, rounded } from './report.ts'
import { startEmptyRegistry } from './running-registry.ts'
import { sizesOf } from './sizes.ts'

const clients = 4
/**
 * Warm-up searches, because code compiled and data cached by earlier requests is the normal case in service.
 */
const warmUps = 1050
const questions = 2100
const knownNodes = 5000

interface TimedSearch {
  manner: Manner
  ms: number
}

/** Measures uncached searches over HTTP on a registry with PostgreSQL. */
export async function measureSearchAtScale(): Promise<Finding> {
  const [few, many] = sizesOf(6000, 60_000)
  const data = await openGeneratedData()
  try {
    const small = await measureAt(data, few)
    const large = await measureAt(data, many)
    const manners = [...new Set(large.map(({ manner }) => manner))]
    const rowOf = (label: string, searches: readonly TimedSearch[]) => {
      const times = searches.map(({ ms }) => ms)
      return [
        label,
        searches.length,
        rounded(mean(times), 1),
        quantile(times, 0.5),
        quantile(times, 0.95),
        quantile(times, 0.99),
      ]
    }
    const all = large.map(({ ms }) => ms)
    return {
      name: 'search-scale',
      title: `Uncached searches, ${clients} clients, ${many} nodes on PostgreSQL`,
      columns: ['asked by', 'searches', 'mean ms', 'p50 ms', 'p95 ms', 'p99 ms'],
      rows: [
        ...manners.map((manner) =>
          rowOf(
            manner,
            large.filter((one) => one.manner === manner),
          ),
        ),
        rowOf('all', large),
        rowOf(`all, ${few} nodes`, small),
      ],
      gates: [
        { label: 'p95 in ms', value: quantile(all, 0.95), atMost: 20 },
        { label: 'p99 in ms', value: quantile(all, 0.99), atMost: 50 },
        {
          label: 'mean time with ten times the data, as a multiple',
          value: rounded(mean(all) / mean(small.map(({ ms }) => ms)), 1),
          atMost: 10,
        },
      ],
    }
  } finally {
    await data.stop()
  }
}

async function measureAt(data: GeneratedData, nodes: number): Promise<TimedSearch[]> {
  const url = await data.urlOf(nodes)
  const searches = generateSearches(new Chance(3), await readSubjects(url), warmUps + questions)
  const registry = await startEmptyRegistry({ DATABASE_URL: url, ROLES: 'api' })
  try {
    // The index loads first.
    await idle(registry.pid)
    await askAll(registry.apiUrl, searches.slice(0, warmUps))
    return await askAll(registry.apiUrl, searches.slice(warmUps))
  } finally {
    await registry.stop()
  }
}

async function readSubjects(url: string): Promise<Subjects> {
  const nodes = await onServer(
    url,
    `select name, publisher_id as "publisherId", tags from nodes where status = 'active'
      order by downloads desc, id limit $1`,
    [knownNodes],
  )
  const names = await onServer(url, 'select name from comfy_nodes order by id limit $1', [knownNodes])
  return { nodes: nodes.rows, comfyNodes: names.rows.map(({ name }) => String(name)) }
}

/** Each client sends its next search after the response to the previous one. */
async function askAll(apiUrl: string, searches: readonly Question[]): Promise<TimedSearch[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answered: TimedSearch[] = []
  let next = 0
  const ask = async () => {
    for (let index = next++; index < searches.length; index = next++) {
      const { manner, text } = searches[index] as Question
      // The limit makes each URL unique.
      const path = `/nodes/search?search=${encodeURIComponent(text)}&limit=${10 + (index % 21)}`
      const started = performance.now()
      await fetchWhole(`${apiUrl}${path}`, agent)
      answered.push({ manner, ms: performance.now() - started })
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  agent.destroy()
  return answered
}

function fetchWhole(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      answer.on('end', resolve).on('error', reject).resume()
    }).on('error', reject)
  })
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN, 1)
}
