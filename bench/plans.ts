import type { RawDatabase } from '../server/src/db/database.ts'

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

/** What in the plan of a statement grows with the whole registry, in words. */
export async function faultsOf(
  { query }: Pick<RawDatabase, 'query'>,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<string[]> {
  const { rows } = await query(`explain (format json) ${sql}`, [...parameters])
  const explained = rows[0]?.['QUERY PLAN'] as [{ Plan: PlanNode }] | undefined
  return explained ? [...new Set(faultsIn(explained[0].Plan, false))] : []
}

/** `isLimited`: no more is read than what a limit above lets through. */
function faultsIn(node: PlanNode, isLimited: boolean): string[] {
  const { 'Node Type': type, Plans: parts = [] } = node
  const table = node['Relation Name'] ?? ''
  const own: string[] = []
  if (type === 'Seq Scan' && growing.has(table) && !isLimited) own.push(`reads all of ${table}`)
  if (/^Index (Only )?Scan$/.test(type) && growing.has(table) && !node['Index Cond'] && !isLimited)
    own.push(`reads all of ${table} by ${node['Index Name']}`)
  const sorted = parts[0]?.['Plan Rows'] ?? 0
  if (type === 'Sort' && sorted > mostSorted) own.push(`sorts ${sorted} rows`)
  // What has to be read to its end before a limit sees its first row is not limited by it.
  const endsLimit = ['Sort', 'Aggregate', 'Hash', 'WindowAgg', 'Unique'].includes(type)
  return [...own, ...parts.flatMap((part) => faultsIn(part, (isLimited || type === 'Limit') && !endsLimit))]
}
