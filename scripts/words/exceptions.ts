/** Sentences that the check may find, exactly as it prints them, and why they stay. */
export const exceptions: Readonly<Record<string, string>> = {}

/**
 * Files and folders that are not rewritten yet; `folder/*` stands for the files directly in a folder. A clean entry must
 * leave the list, which has to end up empty.
 */
export const pending: readonly string[] = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'analysis',
  'client',
  'contract',
  'docs/*',
  'docs/architecture',
  'docs/decisions',
  'server/demo',
  'server/src/*',
  'server/src/discovery/catalogue',
  'server/src/discovery/search',
  'server/src/discovery/site',
  'server/src/discovery/site-files',
  'server/src/ground/*',
  'server/src/ground/db',
  'server/src/ground/jobs',
  'server/src/ground/threads',
  'server/src/operator/*',
  'server/src/packs/publishing',
  'server/src/people/code-host',
  'server/src/people/customers',
  'server/src/people/identity',
  'server/src/people/publishers',
  'server/src/people/rights',
  'server/src/people/tokens',
  'server/src/people/users',
  'server/src/safety/admin',
  'server/src/safety/advisories',
  'server/src/safety/moderation',
  'server/src/safety/oversight',
  'server/src/safety/reports',
  'server/src/safety/rescans',
  'server/src/services/ci-results',
  'server/src/services/notifications',
  'server/src/services/proxy',
  'server/src/services/releases',
  'server/src/services/status',
  'server/src/services/webhooks',
  'web/*',
  'web/locales',
  'web/src/*',
  'web/src/account',
  'web/src/admin',
  'web/src/analytics',
  'web/src/api-docs',
  'web/src/auth',
  'web/src/claim',
  'web/src/home',
  'web/src/identity',
  'web/src/manage',
  'web/src/nodes',
  'web/src/publishers',
  'web/src/resolve',
  'web/src/safety',
  'web/src/service',
  'web/src/session',
  'web/src/shell',
  'web/src/source',
  'web/src/tokens',
  'web/src/ui',
  'web/src/webhooks',
]

/** Whether a file belongs to an entry of the pending list. */
export function isBelow(file: string, path: string): boolean {
  if (!path.endsWith('/*')) return file === path || file.startsWith(`${path}/`)
  const folder = path.slice(0, -1)
  return file.startsWith(folder) && !file.slice(folder.length).includes('/')
}
