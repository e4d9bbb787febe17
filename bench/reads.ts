import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { words } from './catalogue.ts'
import { assertWrk, type LoadResult, load } from './load.ts'
import { type Finding, median, rounded } from './report.ts'
import { type RunningRegistry, startProgram, startRegistry } from './running-registry.ts'

/** Each server alone, in turns: the performance that a reader gets. */
const turnsAlone = 4
/** Both at once on one processor, so that other load on the machine affects both alike. */
const roundsTogether = 12
const secondsEach = 1
/** Hot code is compiled during requests, in threads that share the processor. */
const warmUpSeconds = 4
/** Compression starts with the second request that could use it. */
const maxEncodingRequests = 100
const nodes = 5900

interface Case {
  label: string
  origin: 'api' | 'site'
  path: string
  headers?: Record<string, string>
  /** Sends the digest of the response, which makes it a 304. */
  isConditional?: boolean
  atLeast: number
}

const cases: Case[] = [
  { label: 'list, 30 nodes', origin: 'api', path: '/nodes?page=1&limit=30', atLeast: 0.72 },
  { label: 'one node', origin: 'api', path: '/nodes/lumen-lut-loader', atLeast: 0.72 },
  { label: 'install', origin: 'api', path: '/nodes/lumen-lut-loader/install', atLeast: 0.72 },
  {
    label: 'list, not modified',
    origin: 'api',
    path: '/nodes?page=1&limit=30',
    isConditional: true,
    atLeast: 0.72,
  },
  { label: 'search, asked before', origin: 'api', path: '/nodes/search?search=mask&limit=10', atLeast: 0.72 },
  {
    label: 'node page, rendered before',
    origin: 'site',
    path: '/nodes/lumen-lut-loader',
    headers: { 'accept-encoding': 'br' },
    atLeast: 0.72,
  },
]

/**
 * Compares the hot reads with a bare `node:http` server that sends the same bytes on the same processor. The
 * promise is about CPU time per response, with both servers busy.
 */
export async function measureReads(): Promise<Finding> {
  assertWrk()
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-reads-'))
  const registry = await startRegistry({ nodes })
  try {
    await warmUp(registry)
    const results = []
    for (const one of cases) results.push(await compare(registry, one, folder))
    const fresh = await measureFreshSearch(registry, folder)
    return {
      name: 'reads',
      title: `Reads beside a bare node:http server (${nodes} nodes, embedded database)`,
      columns: ['read', 'requests/s', 'p99 ms', 'bare requests/s', 'bare p99 ms', 'ratio alone', 'of bare'],
      rows: [...results.map(({ row }) => row), ['search, each one new', ...figures(fresh), '', '', '', '']],
      gates: results.map(({ gate }) => gate),
    }
  } finally {
    await registry.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Warms up every kind of read before measuring any: a registry serves them all in turn, and the first
 * requests of a kind cause recompilation of shared code.
 */
async function warmUp(registry: RunningRegistry): Promise<void> {
  for (const { origin, path, headers = {} } of cases) {
    const url = originOf(registry, origin) + path
    await load(registry.pid, { url, headers, seconds: warmUpSeconds })
  }
}

const originOf = ({ apiUrl, siteUrl }: RunningRegistry, origin: Case['origin']) =>
  origin === 'api' ? apiUrl : siteUrl

async function compare(registry: RunningRegistry, one: Case, folder: string) {
  const origin = originOf(registry, one.origin)
  const { file, etag } = await record(origin, one, folder)
  const bareServer = await startProgram('bare-server.ts', [file])
  const headers = { ...one.headers, ...(one.isConditional ? { 'if-none-match': etag } : {}) }
  const loadOurs = (seconds: number) => load(registry.pid, { url: origin + one.path, headers, seconds })
  const loadBare = (seconds: number) =>
    load(bareServer.pid, { url: bareServer.url + one.path, headers, seconds })
  const alone: { ours: LoadResult; bare: LoadResult }[] = []
  const together: { ours: LoadResult; bare: LoadResult }[] = []
  try {
    await loadOurs(warmUpSeconds)
    await loadBare(warmUpSeconds)
    for (let turn = 0; turn < turnsAlone; turn++)
      alone.push({ ours: await loadOurs(secondsEach), bare: await loadBare(secondsEach) })
    for (let round = 0; round < roundsTogether; round++) {
      const [ours, theirs] = await Promise.all([loadOurs(secondsEach), loadBare(secondsEach)])
      together.push({ ours, bare: theirs })
    }
    assert.deepEqual(await ask(origin + one.path, headers), await ask(bareServer.url + one.path, headers))
  } finally {
    await bareServer.stop()
  }
  const ratioAlone = median(alone.map(({ ours, bare }) => ours.requestsPerSecond / bare.requestsPerSecond))
  const ofBare = rounded(
    median(together.map(({ ours, bare }) => bare.cpuMicroseconds / ours.cpuMicroseconds)),
    2,
  )
  const figuresAlone = [alone.map(({ ours }) => ours), alone.map(({ bare }) => bare)].flatMap(figures)
  return {
    row: [one.label, ...figuresAlone, rounded(ratioAlone, 2), ofBare],
    gate: { label: `${one.label}, of bare`, value: ofBare, atLeast: one.atLeast },
  }
}

/** Records a cached response for the bare server in the requested encoding. */
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
  for (let attempt = 0; attempt < maxEncodingRequests; attempt++) {
    const answer = await ask(url, headers)
    if (answer.headers['content-encoding'] === headers['accept-encoding']) return answer
  }
  throw new Error(`${url} is never served with ${headers['accept-encoding']}.`)
}

/** Does not use `fetch`, which would decompress the body. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [incoming]: IncomingMessage[] = await once(get(url, { headers }), 'response')
  if (!incoming) throw new Error(`${url} did not answer.`)
  const { connection, 'keep-alive': _, date, 'transfer-encoding': __, ...kept } = incoming.headers
  const body = (await buffer(incoming)).toString('base64')
  return { status: incoming.statusCode ?? 0, headers: kept as Record<string, string>, body }
}

/** Every request is different, so that none is cached. */
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
