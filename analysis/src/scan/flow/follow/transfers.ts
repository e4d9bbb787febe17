import { origins } from '../origins.ts'
import type { Expression } from '../syntax.ts'
import { cellIn, nothing, type Unit, unknown, type Value } from '../values.ts'
import { addTo } from './assignments.ts'
import { answered } from './attributes.ts'
import type { Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'

/** Records files that are written and read again, and destinations of downloads. */
export function noteTransfers(
  follower: Follower,
  expression: Extract<Expression, { kind: 'call' }>,
  target: Value,
  { receiver, args, keywords, unit }: Invocation,
): void {
  for (const name of target.names) {
    const transfer = follower.library.transfer(name, receiver, args, keywords)
    if (!transfer) continue
    const { origin, argument, keyword } = transfer
    const byKeyword = expression.args.find((arg) => keyword !== undefined && arg.name === keyword)?.value
    const place = transfer.isReceiver
      ? (receiver.path ?? (expression.callee.kind === 'attribute' ? expression.callee.object : undefined))
      : (byKeyword ?? expression.args.filter((arg) => arg.name === undefined)[argument ?? 0]?.value)
    if (place) markPlace(follower, place, origin, unit)
    // In the object's handlers, it is `this`.
    if (follower.library.language === 'javascript')
      follower.fill(cellIn(unit.module.attributes, answered), { ...unknown, origin })
  }
  for (const name of target.names) {
    if (!follower.library.isFetchCommand(name, args)) continue
    const [command] = expression.args
    const parts = command?.value.kind === 'list' ? command.value.items.map((item) => item.value) : []
    for (const part of parts) if (part.kind === 'name') markPlace(follower, part, origins.download, unit)
  }
}

function markPlace(follower: Follower, place: Expression, origin: number, unit: Unit): void {
  const value = follower.quietly(place, unit)
  for (const text of value.texts) follower.wake(follower.written.mark(text, origin))
  const marked = { ...nothing, origin }
  if (place.kind === 'name' || place.kind === 'attribute' || place.kind === 'item')
    addTo(follower, place, marked, unit)
  // The last part of a composed path names the place; the others are folders around it.
  const named = place.kind === 'call' ? place.args.at(joinsPaths(place) ? -1 : 0)?.value : undefined
  if (named?.kind === 'name') addTo(follower, named, marked, unit)
}

/** `os.path.join(folder, name)`, `folder.joinpath(name)`, `Path(folder, name)` */
function joinsPaths({ callee }: Extract<Expression, { kind: 'call' }>): boolean {
  return callee.kind === 'attribute' || callee.kind === 'name'
    ? /^(join|joinpath|Path)$/.test(callee.name)
    : false
}
