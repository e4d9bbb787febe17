import type { Texts } from './texts.ts'

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}

/** Returns everything in an XMP packet that looks like JSON: attributes, and the texts of elements. */
export function readXmpTexts(packet: string): Texts {
  const found = [
    ...packet.matchAll(/="(\s*\{[^"<]*)"|='(\s*\{[^'<]*)'|>(\s*(?:workflow:|prompt:)?\{[^<]*)/gi),
  ]
  return found.map(([, double, single, text]) => ({
    key: '',
    text: unescaped(double ?? single ?? text ?? ''),
  }))
}

const unescaped = (text: string) =>
  text
    .replace(/&#x([0-9a-f]{1,6});|&#(\d{1,7});/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity)
