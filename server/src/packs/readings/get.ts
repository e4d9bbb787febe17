import type { Reading } from '@nodeyard/contract/reading-shapes'
import type { ReadingDetail } from '@nodeyard/contract/readings'
import { RegistryError } from '../../ground/errors.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import { withSiteAddresses } from '../../ground/markdown/site-addresses.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { showsContent, toReading } from '../nodes/reading-to-wire.ts'
import { toFinding } from '../publishing/report.ts'
import { getReadableNode, type ReadableNode } from '../versions/readable-node.ts'
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
  return (await listFacts(db, node.id)).map((facts) => toReading(facts, config.readings))
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

/** Finds a reading without the facts of its analysis, as lists of its comfy-nodes need it. */
export async function getReadingRow(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { nodeId, commit }: ReadingPath,
): Promise<ReadingRow> {
  const node = await getReadableNode(db, actor, nodeId)
  const reading = await findReading(db, node.id, commit)
  if (!reading) throw new RegistryError('reading_not_found')
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
    withReadme: withReadme && showsContent(facts, config.readings),
    withFindings: isAdmin(actor),
  })
  const readme = analysis?.readme_html ?? ''
  const place = { nodeId: node.id, version: facts.commit_id }
  return {
    ...toReading(facts, config.readings),
    capabilities: analysis?.capabilities ?? [],
    ...unlessEmpty('readme_html', readme && withSiteAddresses(readme, config, place)),
    ...(isAdmin(actor) ? { findings: (analysis?.findings ?? []).map(toFinding) } : {}),
  }
}
