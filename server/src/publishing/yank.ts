import { recordEvent } from '../audit/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import type { Actor } from '../permissions.ts'
import { sharePublisher } from '../publishers/sql.ts'
import { touchToken, verifyToken } from '../tokens/verify.ts'
import { lockEditableVersion, type NodePath } from '../versions/editable-node.ts'
import { refreshLatestVersion } from '../versions/latest.ts'
import {
  changeVersion,
  lockNode,
  lockVersionOfNode,
  type NodeRow,
  type VersionRow,
  type VersionWithArchive,
} from '../versions/sql.ts'
import { whyNotOfPublisher } from './credential.ts'

export interface YankRequest extends NodePath {
  versionId: string
  /** A publish token in place of a sign-in. */
  secret?: string | undefined
}

type YankDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'reindex'>

/** Hides a version from new installs: it is the latest no more, and installs that name it keep working. */
export function yankVersion(
  deps: YankDeps,
  actor: Actor,
  { reason, ...request }: YankRequest & { reason: string },
): Promise<VersionWithArchive> {
  return change(deps, actor, request, 'version.yank', (version) => {
    if (version.yanked_at) throw new RegistryError('already_yanked')
    return { yanked_at: deps.now(), yank_reason: reason }
  })
}

export function unyankVersion(
  deps: YankDeps,
  actor: Actor,
  request: YankRequest,
): Promise<VersionWithArchive> {
  return change(deps, actor, request, 'version.unyank', (version) => {
    if (!version.yanked_at) throw new RegistryError('not_yanked')
    return { yanked_at: null, yank_reason: '' }
  })
}

type Yank = Pick<VersionRow, 'yanked_at' | 'yank_reason'>

async function change(
  deps: YankDeps,
  actor: Actor,
  request: YankRequest,
  action: 'version.yank' | 'version.unyank',
  decide: (version: VersionRow) => Yank,
): Promise<VersionWithArchive> {
  const { version: changed, tokenId } = await transact(deps, async (tx) => {
    const { node, version, by } = await lockForYank(tx, deps, actor, request)
    const after = decide(version)
    const changedRow = await changeVersion(tx, version.id, { ...after, updated_at: deps.now() })
    await refreshLatestVersion(tx, node.id, deps.now())
    await deps.reindex(tx, [node.id])
    await recordEvent(tx, {
      actor: by,
      action,
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { yanked_at: version.yanked_at, reason: version.yank_reason },
      after: {
        yanked_at: after.yanked_at,
        reason: after.yank_reason,
        node: node.id,
        version: version.version,
      },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
    return { version: changedRow, tokenId: by.kind === 'token' ? by.id : undefined }
  })
  if (tokenId) await touchToken(deps.db, tokenId, deps.now())
  return changed
}

interface ForYank {
  node: NodeRow
  version: VersionRow
  by: Actor | { kind: 'token'; id: string }
}

async function lockForYank(
  tx: Tx,
  deps: YankDeps,
  actor: Actor,
  { secret, ...path }: YankRequest,
): Promise<ForYank> {
  if (actor.kind !== 'anonymous') return { ...(await lockEditableVersion(tx, actor, path)), by: actor }
  if (secret === undefined) throw new RegistryError('missing_credential')
  const refusal = await whyNotOfPublisher(tx, secret, path.publisherId, deps.now())
  if (refusal) throw refusal
  const publisher = await sharePublisher(tx, path.publisherId)
  const node = await lockNode(tx, path.nodeId)
  const token = await verifyToken(tx, secret, { ...path, action: 'yank' }, deps.now())
  if (publisher?.status === 'banned' || node?.status === 'banned') throw new RegistryError('node_banned')
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  if (node.publisher_id !== path.publisherId) throw new RegistryError('node_of_other_publisher')
  const version = await lockVersionOfNode(tx, node.id, path.versionId)
  if (!version || version.status === 'deleted') throw new RegistryError('version_not_found')
  return { node, version, by: { kind: 'token', id: token.id } }
}
