import { cpus, release, totalmem, type } from 'node:os'

/** The result of one benchmark: a table, and the promises that it checks. */
export interface Finding {
  /** The name for `npm run bench -- NAME`. */
  name: string
  title: string
  columns: string[]
  rows: (string | number)[][]
  gates: Gate[]
  /** Additional facts, such as every miss with its reason. */
  notes?: string[]
}

/** A documented promise: a number with a limit. */
export interface Gate {
  label: string
  value: number
  atLeast?: number
  atMost?: number
}

/** Whether a promise is kept. */
export function isKept({ value, atLeast = -Infinity, atMost = Infinity }: Gate): boolean {
  return value >= atLeast && value <= atMost
}

/** Describes the machine for display with every result. */
export function describeMachine(): string {
  const [first] = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${first?.model.trim()}), ${memoryGb} GB, ${type()} ${release()}, Node ${process.version}`
}

/** Formats a result as Markdown. */
export function toMarkdown({ title, columns, rows, gates, notes = [] }: Finding): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${title}`,
    '',
    line(columns),
    line(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
    '',
    ...gates.map((one) => `${isKept(one) ? 'kept' : 'BROKEN'}: ${one.label} (${limitOf(one)}): ${one.value}`),
    '',
    ...notes.map((note) => `- ${note}`),
  ].join('\n')
}

function limitOf({ atLeast, atMost }: Gate): string {
  return atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Returns the mean; NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
