import { paths } from '../../ground/paths/paths.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { adminPaths } from './admin-paths.ts'

interface AdminPageLink {
  path: string
  name: TextKey<'admin'>
}

interface Group {
  /** Omitted for the first group, which has no heading. */
  name?: TextKey<'admin'>
  pages: readonly AdminPageLink[]
}

const groups: readonly Group[] = [
  { pages: [{ path: paths.admin, name: 'nav_dashboard' }] },
  {
    name: 'group_review',
    pages: [
      { path: '/admin/nodeversions', name: 'nav_review' },
      { path: '/admin/reports', name: 'nav_reports' },
      { path: '/admin/advisories', name: 'nav_advisories' },
      { path: '/admin/rescans', name: 'nav_rescans' },
      { path: '/admin/readings', name: 'nav_readings' },
    ],
  },
  {
    name: 'group_registry',
    pages: [
      { path: '/admin/nodes', name: 'nav_nodes' },
      { path: '/admin/publishers', name: 'nav_publishers' },
      { path: '/admin/users', name: 'nav_users' },
      { path: '/admin/claim-nodes', name: 'nav_unclaimed' },
      { path: '/admin/add-unclaimed-node', name: 'nav_add_unclaimed' },
    ],
  },
  {
    name: 'group_names',
    pages: [
      { path: '/admin/search-ranking', name: 'nav_ranking' },
      { path: '/admin/preempted-comfy-node-names', name: 'nav_preempted' },
      { path: '/admin/replacements', name: 'nav_replacements' },
      { path: '/admin/collisions', name: 'nav_collisions' },
      { path: '/admin/node-version-compatibility', name: 'nav_compatibility' },
    ],
  },
  {
    name: 'group_operation',
    pages: [
      { path: '/admin/jobs', name: 'nav_jobs' },
      { path: '/admin/audit', name: 'nav_audit' },
      { path: '/admin/numbers', name: 'nav_numbers' },
      { path: '/admin/jwt', name: 'nav_token' },
    ],
  },
]

const there: ReadonlySet<string> = new Set([...Object.values(paths), ...Object.values(adminPaths)])

/** Admin pages in the order of the navigation. */
export const adminPages = groups
  .map((group) => ({ ...group, pages: group.pages.filter(({ path }) => there.has(path)) }))
  .filter(({ pages }) => pages.length > 0)
