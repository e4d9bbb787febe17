import { defined } from '@nodeyard/contract/ground'

/** A value of a record and its path, such as `settings.language`. */
export interface NamedValue {
  name: string
  text: string
}

/** Flattens a record to its non-empty values. Lists become one text. */
export function namedValues(value: unknown, name = ''): NamedValue[] {
  if (value === undefined || value === null || value === '') return []
  if (!isRecord(value)) return [{ name, text: textOf(value) }]
  return Object.entries(value).flatMap(([key, one]) => namedValues(one, name ? `${name}.${key}` : key))
}

export interface NamedChange {
  name: string
  /** Omitted when the value was added. */
  before?: string
  /** Omitted when the value was removed. */
  after?: string
}

/** Lists the values that differ between two records. */
export function namedChanges(before: unknown, after: unknown): NamedChange[] {
  const [old, current] = [before, after].map((one) => new Map(namedValues(one).map((x) => [x.name, x.text])))
  const names = new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])])
  return [...names].flatMap((name) => {
    const [was, is] = [old?.get(name), current?.get(name)]
    if (was === is) return []
    return [{ name, ...defined({ before: was, after: is }) }]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .map((one) => (isRecord(one) ? namedValues(one).map(lineOf).join(', ') : textOf(one)))
      .join('; ')
  }
  return String(value)
}

const lineOf = ({ name, text }: NamedValue) => `${name}: ${text}`
