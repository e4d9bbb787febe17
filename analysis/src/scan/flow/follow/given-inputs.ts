import { fullTexts, type Unit, type Value } from '../values.ts'
import { ownClassOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { passTo } from './functions.ts'

/** Notes an input that a class declares and the tool fills in, such as the prompt that is running. */
export function noteGivenInput(follower: Follower, name: string, kind: Value, unit: Unit): void {
  const [text] = fullTexts(kind)
  const given = text === undefined ? undefined : follower.library.givenInput(text)
  const owner = given && ownClassOf(unit)
  if (!given || !owner || owner.given.has(name)) return
  owner.given.set(name, given)
  for (const [, { units }] of owner.filled())
    for (const one of units) if (one.scope.kind === 'function') giveInputs(follower, owner, one)
}

export function giveInputs(follower: Follower, owner: Unit, method: Unit): void {
  if (owner.given.size > 0 && method.scope.parameters.some(({ name }) => owner.given.has(name)))
    passTo(follower, [method], [], owner.given)
}
