import { origins } from '../origins.ts'
import {
  cellIn,
  join,
  joinAll,
  nothing,
  shallow,
  textValue,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { inherited, memberOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { ask, enter, maxAskedObjects, noKeywords } from './functions.ts'

/** Values sent into generators, raised, or returned by servers are stored once per module. */
export const sent = 'send()'
export const raised = 'raise'
export const answered = 'response'

/** Attributes of a handle or a path that stand for its file. */
const ofPlace = /^(name|path|file|buffer|raw|fileobj|fp|hex)$/

/** Looks up an attribute in the pack's own objects and in outside ones. */
export function attributeOf(follower: Follower, object: Value, name: string, unit: Unit): Value {
  const isScript = follower.library.language === 'javascript'
  const own = object.fields?.get(isScript ? fieldOf(name) : name)
  // Nothing of a value is left in its size.
  if (isScript && sizes.test(name) && !own && object.units.every((one) => !one.has(name))) return unknown
  const found: Value[] = []
  const isOne = object.units.length <= maxAskedObjects
  if (name === '__dict__' && object.units.length > 0 && !isScript) return object
  for (const owner of object.units)
    found.push(isOne ? readMember(follower, owner, name, unit) : memberOf(follower, owner, name))
  if (follower.answersNames && object.units.length > 0 && !isScript) {
    const isKnown = found.some((value) => value !== nothing)
    const methods = isKnown ? ['__getattribute__'] : ['__getattribute__', '__getattr__']
    if (!name.startsWith('__')) found.push(ask(follower, object, methods, [textValue(name)], unit))
  }
  if (own) found.push(own)
  const isFunction = object.units.some(({ scope }) => scope.kind === 'function')
  if (isFunction && name === 'constructor' && isScript) found.push(follower.outside.named('Function'))
  for (const base of object.names) found.push(follower.outside.attribute(base, name))
  if (isScript) found.push(pageMember(follower, object, name))
  if (isScript && name === 'href' && object.names.includes('URL()'))
    found.push({ ...nothing, texts: object.texts })
  if (isScript && name === 'value' && object.fields?.get('type')?.texts.includes('password'))
    found.push({ ...unknown, origin: origins.spying })
  if (/^response(Text|XML)?$/.test(name) && object.names.includes('globalThis'))
    found.push(follower.look(cellIn(unit.module.attributes, answered)) ?? nothing)
  if (object.units.length === 0 && follower.library.language === 'python') {
    const held = follower.look(
      cellIn(unit.module.attributes, follower.outside.attributeKey(object.names[0], name)),
    )
    if (held) found.push(held)
  }
  if (found.every((value) => value === nothing)) found.push(inherited(follower, object, name, unit))
  if (object.texts.length > 0 && follower.library.language === 'python')
    found.push(follower.library.partOf(object, name) ?? nothing)
  const isFound = found.some((value) => value.names.length > 0 || value.units.length > 0)
  if (object.names.length === 0 && !isFound) found.push(follower.outside.named(`?.${name}`))
  const { origin, parameters, isOpen, places, trails } = object
  if (places.length > 0 && ofPlace.test(name)) found.push({ ...nothing, places })
  if (origin !== 0 || parameters !== 0 || isOpen)
    found.push({ ...nothing, origin, parameters, isOpen, trails })
  return joinAll(found)
}

/** Values that scripts of the pack stored in the window or the storage of the page, which all of them share. */
function pageMember(follower: Follower, { names }: Value, name: string): Value {
  const kept = names.flatMap((base) => {
    const key = sharedKey(base, name)
    return key === undefined ? [] : (follower.look(follower.shared(key)) ?? [])
  })
  return kept.length === 0 ? nothing : joinAll(kept)
}

/** Whether it is the window, or the storage of the page. */
export function isShared(base: string): boolean {
  return base === 'globalThis' || base === 'localStorage' || base === 'sessionStorage'
}

/** Objects of the page, each one the same for all scripts. */
const ofPage = new Set(
  'document location history navigator screen performance console app api comfyAPI LiteGraph'.split(' '),
)

/** Returns the name under which all scripts find an attribute of an object of the page. */
export function sharedKey(base: string, name: string): string | undefined {
  if (isShared(base)) return name
  return ofPage.has(base) || base.endsWith('.prototype') ? `${base}.${name}` : undefined
}

const sizes = /^(length|size|byteLength|status|ok|width|height)$/

/** The text of an element has several names. */
export function fieldOf(name: string): string {
  return /^(text|innerText)$/.test(name) ? 'textContent' : name
}

/** A property returns the result of its function. */
function readMember(follower: Follower, owner: Unit, name: string, unit: Unit): Value {
  if (name === '__name__' && owner.scope.kind === 'function') return textValue(owner.scope.name)
  const value = memberOf(follower, owner, name)
  if (owner.scope.kind !== 'class') return value
  const getter = value.units.find(({ isProperty }) => isProperty)
  if (!getter) {
    if (!value.units.some(({ specials }) => specials.has('__get__'))) return value
    return join(value, ask(follower, value, ['__get__'], [owner.asValue, owner.asValue], unit))
  }
  const result = enter(follower, getter, [], noKeywords, unit)
  return follower.library.language === 'javascript' ? result : join(value, result)
}

export function setAttribute(
  follower: Follower,
  object: Value,
  name: string,
  value: Value,
  unit: Unit,
): void {
  const settled = shallow(follower.settle(value, unit))
  for (const owner of object.units) {
    if (owner.scope.kind === 'function')
      setFallbacks(follower, owner, name, settled === value ? value : follower.settle(value, unit))
    for (const one of owner.scope.kind === 'class' ? memberOf(follower, owner, name).units : [])
      if (one.isSetter) enter(follower, one, [value], noKeywords, unit)
      else if (one.specials.has('__set__'))
        ask(follower, one.asValue, ['__set__'], [owner.asValue, value], unit)
    if (owner.specials.has('__setattr__'))
      ask(follower, owner.asValue, ['__setattr__'], [textValue(name), value], unit)
    follower.set(owner, name, settled)
  }
  // Scripts give the same short names to everything, so a name alone says nothing about the origin of a
  // value.
  if (follower.library.language === 'javascript') return
  // This concerns objects that the pack makes itself: the tool calls their methods with an object that is
  // unknown here.
  if (object.units.length > 0 && !object.units.some(({ scope }) => scope.kind === 'class')) return
  follower.fill(cellIn(unit.module.attributes, follower.outside.attributeKey(object.names[0], name)), settled)
}

/** `f.__defaults__ = (…)` sets the values of parameters that callers omit. */
function setFallbacks(follower: Follower, owner: Unit, name: string, value: Value): void {
  if (name === '__kwdefaults__')
    for (const [field, one] of value.fields ?? []) follower.set(owner, field, one)
  if (name !== '__defaults__') return
  const plain = owner.scope.parameters.filter(({ form }) => form === 'plain')
  const items = value.items ?? []
  for (const [i, parameter] of plain.slice(-items.length).entries())
    follower.set(owner, parameter.name, items[i] ?? nothing)
}
