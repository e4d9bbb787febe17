import type { Unit, Value } from '../values.ts'
import type { CallSite, Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'
import { isUnread, wantUnread } from './unread-functions.ts'

/** Records a call of something outside the pack. */
export function record(
  follower: Follower,
  name: string,
  { receiver, args, keywords, unit }: Omit<Invocation, 'line'>,
): void {
  const records = follower.recordsNow()
  if (!records) return
  const settled = args.every(isSettled) ? args : args.map((arg) => follower.settle(arg, unit))
  if (settled.some(isUnread) && follower.library.runs(name)) wantUnread(follower, unit, !args.some(isUnread))
  records.calls.push({
    file: unit.file,
    line: follower.line,
    name,
    receiver: follower.settle(receiver, unit),
    args: settled,
    keywords: settleAll(follower, keywords, unit),
    isAtImport: follower.isAtImport(unit),
  })
}

/** Records a dangerous function in a place that the language calls itself. */
export function noteHook(follower: Follower, name: string, value: Value, unit: Unit): void {
  // A saved function that is put back changes nothing.
  for (const target of value.names)
    if (follower.library.isDangerous(target) && target !== name)
      follower.recordsNow()?.hooks.push({ file: unit.file, line: follower.line, name, target })
}

export function noteLookup(
  follower: Follower,
  name: string,
  isHidden: boolean,
  { unit, line }: CallSite,
): void {
  follower.recordsNow()?.lookups.push({ file: unit.file, line, name, isHidden })
}

export function noteImport(follower: Follower, name: string, unit: Unit): void {
  follower.recordsNow()?.imports.push({ file: unit.file, line: follower.line, name })
}

function settleAll(
  follower: Follower,
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): ReadonlyMap<string, Value> {
  if ([...keywords.values()].every(isSettled)) return keywords
  return new Map([...keywords].map(([key, value]) => [key, follower.settle(value, unit)]))
}

function isSettled({ parameters }: Value): boolean {
  return parameters === 0
}
