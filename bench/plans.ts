import type { RanQuery } from '../server/src/db/database.ts'
import { openGeneratedData } from './data/database.ts'
import { type HotRead, hotReads } from './hot-reads.ts'
import { openInProcess } from './in-process.ts'
import type { Finding } from './report.ts'
import { sizesOf } from './sizes.ts'

/** A part of what `explain (format json)` says, as far as it is looked at. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Plan Rows': number
  Plans?: PlanNode[]
}

/** Tables that grow with the registry. */
const growing = new Set([
  'nodes',
  'node_versions',
  'comfy_nodes',
  'comfy_node_claims',
  'comfy_node_hints',
  'comfy_node_sockets',
  'node_search',
  'node_downloads',
  'archives',
  'version_steps',
  'version_analyses',
  'audit_events',
  'publishers',
  'publisher_permissions',
  'users',
  'personal_access_tokens',
  'search_terms',
  'search_suggestions',
])

/** More rows than any page, any text's matches that are compared, or any publisher has. */
const mostSorted = 20_000

/** Statements that go over the whole registry, and why that is right or has to do: by what the read says. */
const wholeByNature: Readonly<Record<string, string>> = {
  'first page of the list': 'numbers nodes in the order of an index, and stops behind the page',
  'page 100 of the list': 'numbers nodes in the order of an index, and stops behind the page',
}

interface Explained {
  says: string
  faults: string[]
}

/** What in the plans of the hot reads grows with one of these tables, apart from what has to. */
export async function findFaults(
  reads: readonly HotRead[],
  ask: (read: HotRead) => Promise<readonly RanQuery[]>,
  explain: (query: RanQuery) => Promise<unknown>,
  tables: ReadonlySet<string> = growing,
): Promise<Explained[]> {
  const found: Explained[] = []
  for (const read of reads) {
    const faults = new Set<string>()
    for (const query of await ask(read)) {
      if (!/^\s*(\/\*[^*]*\*\/)?\s*(select|with)\b/i.test(query.sql)) continue
      const [{ Plan: plan }] = (await explain(query)) as [{ Plan: PlanNode }]
      for (const fault of faultsIn(plan, tables, false))
        faults.add(`${fault}: ${query.sql.replace(/\s+/g, ' ').slice(0, 200)}`)
    }
    if (faults.size > 0 && !(read.says in wholeByNature)) found.push({ says: read.says, faults: [...faults] })
  }
  return found
}

/** `isLimited`: no more is read than what a limit above lets through. */
function faultsIn(node: PlanNode, tables: ReadonlySet<string>, isLimited: boolean): string[] {
  const { 'Node Type': type, Plans: parts = [] } = node
  const table = node['Relation Name'] ?? ''
  const own: string[] = []
  if (type === 'Seq Scan' && tables.has(table) && !isLimited) own.push(`reads all of ${table}`)
  if (/^Index (Only )?Scan$/.test(type) && tables.has(table) && !node['Index Cond'] && !isLimited)
    own.push(`reads all of ${table} by ${node['Index Name']}`)
  const sorted = parts[0]?.['Plan Rows'] ?? 0
  if (type === 'Sort' && sorted > mostSorted) own.push(`sorts ${sorted} rows`)
  // What has to be read to its end before a limit sees its first row is not limited by it.
  const endsLimit = ['Sort', 'Aggregate', 'Hash', 'WindowAgg', 'Unique'].includes(type)
  return [
    ...own,
    ...parts.flatMap((part) => faultsIn(part, tables, (isLimited || type === 'Limit') && !endsLimit)),
  ]
}

/** The plans of the hot reads on a generated registry that is large enough for the planner to choose as on a larger one. */
export async function measurePlans(): Promise<Finding> {
  const [nodes] = sizesOf(20_000, 20_000)
  const data = await openGeneratedData()
  const registry = await openInProcess(await data.urlOf(nodes))
  try {
    const reads = await hotReads(registry)
    const found = await findFaults(reads, registry.ask, registry.explain)
    return {
      name: 'plans',
      title: `Plans of ${reads.length} hot reads at ${nodes} nodes on PostgreSQL`,
      columns: ['read', 'what grows with the registry'],
      rows: found.flatMap(({ says, faults }) => faults.map((fault) => [says, fault])),
      gates: [{ says: 'reads whose time grows with the registry', value: found.length, atMost: 0 }],
      notes: Object.entries(wholeByNature).map(([says, why]) => `Left out: ${says}: ${why}`),
    }
  } finally {
    await registry.close()
    await data.stop()
  }
}
