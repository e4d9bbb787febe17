import { ExpressionReader } from './python-expressions.ts'
import { field, isSplat, type PythonNode } from './python-tree.ts'
import type { Action, Argument, Expression, Parameter } from './syntax.ts'

/** Reads parameters, the targets of assignments, and the patterns of `match`. */
export abstract class PatternReader extends ExpressionReader {
  protected patterns(parts: readonly PythonNode[], value: Expression): Action[] {
    return this.isSequence(parts) ? this.#sequence(parts, value) : this.#eachPattern(parts, value)
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
    this.enter(node)
    const read = this.#readPattern(node, value)
    this.depth--
    return read
  }

  #readPattern(node: PythonNode, value: Expression): Action[] {
    switch (node.type) {
      case 'identifier':
        return [{ kind: 'assign', line: this.lineOf(node), target: this.expression(node), value }]
      case 'dotted_name':
        return node.children.length === 1 ? this.#eachPattern(node.children, value) : []
      case 'list_pattern':
        return this.#sequence(node.children, value)
      case 'tuple_pattern':
        return this.patterns(node.children, value)
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
      return this.#pattern(inner, { kind: 'attribute', line, object: of, name: this.nameOf(attribute) })
    })
  }

  /** Patterns have dotted names in a form of their own. */
  #dotted(node: PythonNode): Expression {
    if (node.type !== 'dotted_name') return this.expression(node)
    const line = this.lineOf(node)
    const [first = node, ...names] = node.children
    return names.reduce<Expression>(
      (object, name) => ({ kind: 'attribute', line, object, name: this.nameOf(name) }),
      { kind: 'name', line, name: this.nameOf(first) },
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

  protected parameters(list: PythonNode | undefined): Parameter[] {
    return (list?.children ?? []).flatMap((node) => this.#parameter(node))
  }

  #parameter(node: PythonNode): Parameter[] {
    const [first] = node.children
    switch (node.type) {
      case 'identifier':
        return [{ name: this.nameOf(node), form: 'plain' }]
      case 'list_splat_pattern':
        return first ? [{ name: this.nameOf(first), form: 'rest' }] : []
      case 'dictionary_splat_pattern':
        return first ? [{ name: this.nameOf(first), form: 'keywords' }] : []
      case 'typed_parameter':
        return first ? this.#parameter(first) : []
      case 'default_parameter':
      case 'typed_default_parameter': {
        const name = field(node, 'name')
        const value = field(node, 'value')
        if (!name) return []
        return [
          {
            name: this.nameOf(name),
            form: 'plain',
            ...(value ? { fallback: this.expression(value) } : {}),
          },
        ]
      }
      default:
        return []
    }
  }
}
