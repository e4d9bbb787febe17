import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { changeNode, findReview, lockNode, putReview } from './sql.ts'
import { assertNotBanned } from './versions/readable-node.ts'

/**
 * Rates a node and returns its id. A second rating by the same user replaces the first. Source: API contract
 * 17.1.
 */
export function reviewNode(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  user: UserActor,
  { nodeId, star }: { nodeId: string; star: number },
): Promise<string> {
  assertMayWrite(user)
  return transact(deps, async (tx) => {
    const node = await lockNode(tx, nodeId)
    if (!node || node.status === 'deleted' || !node.was_public) throw new RegistryError('node_not_found')
    assertNotBanned(node)
    const before = await findReview(tx, node.id, user.id)
    await putReview(tx, { nodeId: node.id, userId: user.id, star, now: deps.now() })
    await changeNode(tx, node.id, {
      star_total: node.star_total - (before ?? 0) + star,
      review_count: node.review_count + (before === undefined ? 1 : 0),
    })
    await recordEvent(tx, {
      actor: user,
      action: 'node.review',
      subject: { kind: 'node', id: node.id },
      ...(before === undefined ? {} : { before: { star: before } }),
      after: { star },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
    return node.id
  })
}
