import type { OnFile } from '../../ground/progress.ts'
import type { Scope } from './syntax.ts'
import type { Value } from './values.ts'

/** One call of something outside the pack, with the known facts about its arguments. */
export interface Call {
  file: string
  line: number
  /** Dotted, such as `os.system`; `?.run` when it belongs to something unknown. */
  name: string
  receiver: Value
  args: readonly Value[]
  keywords: ReadonlyMap<string, Value>
  /** True when loading the pack is enough to trigger it. */
  isAtImport: boolean
}

/** A function or module looked up by a text instead of by its name. */
export interface Lookup {
  file: string
  line: number
  name: string
  /** The text is composed or decoded, so that a search for the name does not find it. */
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
  /** Dangerous functions assigned where the language calls them itself. */
  hooks: readonly { file: string; line: number; name: string; target: string }[]
}

/**
 * `deep` follows every call with its arguments, and reads again the code that this affects. `shallow` reads
 * each function once and separately, so that its cost grows only with the length of the code.
 */
export type Depth = 'deep' | 'shallow'

export interface Module {
  path: string
  scope: Scope
}

/** Steps left for everything that shares this budget. */
export interface StepBudget {
  left: number
}

export interface FollowOptions {
  budget: StepBudget
  depth: Depth
  onFile: OnFile
}

/** The pack is too tangled to follow. */
export class FlowTooLarge extends Error {
  override name = 'FlowTooLarge'
}
