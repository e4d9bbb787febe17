import { createHash } from 'node:crypto'
import { canonical } from '@nodeyard/contract/catalogue-file'
import { type KillList, type KillListEntry, killListType } from '@nodeyard/contract/kill-list'
import { limits } from '@nodeyard/contract/limits'
import type { PublicKey, Signed } from '@nodeyard/contract/signed'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { isOld, nextNumber } from './issue.ts'
import { addKey, listPublicKeys, signText } from './signing.ts'
import {
  findLastKillList,
  insertKillList,
  type KilledRow,
  type KillListRow,
  keepLastKillLists,
  listKilled,
  listSigningKeys,
  lockKillLists,
  retireKey,
} from './sql.ts'

type IssueDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config'>

export const killListTag = 'kill-list'

const dayMs = 86_400_000
const keptLists = 10

/** The last list. Where none is good any more, one is issued on the spot. */
export async function getKillList(deps: IssueDeps): Promise<Signed> {
  const last = await findLastKillList(deps.db)
  if (last && last.expires_at > deps.now()) return last.envelope as Signed
  return transact(deps, async (tx) => issueIfDue(tx, deps))
}

export async function getKillListKeys(deps: IssueDeps): Promise<PublicKey[]> {
  const keys = await listPublicKeys(deps.db)
  if (keys.length > 0) return keys
  await getKillList(deps)
  return listPublicKeys(deps.db)
}

/** Issues a new list when what it says has changed, or the last one is a day old; gives the one that counts. */
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
    return last.envelope as Signed
  }
  return issue(tx, deps, { entries, digest, last })
}

async function issue(
  tx: Tx,
  deps: IssueDeps,
  { entries, digest, last }: { entries: KillListEntry[]; digest: string; last: KillListRow | undefined },
): Promise<Signed> {
  const issued = deps.now()
  const expires = new Date(issued.getTime() + limits.killListDays * dayMs)
  const serial = nextNumber(last?.serial ?? 0, issued)
  const list: KillList = {
    entries,
    expires: expires.toISOString(),
    issued: issued.toISOString(),
    registry: deps.config.apiUrl,
    serial,
  }
  const envelope = await signText(tx, deps, canonical(list), killListType)
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

/** Signs with one key more from now on; the others go on until they are retired. Gives the new key's id. */
export function addSigningKey(deps: IssueDeps, actor: Actor): Promise<string> {
  return transact(deps, async (tx) => {
    await lockKillLists(tx)
    const { kid } = await addKey(tx, deps)
    await issueIfDue(tx, deps, { always: true })
    await recordKey(tx, deps, actor, 'kill-list.add-key', kid)
    return kid
  })
}

/** False where there is no such key in use, or no other one. */
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
