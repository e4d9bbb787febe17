/** Names of the texts about commercial use. */
export const commercialTexts = {
  allowed: 'commercial_allowed',
  forbidden: 'commercial_forbidden',
  unknown: 'commercial_unknown',
} as const

export type Licence = { kind: 'none' } | { kind: 'file'; file: string } | { kind: 'text'; text: string }

/**
 * Parses a license as clients send it: a JSON string with a file name or text, an empty JSON object, or plain
 * text. Source: clients 2.1.
 */
export function parseLicence(sent: string | undefined): Licence {
  const text = sent?.trim() ?? ''
  if (!text.startsWith('{')) return textLicence(text)
  try {
    return fromTable(JSON.parse(text))
  } catch {
    return textLicence(text)
  }
}

const fileName = /^(licen[cs]e|copying|unlicense)([.-][\w.-]{1,20})?$/i

/** Selects the license to show: the author's name for it, or else the one in the archive. A file name is none. */
export function licenceOf(sent: string | undefined, inArchive: string | undefined): string | undefined {
  const licence = parseLicence(sent)
  return licence.kind === 'text' && !fileName.test(licence.text) ? licence.text : inArchive || undefined
}

function fromTable(table: { file?: unknown; text?: unknown }): Licence {
  if (typeof table.text === 'string' && table.text.trim()) return textLicence(table.text.trim())
  if (typeof table.file === 'string' && table.file.trim()) return { kind: 'file', file: table.file.trim() }
  return { kind: 'none' }
}

function textLicence(text: string): Licence {
  return text === '' ? { kind: 'none' } : { kind: 'text', text }
}

const maxNameLength = 60

/** Summarizes a license in one line: its name, or the beginning of its text. */
export function licenceName(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return first.length > maxNameLength
    ? `${first.slice(0, maxNameLength).toWellFormed().trimEnd()}…`
    : first.trim()
}
