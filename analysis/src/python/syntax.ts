/** Python as plain data: the parts that the evaluator needs, without the parser's own objects. */
export type Expression = { line: number } & (
  | { kind: 'none' | 'ellipsis' }
  | { kind: 'bool'; value: boolean }
  | { kind: 'int'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'format'; parts: FormatPart[] }
  | { kind: 'name'; name: string }
  | { kind: 'attribute'; object: Expression; name: string }
  | { kind: 'subscript'; object: Expression; index: Expression }
  | { kind: 'slice'; parts: (Expression | undefined)[] }
  | { kind: 'call'; callee: Expression; args: Argument[] }
  | { kind: 'list' | 'tuple' | 'set'; items: Item[] }
  | { kind: 'dict'; pairs: Pair[] }
  | {
      kind: 'comprehension'
      of: 'list' | 'set' | 'dict'
      key?: Expression
      value: Expression
      clauses: Clause[]
    }
  | { kind: 'unary'; operator: string; operand: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'boolean'; operator: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'compare'; first: Expression; rest: { operator: string; operand: Expression }[] }
  | { kind: 'choice'; condition: Expression; whenTrue: Expression; whenFalse: Expression }
  | { kind: 'lambda'; parameters: Parameter[]; body: Expression }
  | { kind: 'named'; name: string; value: Expression }
  | { kind: 'yield'; value?: Expression; isFrom: boolean }
  | { kind: 'unsupported'; what: string }
)

export type FormatPart = string | { value: Expression; conversion: string; format: string }
export interface Item {
  value: Expression
  isSplat: boolean
}
export interface Argument extends Item {
  /** A keyword; `isSplat` without a name is `*x`, and with the name `**` it is `**x`. */
  name?: string
}
export interface Pair {
  /** Omitted for `**value`. */
  key?: Expression
  value: Expression
}
export type Clause =
  | { kind: 'for'; target: Expression; iterable: Expression }
  | { kind: 'if'; condition: Expression }
export interface Parameter {
  name: string
  form: 'plain' | 'rest' | 'keywords'
  isKeywordOnly: boolean
  fallback?: Expression
}

export interface ImportedName {
  name: string
  alias?: string
}

export interface FunctionSyntax {
  name: string
  line: number
  parameters: Parameter[]
  decorators: Expression[]
  /** Its body runs only once the result of a call is awaited. */
  isCoroutine: boolean
  isGenerator: () => boolean
  /** Most functions are never called, so a body is read on its first call. */
  body: () => Statement[]
}

export interface ClassSyntax {
  name: string
  line: number
  bases: Argument[]
  decorators: Expression[]
  body: Statement[]
  /** Annotated names, in order. */
  fields: string[]
}

export type Statement = { line: number } & (
  | { kind: 'expression'; value: Expression }
  | { kind: 'assign'; targets: Expression[]; value: Expression }
  | { kind: 'augment'; target: Expression; operator: string; value: Expression }
  | { kind: 'import'; names: ImportedName[] }
  | { kind: 'from'; level: number; module: string; names: ImportedName[] | '*' }
  | { kind: 'if'; condition: Expression; body: Statement[]; otherwise: Statement[] }
  | { kind: 'for'; target: Expression; iterable: Expression; body: Statement[]; otherwise: Statement[] }
  | { kind: 'while'; condition: Expression; body: Statement[] }
  | { kind: 'try'; body: Statement[]; handlers: Handler[]; otherwise: Statement[]; last: Statement[] }
  | { kind: 'with'; items: { value: Expression; target?: Expression }[]; body: Statement[] }
  | { kind: 'function'; function: FunctionSyntax }
  | { kind: 'class'; class: ClassSyntax }
  | { kind: 'return'; value?: Expression }
  | { kind: 'raise' | 'break' | 'continue' | 'pass' }
  | { kind: 'global'; names: string[] }
  | { kind: 'delete'; targets: Expression[] }
  | { kind: 'unsupported'; what: string }
)

export interface Handler {
  /** The variable that holds the exception. */
  name?: string
  body: Statement[]
}

/** Returns the statements of a file; undefined for a file that does not exist. */
export type StatementsOf = (path: string) => readonly Statement[] | undefined

/** Returns the statements that can run: none of a file that Python refuses. */
export type RunnableStatementsOf = (path: string) => readonly Statement[]
