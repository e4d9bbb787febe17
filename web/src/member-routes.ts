import type { RouteObject } from 'react-router'
import { paths } from './paths.ts'

/** The file of each page that only signed-in people see. */
export const memberPageFiles: Readonly<Record<string, string>> = {
  account: 'src/account/account-page.tsx',
  ownNodes: 'src/publishers/own-nodes-page.tsx',
  managePublisher: 'src/publishers/manage-page.tsx',
  publisherMembers: 'src/publishers/members-page.tsx',
  publisherEvents: 'src/publishers/events-page.tsx',
  invitation: 'src/publishers/invitation-page.tsx',
  admin: 'src/admin/dashboard-page.tsx',
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
      path: paths.publisherMembers,
      lazy: () => import('./publishers/members-page.tsx'),
    },
    {
      id: 'publisherEvents',
      path: paths.publisherEvents,
      lazy: () => import('./publishers/events-page.tsx'),
    },
    { id: 'invitation', path: paths.invitation, lazy: () => import('./publishers/invitation-page.tsx') },
    { id: 'admin', path: paths.admin, lazy: () => import('./admin/dashboard-page.tsx') },
  ]
}
