import { readReplacement } from '@nodeyard/analysis/comfy-nodes'
import { type BodyOf, defined } from '@nodeyard/contract/ground'
import type { createReplacement as contract } from '@nodeyard/contract/packs'
import { type AuditEvent, recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertAdmin } from '../../ground/permissions.ts'
import { lockNode } from '../nodes/sql.ts'
import { lockEditableNode, type NodePath } from '../nodes/versions/editable-node.ts'
import { decide, deleteReplacement, insertReplacement, listOfNode, type ReplacementRow } from './sql.ts'
import { replacementsTag } from './tag.ts'

type DecideDeps = Pick<GroundDeps, 'db' | 'changes' | 'now'>

/** Lists a node's replacements for its editors. */
export function listNodeReplacements(
  deps: DecideDeps,
  actor: Actor,
  path: NodePath,
): Promise<ReplacementRow[]> {
  return transact(deps, async (tx) => listOfNode(tx, (await lockEditableNode(tx, actor, path)).id))
}

/** Confirms or refuses an inferred replacement. */
export function decideReplacement(
  deps: DecideDeps,
  actor: Actor,
  { replacementId, ...path }: NodePath & { replacementId: string },
  status: 'confirmed' | 'refused',
): Promise<ReplacementRow> {
  return transact(deps, async (tx) => {
    const node = await lockEditableNode(tx, actor, path)
    const at = deps.now()
    const row = await decide(tx, replacementId, { nodeId: node.id, status, at })
    if (!row) throw new RegistryError('replacement_not_found')
    await record(tx, { actor, action: 'replacement.decide', row, at, publisherId: node.publisher_id })
    return row
  })
}

/** Names a successor as a moderator. */
export function createReplacement(
  deps: DecideDeps,
  actor: Actor,
  { provider_id: providerId, ...body }: BodyOf<typeof contract>,
): Promise<ReplacementRow> {
  assertAdmin(actor)
  const read = readReplacement(body)
  if (!read) throw new RegistryError('replacement_invalid')
  const { old_node_id: oldName, new_node_id: newName, ...details } = read
  return transact(deps, async (tx) => {
    const node = providerId === undefined ? undefined : await lockNode(tx, providerId)
    if (providerId !== undefined && (!node || node.status === 'deleted'))
      throw new RegistryError('node_not_found')
    const at = deps.now()
    const row = await insertReplacement(
      tx,
      {
        old_name: oldName,
        new_name: newName,
        node_id: node?.id ?? null,
        origin: 'moderator',
        status: 'confirmed',
        details: JSON.stringify(details),
        created_at: at,
        decided_at: at,
      },
      { replaces: true },
    )
    if (!row) throw new Error('An upsert returned nothing.')
    await record(tx, { actor, action: 'replacement.create', row, at })
    return row
  })
}

export function removeReplacement(deps: DecideDeps, actor: Actor, id: string): Promise<void> {
  assertAdmin(actor)
  return transact(deps, async (tx) => {
    const row = await deleteReplacement(tx, id)
    if (!row) throw new RegistryError('replacement_not_found')
    await record(tx, { actor, action: 'replacement.delete', row, at: deps.now() })
  })
}

async function record(
  tx: Tx,
  event: { actor: AuditEvent['actor']; action: string; row: ReplacementRow; at: Date; publisherId?: string },
): Promise<void> {
  const { actor, action, row, at, publisherId } = event
  const { old_name, new_name, node_id, origin, status } = row
  await recordEvent(tx, {
    actor,
    action,
    at,
    after: { old_name, new_name, origin, status },
    subject: node_id === null ? { kind: 'registry', id: 'registry' } : { kind: 'node', id: node_id },
    ...defined({ publisherId }),
  })
  markChanged(tx, replacementsTag)
}
