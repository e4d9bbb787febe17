import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('home/home-page.tsx'),
  route('nodes/:nodeId', 'nodes/node-page.tsx'),
  route('nodes/:nodeId/versions/:version', 'nodes/version-page.tsx'),
  route('publishers/:publisherId', 'publishers/publisher-page.tsx'),
  route('publishers/:publisherId/nodes/:nodeId', 'nodes/node-of-publisher.ts'),
  route('docs/api', 'api-docs/api-page.tsx'),
  route('auth/login', 'auth/login-page.tsx'),
  route('auth/signup', 'auth/signup-page.tsx'),
] satisfies RouteConfig
