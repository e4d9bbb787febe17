import { recordEvent } from '../../ground/audit/sql.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { takeEndingTokens } from '../../people/tokens/sql.ts'
import type { Deps } from './deps.ts'

/** Days before expiry, nearest first, so that a token that expires tomorrow is reported once. */
const noticeDays = [1, 7]

/** Records an event for each expiring token, once per notice day. */
export async function noteEndingTokens({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await inTransaction(db, async (tx) => {
    for (const days of noticeDays) {
      for (const token of await takeEndingTokens(tx, days, at)) {
        await recordEvent(tx, {
          actor: { kind: 'service', id: 'clock' },
          action: 'token.near-end',
          subject: { kind: 'token', id: token.id },
          publisherId: token.publisher_id,
          after: { name: token.name, expires_at: token.expires_at, days },
          at,
        })
      }
    }
  })
}
