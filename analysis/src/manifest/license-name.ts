import { licenseExpression } from './license-expression.ts'
import { knownLicenses, licenseOfText } from './license-texts.ts'

/** Common short names outside of the SPDX list. */
const spoken: readonly [RegExp, string][] = [
  [/^(?:gnu )?(agpl|lgpl|gpl)[ -]?v?(\d)(?:\.0)?(?: license)?$/, '$1-$2.0'],
  [/^(?:gnu )?(agpl|lgpl|gpl)[ -]?v?(\d\.\d)(?: license)?$/, '$1-$2'],
  [/^apache(?: license)?(?: version|,? version)?[ -]?v?2(?:\.0)?$/, 'Apache-2.0'],
  [/^cc[ -]?0(?:[ -]v?1\.0)?(?: universal)?$/, 'CC0-1.0'],
  [/^mpl[ -]?v?2(?:\.0)?$/, 'MPL-2.0'],
  [/^bsd[ -]([23])[ -]clause$/, 'BSD-$1-Clause'],
  [/^([23])[ -]clause bsd$/, 'BSD-$1-Clause'],
]
/** Words that add nothing to a name. */
const filler =
  /\b(?:the|license|licence|public domain|public|version|international|only|see|under)\b|\bv(?=\d)|"[^"]*"|[^\p{L}\p{N}.]+/giu
const keyOf = (name: string): string =>
  name
    .replaceAll(filler, ' ')
    .replace(/\.0\b/g, '')
    .replace(/ {1,20}/g, ' ')
    .trim()
    .toLowerCase()
const byName: ReadonlyMap<string, string> = new Map(
  knownLicenses.flatMap(({ id, name }) => [
    [keyOf(name), id],
    [keyOf(id), id],
  ]),
)
const longestName = 120

/** Returns the SPDX expression that a text of an author stands for; empty when none is recognized. */
export function licenseName(sent: string): string {
  const text = textOf(sent).trim()
  const expression = licenseExpression(text)
  if (expression !== undefined) return expression
  if (text.length > longestName) return licenseOfText(text) ?? ''
  const short = text.toLowerCase().replace(/\s{1,20}/g, ' ')
  for (const [pattern, id] of spoken) {
    const found = pattern.test(short) && licenseExpression(short.replace(pattern, id))
    if (found) return found
  }
  const whole = text.replace(/\([^()]*\)/g, '').trim()
  return licenseExpression(whole.replaceAll(' ', '-')) ?? byName.get(keyOf(whole)) ?? ''
}

/** Authors send plain text or a JSON object in a string. Source: clients 2.1. */
function textOf(sent: string): string {
  if (!sent.trim().startsWith('{')) return sent
  try {
    const { text }: { text?: unknown } = JSON.parse(sent)
    return typeof text === 'string' ? text : ''
  } catch {
    return sent
  }
}
