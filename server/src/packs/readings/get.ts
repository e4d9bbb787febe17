import { defined } from '@nodeyard/contract/ground'
import type { Reading, ReadingDetail } from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import { withSiteAddresses } from '../../ground/markdown/site-addresses.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { showsContent, toReading } from '../nodes/reading-to-wire.ts'
import { heldReading, isOpenReading } from '../nodes/versions/held-reading.ts'
import { getReadableNode, type ReadableNode } from '../nodes/versions/readable-node.ts'
import { toFinding } from '../publishing/report.ts'
import type { Deps } from './deps.ts'
import {
  findFacts,
  findReading,
  findShownAnalysis,
  listFacts,
  type ReadingFacts,
  type ReadingRow,
} from './stored/sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'config'>

export interface ReadingPath {
  nodeId: string
  commit: string
}

/** Lists the readings of a node, newest first. */
export async function listReadings(
  { db, config }: ReadDeps,
  actor: Actor,
  nodeId: string,
): Promise<Reading[]> {
  const node = await getReadableNode(db, actor, nodeId)
  return (await listFacts(db, node.id)).map((facts) => toReading(facts, config.readings, node))
}

/** Finds a reading by its commit, or by the beginning of it. */
export async function getReadableReading(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { nodeId, commit }: ReadingPath,
): Promise<{ node: ReadableNode; facts: ReadingFacts }> {
  const node = await getReadableNode(db, actor, nodeId)
  const facts = await findFacts(db, node.id, commit)
  if (!facts) throw new RegistryError('reading_not_found')
  return { node, facts }
}

/** Finds an open reading without the facts of its analysis, as lists of its comfy-nodes need it. */
export async function getReadingRow(
  { db, config }: ReadDeps,
  actor: Actor,
  { nodeId, commit }: ReadingPath,
): Promise<ReadingRow> {
  const node = await getReadableNode(db, actor, nodeId)
  const reading = await findReading(db, node.id, commit)
  if (!reading) throw new RegistryError('reading_not_found')
  if (!isOpenReading(reading, node)) throw heldReading(config, node)
  return reading
}

/** Returns a reading with its texts, as far as they can be shown. */
export async function getReading(
  deps: ReadDeps,
  actor: Actor,
  path: ReadingPath,
  { withReadme }: { withReadme: boolean },
): Promise<ReadingDetail> {
  const { config } = deps
  const { node, facts } = await getReadableReading(deps, actor, path)
  const analysis = await findShownAnalysis(deps.db, facts.id, {
    withReadme: withReadme && showsContent(facts, config.readings, node),
    withFindings: isAdmin(actor),
  })
  const readme = analysis?.readme_html ?? ''
  const place = { nodeId: node.id, version: facts.commit_id }
  return {
    ...toReading(facts, config.readings, node),
    capabilities: isOpenReading(facts, node) ? (analysis?.capabilities ?? []) : [],
    ...defined({ readme_html: (readme && withSiteAddresses(readme, config, place)) || undefined }),
    ...(isAdmin(actor) ? { findings: (analysis?.findings ?? []).map(toFinding) } : {}),
  }
}
