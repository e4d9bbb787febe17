import type { Node, Tree } from 'web-tree-sitter'
import {
  argumentList,
  deepest,
  expression,
  field,
  inner,
  lineOf,
  missing,
  optionalValue,
  parameters,
  parts,
  TooDeep,
} from './lower-expressions.ts'
import type { Expression, FunctionSyntax, Handler, ImportedName, Statement } from './syntax.ts'

/** Returns a function from a tree of its own, by its start; undefined when its body was not left out. */
type FindFunction = (start: number) => Node | undefined

const otherTrees = new WeakMap<Tree, FindFunction>()

/**
 * Translates the parser's tree into plain statements. Function bodies are translated on demand:
 * `findFunction` finds those that the tree leaves out.
 */
export function lowerModule(root: Node, findFunction?: FindFunction): Statement[] {
  if (findFunction) otherTrees.set(root.tree, findFunction)
  return block(root, 0)
}

function block(node: Node | null, depth: number): Statement[] {
  return node ? parts(node).flatMap((child) => statement(child, depth + 1)) : []
}

type StatementReader = (node: Node, depth: number) => Statement | Statement[]

const statements: Record<string, StatementReader> = {
  expression_statement: (node, depth) => parts(node).flatMap((child) => simpleStatement(child, depth)),
  import_statement: (node) => ({ kind: 'import', line: lineOf(node), names: importedNames(node) }),
  import_from_statement: fromStatement,
  future_import_statement: () => [],
  if_statement: (node, depth) => ifStatement(node, alternatives(node), depth),
  for_statement: (node, depth) => ({
    kind: 'for',
    line: lineOf(node),
    target: field(node, 'left', depth),
    iterable: field(node, 'right', depth),
    body: block(node.childForFieldName('body'), depth),
    otherwise: elseBlock(node.childForFieldName('alternative'), depth),
  }),
  while_statement: (node, depth) => ({
    kind: 'while',
    line: lineOf(node),
    condition: field(node, 'condition', depth),
    body: block(node.childForFieldName('body'), depth),
  }),
  try_statement: tryStatement,
  with_statement: withStatement,
  function_definition: (node, depth) => functionStatement(node, [], depth),
  class_definition: (node, depth) => classStatement(node, [], depth),
  decorated_definition: decorated,
  return_statement: (node, depth) => ({ kind: 'return', line: lineOf(node), ...optionalValue(node, depth) }),
  raise_statement: (node) => ({ kind: 'raise', line: lineOf(node) }),
  break_statement: (node) => ({ kind: 'break', line: lineOf(node) }),
  continue_statement: (node) => ({ kind: 'continue', line: lineOf(node) }),
  pass_statement: () => [],
  assert_statement: () => [],
  match_statement: matchStatement,
  nonlocal_statement: (node) => globalStatement(node),
  global_statement: (node) => globalStatement(node),
  delete_statement: (node, depth) => ({
    kind: 'delete',
    line: lineOf(node),
    targets: parts(node).flatMap((child) =>
      child.type === 'expression_list'
        ? parts(child).map((part) => expression(part, depth))
        : [expression(child, depth)],
    ),
  }),
}

function statement(node: Node, depth: number): Statement | Statement[] {
  if (depth > deepest) throw new TooDeep(lineOf(node))
  const read = statements[node.type]
  return read ? read(node, depth) : { kind: 'unsupported', line: lineOf(node), what: node.type }
}

function simpleStatement(node: Node, depth: number): Statement | Statement[] {
  const line = lineOf(node)
  if (node.type === 'assignment') return assignment(node, depth)
  if (node.type === 'augmented_assignment') {
    const operator = (node.childForFieldName('operator')?.type ?? '').replace(/=$/, '')
    return {
      kind: 'augment',
      line,
      target: field(node, 'left', depth),
      operator,
      value: field(node, 'right', depth),
    }
  }
  return { kind: 'expression', line, value: expression(node, depth) }
}

/** `a = b = value` is nested; an annotation without a value assigns nothing. */
function assignment(node: Node, depth: number): Statement | Statement[] {
  const targets: Expression[] = []
  let current: Node | null = node
  while (current?.type === 'assignment') {
    targets.push(field(current, 'left', depth))
    current = current.childForFieldName('right')
  }
  return current ? { kind: 'assign', line: lineOf(node), targets, value: expression(current, depth) } : []
}

function importedNames(node: Node): ImportedName[] {
  return node.childrenForFieldName('name').flatMap((child) => {
    if (child.type !== 'aliased_import') return [{ name: child.text }]
    const alias = child.childForFieldName('alias')?.text
    return [{ name: child.childForFieldName('name')?.text ?? '', ...(alias ? { alias } : {}) }]
  })
}

function fromStatement(node: Node): Statement {
  const from = node.childForFieldName('module_name')
  const text = (from?.text ?? '').replace(/\s/g, '')
  const level = /^\.*/.exec(text)?.[0].length ?? 0
  const isStar = parts(node).some((child) => child.type === 'wildcard_import')
  return {
    kind: 'from',
    line: lineOf(node),
    level,
    module: text.slice(level),
    names: isStar ? '*' : importedNames(node),
  }
}

function alternatives(node: Node): Node[] {
  return node.childrenForFieldName('alternative')
}

function ifStatement(node: Node, rest: readonly Node[], depth: number): Statement {
  const [next, ...later] = rest
  return {
    kind: 'if',
    line: lineOf(node),
    condition: field(node, 'condition', depth),
    body: block(node.childForFieldName('consequence'), depth),
    otherwise: !next
      ? []
      : next.type === 'elif_clause'
        ? [ifStatement(next, later, depth + 1)]
        : elseBlock(next, depth),
  }
}

/** Translates `match` to a chain of conditions. Those of structural patterns stay undecided. */
function matchStatement(node: Node, depth: number): Statement | Statement[] {
  const line = lineOf(node)
  const [value, ...others] = node.childrenForFieldName('subject')
  const clauses = node.childForFieldName('body')?.childrenForFieldName('alternative') ?? []
  if (!value || clauses.length + depth > deepest) return { kind: 'unsupported', line, what: node.type }
  const open: Expression = { kind: 'unsupported', line, what: 'several subjects' }
  // A name that no program can contain, different for every statement.
  const subject: Expression = { kind: 'name', line, name: ` match ${node.startIndex}` }
  const start: Statement = {
    kind: 'assign',
    line,
    targets: [subject],
    value: others.length > 0 ? open : expression(value, depth),
  }
  const chain = clauses.reduceRight<Statement[]>(
    (otherwise, clause) => [caseStatement(clause, subject, otherwise, depth)],
    [],
  )
  return [start, ...chain]
}

function caseStatement(clause: Node, subject: Expression, otherwise: Statement[], depth: number): Statement {
  const line = lineOf(clause)
  const [pattern, ...others] = parts(clause).filter((child) => child.type === 'case_pattern')
  const guard = clause.childForFieldName('guard')
  const body = block(clause.childForFieldName('consequence'), depth)
  const open: Expression = { kind: 'unsupported', line, what: 'a pattern' }
  const name = pattern && others.length === 0 ? capturedName(pattern) : undefined
  // A guard can use the name that the pattern has just bound.
  if (name !== undefined && !guard) {
    const bound: Statement = { kind: 'assign', line, targets: [{ kind: 'name', line, name }], value: subject }
    return { kind: 'if', line, condition: always(line), body: [bound, ...body], otherwise }
  }
  const plain =
    pattern && others.length === 0 && name === undefined ? caseCondition(pattern, subject, depth) : undefined
  const condition: Expression =
    plain && guard
      ? { kind: 'boolean', line, operator: 'and', left: plain, right: inner(guard, line, depth) }
      : (plain ?? open)
  const targets = plain ? [] : capturedNames(clause)
  const bound = targets.map((target): Statement => ({ kind: 'assign', line, targets: [target], value: open }))
  return { kind: 'if', line, condition, body: [...bound, ...body], otherwise }
}

/** Lists the names that a pattern binds. Dotted names and class names are looked up, not bound. */
function capturedNames(clause: Node): Expression[] {
  return parts(clause)
    .filter((child) => child.type === 'case_pattern')
    .flatMap((pattern) => pattern.descendantsOfType('dotted_name'))
    .flatMap((node) => {
      const isClass = node?.parent?.type === 'class_pattern'
      return node && !isClass && parts(node).length === 1
        ? [{ kind: 'name' as const, line: lineOf(node), name: node.text }]
        : []
    })
}

const always = (line: number): Expression => ({ kind: 'bool', line, value: true })

function capturedName(pattern: Node): string | undefined {
  const [only] = parts(pattern)
  return only?.type === 'dotted_name' && parts(only).length === 1 ? only.text : undefined
}

const comparedValues: ReadonlySet<string> = new Set(['string', 'concatenated_string', 'integer', 'float'])
const comparedConstants: ReadonlySet<string> = new Set(['none', 'true', 'false'])

function caseCondition(pattern: Node, subject: Expression, depth: number): Expression | undefined {
  const line = lineOf(pattern)
  if (pattern.text === '_') return always(line)
  const [only] = parts(pattern)
  const values = only?.type === 'union_pattern' ? parts(only) : only ? [only] : []
  // A sign is not part of the number's node.
  if (/(^|\|\s*)-/.test(pattern.text) || values.length === 0) return undefined
  let whole: Expression | undefined
  for (const value of values) {
    const operand = comparedOperand(value, depth)
    if (!operand) return undefined
    const operator = comparedConstants.has(value.type) ? 'is' : '=='
    const one: Expression = { kind: 'compare', line, first: subject, rest: [{ operator, operand }] }
    whole = whole ? { kind: 'boolean', line, operator: 'or', left: whole, right: one } : one
  }
  return whole
}

function comparedOperand(node: Node, depth: number): Expression | undefined {
  if (comparedValues.has(node.type) || comparedConstants.has(node.type)) return expression(node, depth)
  const [first, ...others] = node.type === 'dotted_name' ? parts(node) : []
  if (!first || others.length === 0) return undefined
  const line = lineOf(node)
  return others.reduce<Expression>((object, { text }) => ({ kind: 'attribute', line, object, name: text }), {
    kind: 'name',
    line,
    name: first.text,
  })
}

function elseBlock(node: Node | null, depth: number): Statement[] {
  return block(node?.childForFieldName('body') ?? null, depth)
}

function tryStatement(node: Node, depth: number): Statement {
  const clauses = parts(node)
  const ofType = (...types: string[]) => clauses.filter((clause) => types.includes(clause.type))
  return {
    kind: 'try',
    line: lineOf(node),
    body: block(node.childForFieldName('body'), depth),
    handlers: ofType('except_clause', 'except_group_clause').map((clause) => handler(clause, depth)),
    otherwise: ofType('else_clause').flatMap((clause) => elseBlock(clause, depth)),
    last: ofType('finally_clause').flatMap((clause) => block(lastBlock(clause), depth)),
  }
}

function lastBlock(clause: Node): Node | null {
  return parts(clause).findLast((child) => child.type === 'block') ?? null
}

function handler(clause: Node, depth: number): Handler {
  const target = parts(clause)
    .find((child) => child.type === 'as_pattern')
    ?.childForFieldName('alias')
  const name = target?.text ?? clause.childForFieldName('alias')?.text
  return { body: block(lastBlock(clause), depth), ...(name ? { name } : {}) }
}

function withStatement(node: Node, depth: number): Statement {
  const clause = parts(node).find((child) => child.type === 'with_clause')
  const items = (clause ? parts(clause) : []).map((item) => {
    const value = item.childForFieldName('value') ?? item
    if (value.type !== 'as_pattern') return { value: expression(value, depth) }
    const [context] = parts(value)
    const target = value.childForFieldName('alias')?.namedChild(0)
    return {
      value: context ? expression(context, depth) : missing(value),
      ...(target ? { target: expression(target, depth) } : {}),
    }
  })
  return { kind: 'with', line: lineOf(node), items, body: block(node.childForFieldName('body'), depth) }
}

function decorated(node: Node, depth: number): Statement | Statement[] {
  const definition = node.childForFieldName('definition')
  const decorators = parts(node)
    .filter((child) => child.type === 'decorator')
    .flatMap((child) => parts(child).map((part) => expression(part, depth)))
  if (definition?.type === 'class_definition') return classStatement(definition, decorators, depth)
  return definition ? functionStatement(definition, decorators, depth) : []
}

function functionStatement(node: Node, decorators: Expression[], depth: number): Statement {
  return { kind: 'function', line: lineOf(node), function: functionSyntax(node, decorators, depth) }
}

function functionSyntax(node: Node, decorators: Expression[], depth: number): FunctionSyntax {
  const body = once(() => {
    const whole = otherTrees.get(node.tree)?.(node.startIndex) ?? node
    return whole.childForFieldName('body')
  })
  return {
    name: node.childForFieldName('name')?.text ?? '',
    line: lineOf(node),
    parameters: parameters(node.childForFieldName('parameters'), depth),
    decorators,
    isCoroutine: node.children.some((child) => child?.type === 'async'),
    isGenerator: once(() => (body()?.descendantsOfType('yield').length ?? 0) > 0),
    body: once(() => block(body(), depth)),
  }
}

function once<Result>(make: () => Result): () => Result {
  let made: { value: Result } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function classStatement(node: Node, decorators: Expression[], depth: number): Statement {
  const bases = node.childForFieldName('superclasses')
  const body = node.childForFieldName('body')
  return {
    kind: 'class',
    line: lineOf(node),
    class: {
      name: node.childForFieldName('name')?.text ?? '',
      line: lineOf(node),
      bases: bases ? argumentList(bases, depth) : [],
      decorators,
      body: block(body, depth),
      fields: body ? annotatedNames(body) : [],
    },
  }
}

function annotatedNames(body: Node): string[] {
  return parts(body).flatMap((line) => {
    const [first] = line.type === 'expression_statement' ? parts(line) : []
    const name = first?.type === 'assignment' && first.childForFieldName('type') ? first : undefined
    return name?.childForFieldName('left')?.text ?? []
  })
}

function globalStatement(node: Node): Statement {
  return { kind: 'global', line: lineOf(node), names: parts(node).map((child) => child.text) }
}
