import { randomBytes, randomInt } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type startDeviceLogin as contract, userCodeLetters } from '@nodeyard/contract/people'
import { addressKey } from '../../ground/address-key.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { plainText } from '../../ground/plain-text.ts'
import { hashOf } from '../tokens/secret.ts'
import type { Deps } from './deps.ts'
import {
  countDeviceLogins,
  deleteExpiredDeviceLogins,
  deleteOldestOfBusiest,
  insertDeviceLogin,
} from './sql.ts'

const userCodeLength = 8

/** Starts the sign-in of a program. Only the hash of its secret is stored. */
export async function startDeviceLogin(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'config'>,
  { client_name: clientName, publisher_id: publisherId }: BodyOf<typeof contract>,
  ip: string,
): Promise<ResponseOf<typeof contract>> {
  const deviceCode = randomBytes(32).toString('base64url')
  const userCode = Array.from(
    { length: userCodeLength },
    () => userCodeLetters[randomInt(userCodeLetters.length)],
  ).join('')
  const at = deps.now()
  const network = addressKey(ip)
  const seconds = limits.deviceLoginMinutes * 60
  await transact(deps, async (tx) => {
    await deleteExpiredDeviceLogins(tx, at)
    await makeRoom(tx, network)
    await insertDeviceLogin(tx, {
      id: deps.newId(),
      device_code_hash: hashOf(deviceCode),
      user_code: userCode,
      client_name: cleanName(clientName),
      started_from: ip,
      network,
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
    verification_uri_complete: page,
    expires_in: seconds,
  }
}

/** One network cannot keep others from signing in: it has few open logins, and the busiest network loses its oldest. */
async function makeRoom(tx: Tx, network: string): Promise<void> {
  const { ofNetwork, total } = await countDeviceLogins(tx, network)
  if (ofNetwork >= limits.deviceLoginsOfAddress) throw new RegistryError('too_many_at_once')
  if (total >= limits.openDeviceLogins) await deleteOldestOfBusiest(tx)
}

/** The page shows the name in quotes, so it has none of its own. */
const cleanName = (name: string): string =>
  plainText(name, limits.deviceLoginNameLength).replace(/[\p{Quotation_Mark}″‶❝❞]/gu, "'") || '–'
