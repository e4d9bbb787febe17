import { findLookAlikes, type Likeness, type LookAlike } from '@nodeyard/analysis/comfy-nodes'
import type { Finding, Severity } from '@nodeyard/analysis/ground'
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

/** Limits the findings of a kind. The most popular names come first, which is enough for a decision. */
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
      message: `${messages[of](name, known)}: ${differences[likeness]}.`,
      scanner: 'nodeyard',
      rule,
      severity,
      why: 'People can confuse the name with a well-known one and install the wrong pack.',
      fix: 'Choose a name that cannot be confused with the other. If the name is rightfully yours, a moderator approves it.',
    }))
}

/**
 * Comfy-node names are plain words: one honest pack in twenty has a name that a popular pack spells slightly
 * differently. Only visually identical names are held.
 */
function severityOf(of: Named, likeness: Likeness): Severity {
  return of === 'comfy-node' && likeness !== 'letters' ? 'low' : 'high'
}

const messages: Record<Named, (name: string, known: PopularName) => string> = {
  node: (name, known) =>
    `The node's name “${name}” can be mistaken for “${known.name}”, the name of the node “${known.nodeId}”`,
  publisher: (name, known) =>
    `The publisher's name “${name}” can be mistaken for “${known.name}”, the publisher of the node “${known.nodeId}”`,
  'comfy-node': (name, known) =>
    `The comfy-node “${name}” can be mistaken for “${known.name}” of the node “${known.nodeId}”`,
}

const differences: Record<Likeness, string> = {
  nothing: 'they are the same',
  letters: 'they differ in letters that look alike',
  separators: 'they differ only in case, separators or common words',
  swapped: 'two adjacent letters are swapped',
  typed: 'they differ in one letter',
}
