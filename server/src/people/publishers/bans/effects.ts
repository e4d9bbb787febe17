import type { Effects } from '@nodeyard/contract/admin-registry'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { countEffects, findPublisher } from './sql.ts'

/** What a ban of a publisher would take along, or its end give back, for the question before it. */
export async function getPublisherEffects(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { publisherId, act }: { publisherId: string; act: 'ban' | 'unban' },
): Promise<Effects> {
  if (!(await findPublisher(db, publisherId))) throw new RegistryError('publisher_not_found')
  const row = await countEffects(db, { publisherId, act, namedAdmins: config.adminEmails, now: now() })
  const { nodes, versions, installs, tokens, members, admins } = row
  return {
    ...{ nodes, versions, installs, tokens, members, admins },
    installsLastMonth: row.installs_last_month,
    otherPublishers: row.other_publishers,
    staying: { nodes: row.staying_nodes, members: row.staying_members },
  }
}
