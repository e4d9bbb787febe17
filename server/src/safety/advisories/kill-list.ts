import { createHash } from 'node:crypto'
import { canonical } from '@nodeyard/contract/discovery'
import type { PublicKey, Signed } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type KillList, type KillListEntry, killListType } from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { Actor } from '../../ground/permissions.ts'
import { isOld, Publication } from '../../ground/publications/publication.ts'
import { addKey, listPublicKeys } from '../../ground/publications/signing.ts'
import { listSigningKeys, retireKey } from '../../ground/publications/sql.ts'
import type { Deps } from './deps.ts'
import { type KilledRow, listKilled } from './sql.ts'

type IssueDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

export const killListTag = 'kill-list'

const keptLists = 10
const killLists = new Publication(
  { table: 'kill_lists', number: 'serial' },
  { type: killListType, days: limits.killListDays, tag: killListTag },
)

/** Returns the latest list. Issues one if none is valid. */
export async function getKillList(deps: IssueDeps): Promise<Signed> {
  const last = await killLists.last(deps.db)
  if (last && last.expires_at > deps.now()) return last.envelope
  return transact(deps, async (tx) => issueIfDue(tx, deps))
}

/** Returns the public keys, creating the first one if needed. */
export async function getKillListKeys(deps: IssueDeps): Promise<PublicKey[]> {
  const keys = await listPublicKeys(deps.db)
  if (keys.length > 0) return keys
  await getKillList(deps)
  return listPublicKeys(deps.db)
}

/** Issues a list if its content changed or the latest is a day old. Returns the current list. */
export async function issueIfDue(
  tx: Tx,
  deps: IssueDeps,
  { always = false }: { always?: boolean } = {},
): Promise<Signed> {
  await killLists.lock(tx)
  const entries = (await listKilled(tx)).map(toEntry)
  const digest = createHash('sha256').update(canonical(entries)).digest('hex')
  const last = await killLists.last(tx)
  if (last && !always && last.entries_digest === digest && !isOld(last, deps.now())) return last.envelope
  const content = { entries } satisfies Partial<KillList>
  const { envelope } = await killLists.issue(tx, deps, content, ({ expires }) => ({
    entries_digest: digest,
    expires_at: expires,
  }))
  await killLists.removeOutdated(tx, deps, { kept: keptLists })
  return envelope
}

function toEntry({ advisory_id, severity, title, node_id, version, digest }: KilledRow): KillListEntry {
  return {
    advisory: advisory_id,
    ...(node_id === null ? {} : { node: node_id }),
    severity,
    ...(digest === null ? {} : { sha256: digest }),
    title,
    ...(version === null ? {} : { version }),
  }
}

/**
 * Adds a signing key and returns its id. The other keys keep signing until they are retired. Returns undefined if clients
 * would not read another key.
 */
export function addSigningKey(deps: IssueDeps, actor: Actor): Promise<string | undefined> {
  return transact(deps, async (tx) => {
    await killLists.lock(tx)
    if ((await listSigningKeys(tx)).length >= limits.signingKeys) return undefined
    const { kid } = await addKey(tx, deps)
    await issueIfDue(tx, deps, { always: true })
    await recordKey(tx, deps, actor, 'kill-list.add-key', kid)
    return kid
  })
}

/** Retires a signing key. Returns false if it is not in use or is the only one. */
export function retireSigningKey(deps: IssueDeps, actor: Actor, kid: string): Promise<boolean> {
  return transact(deps, async (tx) => {
    await killLists.lock(tx)
    const keys = await listSigningKeys(tx)
    if (keys.length < 2 || !keys.some((key) => key.kid === kid)) return false
    await retireKey(tx, kid, deps.now())
    await issueIfDue(tx, deps, { always: true })
    await recordKey(tx, deps, actor, 'kill-list.retire-key', kid)
    return true
  })
}

function recordKey(tx: Tx, { now }: IssueDeps, actor: Actor, action: string, kid: string): Promise<void> {
  return recordEvent(tx, {
    actor,
    action,
    subject: { kind: 'registry', id: 'registry' },
    after: { kid },
    at: now(),
  })
}
