import { data, Outlet, type RouteObject } from 'react-router'
import { ErrorPage } from './ground/page/error-page.tsx'
import type { PageProblem } from './ground/page/page-error.ts'
import { paths } from './ground/paths/paths.ts'
import { Document } from './public/shell/document.tsx'

/** Route that an error page replaces when a route below it fails. */
export const contentRouteId = 'content'
/** Route that matches when no page does. */
export const unknownRouteId = 'nothing'

/** Source files of the public pages, by route id, so that the server can list their scripts. */
export const pageFiles: Readonly<Record<string, string>> = {
  home: 'src/public/search/home-page.tsx',
  node: 'src/public/nodes/node-page.tsx',
  versions: 'src/public/nodes/versions-page.tsx',
  version: 'src/public/nodes/version-page.tsx',
  source: 'src/public/source/source-page.tsx',
  compare: 'src/public/source/compare-page.tsx',
  comfyNode: 'src/public/nodes/comfy-node-page.tsx',
  workflow: 'src/public/nodes/workflow-page.tsx',
  workflows: 'src/public/workflows/gallery-page.tsx',
  collections: 'src/public/collections/collections-page.tsx',
  collection: 'src/public/collections/collection-page.tsx',
  publisher: 'src/public/publishers/publisher-page.tsx',
  nodeOfPublisher: 'src/public/nodes/node-of-publisher.ts',
  tags: 'src/public/search/tags-page.tsx',
  comparePacks: 'src/public/compare/compare-page.tsx',
  resolve: 'src/public/resolve/resolve-page.tsx',
  installation: 'src/public/installation/installation-page.tsx',
  status: 'src/public/service/status-page.tsx',
  security: 'src/public/service/security-page.tsx',
  advisories: 'src/public/safety/advisories-page.tsx',
  advisory: 'src/public/safety/advisory-page.tsx',
  apiDocs: 'src/public/api-docs/api-page.tsx',
  login: 'src/account/sign-in/login-page.tsx',
  signup: 'src/account/sign-in/signup-page.tsx',
  logout: 'src/account/sign-in/logout-page.tsx',
  resetPassword: 'src/account/sign-in/reset-page.tsx',
  mailedAction: 'src/account/sign-in/mailed-action-page.tsx',
  createPublisher: 'src/workspace/publishers/create-page.tsx',
}

/**
 * Creates new routes for each router, because routers store loaded modules in them. `more` takes the routes
 * for signed-in users.
 */
export function createRoutes(more: RouteObject[] = []): RouteObject[] {
  const pages: RouteObject[] = [
    { id: 'home', path: paths.home, lazy: () => import('./public/search/home-page.tsx') },
    { id: 'node', path: paths.node, lazy: () => import('./public/nodes/node-page.tsx') },
    { id: 'versions', path: paths.versions, lazy: () => import('./public/nodes/versions-page.tsx') },
    { id: 'version', path: paths.version, lazy: () => import('./public/nodes/version-page.tsx') },
    { id: 'source', path: paths.source, lazy: () => import('./public/source/source-page.tsx') },
    { id: 'compare', path: paths.compare, lazy: () => import('./public/source/compare-page.tsx') },
    { id: 'comfyNode', path: paths.comfyNode, lazy: () => import('./public/nodes/comfy-node-page.tsx') },
    { id: 'workflow', path: paths.workflow, lazy: () => import('./public/nodes/workflow-page.tsx') },
    { id: 'workflows', path: paths.workflows, lazy: () => import('./public/workflows/gallery-page.tsx') },
    {
      id: 'collections',
      path: paths.collections,
      lazy: () => import('./public/collections/collections-page.tsx'),
    },
    {
      id: 'collection',
      path: paths.collection,
      lazy: () => import('./public/collections/collection-page.tsx'),
    },
    { id: 'publisher', path: paths.publisher, lazy: () => import('./public/publishers/publisher-page.tsx') },
    {
      id: 'nodeOfPublisher',
      path: paths.nodeOfPublisher,
      lazy: () => import('./public/nodes/node-of-publisher.ts'),
    },
    { id: 'tags', path: paths.tags, lazy: () => import('./public/search/tags-page.tsx') },
    { id: 'comparePacks', path: paths.comparePacks, lazy: () => import('./public/compare/compare-page.tsx') },
    { id: 'resolve', path: paths.resolve, lazy: () => import('./public/resolve/resolve-page.tsx') },
    {
      id: 'installation',
      path: paths.installation,
      lazy: () => import('./public/installation/installation-page.tsx'),
    },
    { id: 'status', path: paths.status, lazy: () => import('./public/service/status-page.tsx') },
    { id: 'security', path: paths.security, lazy: () => import('./public/service/security-page.tsx') },
    { id: 'advisories', path: paths.advisories, lazy: () => import('./public/safety/advisories-page.tsx') },
    { id: 'advisory', path: paths.advisory, lazy: () => import('./public/safety/advisory-page.tsx') },
    { id: 'apiDocs', path: paths.apiDocs, lazy: () => import('./public/api-docs/api-page.tsx') },
    { id: 'login', path: paths.login, lazy: () => import('./account/sign-in/login-page.tsx') },
    { id: 'signup', path: paths.signup, lazy: () => import('./account/sign-in/signup-page.tsx') },
    { id: 'logout', path: paths.logout, lazy: () => import('./account/sign-in/logout-page.tsx') },
    {
      id: 'resetPassword',
      path: paths.resetPassword,
      lazy: () => import('./account/sign-in/reset-page.tsx'),
    },
    {
      id: 'mailedAction',
      path: paths.mailedAction,
      lazy: () => import('./account/sign-in/mailed-action-page.tsx'),
    },
    // Always included: otherwise the publisher route would match this address.
    {
      id: 'createPublisher',
      path: paths.createPublisher,
      lazy: () => import('./workspace/publishers/create-page.tsx'),
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
