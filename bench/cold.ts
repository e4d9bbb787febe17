import { cpuSeconds } from './load.ts'
import { type Finding, median } from './report.ts'
import { startRegistry } from './running-registry.ts'

const nodes = 5900
const pagesInRound = 50
/** The first rounds compile the code that renders pages. */
const warmUpRounds = 3
const rounds = 5

/** Measures the CPU time of uncached node pages relative to the same pages from the cache. */
export async function measureColdPages(): Promise<Finding> {
  const registry = await startRegistry({ nodes })
  try {
    const ids = await listIds(registry.apiUrl, pagesInRound * (warmUpRounds + rounds))
    const costs: { cold: number; cached: number }[] = []
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const urls = ids
        .slice(round * pagesInRound, (round + 1) * pagesInRound)
        .map((id) => `${registry.siteUrl}/nodes/${id}`)
      const cold = await costOf(registry.pid, urls)
      const cached = await costOf(registry.pid, urls)
      if (round >= warmUpRounds) costs.push({ cold, cached })
    }
    const [cold, cached] = [median(costs.map((one) => one.cold)), median(costs.map((one) => one.cached))]
    return {
      name: 'cold',
      title: `Node pages requested for the first time (${nodes} nodes, embedded database)`,
      columns: ['page', 'CPU ms'],
      rows: [
        ['first request', Number(cold.toFixed(1))],
        ['from the cache', Number(cached.toFixed(1))],
      ],
      gates: [{ label: 'CPU ms of a first request', value: Number(cold.toFixed(1)), atMost: 50 }],
      notes: [`Medians of ${rounds} rounds of ${pagesInRound} pages, requested one after the other.`],
    }
  } finally {
    await registry.stop()
  }
}

async function listIds(apiUrl: string, count: number): Promise<string[]> {
  const response = await fetch(`${apiUrl}/nodes?limit=${count}`)
  const { nodes } = (await response.json()) as { nodes: { id: string }[] }
  return nodes.map(({ id }) => id)
}

/** Returns the CPU time per page in milliseconds. */
async function costOf(pid: number, urls: readonly string[]): Promise<number> {
  const before = cpuSeconds(pid)
  for (const url of urls) {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    await response.arrayBuffer()
  }
  return ((cpuSeconds(pid) - before) * 1000) / urls.length
}
