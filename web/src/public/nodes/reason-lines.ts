/**
 * Converts a stored reason to readable lines. The scan stores findings as JSON, the admin pages a message
 * with history, and other clients plain text, which stays unchanged. Source: API contract 28.4.
 */
export function reasonLines(reason: string | undefined): string[] {
  const text = reason?.trim() ?? ''
  if (text === '') return []
  const stored = /^[[{]/.test(text) ? parsed(text) : undefined
  const lines = (Array.isArray(stored) ? stored : [stored]).flatMap(lineOf)
  return lines.length > 0 ? [...new Set(lines)] : [text]
}

function lineOf(stored: unknown): string[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { message, issue_type, error_type, type, file_path, path, file, line_number, line } =
    stored as Partial<Record<string, unknown>>
  const what = [message, issue_type, error_type, type].find(isText)
  if (what === undefined) return []
  const where = [[file_path, path, file].find(isText), line_number ?? line].filter(
    (part) => part !== undefined,
  )
  return [where.length > 0 ? `${what} (${where.join(':')})` : what]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
