import type { SchemaElement } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import type { TObject, TSchema } from 'typebox'

/** The Parquet schema of rows that have this JSON schema. */
export function toParquetSchema({ properties, required }: TObject): SchemaElement[] {
  const columns = Object.entries(properties)
  const elements = columns.flatMap(([name, column]) =>
    elementsOf(name, column, required?.includes(name) === true),
  )
  return [{ name: 'root', num_children: columns.length }, ...elements]
}

function elementsOf(name: string, column: TSchema, isRequired: boolean): SchemaElement[] {
  const repetition_type = isRequired ? 'REQUIRED' : 'OPTIONAL'
  if (!('type' in column && column.type === 'array')) return [{ name, repetition_type, ...storedAs(column) }]
  return [
    { name, repetition_type, num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...storedAs({ type: 'string' }) },
  ]
}

function storedAs(column: object): Pick<SchemaElement, 'type' | 'converted_type'> {
  const { type, format } = column as { type?: string; format?: string }
  if (type === 'integer') return { type: 'INT64' }
  if (type === 'boolean') return { type: 'BOOLEAN' }
  if (format === 'date-time') return { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }
  if (format === 'date') return { type: 'INT32', converted_type: 'DATE' }
  return { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
}

/** The values of rows by column. */
export function toColumns(
  { properties }: TObject,
  rows: readonly Readonly<Record<string, unknown>>[],
): ColumnSource[] {
  return Object.entries(properties).map(([name, column]) => ({
    name,
    data: rows.map((row) => toStored(row[name], column)),
  }))
}

function toStored(value: unknown, column: object): unknown {
  if (value === undefined) return null
  const { type, format } = column as { type?: string; format?: string }
  if (type === 'integer') return BigInt(value as number)
  return format === 'date-time' || format === 'date' ? new Date(value as string) : value
}
