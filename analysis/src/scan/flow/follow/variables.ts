import { packFolder } from '../tool-places.ts'
import { join, nothing, type Unit, type Value } from '../values.ts'
import { ownClassOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { noteHook } from './recording.ts'

/** Returns the value of a name as seen from this unit. */
export function lookUp(follower: Follower, name: string, unit: Unit): Value {
  const bound = follower.bound?.get(name)
  if (bound) return bound
  const isOuter = unit.scope.outerNames.has(name)
  for (let owner: Unit | undefined = isOuter ? unit.parent : unit; owner; owner = owner.parent) {
    if (owner.scope.kind === 'class' && owner !== unit) continue
    const value = follower.look(owner.cell(name))
    if (value) return owner === unit ? value : follower.settle(value, owner)
  }
  if (name === 'self' || name === 'this' || name === 'cls') return selfOf(follower, unit)
  const outside = follower.outside.named(follower.library.nameOf(name))
  const kept = follower.library.language === 'javascript' ? follower.look(follower.shared(name)) : undefined
  if (kept) return join(outside, kept)
  return name === '__file__' ? { ...outside, texts: [`${packFolder}/${unit.file}`] } : outside
}

function selfOf(follower: Follower, unit: Unit): Value {
  const own = ownClassOf(unit)
  if (own) return own.asValue
  return follower.library.language === 'javascript' ? follower.outside.named('globalThis') : nothing
}

/** Finds the unit that defines a name, from the inside out. */
export function ownerOf(name: string, from: Unit | undefined): Unit | undefined {
  for (let unit = from; unit; unit = unit.parent)
    if (unit.scope.kind !== 'class' && unit.has(name)) return unit
  return undefined
}

export function assignName(follower: Follower, name: string, value: Value, unit: Unit): void {
  if (unit.scope.kind === 'class' && /^__\w+__$/.test(name)) noteHook(follower, name, value, unit)
  if (!unit.scope.outerNames.has(name) && follower.library.language === 'python')
    follower.set(unit, name, value)
  else assignOuter(follower, name, value, unit)
}

function assignOuter(follower: Follower, name: string, value: Value, unit: Unit): void {
  const owner = ownerOf(name, unit.parent) ?? (follower.library.language === 'python' ? unit.module : unit)
  follower.set(owner, name, owner === unit ? value : follower.settle(value, unit))
}
