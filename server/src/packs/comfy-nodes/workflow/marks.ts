import {
  type Affix,
  affixesOf,
  knownCoreNodes,
  repositoryOfName,
  shortKey,
} from '@nodeyard/analysis/comfy-nodes'
import type { Db } from '../../../ground/db/database.ts'
import { findNodesAtRepositories } from '../../nodes/sql.ts'
import type { Candidate } from '../sql.ts'
import { countNamesMarked, findNodesNamed } from './sql.ts'

/** Marks of one request that are looked up. A workflow uses the nodes of a few packs. */
const maxMarks = 300
const shortestWord = 3
/** Shorter words are often ordinary ones. */
const longWord = 6
const leastNames = 3
/** The share of names with a mark that one pack must have. Lists contain copies of other packs. */
const leastShare = 0.9

/**
 * Finds the packs that names belong to by a mark, such as `(rgthree)`: a known one, one that is the name of a pack, or
 * one that no other pack uses. The last kind counts only for names without a candidate. For names with candidates, a
 * pack's name counts only if the pack has other names with that mark.
 */
export async function findMarkedPacks(
  db: Db,
  names: readonly string[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
): Promise<Map<string, string>> {
  const known = new Map(
    names.flatMap((name) => {
      const repository = repositoryOfName(name)
      return repository ? [[name, repository] as const] : []
    }),
  )
  const nodesAt = new Map(
    (await findNodesAtRepositories(db, [...new Set(known.values())])).toReversed().map(byRepository),
  )
  const found = new Map<string, string>()
  for (const [name, repository] of known) {
    const nodeId = nodesAt.get(repository)
    if (nodeId !== undefined) found.set(name, nodeId)
  }
  const open = names.filter((name) => !found.has(name))
  await addBrands(db, open, candidates, found)
  await addShared(
    db,
    open.filter((name) => !found.has(name) && !candidates.has(name)),
    found,
  )
  return found
}

const byRepository = ({ id, repositoryKey }: { id: string; repositoryKey: string }) =>
  [repositoryKey, id] as const

/** A mark in brackets or behind a separator is usually the name of the pack. */
async function addBrands(
  db: Db,
  names: readonly string[],
  candidates: ReadonlyMap<string, unknown>,
  found: Map<string, string>,
): Promise<void> {
  const brands = new Map<string, Affix>()
  for (const name of names) {
    const brand = affixesOf(name).find(({ isBrand, word }) => isBrand && word.length >= shortestWord)
    if (brand && brands.size < maxMarks) brands.set(name, brand)
  }
  const wordOf = ({ word }: Affix) => shortKey(word)
  const disputed = [...brands].filter(([name]) => candidates.has(name)).map(([, brand]) => brand)
  const [nodes, counted] = await Promise.all([
    findNodesNamed(db, [...new Set([...brands.values()].map(wordOf))]),
    countNamesMarked(db, disputed),
  ])
  const bestOf = new Map(nodes.toReversed().map(({ key, id }) => [key, id]))
  const users = new Set(counted.map(({ mark, nodeId }) => `${disputed[mark]?.text} ${nodeId}`))
  for (const [name, brand] of brands) {
    const nodeId = bestOf.get(wordOf(brand))
    if (nodeId === undefined) continue
    if (!candidates.has(name) || users.has(`${brand.text} ${nodeId}`)) found.set(name, nodeId)
  }
}

/** Finds marks that only one pack's names have, or that are a pack's name and in no other pack's names. */
async function addShared(db: Db, names: readonly string[], found: Map<string, string>): Promise<void> {
  const marks = new Map<string, Affix>()
  for (const name of names)
    for (const affix of affixesOf(name))
      if (marks.size < maxMarks && !isOfTool(affix)) marks.set(keyOf(affix), affix)
  const affixes = [...marks.values()]
  const words = affixes.map(({ word }) => shortKey(word)).filter((word) => word.length >= longWord)
  const [counted, named] = await Promise.all([
    countNamesMarked(db, affixes),
    findNodesNamed(db, [...new Set(words)]),
  ])
  const counts = Map.groupBy(counted, ({ mark }) => mark)
  const namedNodes = new Map(named.toReversed().map(({ key, id }) => [key, id]))
  const owners = new Map(
    affixes.flatMap((affix, mark) => {
      const owner = ownerOf(counts.get(mark) ?? [], namedNodes.get(shortKey(affix.word)))
      return owner === undefined ? [] : [[keyOf(affix), owner] as const]
    }),
  )
  for (const name of names) {
    const nodeId = affixesOf(name).flatMap((affix) => owners.get(keyOf(affix)) ?? [])[0]
    if (nodeId !== undefined) found.set(name, nodeId)
  }
}

function ownerOf(counts: readonly { nodeId: string; names: number }[], named: string | undefined) {
  if (named !== undefined && counts.every(({ nodeId }) => nodeId === named)) return named
  const [best] = counts
  const total = counts.reduce((sum, { names }) => sum + names, 0)
  return best && best.names >= leastNames && best.names >= leastShare * total ? best.nodeId : undefined
}

const keyOf = ({ place, text }: Affix) => `${place} ${text}`

/** The tool's own names have marks, too, such as `LTXV`, which say nothing about packs. */
function isOfTool({ place, text }: Affix): boolean {
  return knownCoreNodes
    .keys()
    .some((name) => (place === 'start' ? name.startsWith(text) : name.endsWith(text)))
}
