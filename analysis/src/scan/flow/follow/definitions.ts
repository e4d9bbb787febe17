import { names } from '../names.ts'
import { origins } from '../origins.ts'
import type { Action, Expression } from '../syntax.ts'
import { join, mapValue, nothing, textValue, type Unit, unknown, type Value } from '../values.ts'
import { memberOf, outerBasesOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { ask, enter, passTo } from './functions.ts'
import { giveInputs } from './given-inputs.ts'
import { invoke, invokeCallbacks, plainCall } from './invocation.ts'
import { noteHook, record } from './recording.ts'

const properties = names(/^property$|(^|\.)(cached_property|lazy_property|classproperty)$/)

export function define(
  follower: Follower,
  { scope, decorators, line }: Extract<Action, { kind: 'function' }>,
  unit: Unit,
): void {
  const made = follower.unitOf(scope, unit)
  follower.readLater(made)
  follower.set(unit, scope.name, decorate(follower, made.asValue, decorators, unit, line))
  giveInputs(follower, unit, made)
}

function decorate(
  follower: Follower,
  value: Value,
  decorators: readonly Expression[],
  unit: Unit,
  line: number,
): Value {
  let current = value
  for (const decorator of decorators.toReversed()) {
    const callee = follower.evaluate(decorator, unit)
    if (callee.names.some((name) => follower.library.isRoute(name)))
      passTo(follower, value.units, Array(8).fill({ ...unknown, origin: origins.request }))
    if (callee.names.some((name) => properties.test(name)))
      for (const one of value.units) one.isProperty = true
    if (decorator.kind === 'attribute' && decorator.name === 'setter')
      for (const one of value.units) one.isSetter = true
    // A decorator from outside stores the function for later.
    follower.isKept = callee.names.length > 0
    const result = invoke(follower, callee, plainCall({ unit, line }, [current]))
    follower.isKept = false
    current = join(current, { ...result, names: [] })
  }
  return current
}

export function defineClass(
  follower: Follower,
  action: Extract<Action, { kind: 'class' }>,
  unit: Unit,
): Value {
  const { scope, bases, decorators, name, line } = action
  const made = follower.unitOf(scope, unit)
  made.runsOnImport = unit.runsOnImport
  const keywords = new Map<string, Value>()
  for (const base of bases) {
    const value = follower.evaluate(base.value, unit)
    if (base.name !== undefined && base.name !== 'metaclass') keywords.set(base.name, value)
    else for (const one of value.units) addBase(made, one, base.name === 'metaclass')
    for (const one of value.names) made.outerBases.add(one)
    // Calls the value of a keyword, such as `metaclass=exec`.
    invokeCallbacks(follower, value, [], { unit, line })
  }
  if (made.lastRound < 0) follower.readUnit(made)
  if (follower.library.language === 'python') announceClass(follower, made, keywords, unit)
  const value = decorate(follower, made.asValue, decorators, unit, line)
  if (name) follower.set(unit, name, value)
  return value
}

function addBase(made: Unit, base: Unit, isMetaclass: boolean): void {
  if (base === made) return
  if (!made.bases.includes(base)) {
    made.bases.push(base)
    base.heirs.push(made)
  }
  if (isMetaclass) made.metaclasses.add(base)
  for (const one of base.metaclasses) made.metaclasses.add(one)
}

/** A class statement tells the bases, the metaclass and the attributes of the class about it. */
function announceClass(
  follower: Follower,
  made: Unit,
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): void {
  for (const base of made.bases) {
    for (const one of memberOf(follower, base, '__init_subclass__').units)
      enter(follower, one, [made.asValue], keywords, unit)
    const fields = mapValue(new Map(made.filled()), [])
    for (const method of made.metaclasses.has(base) ? ['__new__', '__init__'] : [])
      for (const one of memberOf(follower, base, method).units)
        enter(follower, one, [made.asValue, textValue(made.scope.name), nothing, fields], keywords, unit)
  }
  for (const [name, value] of made.filled())
    if (value.units.some(({ specials }) => specials.has('__set_name__')))
      ask(follower, value, ['__set_name__'], [made.asValue, textValue(name)], unit)
}

/** Python itself uses the results of some methods. */
export function useResult(follower: Follower, value: Value, method: Unit, owner: Unit): void {
  const { name } = method.scope
  if (/^__reduce(_ex)?__$/.test(name)) {
    const [made, args] = value.items ?? []
    if (!made) return
    noteHook(follower, name, { ...made, names: made.names.filter((one) => one !== 'getattr') }, method)
    invokeCallbacks(follower, made, args?.items ?? [], { unit: method, line: follower.line })
  }
  for (const base of outerBasesOf(owner)) {
    const call = follower.library.usesResultOf(base, name)
    if (call !== undefined) record(follower, call, plainCall({ unit: method, line: follower.line }, [value]))
  }
}
