import { sliced } from '../operators.ts'
import { origins } from '../origins.ts'
import type { Argument, Expression } from '../syntax.ts'
import {
  elementOf,
  fullTexts,
  join,
  joinAll,
  mixAll,
  nothing,
  shallow,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { fieldOf, isShared, setAttribute, sharedKey } from './attributes.ts'
import { fieldsOf } from './classes.ts'
import { setVariable } from './environment.ts'
import type { Follower } from './follower.ts'
import { ask, noKeywords, passTo } from './functions.ts'
import { handMessages } from './messages.ts'
import { noteHook, noteLookup, record } from './recording.ts'
import { assignName, ownerOf } from './variables.ts'

/** Modules that start programs or run code. */
const strongModules = /^(os|subprocess|builtins|ctypes|pty)$/

/** Assigns a value to a name, an attribute, an item or several targets. */
export function assign(follower: Follower, target: Expression, value: Value, unit: Unit): void {
  switch (target.kind) {
    case 'name':
      if (target.name === 'onmessage') handMessages(follower, undefined, value)
      assignName(follower, target.name, follower.passed(value, target.name, 'variable'), unit)
      return
    case 'attribute': {
      const object = follower.evaluate(target.object, unit)
      noteStore(follower, object, target.name, value, unit)
      setAttribute(follower, object, target.name, follower.passed(value, target.name, 'variable'), unit)
      if (target.name === 'onmessage') handMessages(follower, target.object, value)
      if (follower.library.language === 'javascript') keepInObject(follower, target, object, value, unit)
      return
    }
    case 'item':
      assignItem(follower, target, value, unit)
      return
    case 'slice':
      addTo(follower, target.object, { ...mixAll([value]), items: value.items }, unit)
      return
    case 'list':
      for (const [i, { value: inner }] of target.items.entries())
        assign(follower, inner, partFor(target.items, i, value), unit)
      return
    default:
      follower.evaluate(target, unit)
  }
}

/** Objects and elements of a page keep what they are given; the window keeps it for all scripts. */
function keepInObject(
  follower: Follower,
  { object: holder, name }: { object: Expression; name: string },
  object: Value,
  value: Value,
  unit: Unit,
): void {
  // In a plain function, the caller decides the meaning of `this`.
  if (holder.kind === 'name' && holder.name === 'this') return
  const keys = object.names.flatMap((base) => sharedKey(base, name) ?? [])
  if (keys.length > 0)
    for (const key of keys) keepShared(follower, key, key === name ? value : mixAll([value]), unit)
  else if (object.units.length === 0 && object.names.every((one) => /^(element:|\?|\w+\(\)$)/.test(one)))
    addTo(follower, holder, fieldWith(name, mixAll([value])), unit)
}

/** Every script finds it under this name. */
export function keepShared(follower: Follower, name: string, value: Value, unit: Unit): void {
  follower.fill(follower.shared(name), shallow(follower.settle(value, unit)))
}

function fieldWith(name: string, value: Value): Value {
  return { ...value, fields: new Map([[fieldOf(name), value]]) }
}

function assignItem(
  follower: Follower,
  target: Extract<Expression, { kind: 'item' }>,
  value: Value,
  unit: Unit,
): void {
  const key = follower.evaluate(target.index, unit)
  const object = follower.evaluate(target.object, unit)
  const [text] = fullTexts(key)
  if (text !== undefined) noteStore(follower, object, text, value, unit)
  if (object.names.includes('os.environ')) setVariable(follower, key, value, unit)
  if (text !== undefined && object.names.some(isTableOfNames))
    follower.set(object.names.includes('globals()') ? unit.module : unit, text, follower.settle(value, unit))
  if (object.units.length > 0) ask(follower, object, ['__setitem__'], [key, value], unit)
  if (text !== undefined && object.units.length > 0) setAttribute(follower, object, text, value, unit)
  if (text !== undefined && object.names.some(isShared)) keepShared(follower, text, value, unit)
  const mixed = mixAll([value])
  const items = key.number === undefined ? undefined : itemsWith(key.number, value)
  const added = text === undefined ? { ...mixed, items } : { ...mixed, fields: new Map([[text, value]]) }
  addTo(follower, target.object, added, unit)
}

/** Adds a value to a list, a map or a file: every holder of it gets the value, too. */
export function addTo(follower: Follower, holder: Expression, value: Value, unit: Unit): void {
  const addition = follower.settle({ ...value, names: [], texts: [], isOpen: true }, unit)
  if (
    (addition.origin & ~origins.unread) === 0 &&
    addition.units.length === 0 &&
    addition.held.length === 0 &&
    !addition.fields &&
    !addition.items
  )
    return
  if (holder.kind === 'name') {
    // A file in the pack's own folder says nothing about the folder.
    if (holder.name === '__file__') return
    const owner = ownerOf(holder.name, unit)
    // An undefined name keeps its outside meaning.
    const value = owner ? addition : join(follower.outside.named(holder.name), addition)
    follower.set(owner ?? unit, holder.name, value)
  } else if (holder.kind === 'attribute') {
    const object = follower.quietly(holder.object, unit)
    setAttribute(follower, object, holder.name, addition, unit)
    if (follower.library.language === 'javascript' && object.units.length === 0)
      addTo(follower, holder.object, fieldWith(holder.name, addition), unit)
  } else if (holder.kind === 'either') {
    for (const option of holder.options) addTo(follower, option, value, unit)
  } else if (holder.kind === 'assign') {
    addTo(follower, holder.target, value, unit)
  } else if (holder.kind === 'item' || holder.kind === 'call') {
    const [key] = holder.kind === 'item' ? fullTexts(follower.quietly(holder.index, unit)) : []
    const held = key === undefined ? addition : { ...mixAll([addition]), fields: new Map([[key, addition]]) }
    addTo(follower, holder.kind === 'item' ? holder.object : holder.callee, held, unit)
  }
}

/** Assigning to a property of a page is another form of a call. */
export function noteStore(follower: Follower, object: Value, name: string, value: Value, unit: Unit): void {
  if (/^__\w+__$/.test(name) || object.names.some(isTableOfAll)) noteHook(follower, name, value, unit)
  if (object.names.includes('sys.modules'))
    for (const module of value.names.filter((one) => strongModules.test(one)))
      noteLookup(follower, module, true, { unit, line: follower.line })
  const owners = object.names.length > 0 ? object.names : ['?']
  for (const owner of owners) {
    const origin = follower.library.replaces(owner, name, object)
    const given = { ...unknown, origin }
    if (origin !== 0) passTo(follower, value.units, Array(4).fill(given), new Map([['*', given]]))
  }
  for (const owner of owners)
    if (follower.library.isStore(name))
      record(follower, `${owner}.${name}=`, { receiver: object, args: [value], keywords: noKeywords, unit })
}

/** Whether all code of the file or program finds values in this table by name. */
function isTableOfAll(name: string): boolean {
  return name === 'builtins' || isTableOfNames(name)
}

function isTableOfNames(name: string): boolean {
  return name === 'globals()' || name === 'vars()' || name === 'locals()'
}

/** Returns a short list with only one known element. */
function itemsWith(at: number, value: Value): readonly Value[] | undefined {
  return at >= 0 && at < 8 ? [...Array<Value>(at).fill(nothing), value] : undefined
}

/** Returns the value of one of several targets: after a starred one, they are counted from the end. */
function partFor(targets: readonly Argument[], at: number, value: Value): Value {
  const starred = targets.findIndex(({ isSpread }) => isSpread)
  const after = targets.length - at
  if (at === starred) return sliced(value, at, after > 1 ? 1 - after : undefined)
  const item = value.items?.at(starred >= 0 && at > starred ? -after : at)
  if (item) return item
  const fields = value.units.flatMap((one) => {
    const name = fieldsOf(one)[at]
    return name === undefined ? [] : (one.cell(name).value ?? [])
  })
  return fields.length > 0 ? joinAll(fields) : elementOf(value)
}
