import type { RouteObject } from 'react-router'
import { adminPaths } from './admin/kit/admin-paths.ts'
import { type Pages, routesOf } from './ground/page/pages.ts'
import { managePaths } from './ground/paths/manage-links.ts'
import { memberPaths } from './ground/paths/member-links.ts'
import { paths } from './ground/paths/paths.ts'

/**
 * The pages for signed-in users. Browsers load this module only when no public page matches an address, which keeps it out of
 * the first load.
 */
export const memberPages: Pages = {
  [paths.account]: () => import('./account/settings/account-page.tsx'),
  [paths.ownNodes]: () => import('./workspace/publishers/own-nodes-page.tsx'),
  [paths.managePublisher]: () => import('./workspace/publishers/manage-page.tsx'),
  [memberPaths.publisherMembers]: () => import('./workspace/publishers/members-page.tsx'),
  [memberPaths.publisherWebhooks]: () => import('./workspace/webhooks/webhooks-page.tsx'),
  [memberPaths.editCollection]: () => import('./workspace/collections/edit-page.tsx'),
  [memberPaths.device]: () => import('./workspace/tokens/device-page.tsx'),
  [paths.publisherTokens]: () => import('./workspace/tokens/tokens-page.tsx'),
  [paths.trustedPublishing]: () => import('./workspace/tokens/trusted-publishing-page.tsx'),
  [memberPaths.publisherEvents]: () => import('./workspace/publishers/events-page.tsx'),
  [memberPaths.invitation]: () => import('./workspace/publishers/invitation-page.tsx'),
  [paths.claimNode]: () => import('./workspace/claim/choose-publisher-page.tsx'),
  [memberPaths.claimMyNode]: () => import('./workspace/claim/claim-page.tsx'),
  [managePaths.details]: () => import('./workspace/nodes/details-page.tsx'),
  [managePaths.versions]: () => import('./workspace/nodes/versions-page.tsx'),
  [managePaths.version]: () => import('./workspace/nodes/version-page.tsx'),
  [managePaths.statistics]: () => import('./workspace/nodes/statistics-page.tsx'),
  [managePaths.transfer]: () => import('./workspace/nodes/transfer-page.tsx'),
  [managePaths.delete]: () => import('./workspace/nodes/delete-page.tsx'),
  // Public, but for developers.
  [paths.howToPublish]: () => import('./workspace/nodes/how-to-publish-page.tsx'),
  [adminPaths.jobs]: () => import('./admin/oversight/jobs-page.tsx'),
  [adminPaths.audit]: () => import('./admin/oversight/audit-page.tsx'),
  [adminPaths.numbers]: () => import('./admin/oversight/numbers-page.tsx'),
  [adminPaths.reviewQueue]: () => import('./admin/review/review-page.tsx'),
  [paths.admin]: () => import('./admin/oversight/dashboard-page.tsx'),
  [adminPaths.nodes]: () => import('./admin/nodes/nodes-page.tsx'),
  [adminPaths.publishers]: () => import('./admin/publishers/publishers-page.tsx'),
  [adminPaths.users]: () => import('./admin/users/users-page.tsx'),
  [adminPaths.user]: () => import('./admin/users/user-page.tsx'),
  [adminPaths.unclaimed]: () => import('./admin/nodes/claim-nodes-page.tsx'),
  [adminPaths.addUnclaimed]: () => import('./admin/nodes/add-unclaimed-page.tsx'),
  [adminPaths.reports]: () => import('./admin/safety/reports-page.tsx'),
  [adminPaths.advisories]: () => import('./admin/safety/advisories-page.tsx'),
  [adminPaths.collisions]: () => import('./admin/safety/collisions-page.tsx'),
  [adminPaths.rescans]: () => import('./admin/safety/rescans-page.tsx'),
  [adminPaths.readings]: () => import('./admin/safety/readings-page.tsx'),
  [adminPaths.ranking]: () => import('./admin/nodes/search-ranking-page.tsx'),
  [adminPaths.preempted]: () => import('./admin/nodes/preempted-names-page.tsx'),
  [adminPaths.replacements]: () => import('./admin/nodes/replacements-page.tsx'),
  [adminPaths.compatibility]: () => import('./admin/nodes/compatibility-page.tsx'),
  [adminPaths.token]: () => import('./admin/oversight/token-page.tsx'),
}

export const createMemberRoutes = (): RouteObject[] => routesOf(memberPages)
