import { NodeDetail, NodePage, RequirementCheck } from '@nodeyard/contract/packs'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import { Chance } from '../../bench/data/chance.ts'
import { environment, machine } from './compare.ts'
import type { Oracle } from './oracle.ts'

export interface PairComparison {
  /** Read packs that pairs were drawn from. */
  packs: number
  pairs: number
  /** Pairs with a contradiction, by the oracle. */
  contradicting: number
  differences: string[]
}

/**
 * Draws random pairs of read packs of a running registry, and compares the direct conflicts of its requirement check with
 * the contradictions that the oracle finds in the lines of their readings. Throws if fewer than two packs were read.
 */
export async function compareRegistry(
  oracle: Oracle,
  { api, pairs, seed }: { api: string; pairs: number; seed: number },
): Promise<PairComparison> {
  const packs = await listReadPacks(api)
  if (packs.length < 2) throw new Error(`${api} has ${packs.length} read packs; pairs need two.`)
  const lines = new Map<string, Promise<string[]>>()
  const linesOf = (id: string) => {
    const found = lines.get(id) ?? readLines(api, id)
    lines.set(id, found)
    return found
  }
  const random = new Chance(seed)
  const result: PairComparison = { packs: packs.length, pairs, contradicting: 0, differences: [] }
  for (let i = 0; i < pairs; i++) {
    const one = random.pick(packs)
    const other = random.pick(packs.filter((id) => id !== one))
    const stated = { [one]: await linesOf(one), [other]: await linesOf(other) }
    const theirs = await oracle.ask<string[]>({ kind: 'contradictions', packs: stated, environment })
    const ours = await directConflicts(api, [one, other])
    if (theirs.length > 0) result.contradicting++
    if (ours.join() !== theirs.join())
      result.differences.push(JSON.stringify({ packs: [one, other], oracle: theirs, ours }))
  }
  return result
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

async function directConflicts(api: string, ids: readonly string[]): Promise<string[]> {
  const { conflicts } = await ask(`${api}/bulk/requirements/check`, RequirementCheck, {
    machine,
    nodes: ids.map((node_id) => ({ node_id })),
  })
  const direct = conflicts.filter(({ kind }) => kind === 'direct')
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
