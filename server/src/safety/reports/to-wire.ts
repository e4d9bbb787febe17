import { defined, type NodeStatus } from '@nodeyard/contract/ground'
import type { AbuseReport, ReportedNode } from '@nodeyard/contract/safety'
import type { NodeStatus as StoredStatus } from '../../ground/db/schema.ts'
import type { FullReport, MessageRow, ReportedNodeRow } from './sql.ts'

const statusToWire: Record<StoredStatus, NodeStatus> = {
  active: 'NodeStatusActive',
  draft: 'NodeStatusActive',
  deleted: 'NodeStatusDeleted',
  banned: 'NodeStatusBanned',
}

export function toReportedNode(row: ReportedNodeRow, reports: AbuseReport[]): ReportedNode {
  const { node_id, name, publisher_id, downloads, total } = row
  return {
    node_id,
    name,
    publisher_id,
    status: statusToWire[row.status],
    downloads,
    oldestAt: row.oldest_at.toISOString(),
    total,
    reports,
  }
}

export function toAbuseReport(row: FullReport, messages: readonly MessageRow[]): AbuseReport {
  return {
    id: row.id,
    ...(row.version === null ? {} : { version: row.version }),
    kind: row.kind,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    ...person('reporter', row.reporter_id, row.reporter_name, row.reporter_email),
    ...defined({ contact: row.contact || undefined }),
    state: row.state,
    ...person('takenBy', row.taken_by, row.taken_by_name),
    ...defined({
      outcome: row.outcome ?? undefined,
      reason: row.reason || undefined,
      closedAt: row.closed_at?.toISOString(),
    }),
    ...person('closedBy', row.closed_by, row.closed_by_name),
    messages: messages.map((message) => ({
      at: message.at.toISOString(),
      from: message.from_reporter ? ('reporter' as const) : ('moderator' as const),
      ...person('by', message.admin_id, message.admin_name),
      text: message.text,
    })),
  }
}

type Person = { id: string; name: string; email?: string }

/** Returns no member if there is no such user. */
function person<Key extends string>(
  key: Key,
  id: string | null,
  name: string | null,
  email?: string | null,
): { [key in Key]?: Person } {
  if (id === null) return {}
  return { [key]: { id, name: name ?? '', ...(email ? { email } : {}) } } as { [key in Key]: Person }
}
