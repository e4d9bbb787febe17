import { limits } from '@nodeyard/contract/limits'
import { paths, pathTo } from './paths.ts'
import { pageField, type SearchOf, textField, writeSearch } from './search-params.ts'

/** Pages for signed-in users. Separate from `paths.ts`, which every visitor loads. */
export const memberPaths = {
  publisherMembers: '/publishers/:publisherId/manage/members',
  publisherWebhooks: '/publishers/:publisherId/manage/webhooks',
  publisherEvents: '/publishers/:publisherId/manage/events',
  invitation: '/invitations',
  claimMyNode: '/publishers/:publisherId/claim-my-node',
  device: '/device',
  editCollection: '/collections/:collectionId/edit',
} as const

/** Page of the node list, for one of the user's publishers. */
export const ownNodesSearch = {
  publisher: textField(limits.publisherIdLength),
  page: pageField,
}
type OwnNodesSearch = SearchOf<typeof ownNodesSearch>

export const claimSearch = {
  nodeId: textField(limits.nodeIdLength),
  /** A repository to prove for an own node, if it differs from the node's current one. */
  repository: textField(limits.urlLength),
}
type ClaimSearch = SearchOf<typeof claimSearch>

export const memberLinks = {
  ownNodes: (search: Partial<OwnNodesSearch>) => paths.ownNodes + writeSearch(ownNodesSearch, search),
  publisherWebhooks: (publisherId: string) => pathTo(memberPaths.publisherWebhooks, { publisherId }),
  publisherMembers: (publisherId: string) => pathTo(memberPaths.publisherMembers, { publisherId }),
  publisherEvents: (publisherId: string) => pathTo(memberPaths.publisherEvents, { publisherId }),
  editCollection: (collectionId: string) => pathTo(memberPaths.editCollection, { collectionId }),
  /** The secret is in the fragment, which never reaches a server, because anyone with it can accept. */
  invitation: (secret: string) => `${memberPaths.invitation}#${secret}`,
  claimMyNode: (publisherId: string, search: Partial<ClaimSearch>) =>
    pathTo(memberPaths.claimMyNode, { publisherId }) + writeSearch(claimSearch, search),
} as const
