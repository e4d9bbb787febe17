import { Agent, get } from 'node:http'
import pg from 'pg'
import { Chance } from './data/chance.ts'
import { type GeneratedData, openGeneratedData } from './data/database.ts'
import { askedTexts, type Manner, type Question, type Subjects } from './data/questions.ts'
import { idle } from './load.ts'
import type { Finding } from './report.ts'
import { startRegistryOn } from './running-registry.ts'
import { sizesOf } from './sizes.ts'

const clients = 4
/** What is asked in service comes behind others: what they made the engine compile and keep is there. */
const warmUps = 1050
const questions = 2100
const knownNodes = 5000

interface Asked {
  manner: Manner
  ms: number
}

/** Searches that nobody asked before, over HTTP, on a registry in front of PostgreSQL. */
export async function measureSearchAtScale(): Promise<Finding> {
  const [few, many] = sizesOf(6000, 60_000)
  const data = await openGeneratedData()
  try {
    const small = await measureAt(data, few)
    const large = await measureAt(data, many)
    const manners = [...new Set(large.map(({ manner }) => manner))]
    const rowOf = (says: string, asked: readonly Asked[]) => {
      const times = asked.map(({ ms }) => ms)
      return [
        says,
        asked.length,
        mean(times),
        quantile(times, 0.5),
        quantile(times, 0.95),
        quantile(times, 0.99),
      ]
    }
    const all = large.map(({ ms }) => ms)
    return {
      name: 'search-scale',
      title: `Searches that nobody asked before, ${clients} clients, ${many} nodes on PostgreSQL`,
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
        { says: 'p95 in ms', value: quantile(all, 0.95), atMost: 20 },
        { says: 'p99 in ms', value: quantile(all, 0.99), atMost: 50 },
        {
          says: 'mean time with ten times the data, as a multiple',
          value: round(mean(all) / mean(small.map(({ ms }) => ms))),
          atMost: 10,
        },
      ],
    }
  } finally {
    await data.stop()
  }
}

async function measureAt(data: GeneratedData, nodes: number): Promise<Asked[]> {
  const url = await data.urlOf(nodes)
  const asked = askedTexts(new Chance(3), await readSubjects(url), warmUps + questions)
  const registry = await startRegistryOn(url, 'api')
  try {
    // The index is loaded first.
    await idle(registry.pid)
    await askAll(registry.apiUrl, asked.slice(0, warmUps))
    return await askAll(registry.apiUrl, asked.slice(warmUps))
  } finally {
    await registry.stop()
  }
}

async function readSubjects(url: string): Promise<Subjects> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const nodes = await client.query<Subjects['nodes'][number]>(
      `select name, publisher_id as "publisherId", tags from nodes where status = 'active'
        order by downloads desc, id limit $1`,
      [knownNodes],
    )
    const names = await client.query<{ name: string }>('select name from comfy_nodes order by id limit $1', [
      knownNodes,
    ])
    return { nodes: nodes.rows, comfyNodes: names.rows.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/** Each client asks its next question when the one before is answered. */
async function askAll(apiUrl: string, asked: readonly Question[]): Promise<Asked[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answered: Asked[] = []
  let next = 0
  const ask = async () => {
    for (let index = next++; index < asked.length; index = next++) {
      const { manner, text } = asked[index] as Question
      // The number makes each one new, whatever was asked before.
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

const round = (value: number) => Number(value.toFixed(1))
const mean = (values: readonly number[]) => round(values.reduce((a, b) => a + b, 0) / values.length)

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)
}
