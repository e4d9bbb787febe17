import { limits } from '@nodeyard/contract/limits'
import type { PageSearch } from './links.ts'
import { paths, pathTo } from './paths.ts'
import { pageField, type Schema, textField, writeSearch } from './search-params.ts'

/** Pages that only signed-in people see. They are no part of `paths.ts`, which everybody loads. */
export const memberPaths = {
  publisherMembers: '/publishers/:publisherId/manage/members',
  publisherWebhooks: '/publishers/:publisherId/manage/webhooks',
  publisherEvents: '/publishers/:publisherId/manage/events',
  invitation: '/invitations',
  claimMyNode: '/publishers/:publisherId/claim-my-node',
} as const

/** Of one of the own publishers, the page of its nodes. */
export interface OwnNodesSearch extends PageSearch {
  publisher: string
}
export const ownNodesSearch: Schema<OwnNodesSearch> = {
  publisher: textField(limits.publisherIdLength),
  page: pageField,
}

export interface ClaimSearch {
  nodeId: string
  /** Of a node that the publisher has already, when it is not the one that the node names. */
  repository: string
}
export const claimSearch: Schema<ClaimSearch> = {
  nodeId: textField(limits.nodeIdLength),
  repository: textField(limits.urlLength),
}

export const memberLinks = {
  ownNodes: (search: Partial<OwnNodesSearch>) => paths.ownNodes + writeSearch(ownNodesSearch, search),
  publisherWebhooks: (publisherId: string) => pathTo(memberPaths.publisherWebhooks, { publisherId }),
  publisherMembers: (publisherId: string) => pathTo(memberPaths.publisherMembers, { publisherId }),
  publisherEvents: (publisherId: string) => pathTo(memberPaths.publisherEvents, { publisherId }),
  /** Whoever has the secret may accept: it stands where servers do not see it. */
  invitation: (secret: string) => `${memberPaths.invitation}#${secret}`,
  claimMyNode: (publisherId: string, search: Partial<ClaimSearch>) =>
    pathTo(memberPaths.claimMyNode, { publisherId }) + writeSearch(claimSearch, search),
} as const
