import { findLookAlikes, type LookAlike } from '@nodeyard/analysis/look-alikes/find'
import type { Likeness } from '@nodeyard/analysis/look-alikes/likeness'
import type { Finding, Severity } from '@nodeyard/analysis/scan/finding'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import type { DbOrTx } from '../../db/database.ts'
import {
  listPopularComfyNodeNames,
  listPopularNodeNames,
  listPopularPublisherNames,
  type Popularity,
  type PopularName,
  readFirstTimes,
} from './sql.ts'

/** Of a community list with 5,900 nodes these are the best known 370. */
export const popularity: Popularity = { downloads: 2_000, stars: 200, nodes: 2_000, comfyNodes: 20_000 }

/**
 * Names that come out for the first time with this version and can be taken for those of popular nodes of others.
 * What was let through once is not doubted again, and nobody's names are held against their own.
 */
export async function findLookAlikeNames(
  db: DbOrTx,
  version: { id: string; node_id: string },
): Promise<Finding[]> {
  const first = await readFirstTimes(db, version.id)
  if (!first) return []
  const { publisherId, publisherName, nodeName, newComfyNodes } = first
  const findings: Finding[] = []
  if (first.isFirstOfNode) {
    const known = await listPopularNodeNames(db, publisherId, popularity)
    findings.push(...toFindings('node', findLookAlikes(unique(version.node_id, nodeName), known)))
  }
  if (first.isFirstOfPublisher) {
    const known = await listPopularPublisherNames(db, publisherId, unclaimedPublisherId, popularity)
    findings.push(...toFindings('publisher', findLookAlikes(unique(publisherId, publisherName), known)))
  }
  if (newComfyNodes.length > 0) {
    const known = await listPopularComfyNodeNames(db, publisherId, popularity)
    findings.push(...toFindings('comfy-node', findLookAlikes(newComfyNodes, known).filter(isOtherName)))
  }
  return findings
}

const unique = (...names: string[]) => [...new Set(names)]

/** The same comfy-node name is a collision, of which `name-collisions.ts` warns. */
const isOtherName = ({ likeness }: LookAlike<PopularName>) => likeness !== 'nothing'

type Subject = 'node' | 'publisher' | 'comfy-node'

export const lookAlikeRules = ['look-alike-node', 'look-alike-publisher', 'look-alike-comfy-node'] as const

/** Enough for a person to decide; the most popular ones come first. */
const findingsOfOneKind = 10

function toFindings(subject: Subject, found: readonly LookAlike<PopularName>[]): Finding[] {
  const rule = `look-alike-${subject}`
  const ofEachKnown = new Map(found.toReversed().map((one) => [`${one.name} ${one.known.nodeId}`, one]))
  return [...ofEachKnown.values()]
    .toReversed()
    .map((one) => ({ ...one, severity: severityOf(subject, one.likeness) }))
    .toSorted((a, b) => Number(b.severity === 'high') - Number(a.severity === 'high'))
    .slice(0, findingsOfOneKind)
    .map(({ name, known, likeness, severity }) => ({
      issue_type: rule,
      message: `${said[subject](name, known)}: ${differences[likeness]}.`,
      scanner: 'nodeyard',
      rule,
      severity,
      why: 'A name that can be taken for a well-known one leads people to install what they did not mean to.',
      fix: 'Choose a name that nobody takes for the other. If yours is the right one, a moderator lets it through.',
    }))
}

/**
 * Names of comfy-nodes are plain words: one honest pack in twenty has one that is written a little differently in a
 * popular pack. Only those that look the same are held.
 */
function severityOf(subject: Subject, likeness: Likeness): Severity {
  return subject === 'comfy-node' && likeness !== 'letters' ? 'low' : 'high'
}

const said: Record<Subject, (name: string, known: PopularName) => string> = {
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
