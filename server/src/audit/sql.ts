import type { Tx } from '../db/database.ts'
import type { Actor } from '../permissions.ts'

export interface AuditEvent {
  actor: Actor | { kind: 'user' | 'token'; id: string }
  action: string
  subject: {
    kind:
      | 'user'
      | 'publisher'
      | 'token'
      | 'trusted-publisher'
      | 'node'
      | 'version'
      | 'customer'
      | 'api-key'
      | 'release'
      | 'ci-result'
      | 'comfy-node'
      | 'invitation'
      | 'transfer'
      | 'report'
      | 'advisory'
      | 'registry'
    id: string
  }
  /** In whose event log the line stands. */
  publisherId?: string
  before?: unknown
  after?: unknown
  at: Date
}

/** Adds a line to the audit log, in the transaction of the act itself. */
export async function recordEvent(
  tx: Tx,
  { actor, action, subject, publisherId, before, after, at }: AuditEvent,
): Promise<void> {
  if (actor.kind === 'anonymous') throw new Error(`${action}: nobody changes anything without a name.`)
  await tx
    .insertInto('audit_events')
    .values({
      at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      publisher_id: publisherId ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}
