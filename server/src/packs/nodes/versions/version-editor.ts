import type { TokenAction } from '@nodeyard/contract/people'
import type { Tx } from '../../../ground/db/database.ts'
import { RegistryError } from '../../../ground/errors.ts'
import type { Actor } from '../../../ground/permissions.ts'
import { sharePublisher } from '../../../people/publishers/sql.ts'
import { assertGoodFor, touchToken, verifyToken, whyNotOfPublisher } from '../../../people/tokens/verify.ts'
import type { Deps } from '../deps.ts'
import { nodeOfOtherPublisher } from '../other-publisher.ts'
import { lockNode, type NodeRow } from '../sql.ts'
import { lockEditableVersion, lockNamedVersion, type NodePath } from './editable-node.ts'
import type { VersionRow } from './sql.ts'

export interface VersionPath extends NodePath {
  /** The version's id or its number. */
  versionId: string
}

/** The caller that changes a version. */
export interface Editor {
  actor: Actor
  /** A publish token in the body. A bearer token is part of the actor. */
  secret?: string | undefined
}

export interface EditedVersion {
  node: NodeRow
  version: VersionRow
  /** The caller's identity in the audit log. */
  by: Actor | { kind: 'token'; id: string }
}

/**
 * Locks a version for a user who can edit its node, or for a publish token whose scope includes all of the
 * actions.
 */
export async function lockForEdit(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { actor, secret }: Editor,
  {
    actions: [first, ...others],
    ...path
  }: VersionPath & { actions: readonly [TokenAction, ...TokenAction[]] },
): Promise<EditedVersion> {
  const given = actor.kind === 'publish-token' ? actor.secret : secret
  if (actor.kind !== 'anonymous' && actor.kind !== 'publish-token')
    return { ...(await lockEditableVersion(tx, actor, path)), by: actor }
  if (given === undefined) throw new RegistryError('missing_credential')
  const refusal = await whyNotOfPublisher(tx, given, path.publisherId, now())
  if (refusal) throw refusal
  const publisher = await sharePublisher(tx, path.publisherId)
  const node = await lockNode(tx, path.nodeId)
  const token = await verifyToken(tx, given, { ...path, action: first }, now())
  for (const action of others) assertGoodFor(token, { ...path, action }, now())
  if (publisher?.status === 'banned' || node?.status === 'banned') throw new RegistryError('node_banned')
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  if (node.publisher_id !== path.publisherId) throw nodeOfOtherPublisher(node)
  return {
    node,
    version: await lockNamedVersion(tx, node, path.versionId),
    by: { kind: 'token', id: token.id },
  }
}

/** Records the use of a token that edited a version. */
export async function touchEditor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: EditedVersion['by'],
): Promise<void> {
  if (by.kind === 'token') await touchToken(db, by.id, now())
}
