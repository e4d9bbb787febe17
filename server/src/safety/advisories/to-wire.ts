import type { Advisory, OsvRecord } from '@nodeyard/contract/safety'
import { renderMarkdown } from '../../ground/markdown/render.ts'
import type { Config } from '../../ground/settings.ts'
import type { AdvisoryRow, AffectedVersion } from './sql.ts'

/** Translates an advisory and renders its Markdown. */
export function toAdvisory(row: AdvisoryRow, affected: readonly AffectedVersion[]): Advisory {
  return {
    id: row.id,
    node_id: row.node_id,
    severity: row.severity,
    title: row.title,
    details: row.details,
    remedy: row.remedy,
    aliases: row.aliases,
    references: row.reference_urls,
    refuses_installs: row.refuses_installs,
    versions: row.versions,
    ranges: row.ranges,
    archive_digests: row.archive_digests,
    file_digests: row.file_digests,
    affected: affected.map(({ node_id, version }) => ({ node_id, version })),
    details_html: renderMarkdown(row.details),
    remedy_html: renderMarkdown(row.remedy),
    revision: row.revision,
    publishedAt: row.published_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.withdrawn_at
      ? { withdrawnAt: row.withdrawn_at.toISOString(), withdrawalReason: row.withdrawal_reason }
      : {}),
  }
}

const osvVersion = '1.7.0'
const osvSeverities = { low: 'LOW', medium: 'MODERATE', high: 'HIGH', critical: 'CRITICAL' } as const

/**
 * Translates an advisory to OSV. A node is a package in an ecosystem named after the product. OSV has no field for a
 * severity in words. Source: the OSV schema.
 */
export function toOsvRecord(
  { siteUrl, productName }: Pick<Config, 'siteUrl' | 'productName'>,
  advisory: Advisory,
): OsvRecord {
  const { id, node_id: nodeId, remedy, affected } = advisory
  const nodeIds = [...new Set([nodeId, ...affected.map((one) => one.node_id)])]
  return {
    schema_version: osvVersion,
    id,
    modified: advisory.updatedAt,
    published: advisory.publishedAt,
    ...(advisory.withdrawnAt ? { withdrawn: advisory.withdrawnAt } : {}),
    aliases: advisory.aliases,
    summary: advisory.title,
    details: [advisory.details, remedy && `## What to do\n\n${remedy}`].filter(Boolean).join('\n\n'),
    affected: nodeIds.map((name) => ({
      package: { ecosystem: productName, name },
      ranges: name === nodeId ? advisory.ranges.map(toOsvRange) : [],
      versions: affected.filter((one) => one.node_id === name).map(({ version }) => version),
    })),
    references: [
      { type: 'ADVISORY', url: `${siteUrl}/advisories/${id}` },
      { type: 'PACKAGE', url: `${siteUrl}/nodes/${encodeURIComponent(nodeId)}` },
      ...advisory.references.map((url) => ({ type: 'WEB' as const, url })),
    ],
    database_specific: {
      severity: osvSeverities[advisory.severity],
      refuses_installs: advisory.refuses_installs,
      archive_sha256: advisory.archive_digests,
      file_sha256: advisory.file_digests,
    },
  }
}

function toOsvRange({ introduced, fixed, last_affected }: Advisory['ranges'][number]) {
  return {
    type: 'SEMVER' as const,
    events: [
      { introduced },
      ...(fixed === undefined ? [] : [{ fixed }]),
      ...(last_affected === undefined ? [] : [{ last_affected }]),
    ],
  }
}
