/**
 * A program as the scan sees it: what is called with what, and where values go. Python and JavaScript are both
 * read into this form. Control flow is gone: every statement may happen, in any order.
 */
export type Expression = { line: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'constant' }
  | { kind: 'name'; name: string }
  | { kind: 'attribute'; object: Expression; name: string }
  | { kind: 'item'; object: Expression; index: Expression }
  | { kind: 'call'; callee: Expression; args: Argument[]; isNew: boolean }
  /** Texts put together, or a path put together from its parts. */
  | { kind: 'join'; parts: Expression[]; between: string }
  | { kind: 'calculate'; operator: string; left: Expression; right: Expression }
  | { kind: 'list'; items: Argument[] }
  | { kind: 'map'; entries: MapEntry[] }
  /** One of these, such as the sides of `or`. */
  | { kind: 'either'; options: Expression[] }
  /** Made from all of these, none of which can be told apart any more. */
  | { kind: 'mixed'; parts: Expression[] }
  /** Looks at these and gives a number or a truth, nothing of what they hold. */
  | { kind: 'test'; parts: Expression[] }
  /** Every element of a sequence, one after the other. */
  | { kind: 'each'; of: Expression }
  /** What a `with` block gets. */
  | { kind: 'entered'; of: Expression }
  /** Whatever of these types was raised. */
  | { kind: 'caught'; of: Expression }
  | { kind: 'raised'; of: Expression }
  /** What a pattern such as `Point(x, y)` finds at a position. */
  | { kind: 'matched'; of: Expression; type: Expression; position: number }
  /** Hands a value out of a generator, and gives what is sent into it. */
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
  /** Absent where another map is spread into this one. */
  key?: Expression
  value: Expression
}

export interface Parameter {
  name: string
  form: 'plain' | 'rest' | 'keywords'
  fallback?: Expression
}

export interface ImportedName {
  /** Dotted, as it is written. */
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
  /** Of a class: names that have a type, in their order, of which some decorators and bases make parameters. */
  fields?: readonly string[]
  /** Where the actions were left out, gives them. */
  readLater?(): readonly Action[]
  /** Names that belong to an outer scope although they are assigned here. */
  outerNames: ReadonlySet<string>
  /** Lines of `if __name__ == "__main__":` blocks: they do not run on import. */
  mainLines: readonly { from: number; to: number }[]
}

/** Nested deeper than this is no program that a person wrote. */
export class CodeTooDeep extends Error {
  override name = 'CodeTooDeep'
  readonly line: number
  constructor(line: number) {
    super('The code nests too deeply')
    this.line = line
  }
}

export const deepestCode = 300
