import { data, Outlet, type RouteObject } from 'react-router'
import type { PageProblem } from './page-error.ts'
import { paths } from './paths.ts'
import { Document } from './shell/document.tsx'
import { ErrorPage } from './shell/error-page.tsx'

/** The part of the page that turns into an error page when something below it fails. */
export const contentRouteId = 'content'
/** What no page has the address of. */
export const unknownRouteId = 'nothing'

/** The file of each page, so that the server can name it to the browser before any script runs. */
export const pageFiles: Readonly<Record<string, string>> = {
  home: 'src/home/home-page.tsx',
  node: 'src/nodes/node-page.tsx',
  versions: 'src/nodes/versions-page.tsx',
  version: 'src/nodes/version-page.tsx',
  source: 'src/source/source-page.tsx',
  compare: 'src/source/compare-page.tsx',
  publisher: 'src/publishers/publisher-page.tsx',
  nodeOfPublisher: 'src/nodes/node-of-publisher.ts',
  tags: 'src/home/tags-page.tsx',
  resolve: 'src/resolve/resolve-page.tsx',
  status: 'src/service/status-page.tsx',
  security: 'src/service/security-page.tsx',
  advisories: 'src/safety/advisories-page.tsx',
  advisory: 'src/safety/advisory-page.tsx',
  apiDocs: 'src/api-docs/api-page.tsx',
  login: 'src/auth/login-page.tsx',
  signup: 'src/auth/signup-page.tsx',
  logout: 'src/auth/logout-page.tsx',
  resetPassword: 'src/auth/reset-page.tsx',
  mailedAction: 'src/auth/mailed-action-page.tsx',
  createPublisher: 'src/publishers/create-page.tsx',
}

/**
 * A fresh tree for each router: routers write what they have loaded into it. `more`: the pages for signed-in people,
 * `member-routes.ts`.
 */
export function createRoutes(more: RouteObject[] = []): RouteObject[] {
  const pages: RouteObject[] = [
    { id: 'home', path: paths.home, lazy: () => import('./home/home-page.tsx') },
    { id: 'node', path: paths.node, lazy: () => import('./nodes/node-page.tsx') },
    { id: 'versions', path: paths.versions, lazy: () => import('./nodes/versions-page.tsx') },
    { id: 'version', path: paths.version, lazy: () => import('./nodes/version-page.tsx') },
    { id: 'source', path: paths.source, lazy: () => import('./source/source-page.tsx') },
    { id: 'compare', path: paths.compare, lazy: () => import('./source/compare-page.tsx') },
    { id: 'publisher', path: paths.publisher, lazy: () => import('./publishers/publisher-page.tsx') },
    {
      id: 'nodeOfPublisher',
      path: paths.nodeOfPublisher,
      lazy: () => import('./nodes/node-of-publisher.ts'),
    },
    { id: 'tags', path: paths.tags, lazy: () => import('./home/tags-page.tsx') },
    { id: 'resolve', path: paths.resolve, lazy: () => import('./resolve/resolve-page.tsx') },
    { id: 'status', path: paths.status, lazy: () => import('./service/status-page.tsx') },
    { id: 'security', path: paths.security, lazy: () => import('./service/security-page.tsx') },
    { id: 'advisories', path: paths.advisories, lazy: () => import('./safety/advisories-page.tsx') },
    { id: 'advisory', path: paths.advisory, lazy: () => import('./safety/advisory-page.tsx') },
    { id: 'apiDocs', path: paths.apiDocs, lazy: () => import('./api-docs/api-page.tsx') },
    { id: 'login', path: paths.login, lazy: () => import('./auth/login-page.tsx') },
    { id: 'signup', path: paths.signup, lazy: () => import('./auth/signup-page.tsx') },
    { id: 'logout', path: paths.logout, lazy: () => import('./auth/logout-page.tsx') },
    { id: 'resetPassword', path: paths.resetPassword, lazy: () => import('./auth/reset-page.tsx') },
    { id: 'mailedAction', path: paths.mailedAction, lazy: () => import('./auth/mailed-action-page.tsx') },
    // Known from the start: it would be taken for the page of a publisher.
    {
      id: 'createPublisher',
      path: paths.createPublisher,
      lazy: () => import('./publishers/create-page.tsx'),
    },
    ...more,
    { id: unknownRouteId, path: '*', loader: nothingHere },
  ]
  const content = { id: contentRouteId, Component: Outlet, ErrorBoundary: ErrorPage, children: pages }
  return [{ id: 'document', Component: Document, children: [content] }]
}

function nothingHere(): never {
  throw data<PageProblem>({ code: 'page_not_found', message: '' }, { status: 404 })
}
