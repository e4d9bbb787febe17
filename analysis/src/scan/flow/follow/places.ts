import type { Expression } from '../syntax.ts'
import { fullTexts, listValue, type Unit, type Value, withOrigin } from '../values.ts'
import { ownClassOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { ownerOf } from './variables.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** Hand-written places have fewer parts around parts. */
const deepest = 8
/** Longer names of places are made by programs. */
const longest = 300

/**
 * Returns the names of the place that an expression stands for: those of its value, or else its own spelling, with the
 * variables and calls in it. Two equal expressions over an unknown base are one place.
 */
export function placesOf(
  follower: Follower,
  expression: Expression,
  value: Value,
  unit: Unit,
): readonly string[] {
  if (value.places.length > 0) return value.places
  const isKnown = value.items !== undefined || (expression.kind === 'name' && value.texts.length > 0)
  if (isKnown || !isPlace(expression) || follower.library.language === 'javascript') return []
  const name = spelled(follower, expression, unit, 0)
  return name === '' ? [] : [name]
}

/** Returns the value of an argument with the contents of the place that it names. */
export function withContents(
  follower: Follower,
  expression: Expression | undefined,
  value: Value,
  unit: Unit,
): Value {
  if (!expression) return value
  if (expression.kind === 'list' && value.items?.length === expression.items.length) {
    const items = value.items.map((item, i) => withContents(follower, expression.items[i]?.value, item, unit))
    return { ...value, ...listValue(items), items, isOpen: value.isOpen }
  }
  const { written } = follower
  return placesOf(follower, expression, value, unit).reduce(
    (sum, place) =>
      written.withTrailsOf(withOrigin(sum, written.originWithin(place, follower.current)), place),
    value,
  )
}

/** A literal says by itself what it is. */
function isPlace({ kind }: Expression): boolean {
  return /^(name|call|join|attribute|item|calculate)$/.test(kind)
}

/** Returns the place of a call's result, if the call makes or keeps one. */
export function placeOfCall(
  follower: Follower,
  call: Call,
  name: string,
  values: readonly Value[],
  result: Value,
  unit: Unit,
): readonly string[] {
  const { library } = follower
  const way = library.placeOf(name)
  if (way === undefined || result.places.length > 0) return result.places
  if (way === 'new') return [siteOf(call, name, unit)]
  const given = values.find((value) => value.places.length > 0)
  const isWriting = values.some((value) => value.texts.some((text) => writingMode.test(text)))
  if (way === 'opened' && !isWriting) return []
  if (way === 'same' || way === 'opened') {
    if (given) return given.places
    const [argument] = call.args
    const isNamed = values.some((value) => value.texts.some((text) => !writingMode.test(text)))
    const place = isNamed ? '' : argument ? spelled(follower, argument.value, unit, 1) : ''
    return place === '' ? [] : [place]
  }
  // Texts say what it is already.
  if (!given && result.texts.some((text) => follower.written.isNamed(text))) return []
  const place = spelled(follower, call, unit, 0)
  return place === '' ? [] : [place]
}

const writingMode = /^[rbt]{0,2}[wax+][bt+]{0,2}$|^[rwax][:|]\w{0,3}$/

/** Returns the place that joined parts name, when one of them is a place without a text. */
export function placeOfParts(
  follower: Follower,
  parts: readonly Expression[],
  values: readonly Value[],
  between: string,
  unit: Unit,
): readonly string[] {
  if (values.every((value) => value.places.length === 0)) return []
  return [joined(values.map((value, i) => part(follower, parts[i], value, unit, 1)).join(between))]
}

function part(
  follower: Follower,
  expression: Expression | undefined,
  value: Value,
  unit: Unit,
  depth: number,
): string {
  const [place] = value.places
  if (place !== undefined) return place
  const [text] = fullTexts(value)
  if (text !== undefined && value.texts.length === 1) return text
  return expression ? spelled(follower, expression, unit, depth) : ''
}

function spelled(follower: Follower, expression: Expression, unit: Unit, depth: number): string {
  if (depth > deepest) return ''
  const inner = (one: Expression) => part(follower, one, follower.quietly(one, unit), unit, depth + 1)
  switch (expression.kind) {
    case 'text':
      return expression.text
    case 'number':
      return String(expression.value)
    case 'name': {
      if (/^(self|cls)$/.test(expression.name)) return siteOfUnit(ownClassOf(unit) ?? unit)
      const owner = ownerOf(expression.name, unit)
      return owner ? `${siteOfUnit(owner)}.${expression.name}` : expression.name
    }
    case 'attribute':
      return joined(`${inner(expression.object)}.${expression.name}`)
    case 'item':
      return joined(`${inner(expression.object)}[${inner(expression.index)}]`)
    case 'join':
      return joined(expression.parts.map(inner).join(expression.between))
    case 'calculate':
      return joined(`${inner(expression.left)}${expression.operator}${inner(expression.right)}`)
    case 'list':
      return joined(expression.items.map(({ value }) => inner(value)).join(','))
    case 'call':
      return spelledCall(follower, expression, unit, inner)
    default:
      return ''
  }
}

function spelledCall(follower: Follower, call: Call, unit: Unit, inner: (one: Expression) => string): string {
  const { callee } = call
  const target = follower.quietly(callee, unit)
  const [name = ''] = target.names
  const way = follower.library.placeOf(name)
  if (way === 'new') return siteOf(call, name, unit)
  const isMethod = callee.kind === 'attribute' && (name === '' || name.startsWith('?') || name.includes('()'))
  const args = call.args.map(({ value }) => inner(value))
  const parts = isMethod ? [inner(callee.object), ...args] : args
  if (way === 'same' || way === 'opened') return parts[0] ?? ''
  if (way === 'joined') return joined(parts.join('/'))
  const own =
    isMethod || callee.kind !== 'name' ? (callee.kind === 'attribute' ? callee.name : '') : callee.name
  return joined(`${name === '' || isMethod ? own : name}(${parts.join(',')})`)
}

const joined = (text: string) => (text.length > longest ? '' : text)

function siteOf({ line }: Call, name: string, unit: Unit): string {
  return `${name}()@${unit.file}:${line}`
}

function siteOfUnit({ file, scope }: Unit): string {
  return `${file}:${scope.line}:${scope.name}`
}
