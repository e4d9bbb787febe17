import { joinAll, nothing, type Unit, type Value } from '../values.ts'
import type { Follower } from './follower.ts'

/** Hand-written programs have fewer levels of classes. */
const maxBases = 50
/** A base class with more heirs stands for something general. */
const maxHeirs = 4

/** Looks up a member in the class and its bases. Visits each class once, however many paths lead to it. */
export function memberOf(follower: Follower, owner: Unit, name: string, seen?: Set<Unit>): Value {
  const value = follower.look(owner.cell(name))
  if (value) return follower.settle(value, owner)
  const inner = owner.scope.kind === 'module' ? follower.modules.find(owner.file, 1, name) : undefined
  if (inner) return inner.asValue
  if (owner.bases.length === 0 && owner.heirs.length === 0) return nothing
  const asked = seen ?? new Set([owner])
  const found: Value[] = []
  // A base class calls what its heirs define.
  for (const heir of seen || owner.heirs.length > maxHeirs ? [] : owner.heirs) {
    const value = follower.look(heir.cell(name))
    if (value) found.push(follower.settle(value, heir))
  }
  for (const base of owner.bases) {
    if (asked.has(base) || asked.size >= maxBases) continue
    asked.add(base)
    found.push(memberOf(follower, base, name, asked))
  }
  return joinAll(found)
}

/** Returns the base classes from outside the pack. */
export function outerBasesOf(owner: Unit): ReadonlySet<string> {
  const found = new Set<string>()
  for (const one of withBases(owner)) for (const name of one.outerBases) found.add(name)
  return found
}

/** The first parameter of a method is an object of its class, whichever caller calls it. */
export function inherited(follower: Follower, object: Value, name: string, unit: Unit): Value {
  const isSelf = (object.parameters & 1) !== 0 && unit.parent?.scope.kind === 'class'
  const owners = isSelf && unit.parent ? [unit.parent, ...object.units] : object.units
  const bases = owners.flatMap((owner) => [...outerBasesOf(owner)])
  return joinAll(bases.map((base) => follower.library.inherited(base, name) ?? nothing))
}

/** Finds methods that Python itself calls. Few classes have any, and the others are skipped. */
export function findSpecialMethods(follower: Follower, owner: Unit, method: string): readonly Unit[] {
  if (owner.specials.size === 0 && owner.bases.length === 0) return []
  for (const one of withBases(owner))
    if (one.specials.has(method))
      return follower.look(one.cell(method))?.units.filter(({ scope }) => scope.kind === 'function') ?? []
  return []
}

/** Returns the fields of a data class; those of its bases come first. */
export function fieldsOf(one: Unit): readonly string[] {
  const own = one.scope.fields ?? []
  if (one.bases.length === 0) return own
  return [...new Set([...withBases(one)].reverse().flatMap(({ scope }) => scope.fields ?? []))]
}

export function ownClassOf(unit: Unit): Unit | undefined {
  for (let owner = unit.parent; owner; owner = owner.parent) if (owner.scope.kind === 'class') return owner
  return undefined
}

/** Returns the class and its bases. */
function withBases(owner: Unit): ReadonlySet<Unit> {
  const seen = new Set([owner])
  for (const one of seen) if (seen.size < maxBases) for (const base of one.bases) seen.add(base)
  return seen
}
