import { fullTexts, join, nothing, shallow, type Unit, type Value } from '../values.ts'
import type { Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'

/** Keeps a variable of the process, which all code of the pack can read. */
export function setVariable(follower: Follower, key: Value, value: Value, unit: Unit): void {
  const kept = { ...shallow(follower.settle(value, unit)), names: [], units: [] }
  for (const name of fullTexts(key)) follower.fill(follower.shared(`variable ${name}`), kept)
}

/** Returns what the pack itself put into the variable. */
export function readVariable(follower: Follower, key: Value): Value {
  return fullTexts(key).reduce(
    (all, name) => join(all, follower.look(follower.shared(`variable ${name}`)) ?? nothing),
    nothing,
  )
}

/** Returns the result of a call that reads or sets variables, with what the pack put into them. */
export function throughVariables(follower: Follower, name: string, call: Invocation, result: Value): Value {
  const [first = nothing, second] = call.args
  switch (name) {
    case 'os.putenv':
    case 'os.environ.setdefault':
    case 'os.environ.__setitem__':
      if (second) setVariable(follower, first, second, call.unit)
      return result
    case 'os.environ.update':
      for (const [key, value] of [...(first.fields ?? []), ...call.keywords])
        setVariable(follower, { ...nothing, texts: [key] }, value, call.unit)
      return result
    case 'os.getenv':
    case 'os.environ.get':
    case 'os.environ.pop':
    case 'os.environ.__getitem__':
      return join(result, readVariable(follower, first))
    default:
      return result
  }
}
