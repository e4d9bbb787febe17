import type { PythonText } from './python-expressions.ts'
import { PatternReader } from './python-patterns.ts'
import { field, type PythonNode } from './python-tree.ts'
import type { Action, Expression, ImportedName, Parameter, Scope } from './syntax.ts'

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

class PythonReader extends PatternReader {
  /** Keyed by their start. */
  readonly functions = new Map<number, Scope>()
  readonly #bodies: Bodies | undefined
  #outerNames = new Set<string>()
  #mainLines: { from: number; to: number }[] = []

  constructor(written: PythonText, bodies?: Bodies) {
    super(written)
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
      this.enter(child)
      for (const action of this.#statement(child)) actions.push(action)
      this.depth--
    }
    return actions
  }

  #statement(node: PythonNode): Action[] {
    const line = this.lineOf(node)
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
          ...this.assignElement(field(node, 'left'), field(node, 'right'), line),
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
        return [{ kind: 'return', line, value: this.children(node, line) }]
      case 'global_statement':
      case 'nonlocal_statement':
        for (const child of node.children) this.#outerNames.add(this.nameOf(child))
        return []
      case 'delete_statement':
        return node.children.flatMap((child) => this.#deleted(child))
      case 'raise_statement':
        return node.children.map((child): Action => {
          const value: Expression = { kind: 'raised', line, of: this.expression(child) }
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
        return [{ kind: 'evaluate', line, value: this.calling('exec', node) }]
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
      this.enter(child)
      const read = isStatement(child.type) ? this.#statement(child) : this.#simple(child)
      for (const action of read) actions.push(action)
      this.depth--
    }
    return actions
  }

  #simple(node: PythonNode): Action[] {
    const line = this.lineOf(node)
    if (node.type === 'assignment') return this.#assignment(node)
    if (node.type === 'augmented_assignment') return this.#augmented(node)
    if (node.type === 'as_pattern') return this.#asPattern(node)
    if (isStatement(node.type)) return this.#statement(node)
    return [{ kind: 'evaluate', line, value: this.expression(node) }]
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
      if (type) found.push({ kind: 'evaluate', line: this.lineOf(type), value: this.expression(type) })
      current = field(current, 'right')
    }
    if (!current) return found
    const value = this.expression(current)
    const line = this.lineOf(node)
    for (const target of targets) found.push({ kind: 'assign', line, target: this.expression(target), value })
    return found
  }

  #augmented(node: PythonNode): Action[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return []
    const line = this.lineOf(node)
    const operator = this.textOf(field(node, 'operator') ?? node).replace(/=$/, '')
    const target = this.expression(left)
    return [
      {
        kind: 'assign',
        line,
        target,
        value: this.operation(operator, target, this.expression(right), line),
      },
    ]
  }

  /** `except ValueError as error` */
  #asPattern(node: PythonNode): Action[] {
    const [type] = node.children
    const target = field(node, 'alias')?.children[0]
    if (!type) return []
    const line = this.lineOf(node)
    const of = this.expression(type)
    if (!target) return [{ kind: 'evaluate', line, value: of }]
    return [{ kind: 'assign', line, target: this.expression(target), value: { kind: 'caught', line, of } }]
  }

  /** The deleted item is not looked up, but the path to it is. */
  #deleted(node: PythonNode): Action[] {
    if (node.type === 'identifier') return []
    const isPlace = node.type === 'subscript' || node.type === 'attribute'
    if (!isPlace && node.type !== 'call') return node.children.flatMap((child) => this.#deleted(child))
    const parts = isPlace ? node.children.filter((child) => child.field !== 'attribute') : [node]
    return parts.map((part) => ({
      kind: 'evaluate',
      line: this.lineOf(part),
      value: this.expression(part),
    }))
  }

  #importedNames(node: PythonNode): ImportedName[] {
    return node.children
      .filter((child) => child.field === 'name')
      .map((child) => {
        const alias = field(child, 'alias')
        const name = this.nameOf(field(child, 'name') ?? child)
        return alias ? { name, alias: this.nameOf(alias) } : { name }
      })
  }

  #fromStatement(node: PythonNode): Action {
    const from = field(node, 'module_name')
    const text = from ? this.nameOf(from) : ''
    const level = /^\.*/.exec(text)?.[0].length ?? 0
    const isStar = node.children.some((child) => child.type === 'wildcard_import')
    const names = isStar ? '*' : this.#importedNames(node)
    return { kind: 'from', line: this.lineOf(node), level, module: text.slice(level), names }
  }

  #ifStatement(node: PythonNode): Action[] {
    const condition = field(node, 'condition')
    const body = field(node, 'consequence')
    if (condition && body && /^\(?\s*__name__\s*==\s*["']__main__["']\s*\)?$/.test(this.textOf(condition))) {
      this.#mainLines.push({ from: this.lineOf(body), to: this.lines.at(body.end) })
    }
    return this.#blocksOf(node, [])
  }

  #matchStatement(node: PythonNode): Action[] {
    const line = this.lineOf(node)
    const parts = node.children.filter((child) => child.field === 'subject')
    const value = this.together(parts, line)
    // Patterns use the subject repeatedly, but it is evaluated only once.
    const subject: Expression =
      value.kind === 'name' ? value : { kind: 'name', line, name: `match ${node.start}` }
    const found: Action[] = [{ kind: 'assign', line, target: subject, value }]
    for (const clause of field(node, 'body')?.children ?? []) {
      this.enter(clause)
      for (const action of this.#caseClause(clause, subject)) found.push(action)
      this.depth--
    }
    return found
  }

  #caseClause(node: PythonNode, subject: Expression): Action[] {
    const patterns = node.children.filter((child) => child.type === 'case_pattern')
    const found = this.patterns(patterns, subject)
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
    const line = this.lineOf(node)
    const value: Expression = { kind: 'entered', line, of: this.expression(of) }
    return [
      target
        ? { kind: 'assign', line, target: this.expression(target), value }
        : { kind: 'evaluate', line, value },
    ]
  }

  #decorated(node: PythonNode): Action[] {
    const definition = field(node, 'definition')
    const decorators = node.children
      .filter((child) => child.type === 'decorator')
      .flatMap((child) => child.children.map((part) => this.expression(part)))
    if (!definition) return []
    if (definition.type === 'class_definition') return [this.#class(definition, decorators)]
    const line = this.lineOf(definition)
    return [{ kind: 'function', line, scope: this.#function(definition), decorators }]
  }

  #class(node: PythonNode, decorators: Expression[]): Action {
    const bases = field(node, 'superclasses')
    const name = field(node, 'name')
    const line = this.lineOf(node)
    const plainName = name ? this.nameOf(name) : ''
    const body = field(node, 'body')
    const fields = this.#fieldsOf(body)
    const read = this.#scope('class', plainName, line, [], () => this.#block(body))
    const scope = fields.length > 0 ? { ...read, fields } : read
    return {
      kind: 'class',
      line,
      name: plainName,
      bases: bases ? this.arguments(bases) : [],
      scope,
      decorators,
    }
  }

  #fieldsOf(body: PythonNode | undefined): string[] {
    const assignments = body?.children.map(({ children: [first] }) => first) ?? []
    return assignments.flatMap((one) => {
      const left = one?.type === 'assignment' && field(one, 'type') ? field(one, 'left') : undefined
      return left?.type === 'identifier' ? [this.nameOf(left)] : []
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
      return { kind: 'evaluate', line: this.lineOf(type), value: this.expression(type) }
    })
    const parameters = this.parameters(list)
    const body = field(node, 'body')
    const scope = this.#scope(
      'function',
      name ? this.nameOf(name) : '',
      this.lineOf(node),
      parameters,
      () => [...before, ...this.#block(body)],
    )
    this.functions.set(node.start, scope)
    const bodies = this.#bodies
    return body?.isLeftOut && bodies ? { ...scope, readLater: () => bodies(node.start) } : scope
  }

  protected override lambda(node: PythonNode): Scope {
    const line = this.lineOf(node)
    const body = field(node, 'body')
    const parameters = this.parameters(field(node, 'parameters'))
    return this.#scope('function', '', line, parameters, () =>
      body ? [{ kind: 'return', line, value: this.expression(body) }] : [],
    )
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
