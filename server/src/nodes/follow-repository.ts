import { recordEvent } from '../audit/sql.ts'
import type { HostRepository } from '../code-host/client.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { lockNode, type NodeRow } from '../versions/sql.ts'
import { findNameAt, repositoryKey } from './repository.ts'
import { changeNode, findNodeWithHostId, findNodeWithRepository, lockRepository } from './sql.ts'

type FollowDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'reindex' | 'codeHost'>

/**
 * Reads a node's repository at the code host: its stars, its id, and what it is called now. By the id it is found
 * again after a rename, and by the id two names are known to be one repository: then the node that had it first keeps
 * it. Safe to run at any time.
 */
export async function followRepository(deps: FollowDeps, node: NodeRow): Promise<void> {
  const name = findNameAt(deps.codeHost.host, node.repository_url)
  if (!name) return
  const known = node.github_repository_id
  const repository =
    (known === null ? undefined : await deps.codeHost.findRepositoryById(known)) ??
    (await deps.codeHost.findRepository(name))
  await transact(deps, async (tx) => {
    const current = await lockNode(tx, node.id)
    if (!current || current.status === 'deleted' || current.repository_url !== node.repository_url) return
    if (repository) await store(tx, deps, current, repository)
    else await changeNode(tx, node.id, { github_stars_at: deps.now() })
  })
}

async function store(tx: Tx, deps: FollowDeps, node: NodeRow, repository: HostRepository): Promise<void> {
  const key = repositoryKey(repository.url) ?? null
  if (key) await lockRepository(tx, key)
  const other =
    (await findNodeWithHostId(tx, repository.id, node.id)) ??
    (key ? await findNodeWithRepository(tx, key, node.id) : undefined)
  const isRenamed = key !== null && key !== node.repository_key
  const stars = { github_stars: repository.stars, github_stars_at: deps.now() }
  if (other !== undefined) {
    await changeNode(tx, node.id, { ...stars, repository_key: null, github_repository_id: null })
    if (node.repository_key !== null) await record(tx, deps, node, 'node.repository-duplicate', { other })
  } else {
    await changeNode(tx, node.id, {
      ...stars,
      github_repository_id: repository.id,
      ...(isRenamed ? { repository_key: key, repository_url: repository.url, updated_at: deps.now() } : {}),
    })
    if (isRenamed) await record(tx, deps, node, 'node.repository-rename', { repository: repository.url })
  }
  await deps.reindex(tx, [node.id])
  markChanged(tx, `node:${node.id}`, 'nodes')
}

function record(tx: Tx, { now }: FollowDeps, node: NodeRow, action: string, after: object): Promise<void> {
  return recordEvent(tx, {
    actor: { kind: 'service', id: 'repositories' },
    action,
    subject: { kind: 'node', id: node.id },
    publisherId: node.publisher_id,
    before: { repository: node.repository_url },
    after,
    at: now(),
  })
}
