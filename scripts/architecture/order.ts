/**
 * The parts of the repository from the bottom up: a module imports only from its own part and from those
 * before it. A part is a folder with everything below it, or one file. The longest matching path decides.
 */
export const order = [
  'contract/src/limits.ts',
  'contract/src/ground',
  'contract/src/people',
  'contract/src/packs',
  'contract/src/safety',
  'contract/src/discovery',
  'contract/src/services',
  'contract/src',
  'client/src',
  // The readers of packs, each above those that it uses.
  'analysis/src/ground',
  'analysis/src/archive',
  'analysis/src/python',
  'analysis/src/requirements',
  'analysis/src/manifest',
  'analysis/src/lock',
  'analysis/src/workflow',
  'analysis/src/scan',
  'analysis/src/comfy-nodes',
  'analysis/src/facts',
  'analysis/src/inspection',
  'analysis/src',
  // Plans, for the site, for agents and for the command line.
  'planning/src',

  // The tools for agents, in the server and in the command-line program.
  'agents/src',

  // Other programs and other hosts, for the command line and the server.
  'outside/src',

  // The command-line program.
  'cli/src/ground',
  'cli/src/registry',
  'cli/src/pack',
  'cli/src/publish',
  'cli/src/check',
  'cli/src/install',
  'cli/src/plan',
  'cli/src/commands',
  'cli/src',
  'cli/rolldown.config.ts',

  // The ground of the server, which every domain builds on.
  'server/src/ground/errors.ts',
  'server/src/ground/setting-error.ts',
  'server/src/ground/address-key.ts',
  'server/src/ground/plain-text.ts',
  'server/src/ground/outbound',
  'server/src/ground/threads',
  'server/src/ground/db',
  'server/src/ground/telemetry',
  'server/src/ground/permissions.ts',
  'server/src/ground/setting-kinds.ts',
  'server/src/ground/settings.ts',
  'server/src/ground/blobs',
  'server/src/ground/audit',
  'server/src/ground/seal.ts',
  'server/src/ground/publications',
  'server/src/ground/jobs',
  'server/src/ground/http',
  'server/src/ground/mail',
  'server/src/ground/deps.ts',
  'server/src/ground/pictures',
  'server/src/ground/markdown',

  'server/src/people/rights',
  'server/src/people/identity',
  'server/src/people/code-host',
  'server/src/people/customers',
  'server/src/people/publishers',
  'server/src/people/users',
  'server/src/people/tokens',
  'server/src/people/device-login',

  'server/src/packs/looks',
  'server/src/packs/nodes',
  'server/src/packs/facts',
  'server/src/packs/decisions',
  'server/src/packs/workflows',
  'server/src/packs/score',
  'server/src/packs/appeals',
  'server/src/packs/core-nodes',
  'server/src/packs/replacements',
  'server/src/packs/models',
  'server/src/packs/comfy-nodes',
  'server/src/packs/trusted-publishing',
  'server/src/packs/publishing',
  'server/src/packs/pictures',
  'server/src/packs/readings',
  'server/src/packs/evidence',
  'server/src/packs/commit-matches',
  'server/src/packs/attestations',

  'server/src/safety/advisories',
  'server/src/safety/rescans',
  'server/src/safety/reports',
  'server/src/safety/admin',
  'server/src/safety/moderation',
  'server/src/safety/oversight',

  'server/src/discovery/search',
  'server/src/discovery/catalogue',
  'server/src/discovery/dataset',
  'server/src/discovery/program',
  'server/src/discovery/python-index',
  'server/src/discovery/import',
  'server/src/discovery/collections',
  'server/src/discovery/site-files',
  'server/src/discovery/workflow-files',
  'server/src/discovery/site',

  'server/src/services/agents',
  'server/src/services/ci-results',
  'server/src/services/releases',
  'server/src/services/proxy',
  'server/src/services/status',
  'server/src/services/webhooks',
  'server/src/services/follows',
  'server/src/services/notifications',

  // The program that assembles the domains.
  'server/src/deps.ts',
  'server/src/account-hooks.ts',
  'server/src/all-jobs.ts',
  'server/src/api.ts',
  'server/src/operator',
  'server/demo',
  'server/src',

  'web/locales',

  // The ground of the site, which every page builds on.
  'web/src/ground/identity',
  'web/src/ground/paths',
  'web/src/ground/styles',
  'web/src/ground/texts',
  'web/src/ground/session',
  'web/src/ground/site',
  'web/src/ground/analytics',
  'web/src/ground/ui',
  'web/src/ground/forms',
  'web/src/ground/languages',
  'web/src/ground/page',
  'web/src/ground/tables',

  'web/src/account/access',
  'web/src/account/follows',
  'web/src/account/collections',
  'web/src/account/sign-in',
  'web/src/account/settings',

  'web/src/public/api-docs',
  'web/src/public/cards',
  'web/src/public/comfy-nodes',
  'web/src/public/workflows',
  'web/src/public/safety',
  'web/src/public/service',
  'web/src/public/models',
  'web/src/public/nodes',
  'web/src/public/publishers',
  'web/src/public/search',
  'web/src/public/plan',
  'web/src/public/collections',
  'web/src/public/compare',
  'web/src/public/resolve',
  'web/src/public/shell',
  'web/src/public/source',
  'web/src/public/installation',
  'web/src/public/repositories',

  'web/src/workspace/nodes',
  'web/src/workspace/publishers',
  'web/src/workspace/claim',
  'web/src/workspace/tokens',
  'web/src/workspace/webhooks',
  'web/src/workspace/collections',

  'web/src/admin/kit',
  'web/src/admin/publishers',
  'web/src/admin/review',
  'web/src/admin/safety',
  'web/src/admin/users',
  'web/src/admin/nodes',
  'web/src/admin/oversight',

  // The page of all components.

  // The program: entries, route tables, and the site in the browser and on the server.
  'web/src',
  'web',

  // The laboratory, which measures and tests the parts above.
  'scripts/set-up.mjs',
  'server/test',
  'bench/data',
  'bench',
  'scripts/cluster',
  'scripts',
  'e2e',
]

/** Returns the index of `path` in `order`; undefined for a path outside of it. */
export function placeOf(path: string): number | undefined {
  const [longest] = order
    .filter((part) => path === part || path.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : order.indexOf(longest)
}
