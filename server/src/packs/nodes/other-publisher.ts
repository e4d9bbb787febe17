import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { RegistryError } from '../../ground/errors.ts'
import type { NodeRow } from './sql.ts'

/** Refuses a node of another publisher, and names that publisher, because the node may have been transferred. */
export function nodeOfOtherPublisher({
  status,
  publisher_id: owner,
}: Pick<NodeRow, 'status' | 'publisher_id'>): RegistryError {
  const isShown = status === 'active' && owner !== unclaimedPublisherId
  return new RegistryError(
    'node_of_other_publisher',
    isShown ? { details: [`It belongs to the publisher ${owner}.`] } : {},
  )
}
