import type { AddressKey } from '../../ground/address-key.ts'
import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import { hashOf } from '../tokens/secret.ts'
import { deviceLoginTag } from './decide.ts'
import type { Deps } from './deps.ts'
import { findByDeviceCode, takeDecided } from './sql.ts'

/** Returns the token once the user has approved. Waits for the decision, or until the time is over. */
export async function redeemDeviceLogin(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'seal'> & { waits: ConcurrencyLimit },
  { deviceCode, waitSeconds, caller }: { deviceCode: string; waitSeconds: number; caller: AddressKey },
): Promise<{ token?: string }> {
  const found = await findByDeviceCode(deps.db, hashOf(deviceCode), deps.now())
  if (!found) throw new RegistryError('device_login_unknown')
  const leave = deps.waits.enter(caller)
  const change = deps.changes.listenTo(deviceLoginTag(found.id))
  try {
    const endsAt = performance.now() + waitSeconds * 1000
    for (;;) {
      const token = await takeToken(deps, found.id)
      if (token !== undefined) return { token }
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0 || !(await change.next(leftMs))) return {}
    }
  } finally {
    change.end()
    leave()
  }
}

async function takeToken(
  deps: Pick<Deps, 'db' | 'changes' | 'seal'>,
  id: string,
): Promise<string | undefined> {
  const decided = await transact(deps, (tx) => takeDecided(tx, id))
  if (!decided) return undefined
  if (decided.sealed_token === null) throw new RegistryError('device_login_denied')
  return deps.seal.open(decided.sealed_token)
}
