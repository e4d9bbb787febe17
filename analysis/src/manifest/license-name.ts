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
  [/\bCC[- ]BY[- ]NC|\battribution-noncommercial\b/i, 'CC-BY-NC'],
  [/\bCC0\b/i, 'CC0-1.0'],
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
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? ''
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
