import type { Publisher, PublisherMember } from '@nodeyard/contract/people'
import type { PublisherStatus } from '../../ground/db/schema.ts'
import type { Config } from '../../ground/settings.ts'
import type { MemberRow, PublisherRow } from './sql.ts'

const statuses: Record<PublisherStatus, Publisher['status']> = {
  active: 'PublisherStatusActive',
  banned: 'PublisherStatusBanned',
}

/** Translates a status from its wire name. */
export function publisherStatusFromWire(wire: Publisher['status']): PublisherStatus {
  return wire === statuses.banned ? 'banned' : 'active'
}

type SiteConfig = Pick<Config, 'siteUrl'>

/** Whether this is the address at which the site shows the publisher's uploaded photo, as responses name it. */
export const isOwnPhoto = ({ siteUrl }: SiteConfig, id: string, address: string): boolean =>
  address.split('?', 1)[0] === photoAddress(siteUrl, id)

const photoAddress = (siteUrl: string, id: string) => `${siteUrl}/pictures/publishers/${id}`

/** Translates a publisher. Only the single read passes members. */
export function toPublisher(
  { siteUrl }: SiteConfig,
  row: PublisherRow,
  members: PublisherMember[] = [],
): Publisher {
  const { logo_upload: upload } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    website: row.website,
    support: row.support_email,
    source_code_repo: row.source_code_repo,
    logo: upload === '' ? row.logo_url : `${photoAddress(siteUrl, row.id)}?v=${upload.slice(0, 8)}`,
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
