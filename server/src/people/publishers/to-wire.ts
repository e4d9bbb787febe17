import type { Publisher, PublisherMember } from '@nodeyard/contract/publishers'
import type { PublisherStatus } from '../../ground/db/schema.ts'
import type { MemberRow, PublisherRow } from './sql.ts'

const statuses: Record<PublisherStatus, Publisher['status']> = {
  active: 'PublisherStatusActive',
  banned: 'PublisherStatusBanned',
}

export function publisherStatusFromWire(wire: Publisher['status']): PublisherStatus {
  return wire === statuses.banned ? 'banned' : 'active'
}

/** A publisher as it goes over the wire, wherever it is named. Its members are loaded by the single read only. */
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

/** Who a member is, beyond the name, concerns only those who work with them. */
export function toMember({ id, user_id, role, name, email }: MemberRow, inFull: boolean): PublisherMember {
  if (!inFull) return { role, user: { name } }
  return { id: String(id), role, user: { id: user_id, name, email } }
}
