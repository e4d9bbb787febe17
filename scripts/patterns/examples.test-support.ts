import { Type } from 'typebox'

/** One pattern of each syntax, for the test of the collector. */
const literal = /a+/g
const word = 'b'
const words = new Set(['p', 'q'])
const slug = { pattern: '^t+$' }
const Renamed = RegExp

export const examples = (text: string) => [
  literal,
  new RegExp(word),
  RegExp(`c${word}`, 'u'),
  new RegExp(word + literal.source),
  new RegExp([...words].join('|'), 'i'),
  new RegExp(String.raw`\d${word}`),
  Type.String({ pattern: '^s+$' }),
  Type.String(slug),
  text.match('u+'),
  text.match(word),
  text.search(`v+${word}`),
  new RegExp(text),
  new Renamed('w+'),
  new globalThis.RegExp(text),
  literal instanceof RegExp,
]
