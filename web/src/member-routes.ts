import type { RouteObject } from 'react-router'
import { memberPaths } from './account/member-links.ts'
import { adminPaths } from './admin/admin-paths.ts'
import { managePaths } from './manage/links.ts'
import { paths } from './paths.ts'

/** The file of each page that only signed-in people see. */
export const memberPageFiles: Readonly<Record<string, string>> = {
  account: 'src/account/account-page.tsx',
  ownNodes: 'src/publishers/own-nodes-page.tsx',
  managePublisher: 'src/publishers/manage-page.tsx',
  publisherMembers: 'src/publishers/members-page.tsx',
  publisherTokens: 'src/tokens/tokens-page.tsx',
  publisherWebhooks: 'src/webhooks/webhooks-page.tsx',
  trustedPublishing: 'src/tokens/trusted-publishing-page.tsx',
  publisherEvents: 'src/publishers/events-page.tsx',
  invitation: 'src/publishers/invitation-page.tsx',
  claimNode: 'src/claim/choose-publisher-page.tsx',
  claimMyNode: 'src/claim/claim-page.tsx',
  manageNode: 'src/manage/details-page.tsx',
  nodeVersions: 'src/manage/versions-page.tsx',
  managedVersion: 'src/manage/version-page.tsx',
  nodeStatistics: 'src/manage/statistics-page.tsx',
  nodeTransfer: 'src/manage/transfer-page.tsx',
  deleteNode: 'src/manage/delete-page.tsx',
  howToPublish: 'src/manage/how-to-publish-page.tsx',
  admin: 'src/admin/dashboard-page.tsx',
  adminNodes: 'src/admin/nodes-page.tsx',
  adminPublishers: 'src/admin/publishers-page.tsx',
  adminUsers: 'src/admin/users-page.tsx',
  adminUser: 'src/admin/user-page.tsx',
  adminUnclaimed: 'src/admin/claim-nodes-page.tsx',
  adminAddUnclaimed: 'src/admin/add-unclaimed-page.tsx',
  adminRanking: 'src/admin/search-ranking-page.tsx',
  adminPreempted: 'src/admin/preempted-names-page.tsx',
  adminCompatibility: 'src/admin/compatibility-page.tsx',
  adminReports: 'src/admin/reports-page.tsx',
  adminAdvisories: 'src/admin/advisories-page.tsx',
  adminCollisions: 'src/admin/collisions-page.tsx',
  adminRescans: 'src/admin/rescans-page.tsx',
  adminToken: 'src/admin/token-page.tsx',
  reviewQueue: 'src/admin/review/review-page.tsx',
  adminJobs: 'src/admin/oversight/jobs-page.tsx',
  adminAudit: 'src/admin/oversight/audit-page.tsx',
  adminNumbers: 'src/admin/oversight/numbers-page.tsx',
}

/**
 * The pages that only signed-in people see. The browser loads this table when somebody goes to an address that no
 * other page has, so that readers do not pay for it.
 */
export function createMemberRoutes(): RouteObject[] {
  return [
    { id: 'account', path: paths.account, lazy: () => import('./account/account-page.tsx') },
    { id: 'ownNodes', path: paths.ownNodes, lazy: () => import('./publishers/own-nodes-page.tsx') },
    {
      id: 'managePublisher',
      path: paths.managePublisher,
      lazy: () => import('./publishers/manage-page.tsx'),
    },
    {
      id: 'publisherMembers',
      path: memberPaths.publisherMembers,
      lazy: () => import('./publishers/members-page.tsx'),
    },
    {
      id: 'publisherWebhooks',
      path: memberPaths.publisherWebhooks,
      lazy: () => import('./webhooks/webhooks-page.tsx'),
    },
    {
      id: 'publisherTokens',
      path: paths.publisherTokens,
      lazy: () => import('./tokens/tokens-page.tsx'),
    },
    {
      id: 'trustedPublishing',
      path: paths.trustedPublishing,
      lazy: () => import('./tokens/trusted-publishing-page.tsx'),
    },
    {
      id: 'publisherEvents',
      path: memberPaths.publisherEvents,
      lazy: () => import('./publishers/events-page.tsx'),
    },
    { id: 'adminJobs', path: adminPaths.jobs, lazy: () => import('./admin/oversight/jobs-page.tsx') },
    { id: 'adminAudit', path: adminPaths.audit, lazy: () => import('./admin/oversight/audit-page.tsx') },
    {
      id: 'adminNumbers',
      path: adminPaths.numbers,
      lazy: () => import('./admin/oversight/numbers-page.tsx'),
    },
    { id: 'reviewQueue', path: adminPaths.reviewQueue, lazy: () => import('./admin/review/review-page.tsx') },
    {
      id: 'invitation',
      path: memberPaths.invitation,
      lazy: () => import('./publishers/invitation-page.tsx'),
    },
    { id: 'claimNode', path: paths.claimNode, lazy: () => import('./claim/choose-publisher-page.tsx') },
    { id: 'claimMyNode', path: memberPaths.claimMyNode, lazy: () => import('./claim/claim-page.tsx') },
    { id: 'manageNode', path: managePaths.details, lazy: () => import('./manage/details-page.tsx') },
    { id: 'nodeVersions', path: managePaths.versions, lazy: () => import('./manage/versions-page.tsx') },
    { id: 'managedVersion', path: managePaths.version, lazy: () => import('./manage/version-page.tsx') },
    {
      id: 'nodeStatistics',
      path: managePaths.statistics,
      lazy: () => import('./manage/statistics-page.tsx'),
    },
    { id: 'nodeTransfer', path: managePaths.transfer, lazy: () => import('./manage/transfer-page.tsx') },
    { id: 'deleteNode', path: managePaths.delete, lazy: () => import('./manage/delete-page.tsx') },
    { id: 'howToPublish', path: paths.howToPublish, lazy: () => import('./manage/how-to-publish-page.tsx') },
    { id: 'admin', path: paths.admin, lazy: () => import('./admin/dashboard-page.tsx') },
    { id: 'adminNodes', path: adminPaths.nodes, lazy: () => import('./admin/nodes-page.tsx') },
    { id: 'adminPublishers', path: adminPaths.publishers, lazy: () => import('./admin/publishers-page.tsx') },
    { id: 'adminUsers', path: adminPaths.users, lazy: () => import('./admin/users-page.tsx') },
    { id: 'adminUser', path: adminPaths.user, lazy: () => import('./admin/user-page.tsx') },
    { id: 'adminUnclaimed', path: adminPaths.unclaimed, lazy: () => import('./admin/claim-nodes-page.tsx') },
    {
      id: 'adminAddUnclaimed',
      path: adminPaths.addUnclaimed,
      lazy: () => import('./admin/add-unclaimed-page.tsx'),
    },
    { id: 'adminReports', path: adminPaths.reports, lazy: () => import('./admin/reports-page.tsx') },
    { id: 'adminAdvisories', path: adminPaths.advisories, lazy: () => import('./admin/advisories-page.tsx') },
    { id: 'adminCollisions', path: adminPaths.collisions, lazy: () => import('./admin/collisions-page.tsx') },
    { id: 'adminRescans', path: adminPaths.rescans, lazy: () => import('./admin/rescans-page.tsx') },
    { id: 'adminRanking', path: adminPaths.ranking, lazy: () => import('./admin/search-ranking-page.tsx') },
    {
      id: 'adminPreempted',
      path: adminPaths.preempted,
      lazy: () => import('./admin/preempted-names-page.tsx'),
    },
    {
      id: 'adminCompatibility',
      path: adminPaths.compatibility,
      lazy: () => import('./admin/compatibility-page.tsx'),
    },
    { id: 'adminToken', path: adminPaths.token, lazy: () => import('./admin/token-page.tsx') },
  ]
}
