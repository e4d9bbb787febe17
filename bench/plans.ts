import type { RanQuery } from '../server/src/ground/db/database.ts'
import { openGeneratedData } from './data/database.ts'
import { hotReads } from './hot-reads.ts'
import { openInProcess } from './in-process.ts'
import type { Finding } from './report.ts'
import { sizesOf } from './sizes.ts'

/** A part of what `explain (verbose, format json)` says, as far as it is looked at. */
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
  'nodes node_versions comfy_nodes comfy_node_claims comfy_node_hints comfy_node_sockets node_search catalogue_entries node_downloads archives version_steps version_analyses audit_events publishers publisher_permissions users personal_access_tokens'.split(
    ' ',
  ),
)

/** More rows than any page, any text's matches that are compared, or any publisher has. */
const mostSorted = 20_000

/** Something that is asked for all day. */
export interface Work {
  says: string
  /** Does it, and gives its statements. */
  run(): Promise<readonly RanQuery[]>
}

interface Explained {
  says: string
  faults: string[]
}

const canBeExplained = /^\s*(\/\*[^*]*\*\/)?\s*(select|with|insert|update|delete)\b/i

/** What in the plans of the work grows with one of these tables. */
export async function findFaults(
  works: readonly Work[],
  explain: (query: RanQuery) => Promise<unknown>,
  tables: ReadonlySet<string> = growing,
): Promise<Explained[]> {
  const found: Explained[] = []
  for (const { says, run } of works) {
    const faults = new Set<string>()
    for (const query of await run()) {
      if (!canBeExplained.test(query.sql)) continue
      const [{ Plan: plan }] = (await explain(query)) as [{ Plan: PlanNode }]
      for (const fault of faultsIn(plan, tables, false))
        faults.add(`${fault}: ${query.sql.replace(/\s+/g, ' ').slice(0, 200)}`)
    }
    if (faults.size > 0) found.push({ says, faults: [...faults] })
  }
  return found
}

/** `isLimited`: no more is read than what a limit above lets through. `heap`: the table whose rows an index is asked for. */
function faultsIn(node: PlanNode, tables: ReadonlySet<string>, isLimited: boolean, heap = ''): string[] {
  const { 'Node Type': type, 'Relation Name': table = heap, Plans: parts = [] } = node
  const own: string[] = []
  if (type === 'Seq Scan' && tables.has(table) && !isLimited) own.push(`reads all of ${table}`)
  if (/^(Bitmap )?Index (Only )?Scan$/.test(type) && tables.has(table) && !node['Index Cond'] && !isLimited)
    own.push(`reads all of ${table} by ${node['Index Name']}`)
  const sorted = parts[0]?.['Plan Rows'] ?? 0
  if (type === 'Sort' && sorted > mostSorted) own.push(`sorts ${sorted} rows`)
  // What has to be read to its end before a limit sees its first row is not limited by it.
  const endsLimit = ['Sort', 'Aggregate', 'Hash', 'Unique'].includes(type) || seesAllBefore(node)
  const isPartLimited = (isLimited || type === 'Limit') && !endsLimit
  return [...own, ...parts.flatMap((part) => faultsIn(part, tables, isPartLimited, table))]
}

/** Rows can be numbered as they come; what else is asked of a window may depend on the last of them. */
function seesAllBefore({ 'Node Type': type, Output: output = [] }: PlanNode): boolean {
  const asked = output.filter((column) => / OVER /.test(column))
  return type === 'WindowAgg' && !asked.every((column) => column.startsWith('row_number()'))
}

/** The plans of the hot reads, and of all that publishing takes, on a generated registry that is large enough for the planner to choose as on a larger one. */
export async function measurePlans(): Promise<Finding> {
  const [nodes] = sizesOf(20_000, 20_000)
  const data = await openGeneratedData()
  const registry = await openInProcess(await data.urlOf(nodes))
  try {
    const reads = await hotReads(registry)
    const works = reads.map((read) => ({ says: read.says, run: () => registry.ask(read) }))
    const publish = await registry.publisher()
    // The first run also does what had waited for somebody to work.
    await publish({ nodeId: 'first', number: 0 })
    works.push({ says: 'publish a node', run: () => publish({ nodeId: 'second', number: 0 }) })
    works.push({ says: 'publish a version', run: () => publish({ nodeId: 'second', number: 1 }) })
    const found = await findFaults(works, registry.explain)
    return {
      name: 'plans',
      title: `Plans of ${reads.length} hot reads, and of publishing, at ${nodes} nodes on PostgreSQL`,
      columns: ['what', 'what grows with the registry'],
      rows: found.flatMap(({ says, faults }) => faults.map((fault) => [says, fault])),
      gates: [{ says: 'things whose time grows with the registry', value: found.length, atMost: 0 }],
    }
  } finally {
    await registry.close()
    await data.stop()
  }
}
