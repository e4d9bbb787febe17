import type { RouteObject } from 'react-router'
import { adminPaths } from './admin/kit/admin-paths.ts'
import { managePaths } from './ground/paths/manage-links.ts'
import { memberPaths } from './ground/paths/member-links.ts'
import { paths } from './ground/paths/paths.ts'

/** Source files of the pages for signed-in users, by route id. */
export const memberPageFiles: Readonly<Record<string, string>> = {
  account: 'src/account/settings/account-page.tsx',
  ownNodes: 'src/workspace/publishers/own-nodes-page.tsx',
  managePublisher: 'src/workspace/publishers/manage-page.tsx',
  publisherMembers: 'src/workspace/publishers/members-page.tsx',
  publisherTokens: 'src/workspace/tokens/tokens-page.tsx',
  publisherWebhooks: 'src/workspace/webhooks/webhooks-page.tsx',
  device: 'src/workspace/tokens/device-page.tsx',
  editCollection: 'src/workspace/collections/edit-page.tsx',
  trustedPublishing: 'src/workspace/tokens/trusted-publishing-page.tsx',
  publisherEvents: 'src/workspace/publishers/events-page.tsx',
  invitation: 'src/workspace/publishers/invitation-page.tsx',
  claimNode: 'src/workspace/claim/choose-publisher-page.tsx',
  claimMyNode: 'src/workspace/claim/claim-page.tsx',
  manageNode: 'src/workspace/nodes/details-page.tsx',
  nodeVersions: 'src/workspace/nodes/versions-page.tsx',
  managedVersion: 'src/workspace/nodes/version-page.tsx',
  nodeStatistics: 'src/workspace/nodes/statistics-page.tsx',
  nodeTransfer: 'src/workspace/nodes/transfer-page.tsx',
  deleteNode: 'src/workspace/nodes/delete-page.tsx',
  howToPublish: 'src/workspace/nodes/how-to-publish-page.tsx',
  admin: 'src/admin/oversight/dashboard-page.tsx',
  adminNodes: 'src/admin/nodes/nodes-page.tsx',
  adminPublishers: 'src/admin/publishers/publishers-page.tsx',
  adminUsers: 'src/admin/users/users-page.tsx',
  adminUser: 'src/admin/users/user-page.tsx',
  adminUnclaimed: 'src/admin/nodes/claim-nodes-page.tsx',
  adminAddUnclaimed: 'src/admin/nodes/add-unclaimed-page.tsx',
  adminRanking: 'src/admin/nodes/search-ranking-page.tsx',
  adminPreempted: 'src/admin/nodes/preempted-names-page.tsx',
  adminReplacements: 'src/admin/nodes/replacements-page.tsx',
  adminCompatibility: 'src/admin/nodes/compatibility-page.tsx',
  adminReports: 'src/admin/safety/reports-page.tsx',
  adminAdvisories: 'src/admin/safety/advisories-page.tsx',
  adminCollisions: 'src/admin/safety/collisions-page.tsx',
  adminRescans: 'src/admin/safety/rescans-page.tsx',
  adminReadings: 'src/admin/safety/readings-page.tsx',
  adminToken: 'src/admin/oversight/token-page.tsx',
  reviewQueue: 'src/admin/review/review-page.tsx',
  adminJobs: 'src/admin/oversight/jobs-page.tsx',
  adminAudit: 'src/admin/oversight/audit-page.tsx',
  adminNumbers: 'src/admin/oversight/numbers-page.tsx',
}

/**
 * Creates the routes of the pages for signed-in users. Browsers load this module only when no public route
 * matches an address, which keeps it out of the first load.
 */
export function createMemberRoutes(): RouteObject[] {
  return [...workspaceRoutes(), ...adminRoutes()]
}

function workspaceRoutes(): RouteObject[] {
  return [
    // Public, but for developers.
    { id: 'account', path: paths.account, lazy: () => import('./account/settings/account-page.tsx') },
    { id: 'ownNodes', path: paths.ownNodes, lazy: () => import('./workspace/publishers/own-nodes-page.tsx') },
    {
      id: 'managePublisher',
      path: paths.managePublisher,
      lazy: () => import('./workspace/publishers/manage-page.tsx'),
    },
    {
      id: 'publisherMembers',
      path: memberPaths.publisherMembers,
      lazy: () => import('./workspace/publishers/members-page.tsx'),
    },
    {
      id: 'publisherWebhooks',
      path: memberPaths.publisherWebhooks,
      lazy: () => import('./workspace/webhooks/webhooks-page.tsx'),
    },
    {
      id: 'editCollection',
      path: memberPaths.editCollection,
      lazy: () => import('./workspace/collections/edit-page.tsx'),
    },
    { id: 'device', path: memberPaths.device, lazy: () => import('./workspace/tokens/device-page.tsx') },
    {
      id: 'publisherTokens',
      path: paths.publisherTokens,
      lazy: () => import('./workspace/tokens/tokens-page.tsx'),
    },
    {
      id: 'trustedPublishing',
      path: paths.trustedPublishing,
      lazy: () => import('./workspace/tokens/trusted-publishing-page.tsx'),
    },
    {
      id: 'publisherEvents',
      path: memberPaths.publisherEvents,
      lazy: () => import('./workspace/publishers/events-page.tsx'),
    },
    {
      id: 'invitation',
      path: memberPaths.invitation,
      lazy: () => import('./workspace/publishers/invitation-page.tsx'),
    },
    {
      id: 'claimNode',
      path: paths.claimNode,
      lazy: () => import('./workspace/claim/choose-publisher-page.tsx'),
    },
    {
      id: 'claimMyNode',
      path: memberPaths.claimMyNode,
      lazy: () => import('./workspace/claim/claim-page.tsx'),
    },
    { id: 'manageNode', path: managePaths.details, lazy: () => import('./workspace/nodes/details-page.tsx') },
    {
      id: 'nodeVersions',
      path: managePaths.versions,
      lazy: () => import('./workspace/nodes/versions-page.tsx'),
    },
    {
      id: 'managedVersion',
      path: managePaths.version,
      lazy: () => import('./workspace/nodes/version-page.tsx'),
    },
    {
      id: 'nodeStatistics',
      path: managePaths.statistics,
      lazy: () => import('./workspace/nodes/statistics-page.tsx'),
    },
    {
      id: 'nodeTransfer',
      path: managePaths.transfer,
      lazy: () => import('./workspace/nodes/transfer-page.tsx'),
    },
    { id: 'deleteNode', path: managePaths.delete, lazy: () => import('./workspace/nodes/delete-page.tsx') },
    {
      id: 'howToPublish',
      path: paths.howToPublish,
      lazy: () => import('./workspace/nodes/how-to-publish-page.tsx'),
    },
  ]
}

function adminRoutes(): RouteObject[] {
  return [
    { id: 'adminJobs', path: adminPaths.jobs, lazy: () => import('./admin/oversight/jobs-page.tsx') },
    { id: 'adminAudit', path: adminPaths.audit, lazy: () => import('./admin/oversight/audit-page.tsx') },
    {
      id: 'adminNumbers',
      path: adminPaths.numbers,
      lazy: () => import('./admin/oversight/numbers-page.tsx'),
    },
    { id: 'reviewQueue', path: adminPaths.reviewQueue, lazy: () => import('./admin/review/review-page.tsx') },
    { id: 'admin', path: paths.admin, lazy: () => import('./admin/oversight/dashboard-page.tsx') },
    { id: 'adminNodes', path: adminPaths.nodes, lazy: () => import('./admin/nodes/nodes-page.tsx') },
    {
      id: 'adminPublishers',
      path: adminPaths.publishers,
      lazy: () => import('./admin/publishers/publishers-page.tsx'),
    },
    { id: 'adminUsers', path: adminPaths.users, lazy: () => import('./admin/users/users-page.tsx') },
    { id: 'adminUser', path: adminPaths.user, lazy: () => import('./admin/users/user-page.tsx') },
    {
      id: 'adminUnclaimed',
      path: adminPaths.unclaimed,
      lazy: () => import('./admin/nodes/claim-nodes-page.tsx'),
    },
    {
      id: 'adminAddUnclaimed',
      path: adminPaths.addUnclaimed,
      lazy: () => import('./admin/nodes/add-unclaimed-page.tsx'),
    },
    { id: 'adminReports', path: adminPaths.reports, lazy: () => import('./admin/safety/reports-page.tsx') },
    {
      id: 'adminAdvisories',
      path: adminPaths.advisories,
      lazy: () => import('./admin/safety/advisories-page.tsx'),
    },
    {
      id: 'adminCollisions',
      path: adminPaths.collisions,
      lazy: () => import('./admin/safety/collisions-page.tsx'),
    },
    { id: 'adminRescans', path: adminPaths.rescans, lazy: () => import('./admin/safety/rescans-page.tsx') },
    {
      id: 'adminReadings',
      path: adminPaths.readings,
      lazy: () => import('./admin/safety/readings-page.tsx'),
    },
    {
      id: 'adminRanking',
      path: adminPaths.ranking,
      lazy: () => import('./admin/nodes/search-ranking-page.tsx'),
    },
    {
      id: 'adminPreempted',
      path: adminPaths.preempted,
      lazy: () => import('./admin/nodes/preempted-names-page.tsx'),
    },
    {
      id: 'adminReplacements',
      path: adminPaths.replacements,
      lazy: () => import('./admin/nodes/replacements-page.tsx'),
    },
    {
      id: 'adminCompatibility',
      path: adminPaths.compatibility,
      lazy: () => import('./admin/nodes/compatibility-page.tsx'),
    },
    { id: 'adminToken', path: adminPaths.token, lazy: () => import('./admin/oversight/token-page.tsx') },
  ]
}
