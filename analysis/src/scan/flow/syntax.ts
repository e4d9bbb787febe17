/**
 * A program as the scan sees it: calls with their arguments, and the flow of values. Python and JavaScript
 * are both read into this form. Control flow is gone: every statement may run, in any order.
 */
export type Expression = { line: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'constant' }
  | { kind: 'name'; name: string }
  | { kind: 'attribute'; object: Expression; name: string }
  | { kind: 'item'; object: Expression; index: Expression }
  | { kind: 'call'; callee: Expression; args: Argument[]; isNew: boolean }
  /** Joined texts, or a path joined from its parts. */
  | { kind: 'join'; parts: Expression[]; between: string }
  | { kind: 'calculate'; operator: string; left: Expression; right: Expression }
  | { kind: 'list'; items: Argument[] }
  | { kind: 'map'; entries: MapEntry[] }
  /** One of these, such as the sides of `or`. */
  | { kind: 'either'; options: Expression[] }
  /** Made from all of these, which can no longer be told apart. */
  | { kind: 'mixed'; parts: Expression[] }
  /** Reads these and returns a number or a boolean, none of their content. */
  | { kind: 'test'; parts: Expression[] }
  /** Every element of a sequence, one after the other. */
  | { kind: 'each'; of: Expression }
  /** The value that a `with` block binds. */
  | { kind: 'entered'; of: Expression }
  /** Any raised object of these types. */
  | { kind: 'caught'; of: Expression }
  | { kind: 'raised'; of: Expression }
  /** The value that a pattern such as `Point(x, y)` finds at a position. */
  | { kind: 'matched'; of: Expression; type: Expression; position: number }
  /** Passes a value out of a generator, and returns the value sent into it. */
  | { kind: 'yield'; value: Expression; isAll: boolean }
  | { kind: 'comprehension'; clauses: Action[]; value: Expression }
  | { kind: 'slice'; object: Expression; isReversed: boolean; from?: Expression; to?: Expression }
  | { kind: 'function'; scope: Scope }
  | { kind: 'class'; action: Action }
  | { kind: 'assign'; target: Expression; value: Expression }
)

export interface Argument {
  value: Expression
  /** A keyword. */
  name?: string
  isSpread?: boolean
}

export interface MapEntry {
  /** Omitted when another map is spread into this one. */
  key?: Expression
  value: Expression
}

export interface Parameter {
  name: string
  form: 'plain' | 'rest' | 'keywords' | 'all'
  fallback?: Expression
}

export interface ImportedName {
  /** Dotted, as written. */
  name: string
  alias?: string
}

export type Action = { line: number } & (
  | { kind: 'evaluate'; value: Expression }
  | { kind: 'assign'; target: Expression; value: Expression }
  | { kind: 'import'; names: ImportedName[] }
  | { kind: 'from'; level: number; module: string; names: ImportedName[] | '*' }
  | { kind: 'function'; scope: Scope; decorators: Expression[] }
  | { kind: 'class'; name: string; bases: Argument[]; scope: Scope; decorators: Expression[] }
  | { kind: 'return'; value: Expression }
)

export interface Scope {
  kind: 'module' | 'function' | 'class'
  name: string
  line: number
  parameters: Parameter[]
  actions: readonly Action[]
  /**
   * A class has names with a type annotation, in order, which some decorators and bases turn into
   * parameters.
   */
  fields?: readonly string[]
  /** Returns the actions when they were left out. */
  readLater?(): readonly Action[]
  /** Names that belong to an outer scope although they are assigned here. */
  outerNames: ReadonlySet<string>
  /** Lines of `if __name__ == "__main__":` blocks, which do not run on import. */
  mainLines: readonly { from: number; to: number }[]
}

/** The code is nested more deeply than hand-written programs. */
export class CodeTooDeep extends Error {
  override name = 'CodeTooDeep'
  readonly line: number
  constructor(line: number) {
    super('The code nests too deeply')
    this.line = line
  }
}

export const deepestCode = 300
