import { type DatasetTable, datasetTableNames, datasetTables } from '@nodeyard/contract/discovery'
import { type StoredTypes, socketsOf } from '../../packs/comfy-nodes/sockets.ts'
import type { Row } from './sql.ts'

/** Turns rows of the database into rows of the dataset. */
export function toDatasetRows(read: ReadonlyMap<string, Row[]>): [DatasetTable, Row[]][] {
  const comfyNodes = read.get('comfy_nodes') ?? []
  const made: Partial<Record<DatasetTable, Row[]>> = {
    sockets: comfyNodes.flatMap((row) =>
      socketsOf(row as unknown as StoredTypes).map((socket) => ({
        node_id: row['node_id'],
        comfy_node: row['name'],
        ...socket,
      })),
    ),
    requirements: (read.get('requirements') ?? []).map((row) => ({
      ...row,
      package: packageIn(String(row['requirement'])),
    })),
  }
  return datasetTableNames.map((table) => [
    table,
    (made[table] ?? read.get(table) ?? []).map((row) => inShape(table, row)),
  ])
}

/** Keeps the columns of a table in their order, without those that have no value. */
function inShape(table: DatasetTable, row: Row): Row {
  const columns = Object.keys(datasetTables[table].properties)
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = row[column]
      return value === null || value === undefined ? [] : [[column, value]]
    }),
  )
}

/** The normalized name of the package that a line requires. Source: PEP 503. */
function packageIn(requirement: string): string {
  const [name = ''] = /^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(requirement) ?? []
  const isUrl = requirement.startsWith(':', name.length) || requirement.startsWith('+', name.length)
  return isUrl ? '' : name.replaceAll(/[-_.]/g, '-').replaceAll(/-{2,}/g, '-').toLowerCase()
}
