import type { Effects } from '@nodeyard/contract/safety'
import { RegistryError } from '../../../ground/errors.ts'
import { findPublisher } from '../../../people/publishers/sql.ts'
import type { Deps } from '../deps.ts'
import { countEffects } from './sql.ts'

/** Counts what a ban of a publisher, or lifting it, would affect, for the confirmation dialog. */
export async function getPublisherEffects(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { publisherId, act }: { publisherId: string; act: 'ban' | 'unban' },
): Promise<Effects> {
  if (!(await findPublisher(db, publisherId))) throw new RegistryError('publisher_not_found')
  const row = await countEffects(db, { publisherId, act, namedAdmins: config.adminEmails, now: now() })
  const { nodes, versions, installs, tokens, members, admins } = row
  return {
    nodes,
    versions,
    installs,
    tokens,
    members,
    admins,
    installsLastMonth: row.installs_last_month,
    otherPublishers: row.other_publishers,
    staying: { nodes: row.staying_nodes, members: row.staying_members },
  }
}
