import type { RanQuery } from '../server/src/ground/db/database.ts'
import { openGeneratedData } from './data/database.ts'
import { hotReads } from './hot-reads.ts'
import { openInProcess } from './in-process.ts'
import type { Finding } from './report.ts'
import { sizesOf } from './sizes.ts'

/** The relevant part of the output of `explain (verbose, format json)`. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Plan Rows': number
  Output?: string[]
  Plans?: PlanNode[]
}

/** Tables that grow with the registry. */
const growing = new Set(
  'nodes node_versions comfy_nodes comfy_node_claims comfy_node_hints node_search catalogue_entries node_downloads archives version_steps version_analyses audit_events publishers publisher_permissions users personal_access_tokens'.split(
    ' ',
  ),
)

/** More rows than any page, any compared text matches, or any publisher has. */
const maxSorted = 20_000

/** A frequent operation. */
export interface Work {
  label: string
  /** Runs it and returns its statements. */
  run(): Promise<readonly RanQuery[]>
}

interface Explained {
  label: string
  faults: string[]
}

const canBeExplained = /^\s*(\/\*[^*]*\*\/)?\s*(select|with|insert|update|delete)\b/i

/** Lists the parts of the plans that grow with one of these tables. */
export async function findFaults(
  works: readonly Work[],
  explain: (query: RanQuery) => Promise<unknown>,
  tables: ReadonlySet<string> = growing,
): Promise<Explained[]> {
  const found: Explained[] = []
  for (const { label, run } of works) {
    const faults = new Set<string>()
    for (const query of await run()) {
      if (!canBeExplained.test(query.sql)) continue
      const [{ Plan: plan }] = (await explain(query)) as [{ Plan: PlanNode }]
      for (const fault of faultsIn(plan, tables, false))
        faults.add(`${fault}: ${query.sql.replace(/\s+/g, ' ').slice(0, 200)}`)
    }
    if (faults.size > 0) found.push({ label, faults: [...faults] })
  }
  return found
}

/**
 * `isLimited`: reads no more than a limit above passes through. `heap`: the table whose rows an index looks
 * up.
 */
function faultsIn(node: PlanNode, tables: ReadonlySet<string>, isLimited: boolean, heap = ''): string[] {
  const { 'Node Type': type, 'Relation Name': table = heap, Plans: parts = [] } = node
  const own: string[] = []
  if (type === 'Seq Scan' && tables.has(table) && !isLimited) own.push(`reads all of ${table}`)
  if (/^(Bitmap )?Index (Only )?Scan$/.test(type) && tables.has(table) && !node['Index Cond'] && !isLimited)
    own.push(`reads all of ${table} by ${node['Index Name']}`)
  const sorted = parts[0]?.['Plan Rows'] ?? 0
  if (type === 'Sort' && sorted > maxSorted) own.push(`sorts ${sorted} rows`)
  // An operation that consumes its whole input is not bounded by a limit above it.
  const endsLimit = ['Sort', 'Aggregate', 'Hash', 'Unique'].includes(type) || seesAllBefore(node)
  const isPartLimited = (isLimited || type === 'Limit') && !endsLimit
  return [...own, ...parts.flatMap((part) => faultsIn(part, tables, isPartLimited, table))]
}

/** Row numbers can be assigned in a stream; other window functions can depend on the last row. */
function seesAllBefore({ 'Node Type': type, Output: output = [] }: PlanNode): boolean {
  const windows = output.filter((column) => / OVER /.test(column))
  return type === 'WindowAgg' && !windows.every((column) => column.startsWith('row_number()'))
}

/**
 * Checks the plans of the hot reads and of publishing, on a generated registry large enough for the planner
 * to choose as on a larger one.
 */
export async function measurePlans(): Promise<Finding> {
  const [nodes] = sizesOf(20_000, 20_000)
  const data = await openGeneratedData()
  const registry = await openInProcess(await data.urlOf(nodes))
  try {
    const reads = await hotReads(registry)
    const works = reads.map((read) => ({ label: read.label, run: () => registry.ask(read) }))
    const publish = await registry.publisher()
    // The first run also processes jobs that were waiting.
    await publish({ nodeId: 'first', number: 0 })
    works.push({ label: 'publish a node', run: () => publish({ nodeId: 'second', number: 0 }) })
    works.push({ label: 'publish a version', run: () => publish({ nodeId: 'second', number: 1 }) })
    const found = await findFaults(works, registry.explain)
    return {
      name: 'plans',
      title: `Plans of ${reads.length} hot reads, and of publishing, at ${nodes} nodes on PostgreSQL`,
      columns: ['what', 'what grows with the registry'],
      rows: found.flatMap(({ label, faults }) => faults.map((fault) => [label, fault])),
      gates: [{ label: 'things whose time grows with the registry', value: found.length, atMost: 0 }],
    }
  } finally {
    await registry.close()
    await data.stop()
  }
}
