import { type AuditEvent, recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { LostRole } from '../../people/rights/credentials.ts'
import { revokeTokensOf } from '../../people/tokens/revoke.ts'
import { listValidTokensBy } from '../../people/tokens/sql.ts'
import type { Deps } from './deps.ts'
import { stopTrustedPublishersOf } from './settings.ts'
import { listTrustedPublishersBy } from './sql.ts'

type Recorder = Pick<Deps, 'now'>

/**
 * Revokes a user's publish credentials for a locked publisher when they lose the owner role. Tokens are
 * revoked permanently: a user who gets the role back creates new ones. Trusted publishers stay, for an owner
 * to save again. The events notify the remaining owners.
 */
export async function stopCredentialsOf(
  tx: Tx,
  deps: Recorder,
  actor: { kind: 'user'; id: string },
  { publisherId, userId, because }: LostRole,
): Promise<void> {
  const of = { publisherId, madeBy: userId }
  await revokeTokensOf(tx, deps, actor, { ...of, because })
  await stopTrustedPublishersOf(tx, deps, actor, { ...of, because })
}

/** Records for each publisher's owners which credentials stop working during a user's ban. */
export async function recordPauses(
  tx: Tx,
  { now }: Recorder,
  actor: AuditEvent['actor'],
  userId: string,
): Promise<void> {
  const at = now()
  for (const { id, publisher_id: publisherId, name } of await listValidTokensBy(tx, userId, at)) {
    const subject = { kind: 'token', id } as const
    await recordEvent(tx, {
      actor,
      action: 'token.pause',
      subject,
      publisherId,
      after: { name, because: 'banned' },
      at,
    })
  }
  for (const { id, publisher_id: publisherId, node_id: node } of await listTrustedPublishersBy(tx, userId)) {
    const subject = { kind: 'trusted-publisher', id } as const
    const after = { node, because: 'banned' }
    await recordEvent(tx, { actor, action: 'trusted-publisher.stop', subject, publisherId, after, at })
  }
}
