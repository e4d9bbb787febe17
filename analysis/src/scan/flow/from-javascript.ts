import type { AnyNode, Node } from 'acorn'
import { hasMark, LineNumbers } from '../../ground/places.ts'
import { isBundle } from './javascript-library.ts'
import { call, childrenOf, constant, isExpression, member, name, number } from './javascript-nodes.ts'
import { parseScript } from './javascript-parser.ts'
import { aliasesAt } from './script-aliases.ts'
import {
  type Action,
  type Argument,
  CodeTooDeep,
  deepestCode,
  type Expression,
  type MapEntry,
  type Parameter,
  type Scope,
} from './syntax.ts'
import { tellingScript } from './telling-javascript.ts'

/**
 * Reads a script into the scan's form. Returns undefined when no browser would run it either. Throws
 * `CodeTooDeep`.
 */
export function scopeOfJavaScript(text: string): Scope | undefined {
  const program = parseScript(text)
  return program ? new ScriptReader(text).module(program) : undefined
}

const noNames: ReadonlySet<string> = new Set()

/** Reads once, when the code is needed. The parser has read it, so it nests too deeply only beside other code. */
function onDemand(read: () => Action[]): () => Action[] {
  let known: Action[] | undefined
  return () => {
    try {
      known ??= read()
    } catch (error) {
      if (!(error instanceof CodeTooDeep)) throw error
      known = []
    }
    return known
  }
}

class ScriptReader {
  readonly #lines: LineNumbers
  readonly #marks: number[]
  /** Functions are left out only in scripts that have plain ones. */
  readonly #hasPlain: boolean
  /** Short names mean many things in a bundle, so nothing is passed into its plain functions. */
  readonly #isBundle: boolean
  #depth = 0

  constructor(text: string) {
    this.#lines = new LineNumbers(text)
    this.#isBundle = isBundle(text)
    const aliases = aliasesAt(text)
    this.#hasPlain = aliases !== undefined
    const marks = [...text.matchAll(tellingScript)].map(({ index }) => index)
    this.#marks = aliases?.length ? [...marks, ...aliases].sort((a, b) => a - b) : marks
  }

  module(program: Node): Scope {
    return this.#scope('module', '', 1, [], this.#statements((program as { body?: AnyNode[] }).body ?? []))
  }

  #scope(kind: Scope['kind'], name: string, line: number, parameters: Parameter[], actions: Action[]): Scope {
    return { kind, name, line, parameters, actions, outerNames: noNames, mainLines: [] }
  }

  #lineOf(node: Node): number {
    return this.#lines.at(node.start)
  }

  #deeper<Result>(node: Node, read: () => Result): Result {
    if (++this.#depth > deepestCode) throw new CodeTooDeep(this.#lineOf(node))
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  #statements(nodes: readonly AnyNode[]): Action[] {
    return nodes.flatMap((node) => this.#deeper(node, () => this.#statement(node)))
  }

  #statement(node: AnyNode): Action[] {
    const line = this.#lineOf(node)
    switch (node.type) {
      case 'VariableDeclaration':
        return node.declarations.flatMap(({ id, init }) =>
          init ? this.#assign(id, this.#expression(init), line) : [],
        )
      case 'FunctionDeclaration':
        return [{ kind: 'function', line, scope: this.#function(node), decorators: [] }]
      case 'ClassDeclaration':
        return [this.#class(node)]
      case 'ReturnStatement':
        return [
          { kind: 'return', line, value: node.argument ? this.#expression(node.argument) : constant(line) },
        ]
      case 'ForOfStatement':
      case 'ForInStatement':
        return this.#loop(node, line)
      case 'ImportDeclaration':
        return this.#import(node, line)
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return node.declaration ? this.#statement(node.declaration) : []
      case 'ExpressionStatement':
        return [{ kind: 'evaluate', line, value: this.#expression(node.expression) }]
      default:
        return childrenOf(node).flatMap((child) =>
          this.#deeper(child, () =>
            isExpression(child)
              ? [{ kind: 'evaluate' as const, line, value: this.#expression(child) }]
              : this.#statement(child),
          ),
        )
    }
  }

  #loop(node: Extract<AnyNode, { type: 'ForOfStatement' | 'ForInStatement' }>, line: number): Action[] {
    const target = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left
    const value: Expression = { kind: 'each', line, of: this.#expression(node.right) }
    return [...(target ? this.#assign(target, value, line) : []), ...this.#statements([node.body])]
  }

  #import(node: Extract<AnyNode, { type: 'ImportDeclaration' }>, line: number): Action[] {
    const from: Expression = { kind: 'text', line, text: String(node.source.value) }
    const module = call(name('import', line), [{ value: from }], line)
    if (node.specifiers.length === 0) return [{ kind: 'evaluate', line, value: module }]
    return node.specifiers.map((one) => ({
      kind: 'assign',
      line,
      target: name(one.local.name, line),
      value: module,
    }))
  }

  #assign(target: AnyNode, value: Expression, line: number): Action[] {
    switch (target.type) {
      case 'ObjectPattern':
        return target.properties.flatMap((property) => {
          if (property.type === 'RestElement') return this.#assign(property.argument, value, line)
          const key = this.#key(property.key, property.computed)
          return this.#assign(property.value, member(value, key, line), line)
        })
      case 'ArrayPattern':
        return target.elements.flatMap((element, i) =>
          element
            ? this.#assign(element, { kind: 'item', line, object: value, index: number(i, line) }, line)
            : [],
        )
      case 'AssignmentPattern':
        return this.#assign(
          target.left,
          { kind: 'either', line, options: [value, this.#expression(target.right)] },
          line,
        )
      case 'RestElement':
        return this.#assign(target.argument, value, line)
      default:
        return [{ kind: 'assign', line, target: this.#expression(target), value }]
    }
  }

  #function(
    node: Extract<
      AnyNode,
      { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
    >,
  ): Scope {
    const line = this.#lineOf(node)
    const parameters: Parameter[] = []
    const unpacked: Action[] = []
    for (const [i, parameter] of node.params.entries())
      parameters.push(this.#parameter(parameter, i, unpacked))
    const isPlain = this.#hasPlain && !hasMark(this.#marks, node.start, node.end)
    const read = (): Action[] =>
      node.body.type === 'BlockStatement'
        ? this.#statements(node.body.body)
        : [{ kind: 'return', line, value: this.#expression(node.body) }]
    const own = 'id' in node && node.id ? node.id.name : ''
    const scope = this.#scope('function', own, line, parameters, [...unpacked, ...(isPlain ? [] : read())])
    return isPlain && !this.#isBundle ? { ...scope, readLater: onDemand(read) } : scope
  }

  /**
   * A pattern becomes a parameter with a name that no program can contain, and assignments that destructure
   * it.
   */
  #parameter(node: AnyNode, index: number, unpacked: Action[]): Parameter {
    const line = this.#lineOf(node)
    const form = node.type === 'RestElement' ? 'rest' : 'plain'
    const target =
      node.type === 'AssignmentPattern' ? node.left : node.type === 'RestElement' ? node.argument : node
    const fallback = node.type === 'AssignmentPattern' ? { fallback: this.#expression(node.right) } : {}
    if (target.type === 'Identifier') return { name: target.name, form, ...fallback }
    const hidden = `<${index}>`
    unpacked.push(...this.#assign(target, name(hidden, line), line))
    return { name: hidden, form, ...fallback }
  }

  #class(node: Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>): Action {
    const line = this.#lineOf(node)
    const actions = node.body.body.flatMap((part): Action[] => {
      if (part.type === 'StaticBlock') return this.#statements(part.body)
      if (!part.value) return []
      const key = this.#key(part.key, part.computed)
      const target: Expression = key.kind === 'text' ? name(key.text, line) : name('<computed>', line)
      return [{ kind: 'assign', line: this.#lineOf(part), target, value: this.#expression(part.value) }]
    })
    const bases = node.superClass ? [{ value: this.#expression(node.superClass) }] : []
    const plainName = node.id?.name ?? ''
    return {
      kind: 'class',
      line,
      name: plainName,
      bases,
      decorators: [],
      scope: this.#scope('class', plainName, line, [], actions),
    }
  }

  #key(node: AnyNode, isComputed: boolean): Expression {
    const line = this.#lineOf(node)
    if (!isComputed && node.type === 'Identifier') return { kind: 'text', line, text: node.name }
    if (node.type === 'PrivateIdentifier') return { kind: 'text', line, text: `#${node.name}` }
    return this.#expression(node)
  }

  #expression(node: AnyNode): Expression {
    return this.#deeper(node, () => this.#read(node))
  }

  #read(node: AnyNode): Expression {
    const line = this.#lineOf(node)
    switch (node.type) {
      case 'Identifier':
        return name(node.name, line)
      case 'ThisExpression':
        return name('this', line)
      case 'Literal':
        if (typeof node.value === 'string') return { kind: 'text', line, text: node.value }
        return typeof node.value === 'number' ? number(node.value, line) : constant(line)
      case 'TemplateLiteral':
        return this.#template(node, line)
      case 'MemberExpression':
        return member(this.#expression(node.object), this.#key(node.property, node.computed), line)
      case 'CallExpression':
      case 'NewExpression':
        return {
          kind: 'call',
          line,
          callee: this.#expression(node.callee),
          args: this.#arguments(node.arguments),
          isNew: node.type === 'NewExpression',
        }
      case 'TaggedTemplateExpression':
        return call(this.#expression(node.tag), [{ value: this.#template(node.quasi, line) }], line)
      case 'ImportExpression':
        return call(name('import', line), [{ value: this.#expression(node.source) }], line)
      case 'BinaryExpression':
        return this.#binary(node, line)
      case 'LogicalExpression':
        return { kind: 'either', line, options: [this.#expression(node.left), this.#expression(node.right)] }
      case 'ConditionalExpression':
        return this.#conditional(node, line)
      case 'AssignmentExpression':
        return this.#assignment(node, line)
      case 'ArrayExpression':
        return { kind: 'list', line, items: this.#arguments(node.elements.filter((one) => one !== null)) }
      case 'ObjectExpression':
        return { kind: 'map', line, entries: node.properties.map((one) => this.#entry(one)) }
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return { kind: 'function', line, scope: this.#function(node) }
      case 'ClassExpression':
        return { kind: 'class', line, action: this.#class(node) }
      case 'AwaitExpression':
      case 'SpreadElement':
        return this.#expression(node.argument)
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.#expression(node.expression)
      case 'SequenceExpression':
        return { kind: 'either', line, options: node.expressions.map((one) => this.#expression(one)) }
      case 'UnaryExpression':
      case 'UpdateExpression':
        return { kind: 'test', line, parts: [this.#expression(node.argument)] }
      default:
        return { kind: 'mixed', line, parts: this.#parts(node) }
    }
  }

  #parts(node: AnyNode): Expression[] {
    return childrenOf(node)
      .filter(isExpression)
      .map((child) => this.#expression(child))
  }

  #conditional(node: Extract<AnyNode, { type: 'ConditionalExpression' }>, line: number): Expression {
    const [yes, no] = [this.#expression(node.consequent), this.#expression(node.alternate)]
    const test: Expression = { kind: 'test', line, parts: [this.#expression(node.test)] }
    return { kind: 'either', line, options: [yes, no, test] }
  }

  #arguments(nodes: readonly AnyNode[]): Argument[] {
    return nodes.map((node) => ({
      value: this.#expression(node),
      ...(node.type === 'SpreadElement' ? { isSpread: true } : {}),
    }))
  }

  #template(node: Extract<AnyNode, { type: 'TemplateLiteral' }>, line: number): Expression {
    const parts = node.quasis.flatMap((quasi, i): Expression[] => {
      const text: Expression = { kind: 'text', line, text: quasi.value.cooked ?? quasi.value.raw }
      const inner = node.expressions[i]
      return inner ? [text, this.#expression(inner)] : [text]
    })
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: 'join', line, parts, between: '' }
  }

  #binary(node: Extract<AnyNode, { type: 'BinaryExpression' }>, line: number): Expression {
    if (node.operator === '+') {
      const parts: AnyNode[] = []
      let current: AnyNode = node
      while (current.type === 'BinaryExpression' && current.operator === '+') {
        parts.push(current.right)
        current = current.left
      }
      return {
        kind: 'join',
        line,
        parts: [current, ...parts.reverse()].map((part) => this.#expression(part)),
        between: '',
      }
    }
    const [left, right] = [this.#expression(node.left), this.#expression(node.right)]
    if (['^', '*', '-', '%', '<<', '>>', '&', '|'].includes(node.operator))
      return { kind: 'calculate', line, operator: node.operator, left, right }
    return { kind: 'test', line, parts: [left, right] }
  }

  #assignment(node: Extract<AnyNode, { type: 'AssignmentExpression' }>, line: number): Expression {
    const value = this.#expression(node.right)
    if (node.left.type === 'ObjectPattern' || node.left.type === 'ArrayPattern')
      return { kind: 'comprehension', line, clauses: this.#assign(node.left, value, line), value }
    const target = this.#expression(node.left)
    const sum: Expression =
      node.operator === '+=' ? { kind: 'join', line, parts: [target, value], between: '' } : value
    return { kind: 'assign', line, target, value: sum }
  }

  #entry(node: AnyNode): MapEntry {
    if (node.type !== 'Property') return { value: this.#expression(node) }
    return { key: this.#key(node.key, node.computed), value: this.#expression(node.value) }
  }
}
