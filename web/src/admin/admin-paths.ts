/** The pages of the admins below `/admin`, apart from those that every reader’s browser has to know. */
export const adminPaths = {
  nodes: '/admin/nodes',
  publishers: '/admin/publishers',
  users: '/admin/users',
  user: '/admin/users/:userId',
  unclaimed: '/admin/claim-nodes',
  addUnclaimed: '/admin/add-unclaimed-node',
  ranking: '/admin/search-ranking',
  preempted: '/admin/preempted-comfy-node-names',
  compatibility: '/admin/node-version-compatibility',
  reports: '/admin/reports',
  advisories: '/admin/advisories',
  collisions: '/admin/collisions',
  rescans: '/admin/rescans',
  token: '/admin/jwt',
} as const
