import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { catalogueLines } from './catalogue.ts'
import { findCommunityList } from './community-list.ts'
import { idle, load } from './load.ts'
import { type Finding, median, rounded } from './report.ts'
import { importList, type RunningRegistry, startEmptyRegistry } from './running-registry.ts'

const asked = 340
const rounds = 5
/** More calls than a function makes before it keeps a plan. */
const warmUps = 12
const generated = 9000
const loadSeconds = 3
/** The longest wait that users of a front end hardly notice. */
const promisedMs = 300
/** Time for unknown names, as a multiple of that for ids. */
const promisedMultiple = 2
/** Requests per second for an alias, as a share of those for an id. */
const promisedShare = 0.7

interface Lists {
  path: string
  ids: string[]
  aliases: string[]
}

/** Measures lookups of names in a registry that was used while it was empty, before and after an import. */
export async function measureNames(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-bench-names-'))
  const registry = await startEmptyRegistry()
  try {
    const lists = await readLists(folder)
    await timesOf(registry, lists, warmUps)
    const before = await timesOf(registry, lists)
    await importList(registry, lists.path)
    await idle(registry.pid)
    const after = await timesOf(registry, lists)
    const id = lists.ids[0] ?? ''
    const alias = await findAlias(registry, lists.aliases)
    const ofId = await load(registry.pid, { url: `${registry.apiUrl}/nodes/${id}`, seconds: loadSeconds })
    const ofAlias = await load(registry.pid, {
      url: `${registry.apiUrl}/nodes/${alias}`,
      seconds: loadSeconds,
    })
    const share = ofAlias.requestsPerSecond / ofId.requestsPerSecond
    return {
      name: 'names',
      title: `${asked} names in one request to a used registry, in milliseconds`,
      columns: ['names', 'before the import', 'after it', 'one name, requests/s'],
      rows: [
        ['unknown', before.unknown, after.unknown, ''],
        ['ids', before.ids, after.ids, Math.round(ofId.requestsPerSecond)],
        ['aliases', before.aliases, after.aliases, Math.round(ofAlias.requestsPerSecond)],
      ],
      gates: [
        ...Object.entries(after).map(([names, value]) => ({
          label: `${asked} ${names} after the import, ms`,
          value,
          atMost: promisedMs,
        })),
        {
          label: 'unknown names as a multiple of ids, ms',
          value: rounded(after.unknown / after.ids, 2),
          atMost: promisedMultiple,
        },
        { label: 'an alias as a share of an id', value: rounded(share, 2), atLeast: promisedShare },
      ],
    }
  } finally {
    await registry.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads the community list, or generates one. The names of repositories are aliases where ids differ from them. */
async function readLists(folder: string): Promise<Lists> {
  const found = findCommunityList()
  const path = 'path' in found ? found.path : join(folder, 'list.jsonl')
  const text =
    'path' in found
      ? gunzipSync(readFileSync(path)).toString().trim()
      : [...catalogueLines(generated)].map(withOtherRepository).join('\n')
  if (!('path' in found)) await writeFile(path, text)
  const entries = text.split('\n').map((line) => JSON.parse(line) as { id: string; repository?: string })
  const others = entries.flatMap(({ id, repository = '' }) => {
    const name = repository.split('/').at(-1)?.toLowerCase() ?? ''
    return name === '' || name === id.toLowerCase() ? [] : [name]
  })
  return { path, ids: entries.slice(0, asked).map(({ id }) => id), aliases: others.slice(0, asked) }
}

function withOtherRepository(line: string): string {
  const entry = JSON.parse(line)
  return JSON.stringify({ ...entry, repository: `${entry.repository}-pack` })
}

async function timesOf(registry: RunningRegistry, { ids, aliases }: Lists, times = rounds) {
  const unknown = Array.from({ length: asked }, (_, i) => `unknown-${i}`)
  return {
    unknown: await timeOf(registry, unknown, times),
    ids: await timeOf(registry, ids, times),
    aliases: await timeOf(registry, aliases, times),
  }
}

/** Asks past the cache. */
async function timeOf({ apiUrl }: RunningRegistry, names: readonly string[], times: number): Promise<number> {
  const query = names.map((name) => `node_id=${encodeURIComponent(name)}`).join('&')
  const found: number[] = []
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    const response = await fetch(`${apiUrl}/nodes?limit=100&latest=true&${query}`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The list has status ${response.status}.`)
    found.push(performance.now() - from)
  }
  return Math.round(median(found))
}

async function findAlias({ apiUrl }: RunningRegistry, names: readonly string[]): Promise<string> {
  for (const name of names)
    if ((await fetch(`${apiUrl}/nodes/${encodeURIComponent(name)}`, { redirect: 'manual' })).status === 302)
      return encodeURIComponent(name)
  throw new Error('No name in the list is an alias.')
}
