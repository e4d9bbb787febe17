import { words } from './catalogue.ts'
import { type Finding, median, rounded } from './report.ts'
import { startRegistry } from './running-registry.ts'
import { cpuSeconds } from './usage.ts'

const nodes = 5900
const requestsInRound = 150
/** The first round compiles the code. */
const warmUpRounds = 1
const rounds = 3
const requests = requestsInRound * (warmUpRounds + rounds)

/** Measures the CPU time of requests that the cache cannot serve, and of pages that it can. */
export async function measureColdRequests(): Promise<Finding> {
  const registry = await startRegistry({ nodes })
  const measure = (urls: readonly string[]) => medianCost(registry.pid, urls)
  try {
    const ids = await listIds(registry.apiUrl, 2 * requests)
    const pages = ids.slice(0, requests).map((id) => `${registry.siteUrl}/nodes/${id}`)
    const page = await measure(pages)
    const lastRound = pages.slice(-requestsInRound)
    const cached = await measure([...lastRound, ...lastRound, ...lastRound, ...lastRound])
    const node = await measure(ids.slice(requests).map((id) => `${registry.apiUrl}/nodes/${id}`))
    const search = await measure(
      twoWords(requests).map((text) => `${registry.apiUrl}/nodes/search?search=${text}`),
    )
    return {
      name: 'cold',
      title: `Requests for the first time (${nodes} nodes, embedded database)`,
      columns: ['request', 'CPU ms'],
      rows: [
        ['page of a node', rounded(page, 1)],
        ['the same page from the cache', rounded(cached, 1)],
        ['`GET /nodes/{id}`', rounded(node, 1)],
        ['search for two words', rounded(search, 1)],
      ],
      gates: [{ label: 'CPU ms of a page', value: rounded(page, 1), atMost: 30 }],
      notes: [`Medians of ${rounds} rounds of ${requestsInRound} requests, one after the other.`],
    }
  } finally {
    await registry.stop()
  }
}

async function listIds(apiUrl: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < count; page++) {
    const response = await fetch(`${apiUrl}/nodes?limit=100&page=${page}`)
    const { nodes } = (await response.json()) as { nodes: { id: string }[] }
    ids.push(...nodes.map(({ id }) => id))
  }
  return ids.slice(0, count)
}

function twoWords(count: number): string[] {
  return words.flatMap((first) => words.map((second) => `${first}+${second}`)).slice(0, count)
}

/** Returns the median CPU time per request of the rounds after the warm-up, in milliseconds. */
async function medianCost(pid: number, urls: readonly string[]): Promise<number> {
  const costs: number[] = []
  for (let at = 0; at < urls.length; at += requestsInRound)
    costs.push(await costOf(pid, urls.slice(at, at + requestsInRound)))
  return median(costs.slice(warmUpRounds))
}

async function costOf(pid: number, urls: readonly string[]): Promise<number> {
  const before = cpuSeconds(pid)
  for (const url of urls) {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    await response.arrayBuffer()
  }
  return ((cpuSeconds(pid) - before) * 1000) / urls.length
}
