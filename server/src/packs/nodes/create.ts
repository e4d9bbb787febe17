import type { NodeFields } from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertMayWrite } from '../../ground/permissions.ts'
import { lockOwnedPublisher } from '../../people/publishers/owner.ts'
import { findHolderOfName, lockName } from './aliases/sql.ts'
import type { Deps } from './deps.ts'
import { changesOf } from './fields.ts'
import { freeRepository } from './hold-repository.ts'
import { assertNewNodeId } from './node-id.ts'
import { changeNode, insertNode, type NodeRow } from './sql.ts'
import { nextNodeStatus } from './states.ts'

type CreateDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'jobs' | 'config'>

/** Creates a node without versions. Only its owners see it until it has one. Source: API contract 11.4. */
export function createNode(
  deps: CreateDeps,
  actor: Actor,
  publisherId: string,
  fields: NodeFields,
): Promise<NodeRow> {
  assertMayWrite(actor)
  return transact(deps, async (tx) => {
    const publisher = await lockOwnedPublisher(tx, publisherId, actor)
    if (fields.publisher?.id !== undefined && fields.publisher.id !== publisher.id) {
      throw new RegistryError('invalid_request', {
        message: 'body.publisher.id differs from the publisher id in the path',
        field: 'body.publisher.id',
      })
    }
    const node = await storeNode(tx, deps, actor, { publisherId: publisher.id, fields, forAdmin: false })
    if (!node) throw new RegistryError('node_id_taken', { field: 'body.id' })
    return node
  })
}

/** Stores a node, its event and its search entry. Returns undefined when the name is taken, in any spelling. */
export async function storeNode(
  tx: Tx,
  { now, jobs, config }: Pick<Deps, 'now' | 'jobs' | 'config'>,
  actor: Actor,
  { publisherId, fields, forAdmin }: { publisherId: string; fields: NodeFields; forAdmin: boolean },
): Promise<NodeRow | undefined> {
  const id = fields.id ?? ''
  assertNewNodeId(id, 'body.id')
  await lockName(tx, id)
  if (await findHolderOfName(tx, id, publisherId)) return undefined
  const at = now()
  const made = await insertNode(tx, {
    id,
    publisher_id: publisherId,
    name: id,
    status: nextNodeStatus('none', forAdmin ? 'import' : 'create'),
    was_public: forAdmin,
    created_at: at,
    updated_at: at,
  })
  if (!made) return undefined
  const repository = fields.repository
    ? await freeRepository(tx, { now, jobs }, made, fields.repository, 'body.repository')
    : {}
  const node = await changeNode(tx, id, {
    ...changesOf(config, made, fields, forAdmin),
    ...repository,
    updated_at: at,
  })
  await recordEvent(tx, {
    actor,
    action: 'node.create',
    subject: { kind: 'node', id },
    publisherId,
    after: { name: node.name, repository: node.repository_url },
    at,
  })
  markChanged(tx, `node:${id}`, 'nodes')
  return node
}
