import { quotedIn } from '@nodeyard/analysis/ground'

/** A stream of text, such as standard output. */
export interface Output {
  write(text: string): unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
}

/** Replaces control characters of strangers' texts, which could manipulate the terminal, and keeps one line. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '�')
}

/**
 * Quotes a part of a command for the usual shell of a system. Double quotes work in both shells of Windows; a text that the command
 * prompt cannot state, or PowerShell replaces, is quoted for PowerShell.
 */
export function quotedFor(platform: NodeJS.Platform, part: string): string {
  if (/^-\w$/.test(part)) return part
  if (platform !== 'win32') return quotedIn('posix', part) ?? part
  const both = /[$`\u201c-\u201e]/.test(part) ? undefined : quotedIn('cmd', part)
  return both ?? quotedIn('powershell', part) ?? `"${part.replaceAll('"', '')}"`
}

const esc = '\x1b'
/** What `paintOn` and the progress line write, and every other control character. */
const controls = new RegExp(
  `(${esc}\\[\\d{1,2}m|\\r${esc}\\[K)|[^\\P{Cc}\\n\\t]|[\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
)

/** Lines that CI services obey, except annotations and masks. */
const orders = /^[^\S\n\r\u2028\u2029]*:(?=:(?!(?:error|warning|notice|add-mask)[ :]))|#(?=#\w*\[)/gm

/** Wraps a terminal so that no text of a stranger can control it or a CI service, even one that was not cleaned. Colors of this program pass. */
export function guarded(output: Output): Output {
  return {
    write: (text) =>
      output.write(text.replace(controls, (_, own?: string) => own ?? ' ').replace(orders, '$& ')),
    isTTY: output.isTTY,
    get columns() {
      return output.columns
    },
  }
}

/** Writes JSON whose strings cannot control a terminal. */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|#(?=#\w*\[)/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`

const colors = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
export type Color = keyof typeof colors
export type Paint = (color: Color, text: string) => string

/** Colors texts on terminals, unless `NO_COLOR` is set. */
export function paintOn({ isTTY }: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const isColored = env['FORCE_COLOR'] ? env['FORCE_COLOR'] !== '0' : isTTY && !env['NO_COLOR']
  return (color, text) => (isColored ? `${esc}[${colors[color]}m${text}${esc}[0m` : text)
}

const widestColumn = 48

/** Aligns cells in columns, indented by two spaces. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const cleaned = rows.map((row) => row.map(plain))
  const widths = (cleaned[0] ?? []).map((_, column) =>
    Math.min(widestColumn, Math.max(...cleaned.map((row) => row[column]?.length ?? 0))),
  )
  return cleaned.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}
