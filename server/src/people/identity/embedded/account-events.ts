import { recordEvent } from '../../../ground/audit/sql.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'

type Act =
  | 'create'
  | 'update'
  | 'delete'
  | 'set-password'
  | 'verify-email'
  | 'change-email'
  | 'recover-email'
  | 'link'
  | 'unlink'
  | 'add-factor'
  | 'remove-factor'
  | 'end-sessions'
  | 'take-back'

/** Records an action of a user on their own account, without the values that were set. */
export function recordAccountEvent(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  uid: string,
  act: Act,
  after?: { provider: string } | { factor: string },
): Promise<void> {
  return recordEvent(tx, {
    actor: { kind: 'user', id: uid },
    action: `account.${act}`,
    subject: { kind: 'user', id: uid },
    ...(after ? { after } : {}),
    at: now(),
  })
}
