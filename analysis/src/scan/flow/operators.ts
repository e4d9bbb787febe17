import { origins } from './origins.ts'
import { elementOf, hole, joinTexts, listValue, mixAll, textValue, type Value } from './values.ts'

/** Maximum number of elements visited one by one. */
const maxLoops = 4096

/** Joins texts, numbers or lists. */
export function putTogether(values: readonly Value[], between: string): Value {
  const isList = between === '' && values.some((value) => value.items)
  if (isList && values.every((value) => value.texts.length === 0)) {
    const list = listValue(values.flatMap((value) => value.items ?? [elementOf(value)]))
    return { ...list, isOpen: list.isOpen || values.some((value) => !value.items) }
  }
  const numbers = values.map((value) => value.number)
  const isNumber = between === '' && numbers.every((number) => number !== undefined)
  const sum = mixAll(values)
  if (isNumber) return { ...sum, number: numbers.reduce((a, b) => (a ?? 0) + (b ?? 0), 0) ?? 0 }
  if (values.every((value) => value.texts.length === 0))
    return { ...sum, isOpen: true, names: values[0]?.names ?? [] }
  const written = values.filter((value) => value.texts.length > 0).length
  const built = written > 1 && between === '' ? origins.built : 0
  const isOpen = values.some((value) => value.texts.length === 0 && value.number === undefined) || sum.isOpen
  return { ...sum, isOpen, texts: joinTexts(values, between), origin: sum.origin | built }
}

export function calculated(operator: string, a: Value, b: Value): Value {
  const sum = mixAll([a, b])
  if (a.number !== undefined && b.number !== undefined) {
    const number = calculate(operator, a.number, b.number)
    const origin = sum.origin | (operator === '^' ? origins.decoded : 0)
    return number === undefined ? { ...sum, isOpen: true } : { ...sum, number, origin }
  }
  if (operator === '%' && a.texts.length > 0)
    return { ...sum, texts: a.texts.flatMap((text) => fillIn(text, b)).slice(0, 16) }
  if (operator === '*' && a.items) return { ...a, isOpen: true }
  if (operator === '*' && a.texts.length === 1 && b.number !== undefined && b.number <= 10_000)
    return textValue((a.texts[0] ?? '').repeat(Math.max(0, b.number)), a.origin)
  if (operator === '^') return { ...sum, isOpen: true, origin: sum.origin | origins.decoded }
  return { ...sum, isOpen: true }
}

/** Returns the elements when all of them are literal. */
export function writtenItems(source: Value): Value[] | undefined {
  if (source.items && source.items.length > 1 && source.items.length <= maxLoops && !source.isOpen)
    return [...source.items]
  const [text, ...others] = source.texts
  if (
    text === undefined ||
    others.length > 0 ||
    source.isOpen ||
    text.includes(hole) ||
    text.length > maxLoops
  )
    return undefined
  return [...text].map((letter) => textValue(letter, source.origin))
}

export function reversed(value: Value): Value {
  const texts = value.texts.map((text) => [...text].reverse().join(''))
  const origin = value.origin | origins.built | (value.texts.length > 0 ? origins.decoded : 0)
  return { ...value, texts, origin, items: value.items?.toReversed() }
}

/** Returns `value[low:high]`. */
export function sliced(value: Value, low: number | undefined, high: number | undefined): Value {
  if (value.items) return { ...value, items: value.items.slice(low, high) }
  return {
    ...value,
    texts: value.texts.map((text) => (text.includes(hole) ? text : text.slice(low, high))),
    origin: value.origin | origins.built,
  }
}

function calculate(operator: string, a: number, b: number): number | undefined {
  switch (operator) {
    case '*':
      return a * b
    case '-':
      return a - b
    case '^':
      return a ^ b
    case '//':
      return b === 0 ? undefined : Math.floor(a / b)
    case '%':
      return b === 0 ? undefined : ((a % b) + b) % b
    case '&':
      return a & b
    case '|':
      return a | b
    case '<<':
      return b > 31 ? undefined : a << b
    case '>>':
      return a >> b
    default:
      return undefined
  }
}

/** `"%s/%s" % (a, b)` */
function fillIn(text: string, value: Value): string[] {
  const values = value.items ?? [value]
  let at = 0
  const filled = text.replace(
    /%[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?[sdrifxX]|%\(\w+\)[sdr]/g,
    () => values[at++]?.texts[0] ?? hole,
  )
  return [filled]
}
