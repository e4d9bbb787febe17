import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { reportImports as contract } from '@nodeyard/contract/packs'
import { transact } from '../../ground/db/changes.ts'
import { normalizeVersion } from '../nodes/versions/number.ts'
import { findRequestedVersions } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'
import type { ImportReportQuota } from './report-quota.ts'
import { addReports } from './sql.ts'

/** Counts reports of known, active versions, as far as the quota allows. Returns how many it counted. */
export async function reportImports(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  quota: Pick<ImportReportQuota, 'take'>,
  ip: string,
  body: BodyOf<typeof contract>,
): Promise<number> {
  const { tool_version: tool, python, os, accelerator, reports } = body
  const asked = reports.flatMap(({ node_id: nodeId, version }, place) => {
    const number = normalizeVersion(version)
    return number === undefined ? [] : [{ place, nodeId, number }]
  })
  const found = (await findRequestedVersions(deps.db, asked)).filter(({ status }) => status === 'active')
  const outcomes = new Map(found.map(({ id, place }) => [id, reports[place]?.outcome ?? 'other_error']))
  const counting = quota.take(ip, [...outcomes.keys()])
  if (counting.length === 0) return 0
  return transact(deps, (tx) =>
    addReports(tx, {
      day: deps.now(),
      machine: { tool, python, os, accelerator },
      reports: counting.map((versionId) => ({
        versionId,
        outcome: outcomes.get(versionId) ?? 'other_error',
      })),
      most: { perCell: limits.importReportsPerCell, perVersion: limits.importReportsPerVersion },
    }),
  )
}
