import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Actor } from '../../ground/permissions.ts'
import { lockEditableNode, type NodePath } from '../versions/editable-node.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import { findNodeById } from '../versions/sql.ts'
import type { Deps } from './deps.ts'
import { readRepositories } from './jobs.ts'
import { deleteReadingsOf } from './stored/sql.ts'
import { hasten, setOptedOut } from './turns/sql.ts'

/** Makes a node due now. Returns false if it was read too recently or cannot be read. */
export async function requestReading(deps: Deps, actor: Actor, nodeId: string): Promise<boolean> {
  const { id } = await getReadableNode(deps.db, actor, nodeId)
  const node = await findNodeById(deps.db, id)
  if (!node?.repository_key || node.latest_version_id !== null || deps.repositorySources.length === 0)
    return false
  const now = deps.now()
  const triedBefore = new Date(now.getTime() - limits.readingRequestMinutes * 60_000)
  return transact(deps, async (tx) => {
    const isDue = await hasten(tx, id, { now, triedBefore })
    if (isDue) await deps.jobs.send(tx, readRepositories, {})
    return isDue
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
    await deps.reindex(tx, [node.id])
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
