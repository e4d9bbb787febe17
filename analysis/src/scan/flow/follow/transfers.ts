import { origins } from '../origins.ts'
import type { Expression } from '../syntax.ts'
import { calledName, type Trails, withTrails } from '../trails.ts'
import { cellIn, nothing, type Unit, type Value } from '../values.ts'
import { addTo } from './assignments.ts'
import { answered } from './attributes.ts'
import type { Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'
import { placesOf } from './places.ts'

/** Records files that are written and read again, and destinations of downloads. */
export function noteTransfers(
  follower: Follower,
  expression: Extract<Expression, { kind: 'call' }>,
  target: Value,
  { receiver, args, keywords, unit }: Invocation,
): void {
  // A helper writes the values of its callers.
  const from = follower.settle(receiver, unit)
  const given = args.map((arg) => follower.settle(arg, unit))
  const trails = [from, ...given, ...keywords.values()].reduce<Trails>(
    (sum, value) => withTrails(sum, value.trails),
    [],
  )
  const carry = (origin: number): Value => {
    const name = calledName(expression.callee)
    return follower.passed(follower.explain({ ...nothing, origin }, trails, name), name, 'call')
  }
  for (const name of target.names) {
    const transfer = follower.library.transfer(name, from, given, keywords)
    if (!transfer) continue
    const { origin, argument, keyword } = transfer
    const byKeyword = expression.args.find((arg) => keyword !== undefined && arg.name === keyword)?.value
    const place = transfer.isReceiver
      ? expression.callee.kind === 'attribute'
        ? expression.callee.object
        : undefined
      : (byKeyword ?? expression.args.filter((arg) => arg.name === undefined)[argument ?? 0]?.value)
    if (place) markPlace(follower, place, carry(origin), unit)
    // In the object's handlers, it is `this`.
    if (follower.library.language === 'javascript')
      follower.fill(cellIn(unit.module.attributes, answered), { ...carry(origin), isOpen: true })
  }
  for (const name of target.names) {
    if (!follower.library.isFetchCommand(name, args)) continue
    const [command] = expression.args
    const out = expression.args.find((arg) => arg.name === 'stdout')?.value
    const parts = command?.value.kind === 'list' ? command.value.items.map((item) => item.value) : []
    for (const part of [...parts, ...(out ? [out] : [])])
      if (part.kind !== 'text') markPlace(follower, part, carry(origins.download), unit)
  }
}

export function markPlace(
  follower: Follower,
  place: Expression,
  { origin, trails }: Value,
  unit: Unit,
): void {
  if (origin === 0) return
  const value = follower.quietly(place, unit)
  for (const name of [...value.texts, ...placesOf(follower, place, value, unit)])
    follower.wake(follower.written.mark(name, origin, trails))
  if (place.kind === 'name' || place.kind === 'attribute' || place.kind === 'item')
    addTo(follower, place, { ...nothing, origin, trails }, unit)
}
