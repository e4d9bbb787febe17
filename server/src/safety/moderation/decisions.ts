import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listDecisions as contract, ScanDecision } from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { revokeDecision } from '../../packs/decisions/sql.ts'
import { lockNode } from '../../packs/nodes/sql.ts'
import type { Deps } from './deps.ts'
import {
  countStandingDecisions,
  findListedDecision,
  type ListedDecision,
  listStandingDecisions,
} from './sql.ts'

/** Lists the decisions that stand, with how many releases each has settled. */
export async function listStanding(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.pageSize)
  const filter = { nodeId: query.node_id, verdict: query.verdict, now: now() }
  const [total, rows] = await Promise.all([
    countStandingDecisions(db, filter),
    listStandingDecisions(db, filter, { limit: served.limit, offset: offsetOf(served) }),
  ])
  return { total, ...served, totalPages: totalPages(total, served.limit), decisions: rows.map(toWire) }
}

/** Ends a decision. Later releases with its code wait again. */
export function revoke(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  admin: UserActor,
  id: string,
  reason: string,
): Promise<ScanDecision> {
  return transact(deps, async (tx) => {
    const { node_id } = (await findListedDecision(tx, id)) ?? {}
    if (node_id) await lockNode(tx, node_id)
    const ended = await revokeDecision(tx, id, deps.now())
    const listed = ended && (await findListedDecision(tx, id))
    if (!ended || !listed) throw new RegistryError('decision_not_found')
    await recordEvent(tx, {
      actor: admin,
      action: 'decision.revoke',
      subject: ended.version_id
        ? { kind: 'version', id: ended.version_id }
        : { kind: 'registry', id: 'decisions' },
      before: { decision: id, rule: ended.rule, verdict: ended.verdict },
      after: { node: ended.node_id ?? '', version: ended.version, reason },
      at: deps.now(),
    })
    if (ended.node_id) markChanged(tx, `node:${ended.node_id}`)
    return toWire(listed)
  })
}

function toWire(row: ListedDecision): ScanDecision {
  return {
    id: row.id,
    ...defined({ node_id: row.node_id || undefined }),
    rule: row.rule,
    severity: row.severity,
    verdict: row.verdict,
    reason: row.reason,
    version: row.version,
    file: row.file,
    name: row.name,
    digest: row.digest,
    ...defined({ decidedBy: row.decider || undefined }),
    at: row.decided_at.toISOString(),
    until: row.expires_at.toISOString(),
    settled: row.settled,
  }
}
