import type { Tx } from '../db/database.ts'
import type { Actor } from '../permissions.ts'

export interface AuditEvent {
  actor: Actor | { kind: 'token'; id: string }
  action: string
  subject: {
    kind:
      | 'user'
      | 'publisher'
      | 'token'
      | 'node'
      | 'version'
      | 'customer'
      | 'api-key'
      | 'release'
      | 'ci-result'
    id: string
  }
  before?: unknown
  after?: unknown
  at: Date
}

/** Adds a line to the audit log, in the transaction of the act itself. */
export async function recordEvent(
  tx: Tx,
  { actor, action, subject, before, after, at }: AuditEvent,
): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      at,
      actor_kind: actor.kind === 'anonymous' ? 'service' : actor.kind,
      actor_id: actor.kind === 'anonymous' ? 'anonymous' : actor.id,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}
