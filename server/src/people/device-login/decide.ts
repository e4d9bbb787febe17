import type { approveDeviceLogin as contract, DeviceLogin } from '@nodeyard/contract/device-login'
import type { BodyOf } from '@nodeyard/contract/route'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { createTokenIn } from '../tokens/create.ts'
import type { Deps } from './deps.ts'
import { findOpenByUserCode, lockOpenByUserCode, markApproved, markDenied } from './sql.ts'

type DecideDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal'>

/** Notifies the program that waits for this sign-in. */
export const deviceLoginTag = (id: string): string => `device-login:${id}`

/** Accepts lowercase letters, and codes without the hyphen. */
const normalized = (userCode: string): string => userCode.replace(/[\s-]/g, '').toUpperCase()

/** Returns what a program asks for. */
export async function readDeviceLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userCode: string,
): Promise<DeviceLogin> {
  const found = await findOpenByUserCode(db, normalized(userCode), now())
  if (!found) throw new RegistryError('device_login_unknown')
  return {
    client_name: found.client_name,
    ...(found.publisher_id ? { publisher_id: found.publisher_id } : {}),
    createdAt: found.created_at.toISOString(),
    expiresAt: found.expires_at.toISOString(),
  }
}

/** Creates a token for the program, in the name of an owner of the publisher. */
export async function approveDeviceLogin(
  deps: DecideDeps,
  user: UserActor,
  userCode: string,
  { publisher_id: publisherId, ...wish }: BodyOf<typeof contract>,
): Promise<void> {
  await transact(deps, async (tx) => {
    const found = await lockOpenByUserCode(tx, normalized(userCode), deps.now())
    if (!found) throw new RegistryError('device_login_unknown')
    const named = { ...wish, name: found.client_name }
    const { id, secret } = await createTokenIn(tx, deps, { user, publisherId, actor: user }, named)
    const sealed = deps.seal.close(secret)
    await markApproved(tx, found.id, { token_id: id, sealed_token: sealed })
    markChanged(tx, deviceLoginTag(found.id))
  })
}

export async function denyDeviceLogin(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  userCode: string,
): Promise<void> {
  await transact(deps, async (tx) => {
    const found = await lockOpenByUserCode(tx, normalized(userCode), deps.now())
    if (!found) throw new RegistryError('device_login_unknown')
    await markDenied(tx, found.id, deps.now())
    markChanged(tx, deviceLoginTag(found.id))
  })
}
