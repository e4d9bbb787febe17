import { defined } from '../ground/defined.ts'
import { tableOf } from '../ground/table.ts'
export type ReadmeFormat = 'markdown' | 'plain'

/** The `readme` key of [project]. Source: the packaging guide, "pyproject.toml specification". */
export interface DeclaredReadme {
  file?: string
  /** The text itself. */
  text?: string
  format?: ReadmeFormat
  /** In lowercase. */
  charset?: string
}

const formats = tableOf<ReadmeFormat>({
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/x-rst': 'plain',
  'text/plain': 'plain',
})

/** Accepts a path, or a table with `file` or `text`; returns undefined for anything else. */
export function declaredReadme(value: unknown): DeclaredReadme | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { file: value }
  if (typeof value !== 'object' || value === null) return undefined
  const table: { file?: unknown; text?: unknown; 'content-type'?: unknown; charset?: unknown } = value
  const { file, text } = table
  const [type = '', ...parameters] = String(table['content-type'] ?? '')
    .toLowerCase()
    .split(';')
  const format = formats.get(type.trim())
  const charset = [...parameters, `charset=${table.charset ?? ''}`]
    .map((one) => /^\s*charset\s*=\s*"?([\w.:-]+)/.exec(one)?.[1])
    .find((one) => one !== undefined)
  const facts = defined({ format: format || undefined, charset: charset || undefined })
  if (typeof file === 'string' && file !== '') return { file, ...facts }
  return typeof text === 'string' ? { text, ...facts } : undefined
}
