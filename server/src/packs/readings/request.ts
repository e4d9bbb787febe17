import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Actor } from '../../ground/permissions.ts'
import { findNodeById } from '../nodes/sql.ts'
import { lockEditableNode, type NodePath } from '../nodes/versions/editable-node.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
import type { Deps } from './deps.ts'
import { readRepositories } from './jobs.ts'
import { deleteReadingsOf } from './stored/sql.ts'
import { findTurn, hasten, setOptedOut } from './turns/sql.ts'

/** Makes a node due as soon as it can be read again. Returns when; undefined if its repository is not read at all. */
export async function requestReading(deps: Deps, actor: Actor, nodeId: string): Promise<Date | undefined> {
  const { id } = await getReadableNode(deps.db, actor, nodeId)
  const node = await findNodeById(deps.db, id)
  if (!node?.repository_key || node.latest_version_id !== null || deps.repositorySources.length === 0)
    return undefined
  if ((await findTurn(deps.db, id))?.opted_out_at) return undefined
  const now = deps.now()
  return transact(deps, async (tx) => {
    const dueAt = await hasten(tx, id, { now, minutes: limits.readingRequestMinutes })
    if (dueAt <= now) await deps.jobs.send(tx, readRepositories, {})
    return dueAt
  })
}

/** Keeps a node from being read, and removes what was read, or lets it be read again. */
export function setReadingOptOut(
  deps: Deps,
  actor: Actor,
  path: NodePath,
  { optedOut }: { optedOut: boolean },
): Promise<void> {
  return transact(deps, async (tx) => {
    const node = await lockEditableNode(tx, actor, path)
    const now = deps.now()
    await setOptedOut(tx, node.id, optedOut ? now : null, now)
    if (optedOut) await deleteReadingsOf(tx, node.id)
    await recordEvent(tx, {
      actor,
      action: optedOut ? 'node.reading-opt-out' : 'node.reading-opt-in',
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      at: now,
    })
    markChanged(tx, 'nodes', `node:${node.id}`)
  })
}
