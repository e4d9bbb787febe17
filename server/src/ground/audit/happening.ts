import type { PendingEventRow } from './sql.ts'

/** An event with the node and publisher it concerns, for notifications. */
export interface Happening {
  eventId: number
  at: Date
  action: string
  actor: { kind: string; id: string; isHidden: boolean }
  subject: { kind: string; id: string }
  publisherId?: string
  nodeId?: string
  version?: string
  versionId?: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export function toHappening(row: PendingEventRow): Happening {
  const after = toRecord(row.after)
  const nodeId = row.node_id ?? (row.subject_kind === 'node' ? row.subject_id : textIn(after, 'node'))
  const version = row.version ?? textIn(after, 'version')
  return {
    eventId: row.id,
    at: row.at,
    action: row.action,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      // Only admins see which admin decided.
      isHidden: row.actor_is_admin === true || row.actor_kind === 'operator',
    },
    subject: { kind: row.subject_kind, id: row.subject_id },
    ...(row.publisher_id ? { publisherId: row.publisher_id } : {}),
    ...(nodeId ? { nodeId } : {}),
    ...(version ? { version } : {}),
    ...(row.subject_kind === 'version' ? { versionId: row.subject_id } : {}),
    before: toRecord(row.before),
    after,
  }
}

const toRecord = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns a nonempty text with this name, otherwise undefined. */
export function textIn(record: Record<string, unknown>, name: string): string | undefined {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
