import type { OnFile } from '../../progress.ts'
import type { Scope } from './syntax.ts'
import type { Value } from './values.ts'

/** One call of something from outside the pack, with what is known of its arguments. */
export interface Call {
  file: string
  line: number
  /** Dotted, such as `os.system`; `?.run` where it belongs to something unknown. */
  name: string
  receiver: Value
  args: readonly Value[]
  keywords: ReadonlyMap<string, Value>
  /** True when loading the pack is enough to make it happen. */
  isAtImport: boolean
}

/** A function or module that is found by a text instead of by its name. */
export interface Lookup {
  file: string
  line: number
  name: string
  /** The text is put together or decoded, so that searching for the name does not find it. */
  isHidden: boolean
}

export interface TextPlace {
  file: string
  line: number
  text: string
}

export interface Flow {
  calls: readonly Call[]
  lookups: readonly Lookup[]
  texts: readonly TextPlace[]
  imports: readonly { file: string; line: number; name: string }[]
  /** Dangerous functions put where the language calls them by itself. */
  hooks: readonly { file: string; line: number; name: string; target: string }[]
}

/**
 * `deep` goes into every call with what it is given, and reads again what that changes. `shallow` looks at each
 * function once and by itself: its cost grows with the length of the code only.
 */
export type Depth = 'deep' | 'shallow'

export interface Module {
  path: string
  scope: Scope
}

/** How many steps may still be made, for all that is followed with it. */
export interface StepBudget {
  left: number
}

export interface FollowOptions {
  budget: StepBudget
  depth: Depth
  onFile: OnFile
}

/** The pack is more tangled than is followed. */
export class FlowTooLarge extends Error {
  override name = 'FlowTooLarge'
}
