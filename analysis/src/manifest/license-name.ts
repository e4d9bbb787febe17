/** Spellings of common licenses, in the order in which they are tried. */
const known: readonly [RegExp, string][] = [
  [/\bAGPL\b|affero/i, 'AGPL-3.0'],
  [/\bLGPL\b|lesser general public/i, 'LGPL-3.0'],
  [/\bGPL[- ]?(v|version )?2|general public license[\s\S]{0,40}version 2\b/i, 'GPL-2.0'],
  [/\bGPL\b|GPLv3|gnu general public/i, 'GPL-3.0'],
  [/apache/i, 'Apache-2.0'],
  [/\bMIT\b|permission is hereby granted, free of charge/i, 'MIT'],
  [/\bMPL\b|mozilla public/i, 'MPL-2.0'],
  [/\bBSD\b|redistribution and use in source and binary/i, 'BSD'],
  [/\bCC[- ]BY[- ]NC[- ]SA\b|\battribution-noncommercial-sharealike\b/i, 'CC-BY-NC-SA'],
  [/\bCC[- ]BY[- ]NC[- ]ND\b|\battribution-noncommercial-noderiv/i, 'CC-BY-NC-ND'],
  [/\bCC[- ]BY[- ]NC|\battribution-noncommercial\b/i, 'CC-BY-NC'],
  [/\bCC0\b/i, 'CC0-1.0'],
  [/\bCC[- ]BY[- ]SA\b|\battribution-sharealike\b/i, 'CC-BY-SA'],
  [/\bCC[- ]BY[- ]ND\b|\battribution-noderiv/i, 'CC-BY-ND'],
  [/\bCC[- ]BY|\bcreative commons attribution\b/i, 'CC-BY'],
  [/\bunlicense\b/i, 'Unlicense'],
  [/\bISC\b/, 'ISC'],
  [/\bWTFPL\b/i, 'WTFPL'],
]
/** A license names itself at its start, if at all. */
const readLength = 400

/** Returns the short name of a license from any text that its author sent; empty when none is recognized. */
export function licenseName(sent: string): string {
  const text = textOf(sent).slice(0, readLength)
  const whole = licenseExpression(text)
  if (whole !== undefined) return whole
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}

const longestExpression = 60
const operator = /^(?:AND|OR|WITH)$/i
const identifier = /^[A-Za-z0-9][A-Za-z0-9.+-]*$/

/**
 * Returns an SPDX expression of several licenses, and a Creative Commons license with conditions, as a whole: no part of them
 * alone says what is allowed. Identifiers are not compared with the SPDX list. Source: SPDX 2.3, annex D.
 */
export function licenseExpression(text: string): string | undefined {
  const words = text.trim().split(/\s+/)
  const [first = ''] = words
  if (words.length === 1)
    return /^CC-BY-(?:NC|SA|ND)\b/i.test(first) && identifier.test(first) ? first : undefined
  if (words.length % 2 === 0 || words.length > longestExpression) return undefined
  const isExpression = words
    .map((word) => word.replaceAll('(', '').replaceAll(')', ''))
    .every((word, at) => (at % 2 === 1 ? operator : identifier).test(word))
  return isExpression
    ? words.map((word, at) => (at % 2 === 1 ? word.toUpperCase() : word)).join(' ')
    : undefined
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
