import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from './catalogue.ts'
import { assertWrk, type Load, type LoadResult, load } from './load.ts'
import { type Finding, median } from './report.ts'
import { startRegistry } from './running-registry.ts'
import { startVerdaccio } from './verdaccio.ts'

const packages = 500
const rounds = 3
const secondsEach = 3
const warmUpSeconds = 4
const searchers = 4
/** As clients of both ask: those of npm, and the command-line client. */
const asked = 'gzip, deflate'

interface Case {
  says: string
  ours: string
  theirs: string
  /** Absent: only told. */
  atLeast?: number
  /** Without compression. */
  isPlain?: boolean
  /** Each request is another one. */
  isSearch?: boolean
}

/** The same kinds of reads from Verdaccio, in turns, on the same processor, by the same load. */
export async function measureBesideVerdaccio(): Promise<Finding> {
  assertWrk()
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-beside-'))
  const theirs = await startVerdaccio(packages)
  try {
    const ours = await startRegistry({ nodes: packages })
    try {
      const { small, large } = theirs.packages
      const cases: Case[] = [
        { says: 'one package, small', ours: '/nodes/lumen-lut-loader', theirs: `/${small}`, atLeast: 10 },
        { says: 'some 30 kB', ours: '/nodes?page=1&limit=30', theirs: `/${large}`, atLeast: 30 },
        {
          says: 'one package, small, uncompressed',
          ours: '/nodes/lumen-lut-loader',
          theirs: `/${small}`,
          isPlain: true,
        },
        {
          says: 'some 30 kB, uncompressed',
          ours: '/nodes?page=1&limit=30',
          theirs: `/${large}`,
          isPlain: true,
        },
        {
          says: 'search, each one new',
          ours: await searchScript(folder, '/nodes/search?limit=20&search='),
          theirs: await searchScript(folder, '/-/v1/search?size=20&text='),
          atLeast: 12,
          isSearch: true,
        },
      ]
      const compared = []
      for (const one of cases)
        compared.push(
          await compare(one, { url: ours.apiUrl, pid: ours.pid }, { url: theirs.url, pid: theirs.pid }),
        )
      return {
        name: 'verdaccio',
        title: `Beside Verdaccio (${packages} packages each, one process each, embedded database)`,
        columns: [
          'read',
          'bytes',
          'requests/s',
          'p99 ms',
          'their bytes',
          'their requests/s',
          'their p99 ms',
          'times',
        ],
        rows: compared.map(({ row }) => row),
        gates: compared.flatMap(({ gate }) => gate ?? []),
        notes: [
          'Each answers from one process on the first processor; wrk asks from the second, 32 connections (4 for searches), the middle of 3 rounds in turn. Answers are asked for compressed, as clients of both do, where nothing else is said; bytes are counted unpacked. Verdaccio has its own settings but for the web pages and the log, which are off, and no other registry to ask.',
        ],
      }
    } finally {
      await ours.stop()
    }
  } finally {
    await theirs.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Server {
  url: string
  pid: number
}

async function compare({ says, ours, theirs, atLeast, isPlain, isSearch }: Case, us: Server, them: Server) {
  const headers: Record<string, string> = isPlain ? {} : { 'accept-encoding': asked }
  const loadOf = ({ url }: Server, what: string, seconds: number): Load =>
    isSearch
      ? { url, headers, script: what, seconds, connections: searchers }
      : { url: url + what, headers, seconds }
  const results: Record<'us' | 'them', LoadResult[]> = { us: [], them: [] }
  await load(us.pid, loadOf(us, ours, warmUpSeconds))
  await load(them.pid, loadOf(them, theirs, warmUpSeconds))
  for (let round = 0; round < rounds; round++) {
    results.us.push(await load(us.pid, loadOf(us, ours, secondsEach)))
    results.them.push(await load(them.pid, loadOf(them, theirs, secondsEach)))
  }
  const middle = (ones: readonly LoadResult[], pick: (one: LoadResult) => number) => median(ones.map(pick))
  const speed = (ones: readonly LoadResult[]) => middle(ones, (one) => one.requestsPerSecond)
  const figures = async (ones: readonly LoadResult[], server: Server, path: string) => [
    isSearch ? '' : await bytesAt(server.url + path),
    Math.round(speed(ones)),
    Number(middle(ones, (one) => one.p99Ms).toFixed(1)),
  ]
  const times = Number((speed(results.us) / speed(results.them)).toFixed(1))
  return {
    row: [
      says,
      ...(await figures(results.us, us, ours)),
      ...(await figures(results.them, them, theirs)),
      times,
    ],
    gate:
      atLeast === undefined
        ? undefined
        : { says: `${says}: requests a second, of Verdaccio's`, value: times, atLeast },
  }
}

async function bytesAt(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return (await answer.arrayBuffer()).byteLength
}

/** Two words and a number of results, no two alike for a long time. */
async function searchScript(folder: string, before: string): Promise<string> {
  const script = join(folder, `${before.replaceAll(/\W/g, '')}.lua`)
  await writeFile(
    script,
    `local words = {${words.map((word) => `"${word}"`).join(',')}}
local count = 0
request = function()
  count = count + 1
  local text = words[count % #words + 1] .. "+" .. words[math.floor(count / #words) % #words + 1]
  return wrk.format("GET", "${before}" .. text .. "+" .. math.floor(count / (#words * #words)))
end
`,
  )
  return script
}
