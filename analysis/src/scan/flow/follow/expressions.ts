import { resultNames } from '../names.ts'
import { calculated, putTogether, reversed, sliced, writtenItems } from '../operators.ts'
import { contentOrigins, folders } from '../origins.ts'
import type { Expression } from '../syntax.ts'
import {
  cellIn,
  elementOf,
  fullTexts,
  hole,
  join,
  joinAll,
  listValue,
  mapValue,
  mixAll,
  nothing,
  numberValue,
  textValue,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { assign } from './assignments.ts'
import { attributeOf, raised, sent } from './attributes.ts'
import { evaluateAll, evaluateCall } from './calls.ts'
import { defineClass } from './definitions.ts'
import type { Follower } from './follower.ts'
import { noteGivenInput } from './given-inputs.ts'
import { evaluateItem } from './lookups.ts'
import { placeOfParts } from './places.ts'
import { each, enterBlock, operate } from './special-methods.ts'
import { perform } from './statements.ts'
import { lookUp } from './variables.ts'

export function evaluate(follower: Follower, expression: Expression, unit: Unit): Value {
  const value = meaningOf(follower, expression, unit)
  if (value.places.length > 0) return follower.written.placed(value, follower.current)
  return expression.kind === 'call' && value.texts.length > 0 ? follower.written.pointed(value) : value
}

function meaningOf(follower: Follower, expression: Expression, unit: Unit): Value {
  switch (expression.kind) {
    case 'text':
      follower.noteText(expression, unit.file)
      return follower.written.placed(textValue(expression.text.replaceAll(hole, '')), follower.current)
    case 'number':
      return numberValue(expression.value)
    case 'constant':
      return nothing
    case 'name':
      return lookUp(follower, expression.name, unit)
    case 'attribute':
      return attributeOf(follower, follower.evaluate(expression.object, unit), expression.name, unit)
    case 'item':
      return evaluateItem(follower, expression, unit)
    case 'call':
      return evaluateCall(follower, expression, unit)
    case 'join':
      return joinParts(follower, expression, unit)
    case 'calculate':
      return evaluateCalculation(follower, expression, unit)
    case 'list':
      return listValue(evaluateAll(follower, expression.items, unit))
    case 'map':
      return evaluateMap(follower, expression, unit)
    case 'either':
      return joinAll(expression.options.map((option) => follower.evaluate(option, unit)))
    case 'mixed':
      return mixAll(expression.parts.map((part) => follower.evaluate(part, unit)))
    case 'test':
      for (const part of expression.parts) follower.evaluate(part, unit)
      return nothing
    case 'each':
      return each(follower, follower.evaluate(expression.of, unit), unit)
    case 'entered':
      return enterBlock(follower, follower.evaluate(expression.of, unit), unit)
    case 'caught':
      return caught(follower, follower.evaluate(expression.of, unit), unit)
    case 'raised':
      return raise(follower, follower.evaluate(expression.of, unit), unit)
    case 'matched':
      return matched(follower, expression, unit)
    case 'yield':
      return yieldValue(follower, expression, unit)
    case 'comprehension':
      return evaluateComprehension(follower, expression, unit)
    case 'slice':
      return evaluateSlice(follower, expression, unit)
    case 'function':
      return defineFunction(follower, expression, unit)
    case 'class':
      return expression.action.kind === 'class' ? defineClass(follower, expression.action, unit) : unknown
    case 'assign':
      return evaluateAssignment(follower, expression, unit)
  }
}

function defineFunction(
  follower: Follower,
  { scope }: Extract<Expression, { kind: 'function' }>,
  unit: Unit,
): Value {
  const made = follower.unitOf(scope, unit)
  follower.readLater(made)
  return made.asValue
}

function evaluateAssignment(
  follower: Follower,
  { target, value: expression, line }: Extract<Expression, { kind: 'assign' }>,
  unit: Unit,
): Value {
  const value = follower.evaluate(expression, unit)
  follower.line = line
  assign(follower, target, value, unit)
  return value
}

function joinParts(
  follower: Follower,
  { parts, between }: Extract<Expression, { kind: 'join' }>,
  unit: Unit,
): Value {
  const values = parts.map((part) => follower.evaluate(part, unit))
  const places = placeOfParts(follower, parts, values, between, unit)
  const put = putTogether(values, between)
  const origin = parts.length > 1 ? put.origin & ~folders : put.origin
  const whole = follower.written.placed({ ...put, origin, places }, follower.current)
  return join(whole, operate(follower, values, between === '/' ? '/' : '+', unit))
}

function evaluateCalculation(
  follower: Follower,
  { operator, left, right }: Extract<Expression, { kind: 'calculate' }>,
  unit: Unit,
): Value {
  const [a, b] = [follower.evaluate(left, unit), follower.evaluate(right, unit)]
  const value = calculated(operator, a, b)
  return a.units.length + b.units.length === 0
    ? value
    : join(value, operate(follower, [a, b], operator, unit))
}

function evaluateMap(
  follower: Follower,
  { entries }: Extract<Expression, { kind: 'map' }>,
  unit: Unit,
): Value {
  const fields = new Map<string, Value>()
  const others: Value[] = []
  for (const { key, value } of entries) {
    const held = follower.evaluate(value, unit)
    const keyValue = key ? follower.evaluate(key, unit) : undefined
    const [text] = keyValue ? fullTexts(keyValue) : []
    if (text !== undefined) {
      fields.set(text, held)
      noteGivenInput(follower, text, held, unit)
    } else others.push(held, keyValue ? mixAll([keyValue]) : nothing)
    if (!key) for (const [name, inner] of held.fields ?? []) fields.set(name, inner)
    if (!key) others.push(...held.names.map((name) => follower.library.spread(name)))
  }
  return mapValue(fields, others)
}

function evaluateSlice(
  follower: Follower,
  { object, isReversed, from, to }: Extract<Expression, { kind: 'slice' }>,
  unit: Unit,
): Value {
  const value = follower.evaluate(object, unit)
  if (isReversed) return reversed(value)
  const number = (end: Expression | undefined) => (end?.kind === 'number' ? end.value : undefined)
  return sliced(value, number(from), number(to))
}

function evaluateComprehension(
  follower: Follower,
  { clauses, value, line }: Extract<Expression, { kind: 'comprehension' }>,
  unit: Unit,
): Value {
  const [only, ...others] = clauses
  if (
    only?.kind === 'assign' &&
    others.length === 0 &&
    only.value.kind === 'each' &&
    only.target.kind === 'name'
  ) {
    const source = follower.evaluate(only.value.of, unit)
    const items = writtenItems(source)
    if (items) return unroll(follower, only.target.name, items, value, unit)
    assign(follower, only.target, elementOf(source), unit)
  } else for (const clause of clauses) perform(follower, clause, unit)
  follower.line = line
  return listValue([follower.evaluate(value, unit)])
}

function unroll(
  follower: Follower,
  name: string,
  items: readonly Value[],
  value: Expression,
  unit: Unit,
): Value {
  // A function inside is read later, when no single element is known.
  follower.set(unit, name, elementOf(listValue(items)))
  const before = follower.bound
  const results: Value[] = []
  for (const item of items) {
    follower.bound = new Map([...(before ?? []), [name, item]])
    results.push(follower.evaluate(value, unit))
  }
  follower.bound = before
  return { ...listValue(results), items: results }
}

function matched(
  follower: Follower,
  { of, type, position }: Extract<Expression, { kind: 'matched' }>,
  unit: Unit,
): Value {
  const object = follower.evaluate(of, unit)
  const names = attributeOf(follower, follower.evaluate(type, unit), '__match_args__', unit).items?.[position]
  // The first argument of a method of a builtin type is the object itself.
  return joinAll([
    object,
    ...fullTexts(names ?? nothing).map((name) => attributeOf(follower, object, name, unit)),
  ])
}

function yieldValue(
  follower: Follower,
  { value, isAll }: Extract<Expression, { kind: 'yield' }>,
  unit: Unit,
): Value {
  const given = follower.evaluate(value, unit)
  const list = isAll ? given : listValue([given])
  follower.fill(unit.returns, list)
  return follower.look(cellIn(unit.module.attributes, sent)) ?? unknown
}

function raise(follower: Follower, value: Value, unit: Unit): Value {
  const { origin, held, trails } = follower.settle(mixAll([value]), unit)
  if ((origin & contentOrigins) !== 0 || held.length > 0)
    follower.fill(cellIn(unit.module.attributes, raised), { ...unknown, origin, held, trails })
  return nothing
}

function caught(follower: Follower, type: Value, unit: Unit): Value {
  const types = type.items ? elementOf(type) : type
  const what = follower.look(cellIn(unit.module.attributes, raised)) ?? nothing
  return join({ ...types, names: types.names.flatMap(resultNames) }, what)
}
