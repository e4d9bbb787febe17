import type { AnyNode } from 'acorn'
import type { Argument, Expression } from './syntax.ts'

export function name(text: string, line: number): Expression {
  return { kind: 'name', line, name: text }
}

export function number(value: number, line: number): Expression {
  return { kind: 'number', line, value }
}

export function constant(line: number): Expression {
  return { kind: 'constant', line }
}

export function call(callee: Expression, args: Argument[], line: number): Expression {
  return { kind: 'call', line, callee, args, isNew: false }
}

/** Reads `object.name` or `object[key]`. */
export function member(object: Expression, key: Expression, line: number): Expression {
  return key.kind === 'text'
    ? { kind: 'attribute', line, object, name: key.text }
    : { kind: 'item', line, object, index: key }
}

export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function isExpression({ type }: AnyNode): boolean {
  return /(Expression|Literal|Identifier|SpreadElement)$/.test(type)
}
