import type { Effects } from '@nodeyard/contract/safety'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { countNodeEffects } from './sql.ts'

/** Counts everything that banning, deleting or moving a node would affect, for the confirmation dialog. */
export async function getNodeEffects(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  nodeId: string,
): Promise<Effects> {
  const row = await countNodeEffects(db, nodeId, now())
  if (!row) throw new RegistryError('node_not_found')
  const { installs_last_month: installsLastMonth, ...counts } = row
  return {
    ...counts,
    installsLastMonth,
    nodes: 1,
    admins: 0,
    otherPublishers: 0,
    staying: { nodes: 0, members: 0 },
  }
}
