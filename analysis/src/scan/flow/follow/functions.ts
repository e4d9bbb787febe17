import { tellingOrigins } from '../origins.ts'
import { withTrails } from '../trails.ts'
import {
  heldWith,
  joinAll,
  listValue,
  mapValue,
  mixAll,
  nothing,
  shallow,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { fieldsOf, findSpecialMethods, memberOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { noteCall } from './unread-functions.ts'

const makers = ['__init__', 'constructor', '__new__']

/** A value with more candidates than this is a container, or unknown. */
export const maxAskedObjects = 2

export const noKeywords: ReadonlyMap<string, Value> = new Map()

/** Calls a function of the pack, or makes an object of a class, and returns the result. */
export function enter(
  follower: Follower,
  one: Unit,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): Value {
  follower.countStep()
  if (one.scope.kind === 'class') {
    makeOnce(follower, one, args, keywords, unit)
    return follower.library.language === 'python'
      ? madeObject(follower, one, args, keywords, unit)
      : one.asValue
  }
  if (one.scope.kind === 'module') return unknown
  if (!one.runsOnImport && !follower.isKept && follower.isAtImport(unit)) {
    one.runsOnImport = true
    follower.readAgain(one)
  }
  const given = passTo(follower, [one], withSelf(one, args), keywords, unit)
  noteCall(follower, one)
  follower.readNow(one)
  return resultOf(follower, one, given)
}

/** An object without a maker of its own is what it was made of; a metaclass can return anything. */
function madeObject(
  follower: Follower,
  one: Unit,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): Value {
  const results: Value[] = [one.asValue]
  for (const metaclass of one.metaclasses)
    for (const method of findSpecialMethods(follower, metaclass, '__call__'))
      results.push(enter(follower, method, [one.asValue, ...args], keywords, unit))
  if (one.outerBases.size > 0 && (args.length > 0 || keywords.size > 0)) {
    const { origin, parameters } = mixAll([...args, ...keywords.values()])
    results.push({ ...nothing, origin, parameters })
  }
  return joinAll(results)
}

/** A name may mean a class where a maker of that class is meant, so making is not nested in itself. */
function makeOnce(
  follower: Follower,
  one: Unit,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): void {
  if (follower.making.has(one)) return
  follower.making.add(one)
  make(follower, one, args, keywords, unit)
  follower.making.delete(one)
}

function make(
  follower: Follower,
  one: Unit,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): void {
  const found = makers.flatMap((name) => memberOf(follower, one, name).units)
  for (const maker of found) {
    // An inherited maker works on the object as the base class knows it. In a script, the object is `this`.
    const self = follower.library.language === 'python' ? [(maker.parent ?? one).asValue] : []
    enter(follower, maker, [...self, ...args], keywords, unit)
  }
  if (found.length > 0) return
  const fields = fieldsOf(one)
  for (const [i, field] of fields.entries()) {
    const value = keywords.get(field) ?? args[i]
    if (value) follower.set(one, field, shallow(follower.settle(value, unit)))
  }
  if (fields.length > 0) ask(follower, one.asValue, ['__post_init__'], [], unit)
}

/** Returns the results of methods that Python itself calls on an object of the pack. */
export function ask(
  follower: Follower,
  object: Value,
  methods: readonly string[],
  args: readonly Value[],
  unit: Unit,
): Value {
  if (object.units.length === 0 || object.units.length > maxAskedObjects) return nothing
  const results: Value[] = []
  for (const owner of object.units)
    for (const method of methods)
      for (const one of findSpecialMethods(follower, owner, method))
        results.push(enter(follower, one, args, noKeywords, unit))
  return joinAll(results)
}

/** Passes the arguments by position of the parameter. */
export function passTo(
  follower: Follower,
  units: readonly Unit[],
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value> = noKeywords,
  caller?: Unit,
): readonly (Value | undefined)[] {
  let given: (Value | undefined)[] = []
  for (const one of units) {
    const { parameters } = one.scope
    given = parameters.map(({ name, form }, i) => {
      if (form === 'rest' || form === 'all') return listValue(form === 'all' ? args : args.slice(i))
      if (form === 'keywords') return mapValue(keywords, [])
      return keywords.get(name) ?? args[i]
    })
    for (const [i, value] of given.entries()) {
      const name = parameters[i]?.name
      if (!value || name === undefined) continue
      const settled = follower.explain(caller ? follower.settle(value, caller) : value)
      const before = one.parameterOrigins[i] ?? 0
      one.parameterOrigins[i] = before | settled.origin
      if (follower.matters(before, before | settled.origin) && one.parameterOrigins[i] !== before)
        follower.wake(one.originReaders)
      if (one.scope.readLater && !one.isWorthReading && isTelling(follower, settled)) {
        one.isWorthReading = true
        follower.readAgain(one)
      }
      // The origin is stored for each caller, the value once for all.
      const { trails } = follower.passed(settled, one.scope.name, 'function')
      follower.set(one, name, { ...settled, origin: 0, items: settled.items?.slice(0, 64), trails })
    }
  }
  return given
}

function isTelling(follower: Follower, { origin, names, held }: Value): boolean {
  const isDangerous = (name: string) => follower.library.isDangerous(name)
  return (origin & tellingOrigins) !== 0 || names.some(isDangerous) || held.some(isDangerous)
}

/** A method called on an object gets that object first. */
function withSelf(one: Unit, args: readonly Value[]): readonly Value[] {
  const [first] = one.scope.parameters
  const isMethod = one.parent?.scope.kind === 'class' && (first?.name === 'self' || first?.name === 'cls')
  return isMethod && one.parent && !args[0]?.units.includes(one.parent) ? [one.parent.asValue, ...args] : args
}

function resultOf(follower: Follower, one: Unit, given: readonly (Value | undefined)[]): Value {
  const returns = follower.look(one.returns) ?? nothing
  return withGiven(follower, returns, given, one)
}

/** Puts the arguments in the place of the parameters, which mean nothing to the caller. */
function withGiven(
  follower: Follower,
  returns: Value,
  given: readonly (Value | undefined)[],
  one?: Unit,
): Value {
  if (returns.parameters === 0) return returns
  let origin = returns.origin
  let parameters = 0
  let { units, names, held, trails } = returns
  for (const [i, argument] of given.entries()) {
    const value =
      argument ?? (one?.isBound ? { ...nothing, origin: one.parameterOrigins[i] ?? 0 } : undefined)
    if (!value || !(returns.parameters & (1 << i))) continue
    origin |= value.origin
    parameters |= value.parameters
    if (value.units.length > 0 && units.length === 0) units = value.units
    if (value.names.length > 0 && names.length === 0)
      names = value.names.filter((name) => follower.library.isDangerous(name))
    held = heldWith(held, value)
    trails = withTrails(trails, value.trails)
  }
  // A path that a helper makes from its parameters is another one for each caller, unless the helper makes a new file.
  const places = returns.places.filter((place) => place.includes('@'))
  const items = returns.items?.map((item) => withGiven(follower, item, given))
  return { ...returns, origin, parameters, units, names, held, places, trails, items }
}
