import type { PublishedNode } from '@nodeyard/contract/versions'
import type { AnnouncedNode } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'
import { normalAddress } from '../nodes/repository.ts'

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
    ...given('icon_url', pictureAddress('icon', sent.icon)),
    ...given('banner_url', pictureAddress('banner_url', sent.banner_url)),
    ...given('tags', sent.tags),
    ...given(
      'repository_url',
      isSaid(sent.repository) ? normalAddress(sent.repository, 'body.node.repository') : undefined,
    ),
  }
}

const isSaid = (value: string | null | undefined): value is string => value !== undefined && value !== null

function given<Name extends keyof AnnouncedNode>(name: Name, value: AnnouncedNode[Name] | null) {
  return value === undefined || value === null ? {} : { [name]: value }
}

function pictureAddress(field: string, value: string | null | undefined): string | null | undefined {
  const address = value?.trim()
  if (address && !/^https?:\/\/[^\s]+$/i.test(address)) {
    throw new RegistryError('invalid_request', {
      message: `node.${field} must be an http(s) URL or empty`,
      field: `body.node.${field}`,
    })
  }
  return address ?? value
}
