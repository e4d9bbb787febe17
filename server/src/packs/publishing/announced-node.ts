import { pictureAddress } from '@nodeyard/analysis/manifest'
import type { PublishedNode } from '@nodeyard/contract/packs'
import type { AnnouncedNode } from '../../ground/db/schema.ts'
import { storedAddress } from '../nodes/repository.ts'

/**
 * Extracts the node columns that an announcement sets. A missing key or null keeps the value, an empty text
 * clears it. Compatibility comes only from the version. Source: clients 4.1.
 */
export function announcedNode(nodeId: string, sent: PublishedNode): AnnouncedNode {
  return {
    ...given('name', isSaid(sent.name) ? sent.name.trim() || nodeId : undefined),
    ...given('description', sent.description),
    ...given('author', sent.author),
    ...given('license', sent.license),
    ...given('icon_url', isSaid(sent.icon) ? pictureAddress(sent.icon) : undefined),
    ...given('banner_url', isSaid(sent.banner_url) ? pictureAddress(sent.banner_url) : undefined),
    ...given('tags', sent.tags),
    ...given('repository_url', isSaid(sent.repository) ? storedAddress(sent.repository) : undefined),
  }
}

const isSaid = (value: string | null | undefined): value is string => value !== undefined && value !== null

function given<Name extends keyof AnnouncedNode>(name: Name, value: AnnouncedNode[Name] | null) {
  return value === undefined || value === null ? {} : { [name]: value }
}
