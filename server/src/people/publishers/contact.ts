import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { mailToOwner } from './jobs.ts'
import { findPublisher, listMembers } from './sql.ts'

/** Sends a separate mail to each owner of a publisher. Returns the number of mails queued. */
export async function contactPublisher(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'jobs' | 'mailer'>,
  admin: UserActor,
  { publisherId, subject, message }: { publisherId: string; subject: string; message: string },
): Promise<number> {
  if (!deps.mailer) throw new RegistryError('not_configured')
  return transact(deps, async (tx) => {
    if (!(await findPublisher(tx, publisherId))) throw new RegistryError('publisher_not_found')
    const members = await listMembers(tx, publisherId)
    const owners = members.filter(({ role, email }) => role === 'owner' && email !== '')
    if (owners.length === 0) throw new RegistryError('nobody_to_write_to')
    for (const { email } of owners) {
      await deps.jobs.send(tx, mailToOwner, { publisherId, to: email, subject, message })
    }
    await recordEvent(tx, {
      actor: admin,
      action: 'publisher.contact',
      subject: { kind: 'publisher', id: publisherId },
      publisherId,
      after: { subject, mails: owners.length },
      at: deps.now(),
    })
    return owners.length
  })
}
