import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import type { PublisherStatus } from '../db/schema.ts'
import { RegistryError } from '../errors.ts'

/** Active to banned, and no way back by the API. The registry's own publisher is never banned. Source: API contract 28.5. */
export function statusAfterBan({ id }: { id: string; status: PublisherStatus }): PublisherStatus {
  if (id === unclaimedPublisherId) throw new RegistryError('publisher_is_reserved')
  return 'banned'
}
