/** Public pages of the site, without the language. */
export const paths = {
  home: '/',
  node: '/nodes/:nodeId',
  versions: '/nodes/:nodeId/versions',
  version: '/nodes/:nodeId/versions/:version',
  source: '/nodes/:nodeId/versions/:version/source',
  compare: '/nodes/:nodeId/versions/:version/since/:before',
  comfyNode: '/nodes/:nodeId/comfy-nodes/:comfyNodeName',
  workflow: '/nodes/:nodeId/versions/:version/workflows/:place',
  workflows: '/workflows',
  collections: '/collections',
  collection: '/collections/:collectionId',
  publisher: '/publishers/:publisherId',
  nodeOfPublisher: '/publishers/:publisherId/nodes/:nodeId',
  tags: '/tags',
  comparePacks: '/compare',
  resolve: '/resolve',
  repository: '/repositories/*',
  installation: '/installation',
  status: '/status',
  security: '/security',
  advisories: '/advisories',
  advisory: '/advisories/:advisoryId',
  apiDocs: '/docs/api',
  login: '/auth/login',
  signup: '/auth/signup',
  logout: '/auth/logout',
  resetPassword: '/auth/reset',
  mailedAction: '/auth/action',
  account: '/account',
  ownNodes: '/nodes',
  createPublisher: '/publishers/create',
  managePublisher: '/publishers/:publisherId/manage',
  publisherTokens: '/publishers/:publisherId/manage/tokens',
  trustedPublishing: '/publishers/:publisherId/manage/trusted-publishing',
  claimNode: '/nodes/:nodeId/claim',
  howToPublish: '/docs/publish',
  admin: '/admin',
} as const

/** Parameter names of a path. */
export type ParamsOf<Path extends string> = { [Name in ParamNames<Path>]: string }

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Fills in the parameters of a path, percent-encoded. */
export function pathTo<Path extends string>(path: Path, params: ParamsOf<Path>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name as ParamNames<Path>]))
}
