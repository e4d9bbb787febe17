import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { approveDeviceLogin as contract, DeviceLogin } from '@nodeyard/contract/people'
import { addressKey } from '../../ground/address-key.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { hasSecondFactor } from '../identity/sql.ts'
import { lockOwnedPublisher } from '../publishers/owner.ts'
import { createTokenIn } from '../tokens/create.ts'
import type { Deps } from './deps.ts'
import {
  type DeviceLoginRow,
  findOpenByUserCode,
  lockOpenByUserCode,
  markApproved,
  markDenied,
} from './sql.ts'

type DecideDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal'>

/** Notifies the program that waits for this sign-in. */
export const deviceLoginTag = (id: string): string => `device-login:${id}`

/** Accepts lowercase letters, and codes without the hyphen. */
const normalized = (userCode: string): string => userCode.replace(/[\s-]/g, '').toUpperCase()

/** Returns what a program asks for, and where it was started. */
export async function readDeviceLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userCode: string,
  ip: string,
): Promise<DeviceLogin> {
  const found = await findOpenByUserCode(db, normalized(userCode), now())
  if (!found) throw new RegistryError('device_login_unknown')
  return {
    client_name: found.client_name,
    ...(found.publisher_id ? { publisher_id: found.publisher_id } : {}),
    started_from: found.started_from,
    is_same_address: found.network === addressKey(ip),
    createdAt: found.created_at.toISOString(),
    expiresAt: found.expires_at.toISOString(),
  }
}

/** Creates a token for the program, in the name of an owner of the publisher. */
export async function approveDeviceLogin(
  deps: DecideDeps,
  user: UserActor,
  userCode: string,
  {
    publisher_id: publisherId,
    nodes,
    actions = ['publish-update'],
    expires_in_days = limits.deviceTokenDefaultDays,
  }: BodyOf<typeof contract>,
): Promise<void> {
  await transact(deps, async (tx) => {
    const found = await lockForDecision(tx, deps, { user, userCode, publisherId })
    await assertRecentFactor(tx, deps, user)
    const wish = { name: found.client_name, nodes, actions, expires_in_days }
    const { id, secret } = await createTokenIn(tx, deps, { user, publisherId, actor: user }, wish)
    const sealed = deps.seal.close(secret)
    await markApproved(tx, found.id, { token_id: id, sealed_token: sealed })
    markChanged(tx, deviceLoginTag(found.id))
  })
}

export async function denyDeviceLogin(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  user: UserActor,
  userCode: string,
  publisherId: string,
): Promise<void> {
  await transact(deps, async (tx) => {
    const found = await lockForDecision(tx, deps, { user, userCode, publisherId })
    await markDenied(tx, found.id, deps.now())
    markChanged(tx, deviceLoginTag(found.id))
  })
}

/** Owners of the publisher that the program names decide; if it names none, owners of any publisher. */
async function lockForDecision(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { user, userCode, publisherId }: { user: UserActor; userCode: string; publisherId: string },
): Promise<DeviceLoginRow> {
  assertMayWrite(user)
  const found = await lockOpenByUserCode(tx, normalized(userCode), now())
  if (!found) throw new RegistryError('device_login_unknown')
  const { id } = await lockOwnedPublisher(tx, publisherId, user)
  if (found.publisher_id !== null && found.publisher_id.toLowerCase() !== id.toLowerCase())
    throw new RegistryError('device_login_of_other_publisher')
  return found
}

/** A stolen session approves nothing for an account with a second factor. */
async function assertRecentFactor(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id, signIn }: UserActor,
): Promise<void> {
  const oldestMs = now().getTime() - limits.recentFactorMinutes * 60_000
  const isRecent = signIn?.hasSecondFactor === true && signIn.at.getTime() >= oldestMs
  if (!isRecent && (await hasSecondFactor(tx, id, now())))
    throw new RegistryError('recent_second_factor_required')
}
