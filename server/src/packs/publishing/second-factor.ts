import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { hasSecondFactor } from '../../people/identity/sql.ts'
import type { NodeRow } from '../nodes/sql.ts'
import type { Credential } from './credential.ts'
import type { Deps } from './deps.ts'

/**
 * Throws if a widely installed node is published with the token of an account without a second factor. A CI job has no
 * account: the code host protects it.
 */
export async function assertSecondFactor(
  tx: Tx,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  node: Pick<NodeRow, 'downloads'>,
  { userId, build }: Credential,
): Promise<void> {
  const { secondFactorInstalls: threshold } = config
  if (threshold === undefined || node.downloads < threshold || build) return
  if (userId === null || !(await hasSecondFactor(tx, userId, now())))
    throw new RegistryError('second_factor_required')
}
