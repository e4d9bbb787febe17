import { isBlocking } from '@nodeyard/analysis/ground'
import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type * as contract from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { changeNode, lockNode } from '../nodes/sql.ts'
import { toFinding } from '../publishing/report.ts'
import type { Deps } from './deps.ts'
import type { ReadingPath } from './get.ts'
import {
  addApprovals,
  countHeld,
  findAnalysis,
  findReading,
  listApprovedKeys,
  listHeld,
  setVerdict,
} from './stored/sql.ts'
import { countFailed, listFailed, readFigures } from './turns/sql.ts'
import { findingKey, verdictOn } from './verdict.ts'

/** Lists repositories that could not be read. */
export async function listFailedReadings(
  { db }: Pick<Deps, 'db'>,
  { failure, part, ...query }: QueryOf<typeof contract.listFailedReadings>,
): Promise<ResponseOf<typeof contract.listFailedReadings>> {
  const served = servedPage(query, limits.pageSize)
  const filter = { failure, part }
  const [rows, total] = await Promise.all([
    listFailed(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countFailed(db, filter),
  ])
  return {
    readings: rows.map(({ nodeId, repositoryUrl, triedAt, dueAt, ...row }) => ({
      ...row,
      node_id: nodeId,
      repository: repositoryUrl,
      tried_at: triedAt.toISOString(),
      due_at: dueAt.toISOString(),
    })),
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}

/** Lists readings that wait for a moderator. */
export async function listHeldReadings(
  { db }: Pick<Deps, 'db'>,
  query: QueryOf<typeof contract.listHeldReadings>,
): Promise<ResponseOf<typeof contract.listHeldReadings>> {
  const served = servedPage(query, limits.pageSize)
  const [rows, total] = await Promise.all([
    listHeld(db, { limit: served.limit, offset: offsetOf(served) }),
    countHeld(db),
  ])
  return {
    readings: rows.map((row) => ({
      node_id: row.node_id,
      name: row.name,
      repository: row.repositoryUrl,
      commit: row.commit_id,
      read_at: row.read_at.toISOString(),
      findings: row.findings.map(toFinding).filter(({ blocks }) => blocks),
    })),
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}

export async function getReadingFigures({
  db,
  repositorySources,
}: Pick<Deps, 'db' | 'repositorySources'>): Promise<ResponseOf<typeof contract.getReadingFigures>> {
  const { failures, archiveBytes, ...counts } = await readFigures(db)
  return {
    is_on: repositorySources.length > 0,
    ...counts,
    failed: failures,
    archive_bytes: archiveBytes,
  }
}

/** Approves the blocking findings of a reading. They stay approved while the code that they are about is the same. */
export function approveReading(
  deps: Deps,
  user: UserActor,
  { nodeId, commit }: ReadingPath,
  reason: string,
): Promise<void> {
  return transact(deps, async (tx) => {
    const node = await lockNode(tx, nodeId)
    if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
    const reading = await findReading(tx, node.id, commit)
    const analysis = reading && (await findAnalysis(tx, reading.id))
    if (!reading || !analysis) throw new RegistryError('reading_not_found')
    const findings = analysis.findings
    const keys = [...new Set(findings.filter(isBlocking).map(findingKey))]
    await addApprovals(tx, node.id, { keys, userId: user.id, now: deps.now() })
    await changeNode(tx, node.id, { updated_at: deps.now() })
    await setVerdict(tx, reading.id, verdictOn(findings, await listApprovedKeys(tx, node.id)))
    await recordEvent(tx, {
      actor: user,
      action: 'node.reading-approve',
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      after: { commit: reading.commit_id, findings: keys.length, reason },
      at: deps.now(),
    })
    markChanged(tx, 'nodes', `node:${node.id}`)
  })
}
