export type Licence = { kind: 'none' } | { kind: 'file'; file: string } | { kind: 'text'; text: string }

/**
 * A licence as authors send it: JSON in a string that names a file or holds the text, an empty JSON object,
 * or just text. Source: clients 2.1.
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

/** The licence to show: a name that the author sent, else what the archive says. */
export function licenceOf(sent: string | undefined, inArchive: string | undefined): Licence {
  const licence = parseLicence(sent)
  const isNamed = licence.kind === 'text' && !fileName.test(licence.text)
  return isNamed || !inArchive ? licence : { kind: 'text', text: inArchive }
}

function fromTable(table: { file?: unknown; text?: unknown }): Licence {
  if (typeof table.text === 'string' && table.text.trim()) return textLicence(table.text.trim())
  if (typeof table.file === 'string' && table.file.trim()) return { kind: 'file', file: table.file.trim() }
  return { kind: 'none' }
}

function textLicence(text: string): Licence {
  return text === '' ? { kind: 'none' } : { kind: 'text', text }
}

const longestName = 60

/** A licence in one line: its name, or how its whole text begins. */
export function licenceName(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return first.length > longestName
    ? `${first.slice(0, longestName).toWellFormed().trimEnd()}…`
    : first.trim()
}
