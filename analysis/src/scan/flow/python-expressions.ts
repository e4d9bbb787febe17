import { unescapePython } from '../../python/strings.ts'
import type { LineNumbers } from './places.ts'
import { field, isOperand, isSplat, type PythonNode } from './python-tree.ts'
import {
  type Action,
  type Argument,
  CodeTooDeep,
  deepestCode,
  type Expression,
  type MapEntry,
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

/** Reads the expressions of a Python file; statements and patterns are read by the classes that extend it. */
export abstract class ExpressionReader {
  readonly #text: string
  protected readonly lines: LineNumbers
  protected depth = 0

  constructor({ text, lines }: PythonText) {
    this.#text = text
    this.lines = lines
  }

  protected abstract lambda(node: PythonNode): Scope

  protected lineOf(node: PythonNode): number {
    return this.lines.at(node.start)
  }

  protected textOf(node: PythonNode): string {
    return this.#text.slice(node.start, node.end)
  }

  /** Python reads `ｅｘｅｃ` as `exec`. Source: PEP 3131. */
  protected nameOf(node: PythonNode): string {
    const name = this.textOf(node)
    return /[^\w.]/.test(name) ? name.replace(/\s+/g, '').normalize('NFKC') : name
  }

  /** Reading stops once a text is too deep, so the depth need not be reset. */
  protected enter(node: PythonNode): void {
    if (++this.depth > deepestCode) throw new CodeTooDeep(this.lineOf(node))
  }

  protected children(node: PythonNode, line: number): Expression {
    const [only, ...others] = node.children
    if (!only) return { kind: 'constant', line }
    if (others.length === 0) return this.expression(only)
    return { kind: 'mixed', line, parts: node.children.map((child) => this.expression(child)) }
  }

  protected expression(node: PythonNode): Expression {
    this.enter(node)
    const read = this.#read(node)
    this.depth--
    return read
  }

  #read(node: PythonNode): Expression {
    const line = this.lineOf(node)
    switch (node.type) {
      case 'identifier':
        return { kind: 'name', line, name: this.nameOf(node) }
      case 'string':
        return this.#string(node, line)
      case 'concatenated_string':
        return this.#joined(this.#all(node.children), line)
      case 'integer':
        return integer(this.textOf(node), line)
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
        return this.together(node.children, line)
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.#comprehension(node, line)
      case 'parenthesized_expression':
        // The subject of a `match` may be a list that was parsed as if it had parentheses.
        if (this.#text[node.start] === '[') return { kind: 'list', line, items: this.#items(node) }
        return this.children(node, line)
      case 'await':
      case 'type':
      case 'list_splat':
      case 'dictionary_splat':
      case 'list_splat_pattern':
      case 'interpolation': {
        const [only] = node.children
        return only ? this.expression(only) : { kind: 'constant', line }
      }
      default:
        return this.#operation(node, line)
    }
  }

  /** Reads everything that calculates, compares or binds. */
  #operation(node: PythonNode, line: number): Expression {
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
        return { kind: 'function', line, scope: this.lambda(node) }
      case 'named_expression': {
        const target = field(node, 'name')
        const value = field(node, 'value')
        if (!target || !value) break
        return { kind: 'assign', line, target: this.expression(target), value: this.expression(value) }
      }
      case 'yield': {
        const isAll = /^yield\s+from\b/.test(this.#text.slice(node.start, node.start + 40))
        return { kind: 'yield', line, value: this.children(node, line), isAll }
      }
      case 'slice':
        return { kind: 'test', line, parts: this.#all(node.children) }
    }
    return { kind: 'mixed', line, parts: this.#operands(node) }
  }

  #all(nodes: readonly PythonNode[]): Expression[] {
    return nodes.map((node) => this.expression(node))
  }

  #operands(node: PythonNode): Expression[] {
    return this.#all(node.children.filter(isOperand))
  }

  #attribute(node: PythonNode, line: number): Expression {
    const object = field(node, 'object')
    const name = field(node, 'attribute')
    if (!object || !name) return { kind: 'constant', line }
    return { kind: 'attribute', line, object: this.expression(object), name: this.nameOf(name) }
  }

  #subscript(node: PythonNode, line: number): Expression {
    const value = field(node, 'value')
    const [index, ...others] = node.children.filter((child) => child.field === 'subscript')
    if (!value || !index) return { kind: 'constant', line }
    const object = this.expression(value)
    if (index.type === 'slice') return this.#slice(object, index, line)
    const key: Expression =
      others.length === 0
        ? this.expression(index)
        : { kind: 'mixed', line, parts: [index, ...others].map((child) => this.expression(child)) }
    return { kind: 'item', line, object, index: key }
  }

  #slice(object: Expression, node: PythonNode, line: number): Expression {
    const text = this.textOf(node).replace(/\s/g, '')
    const reversed = /^(-1)?::-\d+$/.test(text)
    const [, from, to] = /^(-?\d*):(-?\d*)$/.exec(text) ?? []
    const limit = (digits: string | undefined): Expression | undefined =>
      digits ? { kind: 'number', line, value: Number(digits) } : undefined
    const [low, high] = [limit(from), limit(to)]
    const isPlain = from !== undefined || reversed
    if (!isPlain)
      return { kind: 'mixed', line, parts: [object, ...node.children.map((c) => this.expression(c))] }
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
        ? [{ value: this.expression(list) }]
        : list
          ? this.arguments(list)
          : []
    return { kind: 'call', line, callee: this.expression(callee), args, isNew: false }
  }

  protected calling(name: string, node: PythonNode): Expression {
    const line = this.lineOf(node)
    const args = node.children.map((child) => ({ value: this.expression(child) }))
    return { kind: 'call', line, callee: { kind: 'name', line, name }, args, isNew: false }
  }

  protected arguments(list: PythonNode): Argument[] {
    return list.children.map((node) => {
      const name = node.type === 'keyword_argument' ? field(node, 'name') : undefined
      const value = name ? field(node, 'value') : node
      if (name && value) return { name: this.nameOf(name), value: this.expression(value) }
      return this.#item(node)
    })
  }

  #items(node: PythonNode): Argument[] {
    return node.children.map((child) => this.#item(child))
  }

  #item(node: PythonNode): Argument {
    const value = this.expression(node)
    return spreads.has(node.type) ? { value, isSpread: true } : { value }
  }

  #pair(node: PythonNode): MapEntry[] {
    if (node.type !== 'pair') return [{ value: this.expression(node) }]
    const key = field(node, 'key')
    const value = field(node, 'value')
    return key && value ? [{ key: this.expression(key), value: this.expression(value) }] : []
  }

  #comprehension(node: PythonNode, line: number): Expression {
    const clauses = node.children.flatMap((child): Action[] => {
      if (child.type === 'for_in_clause')
        return this.assignElement(field(child, 'left'), field(child, 'right'), this.lineOf(child))
      return child.type === 'if_clause' ? [{ kind: 'evaluate', line, value: this.children(child, line) }] : []
    })
    const body = field(node, 'body')
    return {
      kind: 'comprehension',
      line,
      clauses,
      value: body ? this.expression(body) : { kind: 'constant', line },
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
        [current, ...parts.reverse()].map((part) => this.expression(part)),
        line,
      )
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return { kind: 'constant', line }
    return this.operation(this.#operatorOf(node), this.expression(left), this.expression(right), line)
  }

  #operatorOf(node: PythonNode): string {
    const operator = field(node, 'operator')
    return operator ? this.textOf(operator) : ''
  }

  protected operation(operator: string, left: Expression, right: Expression, line: number): Expression {
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
    const prefix = start ? this.textOf(start).toLowerCase() : ''
    const isRaw = prefix.includes('r')
    const isFormat = prefix.includes('f') || prefix.includes('t')
    const parts = node.children.flatMap((child): Expression[] => {
      if (child.type === 'string_content') return this.#contents(child, isRaw, isFormat)
      if (child.type !== 'interpolation') return []
      const inner = child.children.filter((part) => part.type !== 'type_conversion')
      return inner.flatMap((part) =>
        part.type === 'format_specifier' ? this.#format(part) : [this.expression(part)],
      )
    })
    const [only] = parts
    if (!only) return { kind: 'text', line, text: '' }
    return parts.length === 1 && only.kind === 'text' ? only : this.#joined(parts, line)
  }

  /** `{number:{width}}` */
  #format(node: PythonNode): Expression[] {
    const parts = node.children.flatMap((child) => child.children.map((part) => this.expression(part)))
    return parts.length > 0 ? [{ kind: 'test', line: this.lineOf(node), parts }] : []
  }

  #contents(node: PythonNode, isRaw: boolean, isFormat: boolean): Expression[] {
    const written = this.textOf(node)
    const line = this.lineOf(node)
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

  protected assignElement(
    target: PythonNode | undefined,
    from: PythonNode | undefined,
    line: number,
  ): Action[] {
    if (!target || !from) return []
    const value: Expression = { kind: 'each', line, of: this.expression(from) }
    return [{ kind: 'assign', line, target: this.expression(target), value }]
  }

  /** A single item in parentheses is itself, unless a comma follows. */
  protected isSequence(parts: readonly PythonNode[]): boolean {
    const [only, ...others] = parts
    if (!only || others.length > 0 || isSplat(only)) return true
    commaNext.lastIndex = only.end
    return commaNext.test(this.#text)
  }

  protected together(parts: readonly PythonNode[], line: number): Expression {
    const [only] = parts
    if (only && !this.isSequence(parts)) return this.expression(only)
    return { kind: 'list', line, items: parts.map((part) => this.#item(part)) }
  }
}

function integer(text: string, line: number): Expression {
  const digits = text.replace(/_/g, '').replace(/^0+(?=\d)/, '')
  const value = Number(digits)
  return Number.isSafeInteger(value) ? { kind: 'number', line, value } : { kind: 'constant', line }
}
