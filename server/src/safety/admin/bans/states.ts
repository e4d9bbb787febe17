import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { PublisherStatus } from '../../../ground/db/schema.ts'
import { RegistryError } from '../../../ground/errors.ts'

/** Returns the status after a ban or unban. Throws for the registry's own publisher. Source: API contract 28.5. */
export function statusAfter(act: 'ban' | 'unban', { id }: { id: string }): PublisherStatus {
  if (id === unclaimedPublisherId) throw new RegistryError('publisher_is_reserved')
  return act === 'ban' ? 'banned' : 'active'
}
