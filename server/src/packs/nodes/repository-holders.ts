import { readRepository } from '@nodeyard/analysis/ground'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { RepositoryProof } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { storedAddress } from './repository.ts'
import {
  changeNode,
  listDraftRepositories,
  listRepositoryHolders,
  type NodeChange,
  type NodeRow,
} from './sql.ts'

/** Columns of a node without a repository. Data read from a repository belongs to the node that holds it. */
export const freedRepository = {
  repository_key: null,
  repository_folder: '',
  repository_proof: null,
  github_repository_id: null,
  github_stars: 0,
  github_stars_at: null,
} as const satisfies NodeChange

export interface Wanted {
  address: string
  /** The proof of control in the current request. */
  proof: RepositoryProof | null
}

type Wanting = Pick<NodeRow, 'id' | 'publisher_id' | 'repository_key'>

/**
 * Whether a node keeps its repository when another publisher's node names the same one. Without proof, the
 * first node with an active version keeps it. An unclaimed node also keeps it, because it can be claimed.
 * Pure.
 */
export function keepsRepository(
  holder: Pick<NodeRow, 'publisher_id' | 'repository_proof' | 'status'>,
  proof: RepositoryProof | null,
): boolean {
  if (holder.publisher_id === unclaimedPublisherId || holder.repository_proof !== null) return true
  return proof === null && holder.status === 'active'
}

/**
 * Lists nodes that cannot share the repository. One publisher can have several nodes in it, each in its own
 * folder, and keeps that after a transfer.
 */
export async function listRivals(tx: Tx, node: Wanting, address: string): Promise<NodeRow[]> {
  const place = readRepository(address)
  if (!place) return []
  const isAmongThem = node.repository_key === place.key
  const holders = await listRepositoryHolders(tx, place.key, node.id)
  return holders.filter(
    (one) =>
      one.repository_folder === place.folder || (!isAmongThem && one.publisher_id !== node.publisher_id),
  )
}

/** Returns the rival that keeps the repository from this node, if any. */
export const keeperAmong = (rivals: readonly NodeRow[], node: Wanting, proof: RepositoryProof | null) =>
  rivals.find((rival) => rival.publisher_id === node.publisher_id || keepsRepository(rival, proof))

/**
 * Throws `duplicate_repository` when another node keeps the repository. Returns the rivals, which would lose it. Changes
 * nothing.
 */
export async function assertRepositoryFree(
  tx: Tx,
  node: Wanting,
  wanted: Wanted,
  field: string,
): Promise<NodeRow[]> {
  const rivals = await listRivals(tx, node, wanted.address)
  const keeper = keeperAmong(rivals, node, wanted.proof)
  const reason = keeper ? keeperReason(node, keeper) : await ownDraftReason(tx, node, wanted.address)
  if (reason === undefined) return rivals
  throw new RegistryError('duplicate_repository', {
    // Existing clients search for this text instead of a code. Source: API contract 12.1.
    error: `duplicate: node with same repo already exists: ${storedAddress(wanted.address)}`,
    details: [reason],
    field,
  })
}

/** Drafts never block other publishers. In its own publisher, one of two nodes would lose the link later. */
async function ownDraftReason(tx: Tx, node: Wanting, address: string): Promise<string | undefined> {
  const place = readRepository(address)
  if (!place) return undefined
  const named = await listDraftRepositories(tx, node.publisher_id, node.id)
  const draft = named.find((one) => {
    const other = readRepository(one.address)
    return other?.key === place.key && other.folder === place.folder
  })
  return draft && whyOwn(draft.id)
}

const whyOwn = (id: string) =>
  `Your node ${id} has this repository. Add the folder of this node to the address, such as https://github.com/owner/name/tree/main/packs/b.`

function keeperReason(node: Wanting, { id, publisher_id, status, repository_proof }: NodeRow): string {
  if (publisher_id === node.publisher_id) return whyOwn(id)
  if (publisher_id === unclaimedPublisherId) {
    return `The node ${id} has this repository. Nobody has claimed it yet: claim it instead.`
  }
  const holder = status === 'draft' ? 'A node of another publisher' : `The node ${id} of another publisher`
  return repository_proof === null
    ? `${holder} has this repository. If the repository is yours, prove it: publish by trusted publishing from it, or claim it for your node with your account at the code host.`
    : `${holder} has this repository, and its publisher has proven control of it.`
}

/**
 * Removes the repository, and data read from it, from a locked node. Both publishers see it in their logs.
 */
export async function yieldRepository(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  loser: NodeRow,
  keeper: NodeRow,
): Promise<NodeRow> {
  const changed = await changeNode(tx, loser.id, {
    ...freedRepository,
    // An imported node still shows its source.
    ...(loser.publisher_id === unclaimedPublisherId ? {} : { repository_url: '' }),
    updated_at: now(),
  })
  for (const [node, action] of [
    [loser, 'node.repository-lost'],
    [keeper, 'node.repository-kept'],
  ] as const) {
    await recordEvent(tx, {
      actor: { kind: 'service', id: 'repositories' },
      action,
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      before: { repository: loser.repository_url },
      after: { loser: loser.id, keeper: keeper.id },
      at: now(),
    })
  }
  markChanged(tx, `node:${loser.id}`, 'nodes')
  return changed
}
