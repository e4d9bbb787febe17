import type { Node } from 'web-tree-sitter'
import { unescapePython } from './strings.ts'
import type { Argument, Clause, Expression, FormatPart, Item, Pair, Parameter } from './syntax.ts'

/** Hand-written programs nest less deeply, and deeper ones would exhaust the stack. */
export const deepest = 150

/** The text nests too deeply to be read. */
export class TooDeep extends Error {
  override name = 'TooDeep'
  readonly line: number
  constructor(line: number) {
    super('The code nests too deeply')
    this.line = line
  }
}

export function parts(node: Node): Node[] {
  return node.namedChildren.filter((child) => child.type !== 'comment' && child.type !== 'line_continuation')
}

export function lineOf(node: Node): number {
  return node.startPosition.row + 1
}

/** Translates the parameters of a function or a lambda. */
export function parameters(list: Node | null, depth: number): Parameter[] {
  const found: Parameter[] = []
  let isKeywordOnly = false
  for (const node of list ? parts(list) : []) {
    if (node.type === 'keyword_separator') isKeywordOnly = true
    const parameter = parameterOf(node, isKeywordOnly, depth)
    if (parameter?.form === 'rest') isKeywordOnly = true
    if (parameter) found.push(parameter)
  }
  return found
}

function parameterOf(node: Node, isKeywordOnly: boolean, depth: number): Parameter | undefined {
  const plain = (name: string): Parameter => ({ name, form: 'plain', isKeywordOnly })
  if (node.type === 'identifier') return plain(node.text)
  if (node.type === 'list_splat_pattern') return { ...plain(node.namedChild(0)?.text ?? ''), form: 'rest' }
  if (node.type === 'dictionary_splat_pattern')
    return { ...plain(node.namedChild(0)?.text ?? ''), form: 'keywords' }
  if (node.type === 'typed_parameter') {
    const [inner] = parts(node)
    return inner ? parameterOf(inner, isKeywordOnly, depth) : undefined
  }
  if (node.type === 'default_parameter' || node.type === 'typed_default_parameter') {
    return { ...plain(node.childForFieldName('name')?.text ?? ''), fallback: field(node, 'value', depth) }
  }
  return undefined
}

export function field(node: Node, name: string, depth: number): Expression {
  const child = node.childForFieldName(name)
  return child ? expression(child, depth) : missing(node)
}

/** Stands for an expression that the parser could not read. */
export function missing(node: Node): Expression {
  return { kind: 'unsupported', line: lineOf(node), what: `an incomplete ${node.type}` }
}

type ExpressionReader = (node: Node, line: number, depth: number) => Expression

const sequence =
  (kind: 'list' | 'tuple' | 'set'): ExpressionReader =>
  (node, line, depth) => ({ kind, line, items: items(node, depth) })

export const inner: ExpressionReader = (node, _line, depth) => {
  const [only] = parts(node)
  return only ? expression(only, depth) : missing(node)
}

const comprehension =
  (of: 'list' | 'set' | 'dict'): ExpressionReader =>
  (node, line, depth) => {
    const body = node.childForFieldName('body')
    const key = of === 'dict' && body ? { key: field(body, 'key', depth) } : {}
    const value = of === 'dict' && body ? field(body, 'value', depth) : field(node, 'body', depth)
    return { kind: 'comprehension', line, of, ...key, value, clauses: clauses(node, depth) }
  }

const expressions: Record<string, ExpressionReader> = {
  none: (_node, line) => ({ kind: 'none', line }),
  ellipsis: (_node, line) => ({ kind: 'ellipsis', line }),
  true: (_node, line) => ({ kind: 'bool', line, value: true }),
  false: (_node, line) => ({ kind: 'bool', line, value: false }),
  integer: (node, line) => integer(node.text, line),
  float: (node, line) => float(node.text, line),
  string: (node, line, depth) => joined(stringParts(node, depth), line),
  concatenated_string: (node, line, depth) =>
    joined(
      parts(node).flatMap((part) => stringParts(part, depth)),
      line,
    ),
  identifier: (node, line) => ({ kind: 'name', line, name: node.text }),
  attribute: (node, line, depth) => ({
    kind: 'attribute',
    line,
    object: field(node, 'object', depth),
    name: node.childForFieldName('attribute')?.text ?? '',
  }),
  subscript: subscript,
  slice: slice,
  call: call,
  list: sequence('list'),
  list_pattern: sequence('list'),
  tuple: sequence('tuple'),
  tuple_pattern: sequence('tuple'),
  pattern_list: sequence('tuple'),
  expression_list: sequence('tuple'),
  set: sequence('set'),
  dictionary: (node, line, depth) => ({
    kind: 'dict',
    line,
    pairs: parts(node).flatMap((part) => pair(part, depth)),
  }),
  list_comprehension: comprehension('list'),
  generator_expression: comprehension('list'),
  set_comprehension: comprehension('set'),
  dictionary_comprehension: comprehension('dict'),
  parenthesized_expression: inner,
  // See `beginsWithSplat`.
  list_splat: inner,
  await: (node, line, depth) => ({
    kind: 'unary',
    line,
    operator: 'await',
    operand: inner(node, line, depth),
  }),
  type: inner,
  as_pattern: inner,
  unary_operator: (node, line, depth) => ({
    kind: 'unary',
    line,
    operator: node.childForFieldName('operator')?.type ?? '',
    operand: field(node, 'argument', depth),
  }),
  not_operator: (node, line, depth) => ({
    kind: 'unary',
    line,
    operator: 'not',
    operand: field(node, 'argument', depth),
  }),
  binary_operator: (node, line, depth) => ({ kind: 'binary', line, ...operands(node, depth) }),
  boolean_operator: (node, line, depth) => {
    const { operator, left, right } = operands(node, depth)
    return { kind: 'boolean', line, operator: operator === 'and' ? 'and' : 'or', left, right }
  },
  comparison_operator: comparison,
  conditional_expression: (node, line, depth) => {
    const [whenTrue, condition, whenFalse] = parts(node).map((part) => expression(part, depth))
    if (!whenTrue || !condition || !whenFalse) return missing(node)
    return { kind: 'choice', line, condition, whenTrue, whenFalse }
  },
  lambda: (node, line, depth) => ({
    kind: 'lambda',
    line,
    parameters: parameters(node.childForFieldName('parameters'), depth),
    body: field(node, 'body', depth),
  }),
  named_expression: (node, line, depth) => ({
    kind: 'named',
    line,
    name: node.childForFieldName('name')?.text ?? '',
    value: field(node, 'value', depth),
  }),
  yield: (node, line, depth) => {
    const isFrom = node.children.some((child) => child.type === 'from')
    return { kind: 'yield', line, isFrom, ...optionalValue(node, depth) }
  },
}

/** Translates one expression. Throws {@link TooDeep}. */
export function expression(node: Node, depth: number): Expression {
  if (depth > deepest) throw new TooDeep(lineOf(node))
  const read = expressions[node.type]
  return read
    ? read(node, lineOf(node), depth + 1)
    : { kind: 'unsupported', line: lineOf(node), what: node.type }
}

function operands(node: Node, depth: number): { operator: string; left: Expression; right: Expression } {
  const operator = node.childForFieldName('operator')?.type ?? ''
  return { operator, left: field(node, 'left', depth), right: field(node, 'right', depth) }
}

/** `a < b < c`: operands are the named children, operators have a field of their own. */
function comparison(node: Node, line: number, depth: number): Expression {
  const [first, ...others] = parts(node).map((part) => expression(part, depth))
  const operators = node
    .childrenForFieldName('operators')
    .map((operator) => operator.text.replace(/\s+/g, ' '))
  if (!first) return missing(node)
  return {
    kind: 'compare',
    line,
    first,
    rest: others.map((operand, i) => ({ operator: operators[i] ?? '', operand })),
  }
}

function subscript(node: Node, line: number, depth: number): Expression {
  const indexes = node.childrenForFieldName('subscript').map((part) => expression(part, depth))
  const [only] = indexes
  const tuple = (): Expression => ({
    kind: 'tuple',
    line,
    items: indexes.map((value) => ({ value, isSplat: false })),
  })
  return {
    kind: 'subscript',
    line,
    object: field(node, 'value', depth),
    index: indexes.length === 1 && only ? only : tuple(),
  }
}

/** Splits `start:stop:step` at the colons. */
function slice(node: Node, line: number, depth: number): Expression {
  const found: (Expression | undefined)[] = [undefined]
  for (const child of node.children) {
    if (child.type === ':') found.push(undefined)
    else if (child.isNamed) found[found.length - 1] = expression(child, depth)
  }
  return { kind: 'slice', line, parts: found }
}

function call(node: Node, line: number, depth: number): Expression {
  const list = node.childForFieldName('arguments')
  const callee = field(node, 'function', depth)
  if (list?.type === 'generator_expression') {
    return { kind: 'call', line, callee, args: [{ value: expression(list, depth), isSplat: false }] }
  }
  return { kind: 'call', line, callee, args: list ? argumentList(list, depth) : [] }
}

export function argumentList(list: Node, depth: number): Argument[] {
  return parts(list).map((node) => {
    if (node.type === 'keyword_argument') {
      return {
        name: node.childForFieldName('name')?.text ?? '',
        value: field(node, 'value', depth),
        isSplat: false,
      }
    }
    if (node.type === 'dictionary_splat')
      return { name: '**', value: inner(node, lineOf(node), depth), isSplat: true }
    return item(node, depth)
  })
}

export function items(node: Node, depth: number): Item[] {
  return parts(node).map((part) => item(part, depth))
}

export function item(node: Node, depth: number): Item {
  const isWhole = node.type === 'list_splat' || node.type === 'list_splat_pattern'
  const value = isWhole ? inner(node, lineOf(node), depth) : expression(node, depth)
  return { value, isSplat: isWhole || beginsWithSplat(node) }
}

/** The grammar reads `[*f(x)]` as a call of `*f`. */
function beginsWithSplat(node: Node): boolean {
  let first: Node | null = node
  while (first && /^(call|attribute|subscript)$/.test(first.type)) first = first.namedChild(0)
  return first !== node && first?.type === 'list_splat'
}

function pair(node: Node, depth: number): Pair[] {
  if (node.type === 'dictionary_splat') return [{ value: inner(node, lineOf(node), depth) }]
  if (node.type !== 'pair') return [{ value: missing(node) }]
  return [{ key: field(node, 'key', depth), value: field(node, 'value', depth) }]
}

export function clauses(node: Node, depth: number): Clause[] {
  return parts(node).flatMap((part): Clause[] => {
    if (part.type === 'for_in_clause') {
      return [{ kind: 'for', target: field(part, 'left', depth), iterable: field(part, 'right', depth) }]
    }
    return part.type === 'if_clause' ? [{ kind: 'if', condition: inner(part, lineOf(part), depth) }] : []
  })
}

function integer(text: string, line: number): Expression {
  const digits = text.replace(/_/g, '').replace(/^0+(?=\d)/, '')
  // Python itself refuses longer literals, and a huge one would be slow to read.
  if (digits.length > 4300 || !/^(\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(digits)) {
    return { kind: 'unsupported', line, what: 'a number' }
  }
  return { kind: 'int', line, value: BigInt(digits) }
}

function float(text: string, line: number): Expression {
  const value = Number(text.replace(/_/g, ''))
  return Number.isNaN(value)
    ? { kind: 'unsupported', line, what: 'a number' }
    : { kind: 'float', line, value }
}

function joined(found: readonly FormatPart[], line: number): Expression {
  if (found.every((part) => typeof part === 'string')) return { kind: 'string', line, value: found.join('') }
  return { kind: 'format', line, parts: [...found] }
}

function stringParts(node: Node, depth: number): FormatPart[] {
  const prefix = /^[a-zA-Z]*/.exec(node.child(0)?.text ?? '')?.[0].toLowerCase() ?? ''
  if (prefix.includes('b'))
    return [{ value: { kind: 'unsupported', line: lineOf(node), what: 'bytes' }, conversion: '', format: '' }]
  const isFormat = prefix.includes('f')
  return parts(node).flatMap((part): FormatPart[] => {
    if (part.type === 'string_content') return [literalText(part.text, prefix.includes('r'), isFormat)]
    return part.type === 'interpolation' ? [interpolation(part, depth)] : []
  })
}

function literalText(text: string, isRaw: boolean, isFormat: boolean): string {
  const unescaped = isRaw ? text : unescapePython(text)
  return isFormat ? unescaped.replace(/\{\{|\}\}/g, (pair) => pair.charAt(0)) : unescaped
}

function interpolation(node: Node, depth: number): FormatPart {
  const children = parts(node)
  const conversion = children.find((child) => child.type === 'type_conversion')?.text ?? ''
  const format = children.find((child) => child.type === 'format_specifier')?.text ?? ''
  return { value: field(node, 'expression', depth), conversion, format: format.replace(/^:/, '') }
}

export function optionalValue(node: Node, depth: number): { value?: Expression } {
  const [value] = parts(node)
  return value ? { value: expression(value, depth) } : {}
}
