import { origins } from '../origins.ts'
import type { Expression } from '../syntax.ts'
import {
  elementOf,
  fullTexts,
  has,
  hole,
  join,
  joinAll,
  named,
  nothing,
  textValue,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { attributeOf } from './attributes.ts'
import type { CallSite } from './call-site.ts'
import { readVariable } from './environment.ts'
import type { Follower } from './follower.ts'
import { ask, noKeywords } from './functions.ts'
import { noteLookup, record } from './recording.ts'
import { lookUp } from './variables.ts'

/** Looks up something by its name as a text: `getattr`, `globals()[…]`, `__import__`. */
export function findByText(
  follower: Follower,
  table: string,
  key: Value,
  site: CallSite,
  owner?: Value,
): Value {
  const found: Value[] = []
  for (const text of fullTexts(key)) {
    const value = findOne(follower, table, text, site.unit, owner)
    found.push(value)
    for (const name of value.names) noteLookup(follower, name, has(key, 'built', 'decoded'), site)
  }
  if (found.length > 0 && !key.isOpen) return joinAll(found)
  const owners = owner ? owner.names : table === '' ? [] : [table]
  for (const name of owners) {
    if (!has(key, 'decoded', 'network')) continue
    noteLookup(follower, `${name}.?`, true, site)
  }
  const open = owners.map((name) => named(`${name}.?`))
  return joinAll([
    ...found,
    ...open,
    { ...unknown, origin: key.origin & ~origins.built, parameters: key.parameters },
  ])
}

function findOne(follower: Follower, table: string, text: string, unit: Unit, owner?: Value): Value {
  if (owner) return attributeOf(follower, owner, text, unit)
  if (table === 'globals') return lookUp(follower, text, unit)
  if (table === 'modules') {
    const inPack = follower.modules.find(unit.file, text.startsWith('.') ? 1 : 0, text.replace(/^\.+/, ''))
    return inPack?.asValue ?? named(text)
  }
  return attributeOf(follower, named(table), text, unit)
}

/** Looks up the name of an `attrgetter` or `methodcaller`. */
export function findNamed(follower: Follower, owner: Value, name: string, site: CallSite): Value {
  return findByText(follower, '', textValue(name, origins.built), site, owner)
}

/** Looks up a text such as `os.system` or `os:system`. */
export function findDotted(follower: Follower, text: string, key: Value, site: CallSite): Value {
  const [module = '', ...rest] = text.split(/[.:]/)
  const found = findByText(follower, 'modules', { ...key, texts: [module] }, site)
  return rest.reduce((object, one) => attributeOf(follower, object, one, site.unit), found)
}

/** `object[key]` */
export function evaluateItem(
  follower: Follower,
  expression: Extract<Expression, { kind: 'item' }>,
  unit: Unit,
): Value {
  const object = follower.evaluate(expression.object, unit)
  const index = follower.evaluate(expression.index, unit)
  follower.line = expression.line
  for (const name of object.names)
    if (follower.library.tellsByItem(name))
      record(follower, `${name}.__getitem__`, { receiver: object, args: [index], keywords: noKeywords, unit })
  const found = itemOf(follower, object, index, unit, expression.line)
  if (object.names.includes('os.environ')) return join(found, readVariable(follower, index))
  if (object.units.length === 0 || follower.library.language === 'javascript') return found
  return join(found, ask(follower, object, itemMethods, [index], unit))
}

const itemMethods = ['__getitem__', '__class_getitem__', '__missing__']

function itemOf(follower: Follower, object: Value, index: Value, unit: Unit, line: number): Value {
  const { number } = index
  const { items } = object
  if (items && number !== undefined && index.names.length === 0) {
    const item = items[number < 0 ? items.length + number : number]
    if (item) return item
  }
  const table = object.names.map((name) => follower.library.tableOf(name)).find((one) => one !== undefined)
  if (table !== undefined) return findByText(follower, table, index, { unit, line })
  const keys = fullTexts(index)
  const isOwn = object.units.length > 0 && object.fields === undefined && keys.length > 0
  if (isOwn && follower.library.language === 'python')
    return joinAll(keys.map((key) => attributeOf(follower, object, key, unit)))
  const known = keys.flatMap((key) => object.fields?.get(key) ?? [])
  const rest = { ...nothing, origin: object.origin & ~origins.built, parameters: object.parameters }
  if (known.length > 0) return joinAll([...known, rest])
  if (follower.library.language === 'javascript' && keys.length > 0)
    return joinAll(keys.map((key) => attributeOf(follower, object, key, unit)))
  const [text] = object.texts
  if (text !== undefined && number !== undefined && !text.includes(hole))
    return textValue(text.at(number) ?? '', object.origin | origins.built)
  const special = keys.flatMap((key) =>
    object.names.flatMap((name) => follower.library.item(name, key) ?? []),
  )
  if (special.length > 0) return joinAll(special)
  // One environment variable is not the whole environment.
  const origin =
    (object.names.some((name) => name.startsWith('os.environ'))
      ? object.origin & ~origins.environment
      : object.origin) | index.origin
  const element = elementOf(object)
  // When only unknown names were stored, any of them may be meant.
  const units = object.fields?.size === 0 ? object.units : element.units
  return { ...element, units, origin: origin & ~origins.built, isOpen: true }
}
