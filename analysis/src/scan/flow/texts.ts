import { tableOf } from '../../ground/table.ts'
import { origins } from './origins.ts'
import { fullTexts, hole, listValue, mixAll, textValue, type Value } from './values.ts'

/** Returns the result of a string method on a known text, or undefined when it is unknown. */
export function foldMethod(receiver: Value, method: string, args: readonly Value[]): Value | undefined {
  if (method === 'join') return joinItems(receiver, args[0])
  if (receiver.texts.length === 0) return undefined
  if (method === 'decode' || method === 'encode') return receiver
  if (receiver.isOpen) return undefined
  if (method === 'strip' || method === 'toString' || method === 'valueOf') return receiver
  const change = changes.get(method)
  if (change) {
    const texts = receiver.texts.flatMap((text) => change(text, args) ?? [])
    const given = mixAll(args)
    const origin = receiver.origin | given.origin | (method === 'translate' ? origins.decoded : origins.built)
    return texts.length > 0
      ? { ...given, texts, origin, isOpen: texts.some((text) => text.includes(hole)) }
      : undefined
  }
  if (method === 'split' || method === 'splitlines') return split(receiver, args)
  return undefined
}

const changes = tableOf<(text: string, args: readonly Value[]) => string | undefined>({
  lower: (text) => text.toLowerCase(),
  toLowerCase: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  toUpperCase: (text) => text.toUpperCase(),
  swapcase: (text) =>
    [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join(''),
  title: (text) =>
    text.replace(/[a-z]+/gi, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  lstrip: (text, args) => (args.length === 0 ? text.trimStart() : undefined),
  rstrip: (text, args) => (args.length === 0 ? text.trimEnd() : undefined),
  trim: (text) => text.trim(),
  replace: (text, args) => replaceIn(text, args),
  replaceAll: (text, args) => replaceIn(text, args),
  format: (text, args) => {
    let at = 0
    return text.replace(/\{(\w*)(?:[!:][^{}]*)?\}/g, (_, key: string) => {
      const value = /^\d+$/.test(key) ? args[Number(key)] : key === '' ? args[at++] : undefined
      return value?.texts[0] ?? (value?.number === undefined ? hole : String(value.number))
    })
  },
})

function replaceIn(text: string, [from, to]: readonly Value[]): string | undefined {
  const [before] = from ? fullTexts(from) : []
  const [after] = to ? fullTexts(to) : []
  return before !== undefined && after !== undefined && before !== ''
    ? text.replaceAll(before, after)
    : undefined
}

function split(receiver: Value, [separator]: readonly Value[]): Value | undefined {
  const [text] = fullTexts(receiver)
  const [by] = separator ? fullTexts(separator) : []
  if (text === undefined || (separator && by === undefined)) return undefined
  const parts = by === undefined || by === '' ? text.trim().split(/\s+/) : text.split(by)
  return parts.length <= 4096 ? listValue(parts.map((part) => textValue(part, receiver.origin))) : undefined
}

/** `"".join(list)` and `list.join("")`. */
function joinItems(receiver: Value, argument: Value | undefined): Value | undefined {
  const [list, separator] = receiver.items ? [receiver, argument ?? textValue(',')] : [argument, receiver]
  const { items } = list ?? {}
  if (!items || !list) return undefined
  const [between = ''] = separator?.texts ?? []
  const parts = items.map((item) => item.texts[0] ?? hole)
  const text = parts.join(between)
  const isCalculated = items.length > 8 && (list.origin & origins.decoded) !== 0
  const origin = list.origin | origins.built | (isCalculated ? origins.decoded : 0)
  return {
    ...textValue(text, origin),
    isOpen: list.isOpen || text.includes(hole),
    parameters: list.parameters,
  }
}

const latin = (bytes: readonly number[]) => bytes.map((byte) => String.fromCharCode(byte)).join('')
const maxEncoded = 400_000

/** Decodes Base64, or returns undefined when it is invalid. */
export function fromBase64(text: string): string | undefined {
  const clean = text.replace(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/')
  if (clean.length > maxEncoded || !/^[A-Za-z0-9+/]*$/.test(clean)) return undefined
  try {
    return utf8(atob(clean))
  } catch {
    return undefined
  }
}

/** Decodes hexadecimal digits, or returns undefined when they are invalid. */
export function fromHex(text: string): string | undefined {
  const clean = text.replace(/[\s:]/g, '')
  if (clean.length > maxEncoded || !/^([0-9a-f]{2})+$/i.test(clean)) return undefined
  return utf8(latin((clean.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))
}

export function fromRot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

/** Decodes bytes, each stored as one character, as UTF-8 if they are valid UTF-8. */
export function utf8(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (one) => one.charCodeAt(0)),
    )
  } catch {
    return bytes
  }
}

/** Returns the part of a path that identifies it: its last known part. */
export function placeKey(text: string): string {
  const known = text.split(hole).at(-1) ?? ''
  const key = known.replace(/^[\\/.]+/, '')
  // Many files have the same ending.
  return key.length >= 4 && !/^\.\w{1,4}$/.test(known) ? key : ''
}
