import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { shareOwnedPublisher } from '../../people/publishers/owner.ts'
import { sharePublisher } from '../../people/publishers/sql.ts'
import type { Deps } from './deps.ts'
import { moveNode } from './move.ts'
import { lockNode } from './sql.ts'
import {
  deleteClosedTransferOf,
  deleteTransferOf,
  deleteTransfersBy,
  findOpenTransfer,
  insertTransfer,
  type OfferTerms,
  type TransferRow,
} from './transfers/sql.ts'
import { lockEditableNode, type NodePath } from './versions/editable-node.ts'

type TransferDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'config'>
const dayMs = 86_400_000

/** Offers a node to another publisher. Nothing changes until that publisher accepts. */
export function offerNode(
  deps: TransferDeps,
  user: UserActor,
  path: NodePath,
  to: string,
): Promise<TransferRow> {
  const at = deps.now()
  return transact(deps, async (tx) => {
    const node = await lockEditableNode(tx, user, path)
    if (to === node.publisher_id) throw new RegistryError('transfer_to_itself', { field: 'body.to' })
    const receiver = await sharePublisher(tx, to)
    if (!receiver || receiver.status === 'banned') throw new RegistryError('publisher_not_found')
    await deleteClosedTransferOf(tx, node.id, offerTerms(deps))
    const transfer = await insertTransfer(tx, {
      id: deps.newId(),
      node_id: node.id,
      from_publisher_id: node.publisher_id,
      to_publisher_id: to,
      requested_by: user.id,
      created_at: at,
      expires_at: new Date(at.getTime() + limits.transferDays * dayMs),
    })
    if (!transfer) throw new RegistryError('transfer_exists')
    await record(tx, deps, user, transfer, 'node.offer')
    return transfer
  })
}

/**
 * Accepts an offer and returns the node's id. The node can have been moved, banned or deleted since the
 * offer.
 */
export function acceptTransfer(
  deps: TransferDeps,
  user: UserActor,
  { publisherId, transferId }: { publisherId: string; transferId: string },
): Promise<string> {
  assertMayWrite(user)
  return transact(deps, async (tx) => {
    const publisher = await shareOwnedPublisher(tx, publisherId, user)
    if (publisher.status === 'banned') throw new RegistryError('publisher_banned')
    const transfer = await lockOpen(tx, deps, transferId)
    if (transfer.to_publisher_id !== publisherId) throw new RegistryError('transfer_not_found')
    const node = await lockNode(tx, transfer.node_id)
    if (node?.status === 'banned') throw new RegistryError('node_banned')
    const isGiven = node?.status === 'active' || node?.status === 'draft'
    if (!isGiven || node.publisher_id !== transfer.from_publisher_id) {
      throw new RegistryError('transfer_not_found')
    }
    await moveNode(tx, deps, user, node, { to: publisherId, action: 'node.transfer' })
    return node.id
  })
}

/** Ends an offer: the sender withdraws it, or the recipient declines. */
export function endTransfer(
  deps: TransferDeps,
  user: UserActor,
  { publisherId, transferId }: { publisherId: string; transferId: string },
): Promise<void> {
  assertMayWrite(user)
  return transact(deps, async (tx) => {
    await shareOwnedPublisher(tx, publisherId, user)
    const transfer = await lockOpen(tx, deps, transferId)
    const isSender = transfer.from_publisher_id === publisherId
    if (!isSender && transfer.to_publisher_id !== publisherId) throw new RegistryError('transfer_not_found')
    await deleteTransferOf(tx, transfer.node_id)
    await record(tx, deps, user, transfer, isSender ? 'node.offer-withdraw' : 'node.offer-decline')
  })
}

/** Locks the node first, in the same order as every change of an offer. */
async function lockOpen(tx: Tx, deps: TransferDeps, transferId: string): Promise<TransferRow> {
  const terms = offerTerms(deps)
  const seen = await findOpenTransfer(tx, transferId, terms)
  if (seen) await lockNode(tx, seen.node_id)
  const transfer = seen && (await findOpenTransfer(tx, transferId, terms))
  if (!transfer) throw new RegistryError('transfer_not_found')
  return transfer
}

export function offerTerms({ now, config }: Pick<Deps, 'now' | 'config'>): OfferTerms {
  return { now: now(), namedAdmins: config.adminEmails }
}

/** Deletes all offers that one user made since a time. */
export async function withdrawOffersBy(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  userId: string,
  since: Date,
): Promise<void> {
  for (const transfer of await deleteTransfersBy(tx, userId, since)) {
    await record(tx, deps, { kind: 'user', id: userId }, transfer, 'node.offer-withdraw')
  }
}

async function record(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  user: { kind: 'user'; id: string },
  { id, node_id, from_publisher_id, to_publisher_id }: TransferRow,
  action: string,
): Promise<void> {
  for (const publisherId of [from_publisher_id, to_publisher_id]) {
    await recordEvent(tx, {
      actor: user,
      action,
      subject: { kind: 'node', id: node_id },
      publisherId,
      after: { transfer: id, from: from_publisher_id, to: to_publisher_id },
      at: now(),
    })
  }
  markChanged(tx, `publisher:${from_publisher_id}`, `publisher:${to_publisher_id}`)
}
