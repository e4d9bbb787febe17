import { readRequirementLine } from '@nodeyard/analysis/requirements'
import { NodeDetail, NodePage, RequirementCheck } from '@nodeyard/contract/packs'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import { Chance } from '../../bench/data/chance.ts'
import { environment, machine } from './compare.ts'
import type { Oracle } from './oracle.ts'

export interface SetComparison {
  /** Read packs that sets were drawn from. */
  packs: number
  sets: number
  /** Sets with a contradiction, by the oracle. */
  contradicting: number
  differences: string[]
}

interface SetOptions {
  api: string
  /** Number of random sets. */
  count: number
  seed: number
  /** Packs of the largest set; the smallest has two. */
  most: number
  /** Whether packages are installed that the packs name, at random versions. */
  isInstalled: boolean
}

/**
 * Draws random sets of read packs of a running registry, and compares the direct conflicts of its requirement check with the
 * contradictions that the oracle finds in the lines of their readings and of installed packages. Throws if fewer than two packs
 * were read.
 */
export async function compareRegistry(
  oracle: Oracle,
  { api, count, seed, most, isInstalled }: SetOptions,
): Promise<SetComparison> {
  const packs = await listReadPacks(api)
  if (packs.length < 2) throw new Error(`${api} has ${packs.length} read packs; sets need two.`)
  const lines = new Map<string, Promise<string[]>>()
  const linesOf = (id: string) => {
    const found = lines.get(id) ?? readLines(api, id)
    lines.set(id, found)
    return found
  }
  const random = new Chance(seed)
  const result: SetComparison = { packs: packs.length, sets: count, contradicting: 0, differences: [] }
  for (let i = 0; i < count; i++) {
    const ids = pickDistinct(random, packs, 2 + random.below(most - 1))
    const stated = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await linesOf(id)])))
    const freeze = isInstalled ? freezeFor(random, Object.values<string[]>(stated).flat()) : []
    const asked = { kind: 'contradictions', packs: { ...stated, '=freeze': freeze }, environment }
    const theirs = await oracle.ask<string[]>(asked)
    const ours = await directConflicts(api, ids, freeze)
    if (theirs.length > 0) result.contradicting++
    if (ours.join() !== theirs.join())
      result.differences.push(JSON.stringify({ packs: ids, freeze, oracle: theirs, ours }))
  }
  return result
}

function pickDistinct(random: Chance, list: readonly string[], count: number): string[] {
  const chosen = new Set<string>()
  while (chosen.size < Math.min(count, list.length)) chosen.add(random.pick(list))
  return [...chosen]
}

/** Versions that lines name, and versions around those. */
const others = ['0.1', '1.26.4', '2.3.2', '4.7.0.72', '4.12.0.88', '2.6.0+cu124', '99']

/** Installs a third of the packages that lines name, at versions that they name or at others. */
function freezeFor(random: Chance, lines: readonly string[]): string[] {
  const versions = new Map<string, string[]>()
  for (const line of lines) {
    const read = readRequirementLine(line)
    if (read.kind !== 'requirement' || read.requirement.url !== undefined) continue
    const { name, specifiers } = read.requirement
    const named = specifiers.flatMap(({ version }) => (version.endsWith('.*') ? [] : [version]))
    versions.set(name, [...(versions.get(name) ?? []), ...named])
  }
  return [...versions].flatMap(([name, named]) =>
    random.happens(1 / 3) ? [`${name}==${random.pick([...named, ...named, ...others])}`] : [],
  )
}

const pageSize = 100

async function listReadPacks(api: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { nodes, totalPages } = await ask(`${api}/nodes?limit=${pageSize}&page=${page}`, NodePage)
    ids.push(
      ...nodes.flatMap(({ id, latest_version, install }) =>
        !latest_version && 'commit' in install ? id : [],
      ),
    )
    pages = totalPages
  }
  return ids.sort()
}

async function readLines(api: string, id: string): Promise<string[]> {
  const { reading } = await ask(`${api}/nodes/${encodeURIComponent(id)}`, NodeDetail)
  return reading?.requirements ?? []
}

async function directConflicts(
  api: string,
  ids: readonly string[],
  freeze: readonly string[],
): Promise<string[]> {
  const { conflicts, installed = [] } = await ask(`${api}/bulk/requirements/check`, RequirementCheck, {
    machine,
    nodes: ids.map((node_id) => ({ node_id })),
    ...(freeze.length > 0 ? { freeze: freeze.join('\n') } : {}),
  })
  const direct = [...conflicts, ...installed].filter(({ kind }) => kind === 'direct')
  return [...new Set(direct.map(({ subject }) => subject))].sort()
}

async function ask<Shape extends TSchema>(url: string, shape: Shape, body?: object): Promise<Static<Shape>> {
  const response = await fetch(url, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`)
  return Value.Parse(shape, await response.json())
}
