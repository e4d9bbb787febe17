import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  Advisory,
  AdvisoryImpact,
  AdvisoryTargets,
  listAdvisories as listContract,
  listAdvisoryRevisions as revisionsContract,
} from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { servedPage, totalPages } from '../../ground/http/paging.ts'
import { versionStatusToWire } from '../../packs/nodes/versions/to-wire.ts'
import { assertRanges } from './publish.ts'
import {
  type AdvisoryRow,
  countAdvisories,
  findAdvisory,
  findNodeId,
  listAffected,
  listHits,
  listRevisions,
  listAdvisories as listRows,
} from './sql.ts'
import { toAdvisory } from './to-wire.ts'

/** Lists advisories with their affected versions, in pages. */
export async function listAdvisories(
  db: DbOrTx,
  { node_id: nodeId, version, severity, include_withdrawn, ...query }: QueryOf<typeof listContract>,
): Promise<ResponseOf<typeof listContract>> {
  const served = servedPage(query, limits.pageSize)
  const filter = { nodeId, version, severities: severity, withdrawnToo: include_withdrawn }
  const total = await countAdvisories(db, filter)
  return {
    advisories: total > 0 ? await withAffected(db, await listRows(db, filter, served)) : [],
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}

/** Returns an advisory. Throws `advisory_not_found`. */
export async function getAdvisory(db: DbOrTx, id: string): Promise<Advisory> {
  const row = await findAdvisory(db, id)
  const [advisory] = row ? await withAffected(db, [row]) : []
  if (!advisory) throw new RegistryError('advisory_not_found')
  return advisory
}

async function withAffected(db: DbOrTx, rows: readonly AdvisoryRow[]): Promise<Advisory[]> {
  const ids = rows.map(({ id }) => id)
  const affected = await listAffected(db, ids, limits.advisoryVersions)
  return rows.map((row) =>
    toAdvisory(
      row,
      affected.filter(({ advisory_id }) => advisory_id === row.id),
    ),
  )
}

const shownHits = 100

/** Returns the versions and installs that an advisory would affect. */
export async function previewAdvisory(db: DbOrTx, targets: AdvisoryTargets): Promise<AdvisoryImpact> {
  assertRanges(targets.ranges)
  const nodeId = await findNodeId(db, targets.node_id)
  if (nodeId === undefined) throw new RegistryError('node_not_found', { field: 'body.node_id' })
  const { versions, ranges, file_digests: fileDigests, archive_digests: archiveDigests } = targets
  const hits = await listHits(db, { nodeId, versions, ranges, fileDigests, archiveDigests })
  return {
    versions: hits
      .slice(0, shownHits)
      .map(({ status, ...hit }) => ({ ...hit, status: versionStatusToWire[status] })),
    total: hits.length,
    nodes: new Set(hits.map(({ node_id }) => node_id)).size,
    installs: hits.reduce((sum, { installs }) => sum + installs, 0),
  }
}

type Revisions = ResponseOf<typeof revisionsContract>

/** Lists all revisions of an advisory, newest first. */
export async function listAdvisoryRevisions(db: DbOrTx, id: string): Promise<Revisions> {
  const advisory = await findAdvisory(db, id)
  if (!advisory) throw new RegistryError('advisory_not_found')
  const rows = await listRevisions(db, advisory.id)
  return {
    revisions: rows.map(({ revision, at, admin_id, admin_name, content }) => ({
      revision,
      at: at.toISOString(),
      ...(admin_id === null ? {} : { by: { id: admin_id, name: admin_name ?? '' } }),
      content: content as Revisions['revisions'][number]['content'],
    })),
  }
}
