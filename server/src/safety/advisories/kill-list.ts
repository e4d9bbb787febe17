import { createHash } from 'node:crypto'
import { canonical } from '@nodeyard/contract/catalogue-file'
import { type KillList, type KillListEntry, killListType } from '@nodeyard/contract/kill-list'
import { limits } from '@nodeyard/contract/limits'
import type { PublicKey, Signed } from '@nodeyard/contract/signed'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { Actor } from '../../ground/permissions.ts'
import { isOld, nextNumber } from '../../ground/publications/issue.ts'
import { addKey, listPublicKeys, signDocument } from '../../ground/publications/signing.ts'
import { listSigningKeys, retireKey } from '../../ground/publications/sql.ts'
import type { Deps } from './deps.ts'
import {
  findLastKillList,
  insertKillList,
  type KilledRow,
  type KillListRow,
  keepLastKillLists,
  listKilled,
  lockKillLists,
} from './sql.ts'

type IssueDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config'>

export const killListTag = 'kill-list'

const keptLists = 10

/** Returns the latest list. Issues one if none is valid. */
export async function getKillList(deps: IssueDeps): Promise<Signed> {
  const last = await findLastKillList(deps.db)
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
  await lockKillLists(tx)
  const entries = (await listKilled(tx)).map(toEntry)
  const digest = createHash('sha256').update(canonical(entries)).digest('hex')
  const last = await findLastKillList(tx)
  if (last && !always && last.entries_digest === digest && !isOld(last, deps.now())) {
    return last.envelope
  }
  return issue(tx, deps, { entries, digest, last })
}

async function issue(
  tx: Tx,
  deps: IssueDeps,
  { entries, digest, last }: { entries: KillListEntry[]; digest: string; last: KillListRow | undefined },
): Promise<Signed> {
  const serial = nextNumber(last?.serial ?? 0, deps.now())
  const { envelope, issued, expires } = await signDocument(tx, deps, {
    type: killListType,
    days: limits.killListDays,
    content: { entries, serial } satisfies Partial<KillList>,
  })
  await insertKillList(tx, {
    serial,
    entries_digest: digest,
    issued_at: issued,
    expires_at: expires,
    envelope: JSON.stringify(envelope),
  })
  await keepLastKillLists(tx, keptLists)
  markChanged(tx, killListTag)
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
    await lockKillLists(tx)
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
    await lockKillLists(tx)
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
