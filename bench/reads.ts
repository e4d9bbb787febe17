import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from './catalogue.ts'
import { assertWrk, type Load, type LoadResult, load } from './load.ts'
import { type Finding, median } from './report.ts'
import { type RunningRegistry, startProgram, startRegistry } from './running-registry.ts'

/** Short turns, so that what else happens on the machine meets both alike. */
const rounds = 12
const secondsEach = 1
/** What is hot is compiled while requests go on, in threads that share the processor. */
const warmUpSeconds = 4
const nodes = 5900

interface Case {
  says: string
  origin: 'api' | 'site'
  path: string
  headers?: Record<string, string>
  /** With the digest of the answer, so that the answer is 304. */
  isConditional?: boolean
  atLeast?: number
}

const cases: Case[] = [
  { says: 'list, 30 nodes', origin: 'api', path: '/nodes?page=1&limit=30', atLeast: 0.75 },
  { says: 'one node', origin: 'api', path: '/nodes/lumen-lut-loader', atLeast: 0.75 },
  { says: 'install', origin: 'api', path: '/nodes/lumen-lut-loader/install', atLeast: 0.75 },
  {
    says: 'list, not modified',
    origin: 'api',
    path: '/nodes?page=1&limit=30',
    isConditional: true,
    atLeast: 0.75,
  },
  { says: 'search, asked before', origin: 'api', path: '/nodes/search?search=mask&limit=10', atLeast: 0.75 },
  {
    says: 'node page, rendered before',
    origin: 'site',
    path: '/nodes/lumen-lut-loader',
    headers: { 'accept-encoding': 'br' },
  },
]

/** The hot reads beside a bare `node:http` server that sends the same bytes, in turns, on the same processor. */
export async function measureReads(): Promise<Finding> {
  assertWrk()
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-reads-'))
  const registry = await startRegistry({ nodes })
  try {
    const results = []
    for (const one of cases) results.push(await compare(registry, one, folder))
    const fresh = await measureFreshSearch(registry, folder)
    return {
      name: 'reads',
      title: `Reads beside a bare node:http server (${nodes} nodes, embedded database)`,
      columns: ['read', 'requests/s', 'p99 ms', 'bare requests/s', 'bare p99 ms', 'ratio', 'CPU ratio'],
      rows: [...results.map(({ row }) => row), ['search, each one new', ...figures(fresh), '', '', '', '']],
      gates: results.flatMap(({ gate }) => (gate ? [gate] : [])),
    }
  } finally {
    await registry.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(registry: RunningRegistry, one: Case, folder: string) {
  const origin = one.origin === 'api' ? registry.apiUrl : registry.siteUrl
  const { file, etag } = await record(origin, one, folder)
  const bare = await startProgram('bare-server.ts', [file])
  const headers = { ...one.headers, ...(one.isConditional ? { 'if-none-match': etag } : {}) }
  const loadOf = (base: string, seconds: number): Load => ({ url: base + one.path, headers, seconds })
  const ours: LoadResult[] = []
  const theirs: LoadResult[] = []
  try {
    await load(registry.pid, loadOf(origin, warmUpSeconds))
    await load(bare.pid, loadOf(bare.url, warmUpSeconds))
    for (let round = 0; round < rounds; round++) {
      ours.push(await load(registry.pid, loadOf(origin, secondsEach)))
      theirs.push(await load(bare.pid, loadOf(bare.url, secondsEach)))
    }
    assert.deepEqual(await ask(origin + one.path, headers), await ask(bare.url + one.path, headers))
  } finally {
    await bare.stop()
  }
  const ratioOf = (pick: (a: LoadResult, b: LoadResult) => number) =>
    rounded(median(ours.map((result, index) => pick(result, theirs[index] ?? result))), 2)
  const ratio = ratioOf((a, b) => a.requestsPerSecond / b.requestsPerSecond)
  const cpuRatio = ratioOf((a, b) => b.cpuMicroseconds / a.cpuMicroseconds)
  return {
    row: [one.says, ...figures(ours), ...figures(theirs), ratio, cpuRatio],
    gate:
      one.atLeast === undefined
        ? undefined
        : { says: `${one.says}, of bare`, value: ratio, atLeast: one.atLeast },
  }
}

/** Keeps an answer that comes from memory for the bare server: not the first, which is made, and in the form asked for. */
async function record(origin: string, { path, headers = {} }: Case, folder: string) {
  await ask(origin + path, headers)
  const answer = await askFor(origin + path, headers)
  if (answer.status >= 400) throw new Error(`${path} answers ${answer.status}.`)
  const file = join(folder, 'recorded.json')
  await writeFile(file, JSON.stringify([{ path, ...answer }]))
  return { file, etag: answer.headers['etag'] ?? '' }
}

interface Answer {
  status: number
  headers: Record<string, string>
  /** Base64. */
  body: string
}

async function askFor(url: string, headers: Record<string, string>): Promise<Answer> {
  for (;;) {
    const answer = await ask(url, headers)
    // Compressed once it was first asked for.
    if (answer.headers['content-encoding'] === headers['accept-encoding']) return answer
  }
}

/** Not by `fetch`, which would unpack the answer: the bytes count. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const { connection, 'keep-alive': _, date, 'transfer-encoding': __, ...kept } = incoming.headers
        const body = Buffer.concat(chunks).toString('base64')
        resolve({ status: incoming.statusCode ?? 0, headers: kept as Record<string, string>, body })
      })
    })
      .once('error', reject)
      .end()
  })
}

/** No two requests are the same, so that none is answered from memory. */
async function measureFreshSearch(registry: RunningRegistry, folder: string): Promise<LoadResult[]> {
  const script = join(folder, 'search.lua')
  const list = words.map((word) => `"${word}"`).join(',')
  await writeFile(
    script,
    `local words = {${list}}
local count = 0
request = function()
  count = count + 1
  local first = words[count % #words + 1]
  local second = words[math.floor(count / #words) % #words + 1]
  local limit = math.floor(count / (#words * #words)) % 100 + 1
  return wrk.format("GET", "/nodes/search?search=" .. first .. "+" .. second .. "&limit=" .. limit)
end
`,
  )
  return [await load(registry.pid, { url: registry.apiUrl, script, seconds: 5, connections: 4 })]
}

function figures(results: readonly LoadResult[]): number[] {
  return [
    Math.round(median(results.map(({ requestsPerSecond }) => requestsPerSecond))),
    rounded(median(results.map(({ p99Ms }) => p99Ms)), 2),
  ]
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
