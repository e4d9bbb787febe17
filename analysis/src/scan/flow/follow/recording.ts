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
  const settle = (value: Value) =>
    follower.explain(follower.settle(value, unit), follower.met, lastName(name))
  const settled = args.map(settle)
  if (settled.some(isUnread) && follower.library.runs(name)) wantUnread(follower, unit, !args.some(isUnread))
  records.calls.push({
    file: unit.file,
    line: follower.line,
    name,
    receiver: settle(receiver),
    args: settled,
    keywords:
      keywords.size === 0 ? keywords : new Map([...keywords].map(([key, value]) => [key, settle(value)])),
    isAtImport: follower.isAtImport(unit),
  })
}

const lastName = (name: string) => name.slice(name.lastIndexOf('.') + 1)

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
