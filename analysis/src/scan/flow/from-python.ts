import type { LineNumbers } from '../../ground/places.ts'
import { unescapePython } from '../../python/strings.ts'
import { field, isOperand, isSplat, type PythonNode } from './python-tree.ts'
import {
  type Action,
  type Argument,
  CodeTooDeep,
  deepestCode,
  type Expression,
  type ImportedName,
  type MapEntry,
  type Parameter,
  type Scope,
} from './syntax.ts'

/** A file's text and its lines, computed once for all readings. */
export interface PythonText {
  text: string
  lines: LineNumbers
}

const calculations = new Set(['^', '*', '-', '//', '%', '<<', '>>', '&', '|', '**'])

const spreads: ReadonlySet<string> = new Set([
  'list_splat',
  'dictionary_splat',
  'list_splat_pattern',
  'dictionary_splat_pattern',
])

/** Skips blanks and comments. */
const commaNext = /(?:[\s\\]|#[^\n]*\n)*,/y

/** Reads a Python module into the scan's form. Throws `CodeTooDeep` for code that is nested too deeply. */
export function scopeOfPython(written: PythonText, root: PythonNode, bodies?: Bodies): Scope {
  return new PythonReader(written, bodies).module(root)
}

/** Returns the actions of functions whose bodies the tree leaves out, by their start. */
export type Bodies = (start: number) => readonly Action[]

/** Returns all functions of a module, by their start. */
export function functionsOfPython(written: PythonText, root: PythonNode): ReadonlyMap<number, Scope> {
  const reader = new PythonReader(written)
  reader.module(root)
  return reader.functions
}

class PythonReader {
  readonly #text: string
  readonly #lines: LineNumbers
  #depth = 0
  /** Keyed by their start. */
  readonly functions = new Map<number, Scope>()
  readonly #bodies: Bodies | undefined
  #outerNames = new Set<string>()
  #mainLines: { from: number; to: number }[] = []

  constructor({ text, lines }: PythonText, bodies?: Bodies) {
    this.#text = text
    this.#lines = lines
    this.#bodies = bodies
  }

  module(root: PythonNode): Scope {
    const actions = this.#block(root)
    return {
      kind: 'module',
      name: '',
      line: 1,
      parameters: [],
      actions,
      outerNames: new Set(),
      mainLines: this.#mainLines,
    }
  }

  #block(node: PythonNode | undefined): Action[] {
    const actions: Action[] = []
    for (const child of node?.children ?? []) {
      this.#enter(child)
      for (const action of this.#statement(child)) actions.push(action)
      this.#depth--
    }
    return actions
  }

  #statement(node: PythonNode): Action[] {
    const line = this.#lineOf(node)
    switch (node.type) {
      case 'expression_statement':
        return node.children.flatMap((child) => this.#simple(child))
      case 'import_statement':
        return [{ kind: 'import', line, names: this.#importedNames(node) }]
      case 'import_from_statement':
        return [this.#fromStatement(node)]
      case 'if_statement':
        return this.#ifStatement(node)
      case 'for_statement':
        return [
          ...this.#assignElement(field(node, 'left'), field(node, 'right'), line),
          ...this.#blocksOf(node, ['left', 'right']),
        ]
      case 'with_statement':
        return [...this.#withItems(node), ...this.#block(field(node, 'body'))]
      case 'function_definition':
        return [{ kind: 'function', line, scope: this.#function(node), decorators: [] }]
      case 'class_definition':
        return [this.#class(node, [])]
      case 'decorated_definition':
        return this.#decorated(node)
      case 'return_statement':
        return [{ kind: 'return', line, value: this.#children(node, line) }]
      case 'global_statement':
      case 'nonlocal_statement':
        for (const child of node.children) this.#outerNames.add(this.#nameOf(child))
        return []
      case 'delete_statement':
        return node.children.flatMap((child) => this.#deleted(child))
      case 'raise_statement':
        return node.children.map((child): Action => {
          const value: Expression = { kind: 'raised', line, of: this.#expression(child) }
          return { kind: 'evaluate', line, value }
        })
      case 'pass_statement':
      case 'break_statement':
      case 'continue_statement':
      case 'future_import_statement':
        return []
      case 'block':
        return this.#block(node)
      case 'exec_statement':
        return [{ kind: 'evaluate', line, value: this.#calling('exec', node) }]
      case 'match_statement':
        return this.#matchStatement(node)
      default:
        return this.#blocksOf(node, [])
    }
  }

  /** Reads a statement in which only expressions and blocks matter. */
  #blocksOf(node: PythonNode, without: readonly string[]): Action[] {
    const actions: Action[] = []
    for (const child of node.children) {
      if (without.includes(child.field)) continue
      this.#enter(child)
      const read = isStatement(child.type) ? this.#statement(child) : this.#simple(child)
      for (const action of read) actions.push(action)
      this.#depth--
    }
    return actions
  }

  #simple(node: PythonNode): Action[] {
    const line = this.#lineOf(node)
    if (node.type === 'assignment') return this.#assignment(node)
    if (node.type === 'augmented_assignment') return this.#augmented(node)
    if (node.type === 'as_pattern') return this.#asPattern(node)
    if (isStatement(node.type)) return this.#statement(node)
    return [{ kind: 'evaluate', line, value: this.#expression(node) }]
  }

  /** `a = b = value` is nested. An annotation runs as well. */
  #assignment(node: PythonNode): Action[] {
    const found: Action[] = []
    const targets: PythonNode[] = []
    let current: PythonNode | undefined = node
    while (current?.type === 'assignment') {
      const target = field(current, 'left')
      const type = field(current, 'type')
      if (target) targets.push(target)
      if (type) found.push({ kind: 'evaluate', line: this.#lineOf(type), value: this.#expression(type) })
      current = field(current, 'right')
    }
    if (!current) return found
    const value = this.#expression(current)
    const line = this.#lineOf(node)
    for (const target of targets)
      found.push({ kind: 'assign', line, target: this.#expression(target), value })
    return found
  }

  #augmented(node: PythonNode): Action[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return []
    const line = this.#lineOf(node)
    const operator = this.#textOf(field(node, 'operator') ?? node).replace(/=$/, '')
    const target = this.#expression(left)
    return [
      {
        kind: 'assign',
        line,
        target,
        value: this.#operation(operator, target, this.#expression(right), line),
      },
    ]
  }

  /** `except ValueError as error` */
  #asPattern(node: PythonNode): Action[] {
    const [type] = node.children
    const target = field(node, 'alias')?.children[0]
    if (!type) return []
    const line = this.#lineOf(node)
    const of = this.#expression(type)
    if (!target) return [{ kind: 'evaluate', line, value: of }]
    return [{ kind: 'assign', line, target: this.#expression(target), value: { kind: 'caught', line, of } }]
  }

  /** The deleted item is not looked up, but the path to it is. */
  #deleted(node: PythonNode): Action[] {
    if (node.type === 'identifier') return []
    const isPlace = node.type === 'subscript' || node.type === 'attribute'
    if (!isPlace && node.type !== 'call') return node.children.flatMap((child) => this.#deleted(child))
    const parts = isPlace ? node.children.filter((child) => child.field !== 'attribute') : [node]
    return parts.map((part) => ({
      kind: 'evaluate',
      line: this.#lineOf(part),
      value: this.#expression(part),
    }))
  }

  #importedNames(node: PythonNode): ImportedName[] {
    return node.children
      .filter((child) => child.field === 'name')
      .map((child) => {
        const alias = field(child, 'alias')
        const name = this.#nameOf(field(child, 'name') ?? child)
        return alias ? { name, alias: this.#nameOf(alias) } : { name }
      })
  }

  #fromStatement(node: PythonNode): Action {
    const from = field(node, 'module_name')
    const text = from ? this.#nameOf(from) : ''
    const level = /^\.*/.exec(text)?.[0].length ?? 0
    const isStar = node.children.some((child) => child.type === 'wildcard_import')
    const names = isStar ? '*' : this.#importedNames(node)
    return { kind: 'from', line: this.#lineOf(node), level, module: text.slice(level), names }
  }

  #ifStatement(node: PythonNode): Action[] {
    const condition = field(node, 'condition')
    const body = field(node, 'consequence')
    if (condition && body && /^\(?\s*__name__\s*==\s*["']__main__["']\s*\)?$/.test(this.#textOf(condition))) {
      this.#mainLines.push({ from: this.#lineOf(body), to: this.#lines.at(body.end) })
    }
    return this.#blocksOf(node, [])
  }

  #matchStatement(node: PythonNode): Action[] {
    const line = this.#lineOf(node)
    const parts = node.children.filter((child) => child.field === 'subject')
    const value = this.#together(parts, line)
    // Patterns use the subject repeatedly, but it is evaluated only once.
    const subject: Expression =
      value.kind === 'name' ? value : { kind: 'name', line, name: `match ${node.start}` }
    const found: Action[] = [{ kind: 'assign', line, target: subject, value }]
    for (const clause of field(node, 'body')?.children ?? []) {
      this.#enter(clause)
      for (const action of this.#caseClause(clause, subject)) found.push(action)
      this.#depth--
    }
    return found
  }

  #caseClause(node: PythonNode, subject: Expression): Action[] {
    const patterns = node.children.filter((child) => child.type === 'case_pattern')
    const found = this.#patterns(patterns, subject)
    for (const child of node.children) {
      if (child.field === 'guard') found.push(...this.#blocksOf(child, []))
      else if (child.type !== 'case_pattern') found.push(...this.#statement(child))
    }
    return found
  }

  #withItems(node: PythonNode): Action[] {
    const clause = node.children.find((child) => child.type === 'with_clause')
    return (clause?.children ?? []).flatMap((item) => {
      const value = field(item, 'value') ?? item
      // `with (a as b, c as d):` is one tuple in the tree.
      const parts = value.type === 'tuple' ? value.children : [value]
      return parts.flatMap((part) => this.#entered(part))
    })
  }

  #entered(node: PythonNode): Action[] {
    const isNamed = node.type === 'as_pattern'
    const of = isNamed ? node.children[0] : node
    const target = isNamed ? field(node, 'alias')?.children[0] : undefined
    if (!of) return []
    const line = this.#lineOf(node)
    const value: Expression = { kind: 'entered', line, of: this.#expression(of) }
    return [
      target
        ? { kind: 'assign', line, target: this.#expression(target), value }
        : { kind: 'evaluate', line, value },
    ]
  }

  #decorated(node: PythonNode): Action[] {
    const definition = field(node, 'definition')
    const decorators = node.children
      .filter((child) => child.type === 'decorator')
      .flatMap((child) => child.children.map((part) => this.#expression(part)))
    if (!definition) return []
    if (definition.type === 'class_definition') return [this.#class(definition, decorators)]
    const line = this.#lineOf(definition)
    return [{ kind: 'function', line, scope: this.#function(definition), decorators }]
  }

  #class(node: PythonNode, decorators: Expression[]): Action {
    const bases = field(node, 'superclasses')
    const name = field(node, 'name')
    const line = this.#lineOf(node)
    const plainName = name ? this.#nameOf(name) : ''
    const body = field(node, 'body')
    const fields = this.#fieldsOf(body)
    const read = this.#scope('class', plainName, line, [], () => this.#block(body))
    const scope = fields.length > 0 ? { ...read, fields } : read
    return {
      kind: 'class',
      line,
      name: plainName,
      bases: bases ? this.#arguments(bases) : [],
      scope,
      decorators,
    }
  }

  #fieldsOf(body: PythonNode | undefined): string[] {
    const assignments = body?.children.map(({ children: [first] }) => first) ?? []
    return assignments.flatMap((one) => {
      const left = one?.type === 'assignment' && field(one, 'type') ? field(one, 'left') : undefined
      return left?.type === 'identifier' ? [this.#nameOf(left)] : []
    })
  }

  #scope(
    kind: Scope['kind'],
    name: string,
    line: number,
    parameters: Parameter[],
    read: () => Action[],
  ): Scope {
    const outer = this.#outerNames
    this.#outerNames = new Set()
    const actions = read()
    const scope = { kind, name, line, parameters, actions, outerNames: this.#outerNames, mainLines: [] }
    this.#outerNames = outer
    return scope
  }

  #function(node: PythonNode): Scope {
    const list = field(node, 'parameters')
    const name = field(node, 'name')
    const annotations = annotationsIn(node)
    const before = annotations.map((type): Action => {
      return { kind: 'evaluate', line: this.#lineOf(type), value: this.#expression(type) }
    })
    const parameters = this.#parameters(list)
    const body = field(node, 'body')
    const scope = this.#scope(
      'function',
      name ? this.#nameOf(name) : '',
      this.#lineOf(node),
      parameters,
      () => [...before, ...this.#block(body)],
    )
    this.functions.set(node.start, scope)
    const bodies = this.#bodies
    return body?.isLeftOut && bodies ? { ...scope, readLater: () => bodies(node.start) } : scope
  }

  #lambda(node: PythonNode): Scope {
    const line = this.#lineOf(node)
    const body = field(node, 'body')
    const parameters = this.#parameters(field(node, 'parameters'))
    return this.#scope('function', '', line, parameters, () =>
      body ? [{ kind: 'return', line, value: this.#expression(body) }] : [],
    )
  }

  #patterns(parts: readonly PythonNode[], value: Expression): Action[] {
    return this.#isSequence(parts) ? this.#sequence(parts, value) : this.#eachPattern(parts, value)
  }

  /** Reads `[first, *others] = object`, with names that no program can contain in place of patterns. */
  #sequence(parts: readonly PythonNode[], object: Expression): Action[] {
    const { line } = object
    const items = parts.map((part): Argument => {
      const value: Expression = { kind: 'name', line, name: `match ${part.start}` }
      return isSplat(part) ? { value, isSpread: true } : { value }
    })
    const target: Expression = { kind: 'list', line, items }
    return [
      { kind: 'assign', line, target, value: object },
      ...parts.flatMap((part, i) => this.#pattern(part, items[i]?.value ?? object)),
    ]
  }

  /** Reads the names that a pattern binds. */
  #pattern(node: PythonNode, value: Expression): Action[] {
    this.#enter(node)
    const read = this.#readPattern(node, value)
    this.#depth--
    return read
  }

  #readPattern(node: PythonNode, value: Expression): Action[] {
    switch (node.type) {
      case 'identifier':
        return [{ kind: 'assign', line: this.#lineOf(node), target: this.#expression(node), value }]
      case 'dotted_name':
        return node.children.length === 1 ? this.#eachPattern(node.children, value) : []
      case 'list_pattern':
        return this.#sequence(node.children, value)
      case 'tuple_pattern':
        return this.#patterns(node.children, value)
      case 'class_pattern':
        return this.#classPattern(node, value)
      case 'dict_pattern':
        return this.#dictPattern(node, value)
      default:
        return this.#eachPattern(node.children, value)
    }
  }

  #eachPattern(nodes: readonly PythonNode[], value: Expression): Action[] {
    return nodes.flatMap((node) => this.#pattern(node, value))
  }

  #classPattern(node: PythonNode, of: Expression): Action[] {
    const [name, ...parts] = node.children
    if (!name) return []
    const { line } = of
    const type = this.#dotted(name)
    return parts.flatMap((part, position) => {
      const keyword = part.children.find((child) => child.type === 'keyword_pattern')
      const [attribute, inner] = keyword?.children ?? []
      if (!attribute) return this.#pattern(part, { kind: 'matched', line, of, type, position })
      if (!inner) return []
      return this.#pattern(inner, { kind: 'attribute', line, object: of, name: this.#nameOf(attribute) })
    })
  }

  /** Patterns have dotted names in a form of their own. */
  #dotted(node: PythonNode): Expression {
    if (node.type !== 'dotted_name') return this.#expression(node)
    const line = this.#lineOf(node)
    const [first = node, ...names] = node.children
    return names.reduce<Expression>(
      (object, name) => ({ kind: 'attribute', line, object, name: this.#nameOf(name) }),
      { kind: 'name', line, name: this.#nameOf(first) },
    )
  }

  #dictPattern(node: PythonNode, object: Expression): Action[] {
    let key: PythonNode | undefined
    return node.children.flatMap((child) => {
      if (child.field === 'key') key = child
      else if (child.field !== 'value' || !key) return this.#pattern(child, object)
      else {
        const index = this.#dotted(key)
        return this.#pattern(child, { kind: 'item', line: object.line, object, index })
      }
      return []
    })
  }

  #parameters(list: PythonNode | undefined): Parameter[] {
    return (list?.children ?? []).flatMap((node) => this.#parameter(node))
  }

  #parameter(node: PythonNode): Parameter[] {
    const [first] = node.children
    switch (node.type) {
      case 'identifier':
        return [{ name: this.#nameOf(node), form: 'plain' }]
      case 'list_splat_pattern':
        return first ? [{ name: this.#nameOf(first), form: 'rest' }] : []
      case 'dictionary_splat_pattern':
        return first ? [{ name: this.#nameOf(first), form: 'keywords' }] : []
      case 'typed_parameter':
        return first ? this.#parameter(first) : []
      case 'default_parameter':
      case 'typed_default_parameter': {
        const name = field(node, 'name')
        const value = field(node, 'value')
        if (!name) return []
        return [
          {
            name: this.#nameOf(name),
            form: 'plain',
            ...(value ? { fallback: this.#expression(value) } : {}),
          },
        ]
      }
      default:
        return []
    }
  }

  #lineOf(node: PythonNode): number {
    return this.#lines.at(node.start)
  }

  #textOf(node: PythonNode): string {
    return this.#text.slice(node.start, node.end)
  }

  /** Python reads `ｅｘｅｃ` as `exec`. Source: PEP 3131. */
  #nameOf(node: PythonNode): string {
    const name = this.#textOf(node)
    return /[^\w.]/.test(name) ? name.replace(/\s+/g, '').normalize('NFKC') : name
  }

  /** Reading stops once a text is too deep, so the depth need not be reset. */
  #enter(node: PythonNode): void {
    if (++this.#depth > deepestCode) throw new CodeTooDeep(this.#lineOf(node))
  }

  #children(node: PythonNode, line: number): Expression {
    const [only, ...others] = node.children
    if (!only) return { kind: 'constant', line }
    if (others.length === 0) return this.#expression(only)
    return { kind: 'mixed', line, parts: node.children.map((child) => this.#expression(child)) }
  }

  #expression(node: PythonNode): Expression {
    this.#enter(node)
    const read = this.#read(node)
    this.#depth--
    return read
  }

  #read(node: PythonNode): Expression {
    const line = this.#lineOf(node)
    switch (node.type) {
      case 'identifier':
        return { kind: 'name', line, name: this.#nameOf(node) }
      case 'string':
        return this.#string(node, line)
      case 'concatenated_string':
        return this.#joined(this.#all(node.children), line)
      case 'integer':
        return integer(this.#textOf(node), line)
      case 'true':
      case 'false':
        return { kind: 'number', line, value: node.type === 'true' ? 1 : 0 }
      case 'float':
      case 'none':
      case 'ellipsis':
        return { kind: 'constant', line }
      case 'attribute':
        return this.#attribute(node, line)
      case 'subscript':
        return this.#subscript(node, line)
      case 'call':
        return this.#call(node, line)
      case 'list':
      case 'tuple':
      case 'set':
      case 'pattern_list':
      case 'list_pattern':
      case 'expression_list':
        return { kind: 'list', line, items: this.#items(node) }
      case 'dictionary':
        return { kind: 'map', line, entries: node.children.flatMap((child) => this.#pair(child)) }
      case 'tuple_pattern':
        return this.#together(node.children, line)
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.#comprehension(node, line)
      case 'parenthesized_expression':
        // The subject of a `match` may be a list that was parsed as if it had parentheses.
        if (this.#text[node.start] === '[') return { kind: 'list', line, items: this.#items(node) }
        return this.#children(node, line)
      case 'await':
      case 'type':
      case 'list_splat':
      case 'dictionary_splat':
      case 'list_splat_pattern':
      case 'interpolation': {
        const [only] = node.children
        return only ? this.#expression(only) : { kind: 'constant', line }
      }
      default:
        return this.#operator(node, line)
    }
  }

  /** Reads everything that calculates, compares or binds. */
  #operator(node: PythonNode, line: number): Expression {
    switch (node.type) {
      case 'binary_operator':
        return this.#binary(node, line)
      case 'boolean_operator':
        return { kind: 'either', line, options: this.#operands(node) }
      case 'conditional_expression': {
        const [yes, condition, no] = this.#all(node.children)
        if (!yes || !condition || !no) break
        return { kind: 'either', line, options: [yes, no, { kind: 'test', line, parts: [condition] }] }
      }
      case 'comparison_operator':
      case 'not_operator':
        return { kind: 'test', line, parts: this.#operands(node) }
      case 'lambda':
        return { kind: 'function', line, scope: this.#lambda(node) }
      case 'named_expression': {
        const target = field(node, 'name')
        const value = field(node, 'value')
        if (!target || !value) break
        return { kind: 'assign', line, target: this.#expression(target), value: this.#expression(value) }
      }
      case 'yield': {
        const isAll = /^yield\s+from\b/.test(this.#text.slice(node.start, node.start + 40))
        return { kind: 'yield', line, value: this.#children(node, line), isAll }
      }
      case 'slice':
        return { kind: 'test', line, parts: this.#all(node.children) }
    }
    return { kind: 'mixed', line, parts: this.#operands(node) }
  }

  #all(nodes: readonly PythonNode[]): Expression[] {
    return nodes.map((node) => this.#expression(node))
  }

  #operands(node: PythonNode): Expression[] {
    return this.#all(node.children.filter(isOperand))
  }

  #attribute(node: PythonNode, line: number): Expression {
    const object = field(node, 'object')
    const name = field(node, 'attribute')
    if (!object || !name) return { kind: 'constant', line }
    return { kind: 'attribute', line, object: this.#expression(object), name: this.#nameOf(name) }
  }

  #subscript(node: PythonNode, line: number): Expression {
    const value = field(node, 'value')
    const [index, ...others] = node.children.filter((child) => child.field === 'subscript')
    if (!value || !index) return { kind: 'constant', line }
    const object = this.#expression(value)
    if (index.type === 'slice') return this.#slice(object, index, line)
    const key: Expression =
      others.length === 0
        ? this.#expression(index)
        : { kind: 'mixed', line, parts: [index, ...others].map((child) => this.#expression(child)) }
    return { kind: 'item', line, object, index: key }
  }

  #slice(object: Expression, node: PythonNode, line: number): Expression {
    const text = this.#textOf(node).replace(/\s/g, '')
    const reversed = /^(-1)?::-\d+$/.test(text)
    const [, from, to] = /^(-?\d*):(-?\d*)$/.exec(text) ?? []
    const limit = (digits: string | undefined): Expression | undefined =>
      digits ? { kind: 'number', line, value: Number(digits) } : undefined
    const [low, high] = [limit(from), limit(to)]
    const isPlain = from !== undefined || reversed
    if (!isPlain)
      return { kind: 'mixed', line, parts: [object, ...node.children.map((c) => this.#expression(c))] }
    return {
      kind: 'slice',
      line,
      object,
      isReversed: reversed,
      ...(low ? { from: low } : {}),
      ...(high ? { to: high } : {}),
    }
  }

  #call(node: PythonNode, line: number): Expression {
    const callee = field(node, 'function')
    const list = field(node, 'arguments')
    if (!callee) return { kind: 'constant', line }
    const args =
      list?.type === 'generator_expression'
        ? [{ value: this.#expression(list) }]
        : list
          ? this.#arguments(list)
          : []
    return { kind: 'call', line, callee: this.#expression(callee), args, isNew: false }
  }

  #calling(name: string, node: PythonNode): Expression {
    const line = this.#lineOf(node)
    const args = node.children.map((child) => ({ value: this.#expression(child) }))
    return { kind: 'call', line, callee: { kind: 'name', line, name }, args, isNew: false }
  }

  #arguments(list: PythonNode): Argument[] {
    return list.children.map((node) => {
      const name = node.type === 'keyword_argument' ? field(node, 'name') : undefined
      const value = name ? field(node, 'value') : node
      if (name && value) return { name: this.#nameOf(name), value: this.#expression(value) }
      return this.#item(node)
    })
  }

  #items(node: PythonNode): Argument[] {
    return node.children.map((child) => this.#item(child))
  }

  #item(node: PythonNode): Argument {
    const value = this.#expression(node)
    return spreads.has(node.type) ? { value, isSpread: true } : { value }
  }

  #pair(node: PythonNode): MapEntry[] {
    if (node.type !== 'pair') return [{ value: this.#expression(node) }]
    const key = field(node, 'key')
    const value = field(node, 'value')
    return key && value ? [{ key: this.#expression(key), value: this.#expression(value) }] : []
  }

  #comprehension(node: PythonNode, line: number): Expression {
    const clauses = node.children.flatMap((child): Action[] => {
      if (child.type === 'for_in_clause')
        return this.#assignElement(field(child, 'left'), field(child, 'right'), this.#lineOf(child))
      return child.type === 'if_clause'
        ? [{ kind: 'evaluate', line, value: this.#children(child, line) }]
        : []
    })
    const body = field(node, 'body')
    return {
      kind: 'comprehension',
      line,
      clauses,
      value: body ? this.#expression(body) : { kind: 'constant', line },
    }
  }

  /**
   * Long sums of strings lean to the left; a loop reads them, so that their length does not count as depth.
   */
  #binary(node: PythonNode, line: number): Expression {
    const parts: PythonNode[] = []
    let current = node
    while (current.type === 'binary_operator' && this.#operatorOf(current) === '+') {
      const right = field(current, 'right')
      const left = field(current, 'left')
      if (!left || !right) break
      parts.push(right)
      current = left
    }
    if (parts.length > 0)
      return this.#joined(
        [current, ...parts.reverse()].map((part) => this.#expression(part)),
        line,
      )
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return { kind: 'constant', line }
    return this.#operation(this.#operatorOf(node), this.#expression(left), this.#expression(right), line)
  }

  #operatorOf(node: PythonNode): string {
    const operator = field(node, 'operator')
    return operator ? this.#textOf(operator) : ''
  }

  #operation(operator: string, left: Expression, right: Expression, line: number): Expression {
    if (operator === '+') return this.#joined([left, right], line)
    // Paths are composed this way; the result of dividing numbers does not matter.
    if (operator === '/') return { kind: 'join', line, parts: [left, right], between: '/' }
    if (calculations.has(operator)) return { kind: 'calculate', line, operator, left, right }
    return { kind: 'mixed', line, parts: [left, right] }
  }

  #joined(parts: Expression[], line: number): Expression {
    return { kind: 'join', line, parts, between: '' }
  }

  #string(node: PythonNode, line: number): Expression {
    const start = node.children.find((child) => child.type === 'string_start')
    const prefix = start ? this.#textOf(start).toLowerCase() : ''
    const isRaw = prefix.includes('r')
    const isFormat = prefix.includes('f') || prefix.includes('t')
    const parts = node.children.flatMap((child): Expression[] => {
      if (child.type === 'string_content') return this.#contents(child, isRaw, isFormat)
      if (child.type !== 'interpolation') return []
      const inner = child.children.filter((part) => part.type !== 'type_conversion')
      return inner.flatMap((part) =>
        part.type === 'format_specifier' ? this.#format(part) : [this.#expression(part)],
      )
    })
    const [only] = parts
    if (!only) return { kind: 'text', line, text: '' }
    return parts.length === 1 && only.kind === 'text' ? only : this.#joined(parts, line)
  }

  /** `{number:{width}}` */
  #format(node: PythonNode): Expression[] {
    const parts = node.children.flatMap((child) => child.children.map((part) => this.#expression(part)))
    return parts.length > 0 ? [{ kind: 'test', line: this.#lineOf(node), parts }] : []
  }

  #contents(node: PythonNode, isRaw: boolean, isFormat: boolean): Expression[] {
    const written = this.#textOf(node)
    const line = this.#lineOf(node)
    const content = (part: string): Expression => {
      const text = isRaw ? part : unescapePython(part)
      return {
        kind: 'text',
        line,
        text: isFormat ? text.replace(/\{\{|\}\}/g, (pair) => pair.charAt(0)) : text,
      }
    }
    if (isRaw || !written.includes('\\N{')) return [content(written)]
    // There are too many character names to know, so such an escape may hide anything.
    const letter: Expression = {
      kind: 'call',
      line,
      callee: { kind: 'name', line, name: 'chr' },
      args: [],
      isNew: false,
    }
    const parts: Expression[] = []
    let from = 0
    for (const { 0: sequence, index } of written.matchAll(/\\(?:N\{[^}]{0,120}\}|[\s\S])/g)) {
      if (!sequence.startsWith('\\N{')) continue
      parts.push(content(written.slice(from, index)), letter)
      from = index + sequence.length
    }
    return [...parts, content(written.slice(from))]
  }

  #assignElement(target: PythonNode | undefined, from: PythonNode | undefined, line: number): Action[] {
    if (!target || !from) return []
    const value: Expression = { kind: 'each', line, of: this.#expression(from) }
    return [{ kind: 'assign', line, target: this.#expression(target), value }]
  }

  /** A single item in parentheses is itself, unless a comma follows. */
  #isSequence(parts: readonly PythonNode[]): boolean {
    const [only, ...others] = parts
    if (!only || others.length > 0 || isSplat(only)) return true
    commaNext.lastIndex = only.end
    return commaNext.test(this.#text)
  }

  #together(parts: readonly PythonNode[], line: number): Expression {
    const [only] = parts
    if (only && !this.#isSequence(parts)) return this.#expression(only)
    return { kind: 'list', line, items: parts.map((part) => this.#item(part)) }
  }
}

function isStatement(type: string): boolean {
  return (
    type.endsWith('_statement') ||
    type.endsWith('_definition') ||
    type.endsWith('_clause') ||
    type === 'block' ||
    type === 'ERROR'
  )
}

function annotationsIn(node: PythonNode): PythonNode[] {
  const types = node.children.filter((child) => child.field === 'return_type')
  for (const parameter of field(node, 'parameters')?.children ?? [])
    types.push(...parameter.children.filter((child) => child.field === 'type'))
  return types
}

function integer(text: string, line: number): Expression {
  const digits = text.replace(/_/g, '').replace(/^0+(?=\d)/, '')
  const value = Number(digits)
  return Number.isSafeInteger(value) ? { kind: 'number', line, value } : { kind: 'constant', line }
}
