import { percentDecoded } from '../../ground/percent.ts'
import { resultNames } from './names.ts'
import { origins } from './origins.ts'
import { fromBase64, fromHex, fromRot13 } from './texts.ts'
import {
  elementOf,
  fullTexts,
  hole,
  listValue,
  mixAll,
  nothing,
  numberValue,
  textValue,
  unknown,
  type Value,
} from './values.ts'

export const pass: Effect = ({ name, receiver, args, keywords }) => ({
  ...mixAll([receiver, ...args, ...keywords.values()]),
  ...resultName(name),
  isOpen: true,
})

export function convert({ args }: LibraryCall): Value {
  const [first] = args
  if (!first) return textValue('')
  if (first.items && first.items.length > 0 && first.items.every((item) => item.number !== undefined)) {
    const text = first.items.map((item) => safeCharacter(item.number ?? 0)).join('')
    return textValue(text, first.origin | origins.decoded | origins.built)
  }
  if (first.number !== undefined) return textValue(String(first.number), first.origin)
  if (first.items) return { ...mixAll([first]), isOpen: true }
  return { ...first, names: first.names.filter((name) => name.endsWith(')')) }
}

export function safeCharacter(code: number): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

export function toInteger({ args }: LibraryCall): Value {
  const [text] = args[0] ? fullTexts(args[0]) : []
  const base = args[1]?.number ?? 10
  const number = text === undefined ? args[0]?.number : Number.parseInt(text.replace(/^0[xob]/i, ''), base)
  return number === undefined || Number.isNaN(number)
    ? unknown
    : { ...numberValue(number), origin: (args[0]?.origin ?? 0) & origins.decoded }
}

export function sequence({ name, args }: LibraryCall): Value {
  const [first] = args
  if (!first) return { ...nothing, isOpen: true }
  if (name === 'reversed' && first.texts.length > 0)
    return {
      ...first,
      texts: first.texts.map((text) => [...text].reverse().join('')),
      origin: first.origin | origins.decoded | origins.built,
    }
  if (name === 'reversed' && first.items)
    return { ...first, items: first.items.toReversed(), origin: first.origin | origins.built }
  if (name === 'dict' && first.names.includes('os.environ'))
    return { ...unknown, origin: origins.environment }
  if ((name === 'list' || name === 'tuple') && (first.items || first.texts.length > 0)) return first
  if (name === 'zip') return { ...mixAll(args), isOpen: true, items: [listValue(args.map(elementOf))] }
  if (name === 'enumerate' || name === 'dict')
    return { ...mixAll(args), isOpen: true, items: [listValue([unknown, ...args.map(elementOf)])] }
  return { ...mixAll(args), isOpen: true, items: first.items, texts: first.texts, names: first.names }
}

/** `map(chr, [101, 118])` */
export function mapCall({ args }: LibraryCall): Value {
  const [fn, list] = args
  if (fn?.names.includes('chr') && list?.items?.every((item) => item.number !== undefined))
    return listValue(
      list.items.map((item) => textValue(safeCharacter(item.number ?? 0), origins.decoded | origins.built)),
    )
  return { ...mixAll(args), isOpen: true }
}

export function decode({ name, receiver, args, keywords }: LibraryCall): Value {
  const sum = mixAll([receiver, ...args, ...keywords.values()])
  const origin = sum.origin | origins.decoded
  const codec = fullTexts(args[1] ?? keywords.get('encoding') ?? nothing)[0]
    ?.replaceAll(/[-_]/g, '')
    .toLowerCase()
  if (/^codecs\.decode$/.test(name) && /^(utf8|ascii|latin1|utf16)?$/.test(codec ?? ''))
    return { ...sum, isOpen: true }
  if (/^(urllib\.parse|html)\./.test(name))
    return { ...sum, isOpen: true, texts: args[0]?.texts.map((text) => safeUnquote(text)) ?? [] }
  const fold = folds.find(([pattern]) =>
    pattern.test(codec !== undefined && name === 'codecs.decode' ? `codec:${codec}` : name),
  )?.[1]
  const texts = fold ? fullTexts(args[0] ?? nothing).flatMap((text) => fold(text) ?? []) : []
  return {
    ...nothing,
    origin,
    parameters: sum.parameters,
    isOpen: sum.isOpen || texts.length === 0,
    texts,
    ...(name.startsWith('marshal') ? { names: ['marshal.loads()'] } : {}),
  }
}

const safeUnquote = (text: string): string => percentDecoded(text.replaceAll(hole, '')) ?? text

const folds: [RegExp, (text: string) => string | undefined][] = [
  [
    /^base64\.(b64decode|urlsafe_b64decode|standard_b64decode|decodebytes|decodestring)$|^binascii\.a2b_base64$|^codec:base64(codec)?$/,
    fromBase64,
  ],
  [/fromhex$|unhexlify$|a2b_hex$|^base64\.b16decode$|^codec:hex(codec)?$/, fromHex],
  [/^codec:rot_?13$/, fromRot13],
]

/** A call of a library's function. */
export interface LibraryCall {
  name: string
  receiver: Value
  args: readonly Value[]
  keywords: ReadonlyMap<string, Value>
  /** Returns the origins of everything that the pack writes to this place. */
  originOfPlace(place: Value): number
}

/** Returns the result of a call. Effects are looked up by name again and again. */
export type Effect = (call: LibraryCall) => Value

export const noNames: readonly string[] = []

export function resultName(name: string): Pick<Value, 'names'> {
  const isKnown = name.length < 80 && /^[a-z_]/i.test(name)
  return { names: isKnown ? resultNames(name) : noNames }
}
