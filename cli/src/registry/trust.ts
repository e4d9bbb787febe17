import { join } from 'node:path'
import { getKillList, listKillListKeys } from '@nodeyard/contract/kill-list'
import {
  type KillList,
  type PublicKey,
  VerificationError,
  verifyKillList,
} from '../../../client/src/kill-list.ts'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import type { Registry } from './registry.ts'
import { configFolder, readJsonFile, writeJsonFile } from './settings.ts'

/** The keys that were seen first, and the last list that they signed. */
interface Trusted {
  keys: PublicKey[]
  lastSerial: number
}

const fileName = 'trusted-keys.json'

/**
 * Reads the kill list and verifies it with the keys that this program saw first at this registry. New keys are trusted once
 * an old one signs the list, too.
 */
export async function readKillList(
  context: Pick<Context, 'env' | 'now' | 'signal'>,
  registry: Registry,
): Promise<KillList> {
  const folder = configFolder(context)
  const all = ((await readJsonFile(join(folder, fileName))) ?? {}) as Record<string, Trusted | undefined>
  const known = all[registry.url]
  const options = { signal: context.signal }
  const signed = await registry.call(getKillList, {}, options)
  const { keys: offered } = await registry.call(listKillListKeys, {}, options)
  const keys = known?.keys ?? offered
  try {
    const list = await verifyKillList(signed, {
      keys,
      lastSerial: known?.lastSerial ?? 0,
      now: context.now(),
    })
    await writeJsonFile(folder, fileName, {
      ...all,
      [registry.url]: { keys: offered, lastSerial: list.serial },
    })
    return list
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    throw new CliError('kill_list_untrusted', { fault: error.fault.replaceAll('_', ' ') })
  }
}
