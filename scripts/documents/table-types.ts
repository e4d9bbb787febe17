import type { RawDatabase } from '../../server/src/ground/db/database.ts'

interface Column {
  table: string
  name: string
  type: string
  is_nullable: boolean
  is_computed: boolean
  has_default: boolean
  /** The check that concerns only this column. */
  rule: string
}

const header = `// biome-ignore-all format: generated from the migrated database by \`npm run docs\`.
import type { Generated } from 'kysely'
import type { Json, JsonWithDefault, Optional, OptionalJson, ReadOnly, Timestamp } from './column-types.ts'

/** The tables. Columns with a default are \`Generated\`. Bigint columns are numbers: no count here exceeds 2^53. */
export interface Tables {
`

/** Writes the types of the tables of a migrated database. */
export async function tableTypes(raw: Pick<RawDatabase, 'query'>): Promise<string> {
  const columns = await listColumns(raw)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const texts = [...tables].map(([table, own]) => `${wrapped(`  ${table}: {`, own.map(memberOf))} }\n`)
  return `${header}${texts.join('')}}\n`
}

async function listColumns(raw: Pick<RawDatabase, 'query'>): Promise<Column[]> {
  const { rows } = await raw.query(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as is_nullable, a.attgenerated <> '' or a.attidentity <> '' as is_computed,
      d.oid is not null as has_default,
      coalesce((select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid
        and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'ARRAY|<@'), '') as rule
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`)
  return rows as unknown as Column[]
}

const memberOf = (column: Column): string => `${column.name}: ${typeOf(column)}`

function typeOf(column: Column): string {
  const { table, name, type, is_nullable, is_computed, has_default } = column
  if (type === 'jsonb') {
    const kind = is_nullable ? 'OptionalJson' : has_default ? 'JsonWithDefault' : 'Json'
    return `${kind}<'${table}.${name}'>`
  }
  const value = valueTypeOf(column)
  if (is_computed) return `ReadOnly<${value}${is_nullable ? ' | null' : ''}>`
  if (is_nullable) return `Optional<${value}>`
  if (!has_default) return value
  return value === 'Date' ? 'Timestamp' : `Generated<${value}>`
}

/** Types of values by the type in the database. Days are texts. */
const valueTypes: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'timestamp with time zone': 'Date',
}

function valueTypeOf({ table, name, type, rule }: Column): string {
  const item = valueTypes[type.replace('[]', '')]
  if (!item) throw new Error(`${table}.${name}: no type is known for ${type}.`)
  const list = type.endsWith('[]')
  const values = (list ? rule.match(/<@ '\{(.*?)\}'/)?.[1]?.split(',') : namedIn(rule)) ?? []
  const one = values.map((value) => `'${value}'`).join(' | ') || item
  return list ? `${values.length > 0 ? `(${one})` : one}[]` : one
}

/** The texts of a check such as `status = ANY (ARRAY['active'::text, 'banned'::text])`. */
function namedIn(rule: string): string[] {
  const [, list = ''] = rule.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[(.*?)\]\)\)\)$/) ?? []
  return [...list.matchAll(/'(.*?)'::text/g)].map(([, value = '']) => value)
}

/** Members behind a beginning, on as few lines as fit. */
function wrapped(start: string, members: string[]): string {
  const lines = [start]
  for (const [place, member] of members.entries()) {
    const longer = `${lines.at(-1)}${place > 0 ? ';' : ''} ${member}`
    if (longer.length < 118) lines[lines.length - 1] = longer
    else lines.push(`    ${member}`)
  }
  return lines.join('\n')
}
