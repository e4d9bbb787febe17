import type { AnyNode, Node } from 'acorn'
import { hasMark, LineNumbers } from '../../ground/places.ts'
import { isBundle } from './javascript-library.ts'
import { call, childrenOf, constant, isExpression, member, name, number } from './javascript-nodes.ts'
import { parseScript } from './javascript-parser.ts'
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

/** Names of exports can be texts. */
function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : ''
}

type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>

const usesArguments = /\barguments\b/
const usesThis = /\bthis\b/

class ScriptReader {
  readonly #text: string
  readonly #lines: LineNumbers
  /**
   * Functions without any of these are left out of a bundle: short names mean many things in it, so nothing is passed
   * into them.
   */
  readonly #marks: number[] | undefined
  #depth = 0

  constructor(text: string) {
    this.#text = text
    this.#lines = new LineNumbers(text)
    this.#marks = isBundle(text) ? [...text.matchAll(tellingScript)].map(({ index }) => index) : undefined
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
          // Inner functions assign to it.
          this.#assign(id, init ? this.#expression(init) : constant(line), line),
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
        return this.#export(node, line)
      case 'ExportAllDeclaration':
        return [this.#from(node.source, node.exported ? [{ name: '*', alias: nameOf(node.exported) }] : '*')]
      case 'ExportDefaultDeclaration':
        return this.#exportDefault(node.declaration, line)
      case 'ThrowStatement':
        return [
          { kind: 'evaluate', line, value: { kind: 'raised', line, of: this.#expression(node.argument) } },
        ]
      case 'CatchClause': {
        const caught: Expression = { kind: 'caught', line, of: constant(line) }
        return [...(node.param ? this.#assign(node.param, caught, line) : []), ...this.#statement(node.body)]
      }
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
    const chain = target && this.#chain(target, node.right, node.body, line)
    if (chain) return [chain]
    const value: Expression = { kind: 'each', line, of: this.#expression(node.right) }
    return [...(target ? this.#assign(target, value, line) : []), ...this.#statements([node.body])]
  }

  /** `for (const step of [f, g]) x = step(x)` is `x = g(f(x))`. */
  #chain(step: AnyNode, list: AnyNode, body: AnyNode, line: number): Action | undefined {
    const loop = body.type === 'BlockStatement' && body.body.length === 1 ? body.body[0] : body
    const set = loop?.type === 'ExpressionStatement' ? loop.expression : undefined
    if (list.type !== 'ArrayExpression' || list.elements.length > 8 || set?.type !== 'AssignmentExpression')
      return
    const run = set.right.type === 'AwaitExpression' ? set.right.argument : set.right
    if (run.type !== 'CallExpression' || run.arguments.length !== 1 || set.left.type !== 'Identifier') return
    const [given] = run.arguments
    const isChain = given?.type === 'Identifier' && given.name === set.left.name
    if (!isChain || run.callee.type !== 'Identifier' || nameOf(run.callee) !== nameOf(step)) return
    const target = this.#expression(set.left)
    const functions = list.elements.flatMap((one) => (one ? [this.#expression(one)] : []))
    const value = functions.reduce((inner, one) => call(one, [{ value: inner }], line), target)
    return { kind: 'assign', line, target, value }
  }

  #import(node: Extract<AnyNode, { type: 'ImportDeclaration' }>, line: number): Action[] {
    if (node.specifiers.length === 0) {
      const from: Expression = { kind: 'text', line, text: String(node.source.value) }
      return [{ kind: 'evaluate', line, value: call(name('import', line), [{ value: from }], line) }]
    }
    const names = node.specifiers.map((one) => ({
      name:
        one.type === 'ImportSpecifier'
          ? nameOf(one.imported)
          : one.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*',
      alias: one.local.name,
    }))
    return [this.#from(node.source, names)]
  }

  #from(source: AnyNode, names: ImportedName[] | '*'): Action {
    const module = source.type === 'Literal' ? String(source.value) : ''
    return { kind: 'from', line: this.#lineOf(source), level: 0, module, names }
  }

  #export(node: Extract<AnyNode, { type: 'ExportNamedDeclaration' }>, line: number): Action[] {
    if (node.declaration) return this.#statement(node.declaration)
    const names = node.specifiers.map((one) => ({ name: nameOf(one.local), alias: nameOf(one.exported) }))
    if (node.source) return [this.#from(node.source, names)]
    return names
      .filter((one) => one.name !== one.alias)
      .map((one) => ({
        kind: 'assign',
        line,
        target: name(one.alias, line),
        value: name(one.name, line),
      }))
  }

  #exportDefault(node: AnyNode, line: number): Action[] {
    const target = name('default', line)
    const isNamed = (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id
    if (isNamed)
      return [...this.#statement(node), { kind: 'assign', line, target, value: name(isNamed.name, line) }]
    const value: Expression =
      node.type === 'FunctionDeclaration'
        ? { kind: 'function', line, scope: this.#function(node) }
        : node.type === 'ClassDeclaration'
          ? { kind: 'class', line, action: this.#class(node) }
          : this.#expression(node)
    return [{ kind: 'assign', line, target, value }]
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

  #function(node: FunctionNode): Scope {
    const line = this.#lineOf(node)
    const parameters: Parameter[] = []
    const unpacked: Action[] = []
    for (const [i, parameter] of node.params.entries())
      parameters.push(this.#parameter(parameter, i, unpacked))
    // All arguments of a call have this name in the function.
    if (usesArguments.test(this.#text.slice(node.start, node.end)))
      parameters.push({ name: 'arguments', form: 'all' })
    const isLeftOut = this.#marks && !hasMark(this.#marks, node.start, node.end)
    const body = (): Action[] =>
      node.body.type === 'BlockStatement'
        ? this.#statements(node.body.body)
        : [{ kind: 'return', line, value: this.#expression(node.body) }]
    const own = 'id' in node && node.id ? node.id.name : ''
    return this.#scope('function', own, line, parameters, [...unpacked, ...(isLeftOut ? [] : body())])
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
    const bases = node.superClass ? [{ value: this.#expression(node.superClass) }] : []
    return this.#classOf(node.id?.name ?? '', node.body.body, bases, this.#lineOf(node))
  }

  /** Methods that use `this` share what it holds, as those of a class do. */
  #isOfOwnClass({ properties }: Extract<AnyNode, { type: 'ObjectExpression' }>): boolean {
    return (
      properties.every(({ type }) => type === 'Property') &&
      properties.some((one) => {
        if (one.type !== 'Property') return false
        if (one.kind !== 'init') return true
        return (
          one.value.type === 'FunctionExpression' &&
          usesThis.test(this.#text.slice(one.value.start, one.value.end))
        )
      })
    )
  }

  #classOf(plainName: string, parts: readonly AnyNode[], bases: Argument[], line: number): Action {
    const actions = parts.flatMap((part): Action[] => {
      if (part.type === 'StaticBlock') return this.#statements(part.body)
      if (part.type !== 'MethodDefinition' && part.type !== 'PropertyDefinition' && part.type !== 'Property')
        return []
      if (!part.value) return []
      const key = this.#key(part.key, part.computed)
      if (part.type !== 'PropertyDefinition' && key.kind === 'text' && /^[gs]et$/.test(part.kind))
        return [this.#accessor(part, key.text, part.kind === 'get')]
      const target: Expression = key.kind === 'text' ? name(key.text, line) : name('<computed>', line)
      return [{ kind: 'assign', line: this.#lineOf(part), target, value: this.#expression(part.value) }]
    })
    return {
      kind: 'class',
      line,
      name: plainName,
      bases,
      decorators: [],
      scope: this.#scope('class', plainName, line, [], actions),
    }
  }

  /** A getter or a setter, as Python writes it. */
  #accessor(
    part: Extract<AnyNode, { type: 'MethodDefinition' | 'Property' }>,
    key: string,
    isGetter: boolean,
  ): Action {
    const line = this.#lineOf(part)
    const property = name('property', line)
    const decorator: Expression = isGetter
      ? property
      : { kind: 'attribute', line, object: property, name: 'setter' }
    const scope = { ...this.#function(part.value as FunctionNode), name: key }
    return { kind: 'function', line, scope, decorators: [decorator] }
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
      case 'MetaProperty':
        return name(`${node.meta.name}.${node.property.name}`, line)
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
        return this.#tagged(node, line)
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
        return this.#isOfOwnClass(node)
          ? { kind: 'class', line, action: this.#classOf('', node.properties, [], line) }
          : { kind: 'map', line, entries: node.properties.map((one) => this.#entry(one)) }
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return { kind: 'function', line, scope: this.#function(node) }
      case 'ClassExpression':
        return { kind: 'class', line, action: this.#class(node) }
      case 'YieldExpression':
        return {
          kind: 'yield',
          line,
          value: node.argument ? this.#expression(node.argument) : constant(line),
          isAll: node.delegate === true,
        }
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

  /** A tag gets the texts of the template, and its values. */
  #tagged({ tag, quasi }: Extract<AnyNode, { type: 'TaggedTemplateExpression' }>, line: number): Expression {
    const values = quasi.expressions.map((one) => ({ value: this.#expression(one) }))
    return call(this.#expression(tag), [{ value: this.#template(quasi, line) }, ...values], line)
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
