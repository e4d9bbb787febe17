import type { Unit, Value } from '../values.ts'

/** The place of a call in the code. */
export interface CallSite {
  unit: Unit
  line: number
}

/** A call with its evaluated arguments. */
export interface Invocation extends CallSite {
  /** The object of a method. */
  receiver: Value
  args: readonly Value[]
  keywords: ReadonlyMap<string, Value>
}
