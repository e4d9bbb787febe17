import { randomBytes, randomInt } from 'node:crypto'
import { type startDeviceLogin as contract, userCodeLetters } from '@nodeyard/contract/device-login'
import { limits } from '@nodeyard/contract/limits'
import type { BodyOf, ResponseOf } from '@nodeyard/contract/route'
import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { hashOf } from '../tokens/secret.ts'
import type { Deps } from './deps.ts'
import { countDeviceLogins, deleteExpiredDeviceLogins, insertDeviceLogin } from './sql.ts'

const userCodeLength = 8

/** Starts the sign-in of a program. Only the hash of its secret is stored. */
export async function startDeviceLogin(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'config'>,
  { client_name: clientName, publisher_id: publisherId }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const deviceCode = randomBytes(32).toString('base64url')
  const userCode = Array.from(
    { length: userCodeLength },
    () => userCodeLetters[randomInt(userCodeLetters.length)],
  ).join('')
  const at = deps.now()
  const seconds = limits.deviceLoginMinutes * 60
  await transact(deps, async (tx) => {
    await deleteExpiredDeviceLogins(tx, at)
    if ((await countDeviceLogins(tx)) >= limits.openDeviceLogins) throw new RegistryError('too_many_at_once')
    await insertDeviceLogin(tx, {
      id: deps.newId(),
      device_code_hash: hashOf(deviceCode),
      user_code: userCode,
      client_name: clientName.trim(),
      publisher_id: publisherId ?? null,
      created_at: at,
      expires_at: new Date(at.getTime() + seconds * 1000),
    })
  })
  const page = `${deps.config.siteUrl}/device`
  const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${shown}`,
    expires_in: seconds,
  }
}
