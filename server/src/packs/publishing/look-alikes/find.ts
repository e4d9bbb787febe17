import { findLookAlikes, type LookAlike } from '@nodeyard/analysis/look-alikes/find'
import type { Likeness } from '@nodeyard/analysis/look-alikes/likeness'
import type { Finding, Severity } from '@nodeyard/analysis/scan/finding'
import type { Deps } from '../deps.ts'
import type { Named } from './popular-names.ts'
import { listPublishersOfOwners, type PopularName, readFirstTimes } from './sql.ts'

/**
 * Finds names that this version introduces and that resemble names of popular nodes. Approved names are not
 * checked again, and names of the same publisher or owner are ignored.
 */
export async function findLookAlikeNames(
  { db, popularNames }: Pick<Deps, 'db' | 'popularNames'>,
  version: { id: string; node_id: string },
): Promise<Finding[]> {
  const first = await readFirstTimes(db, version.id)
  if (!first) return []
  const { publisherId, publisherName, nodeName } = first
  const find = async (of: Named, names: readonly string[]) => {
    if (names.length === 0) return []
    const found = findLookAlikes([...new Set(names)], await popularNames.list(of))
    if (found.length === 0) return []
    const own = await listPublishersOfOwners(db, publisherId)
    return found.filter(({ known }) => !own.has(known.publisherId))
  }
  const ofNode = await find('node', first.isFirstOfNode ? [version.node_id, nodeName] : [])
  const ofPublisher = await find('publisher', first.isFirstOfPublisher ? [publisherId, publisherName] : [])
  const ofComfyNodes = await find('comfy-node', first.newComfyNodes)
  return [
    ...toFindings('node', ofNode),
    ...toFindings('publisher', ofPublisher),
    ...toFindings('comfy-node', ofComfyNodes.filter(isOtherName)),
  ]
}

/** Equal comfy-node names are collisions, which `name-collisions.ts` reports. */
const isOtherName = ({ likeness }: LookAlike<PopularName>) => likeness !== 'nothing'

export const lookAlikeRules = ['look-alike-node', 'look-alike-publisher', 'look-alike-comfy-node'] as const

/** Enough for a moderator to decide; the most popular come first. */
const findingsOfOneKind = 10

function toFindings(of: Named, found: readonly LookAlike<PopularName>[]): Finding[] {
  const rule = `look-alike-${of}`
  const ofEachKnown = new Map(found.toReversed().map((one) => [`${one.name} ${one.known.nodeId}`, one]))
  return [...ofEachKnown.values()]
    .toReversed()
    .map((one) => ({ ...one, severity: severityOf(of, one.likeness) }))
    .toSorted((a, b) => Number(b.severity === 'high') - Number(a.severity === 'high'))
    .slice(0, findingsOfOneKind)
    .map(({ name, known, likeness, severity }) => ({
      issue_type: rule,
      message: `${said[of](name, known)}: ${differences[likeness]}.`,
      scanner: 'nodeyard',
      rule,
      severity,
      why: 'A name that can be taken for a well-known one leads people to install what they did not mean to.',
      fix: 'Choose a name that nobody takes for the other. If yours is the right one, a moderator lets it through.',
    }))
}

/**
 * Comfy-node names are plain words: one honest pack in twenty has a name that a popular pack spells slightly
 * differently. Only visually identical names are held.
 */
function severityOf(of: Named, likeness: Likeness): Severity {
  return of === 'comfy-node' && likeness !== 'letters' ? 'low' : 'high'
}

const said: Record<Named, (name: string, known: PopularName) => string> = {
  node: (name, known) =>
    `The node's name “${name}” can be taken for “${known.name}”, by which people know the node “${known.nodeId}”`,
  publisher: (name, known) =>
    `The publisher's name “${name}” can be taken for “${known.name}”, the publisher of the node “${known.nodeId}”`,
  'comfy-node': (name, known) =>
    `The comfy-node “${name}” can be taken for “${known.name}” of the node “${known.nodeId}”`,
}

const differences: Record<Likeness, string> = {
  nothing: 'they are the same',
  letters: 'they differ in letters that look alike',
  separators: 'they differ in case, separators or usual words only',
  swapped: 'two neighbouring letters changed places',
  typed: 'they differ in one letter',
}
