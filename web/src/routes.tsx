import { data, Outlet, type RouteObject } from 'react-router'
import { ErrorPage } from './ground/page/error-page.tsx'
import type { PageProblem } from './ground/page/page-error.ts'
import { type Pages, routesOf } from './ground/page/pages.ts'
import { paths } from './ground/paths/paths.ts'
import { Document } from './public/shell/document.tsx'

/** Route that an error page replaces when a route below it fails. */
export const contentRouteId = 'content'
/** Route that matches when no page does. */
export const unknownRouteId = 'nothing'

/** The pages of every visitor. */
export const publicPages: Pages = {
  [paths.home]: () => import('./public/search/home-page.tsx'),
  [paths.node]: () => import('./public/nodes/node-page.tsx'),
  [paths.versions]: () => import('./public/nodes/versions-page.tsx'),
  [paths.version]: () => import('./public/nodes/version-page.tsx'),
  [paths.source]: () => import('./public/source/source-page.tsx'),
  [paths.compare]: () => import('./public/source/compare-page.tsx'),
  [paths.comfyNode]: () => import('./public/nodes/comfy-node-page.tsx'),
  [paths.workflow]: () => import('./public/nodes/workflow-page.tsx'),
  [paths.workflows]: () => import('./public/workflows/gallery-page.tsx'),
  [paths.collections]: () => import('./public/collections/collections-page.tsx'),
  [paths.collection]: () => import('./public/collections/collection-page.tsx'),
  [paths.publisher]: () => import('./public/publishers/publisher-page.tsx'),
  [paths.nodeOfPublisher]: () => import('./public/nodes/node-of-publisher.ts'),
  [paths.tags]: () => import('./public/search/tags-page.tsx'),
  [paths.comparePacks]: () => import('./public/compare/compare-page.tsx'),
  [paths.resolve]: () => import('./public/resolve/resolve-page.tsx'),
  [paths.repository]: () => import('./public/repositories/repository-page.tsx'),
  [paths.installation]: () => import('./public/installation/installation-page.tsx'),
  [paths.status]: () => import('./public/service/status-page.tsx'),
  [paths.security]: () => import('./public/service/security-page.tsx'),
  [paths.advisories]: () => import('./public/safety/advisories-page.tsx'),
  [paths.advisory]: () => import('./public/safety/advisory-page.tsx'),
  [paths.apiDocs]: () => import('./public/api-docs/api-page.tsx'),
  [paths.login]: () => import('./account/sign-in/login-page.tsx'),
  [paths.signup]: () => import('./account/sign-in/signup-page.tsx'),
  [paths.logout]: () => import('./account/sign-in/logout-page.tsx'),
  [paths.resetPassword]: () => import('./account/sign-in/reset-page.tsx'),
  [paths.mailedAction]: () => import('./account/sign-in/mailed-action-page.tsx'),
  // Always included: otherwise the publisher route would match this address.
  [paths.createPublisher]: () => import('./workspace/publishers/create-page.tsx'),
}

/**
 * Creates new routes for each router, because routers store loaded modules in them. `more` takes the routes
 * for signed-in users.
 */
export function createRoutes(more: RouteObject[] = []): RouteObject[] {
  const children = [...routesOf(publicPages), ...more, { id: unknownRouteId, path: '*', loader: nothingHere }]
  const content = { id: contentRouteId, Component: Outlet, ErrorBoundary: ErrorPage, children }
  return [{ id: 'document', Component: Document, children: [content] }]
}

function nothingHere(): never {
  throw data<PageProblem>({ code: 'page_not_found', message: '' }, { status: 404 })
}
