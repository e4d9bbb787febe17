import type { Publisher, PublisherMember } from '@nodeyard/contract/people'
import type { PublisherStatus } from '../../ground/db/schema.ts'
import type { MemberRow, PublisherRow } from './sql.ts'

const statuses: Record<PublisherStatus, Publisher['status']> = {
  active: 'PublisherStatusActive',
  banned: 'PublisherStatusBanned',
}

/** Translates a status from its wire name. */
export function publisherStatusFromWire(wire: Publisher['status']): PublisherStatus {
  return wire === statuses.banned ? 'banned' : 'active'
}

/** Translates a publisher. Only the single read passes members. */
export function toPublisher(row: PublisherRow, members: PublisherMember[] = []): Publisher {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    website: row.website,
    support: row.support_email,
    source_code_repo: row.source_code_repo,
    logo: row.logo_url,
    createdAt: row.created_at.toISOString(),
    members,
    status: statuses[row.status],
  }
}

/** Translates a member; `isFull` adds ids and email, for fellow members and admins. */
export function toMember({ id, user_id, role, name, email }: MemberRow, isFull: boolean): PublisherMember {
  if (!isFull) return { role, user: { name } }
  return { id: String(id), role, user: { id: user_id, name, email } }
}
