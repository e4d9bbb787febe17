import { join } from 'node:path'
import { getKillList, listKillListKeys } from '@nodeyard/contract/safety'
import {
  type KillList,
  type PublicKey,
  type Signed,
  VerificationError,
  verifyKillList,
} from '../../../client/src/kill-list.ts'
import type { Context } from '../ground/context.ts'
import { CliError, UnavailableError } from '../ground/errors.ts'
import type { Registry } from './registry.ts'
import { configFolder, readJsonFile, writeJsonFile } from './settings.ts'

/** What this program remembers about a registry. */
interface Trusted {
  /** Those that the last list named; at first, those that the registry served. */
  keys: PublicKey[]
  lastSerial: number
  /** The last list. Omitted by earlier releases. */
  list?: Signed
}
type Surroundings = Pick<Context, 'env' | 'now' | 'signal'>

const fileName = 'trusted-keys.json'

/**
 * Reads the kill list and verifies it. The keys that the registry serves first are trusted; afterwards, only those named in
 * a list that a trusted key has signed. Returns the last list if the registry has no newer one, until some days after it
 * expired.
 */
export async function readKillList(context: Surroundings, registry: Registry): Promise<KillList> {
  const known = await readTrusted(context, registry)
  try {
    return await fetchKillList(context, registry, known)
  } catch (error) {
    const isMissing = error instanceof UnavailableError || isExpired(error)
    const stored = isMissing && known ? await openStored(context, known) : undefined
    if (!stored) throw asCliError(error)
    return stored
  }
}

/** Does the same, and warns the user of a list that has expired. */
export async function readKillListAloud(
  context: Surroundings & Pick<Context, 'stderr' | 'text'>,
  registry: Registry,
): Promise<KillList> {
  const list = await readKillList(context, registry)
  if (Date.parse(list.expires) <= context.now().getTime())
    context.stderr.write(`${context.text('kill_list_expired', { date: list.expires.slice(0, 10) })}\n`)
  return list
}

/** Returns the keys that are trusted, and those that the registry serves now. */
export async function readKeys(
  context: Surroundings,
  registry: Registry,
): Promise<{ trusted: PublicKey[]; served: PublicKey[] }> {
  const { keys: served } = await registry.call(listKillListKeys, {}, { signal: context.signal })
  return { trusted: (await readTrusted(context, registry))?.keys ?? [], served }
}

/** Trusts the keys that the registry serves now. The known ones stay if they do not sign its list. */
export async function resetTrust(context: Surroundings, registry: Registry): Promise<void> {
  await fetchKillList(context, registry, undefined).catch((error) => {
    throw asCliError(error)
  })
}

async function fetchKillList(
  context: Surroundings,
  registry: Registry,
  known: Trusted | undefined,
): Promise<KillList> {
  const options = { signal: context.signal }
  const signed = await registry.call(getKillList, {}, options)
  const keys = known?.keys ?? (await registry.call(listKillListKeys, {}, options)).keys
  const list = await verify(context, signed, { keys, lastSerial: known?.lastSerial ?? 0 })
  await writeTrusted(context, registry, { keys: list.keys ?? keys, lastSerial: list.serial, list: signed })
  return list
}

function verify(
  { now }: Surroundings,
  signed: Signed,
  trust: { keys: PublicKey[]; lastSerial: number; isStored?: boolean },
): Promise<KillList> {
  return verifyKillList(signed, { ...trust, now: now() })
}

async function openStored(context: Surroundings, known: Trusted): Promise<KillList | undefined> {
  const { keys, lastSerial, list } = known
  if (!list) return undefined
  return verify(context, list, { keys, lastSerial, isStored: true }).catch(() => undefined)
}

const isExpired = (error: unknown): boolean => error instanceof VerificationError && error.fault === 'expired'

const asCliError = (error: unknown): unknown =>
  error instanceof VerificationError
    ? new CliError('kill_list_untrusted', { fault: error.fault.replaceAll('_', ' ') })
    : error

async function readAll(context: Surroundings): Promise<Record<string, Trusted | undefined>> {
  return ((await readJsonFile(join(configFolder(context), fileName))) ?? {}) as Record<string, Trusted>
}

const readTrusted = async (context: Surroundings, { url }: Registry): Promise<Trusted | undefined> =>
  (await readAll(context))[url]

async function writeTrusted(context: Surroundings, { url }: Registry, trusted: Trusted): Promise<void> {
  const all = { ...(await readAll(context)), [url]: trusted }
  await writeJsonFile(configFolder(context), fileName, all)
}
