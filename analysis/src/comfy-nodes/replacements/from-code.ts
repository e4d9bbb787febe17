import type { Argument, Expression, Statement } from '../../python/syntax.ts'
import type { Json } from '../comfy-node.ts'
import { maxReplacements, type Replacement, readReplacement } from './replacement.ts'

/** Statements of one file that are searched; code that registers replacements is short. */
const maxStatements = 20_000
const deepest = 60

/**
 * Finds the replacements that code registers by `NodeReplace(…)` with literal arguments. The calls are in functions that run
 * when the tool starts, so they are read where they are written.
 */
export function replacementsInCode(statements: readonly Statement[]): Replacement[] {
  const search = new Search()
  search.block(statements, 0)
  return search.found
}

class Search {
  readonly found: Replacement[] = []
  #left = maxStatements

  block(statements: readonly Statement[], depth: number): void {
    if (depth > deepest) return
    for (const statement of statements) {
      if (this.#left-- <= 0 || this.found.length >= maxReplacements) return
      this.#statement(statement, depth)
    }
  }

  #statement(statement: Statement, depth: number): void {
    for (const block of blocksOf(statement)) this.block(block, depth + 1)
    const value =
      statement.kind === 'for' ? statement.iterable : 'value' in statement ? statement.value : undefined
    if (value) this.#expression(value, depth)
  }

  /** Calls stand alone, are awaited, or are arguments and items of others. */
  #expression(expression: Expression, depth: number): void {
    if (depth > deepest || this.#left-- <= 0) return
    if (expression.kind === 'list' || expression.kind === 'tuple') {
      for (const { value } of expression.items) this.#expression(value, depth + 1)
    } else if (expression.kind === 'unary') this.#expression(expression.operand, depth + 1)
    else if (expression.kind === 'call') {
      if (nameOf(expression.callee) === 'NodeReplace') this.#add(expression.args)
      else for (const { value } of expression.args) this.#expression(value, depth + 1)
    }
  }

  #add(args: readonly Argument[]): void {
    const positions = ['new_node_id', 'old_node_id', 'old_widget_ids', 'input_mapping', 'output_mapping']
    const values: Record<string, unknown> = {}
    args.forEach(({ name, value, isSplat }, place) => {
      const key = name ?? positions[place]
      const read = key && !isSplat ? literal(value, 0) : undefined
      if (key && read !== undefined) values[key] = read
    })
    const replacement = readReplacement(values)
    if (replacement) this.found.push(replacement)
  }
}

function blocksOf(statement: Statement): (readonly Statement[])[] {
  switch (statement.kind) {
    case 'function':
      return [statement.function.body()]
    case 'class':
      return [statement.class.body]
    case 'if':
    case 'for':
      return [statement.body, statement.otherwise]
    case 'try':
      return [
        statement.body,
        ...statement.handlers.map(({ body }) => body),
        statement.otherwise,
        statement.last,
      ]
    case 'while':
    case 'with':
      return [statement.body]
    default:
      return []
  }
}

function nameOf(callee: Expression): string | undefined {
  if (callee.kind === 'name') return callee.name
  return callee.kind === 'attribute' ? callee.name : undefined
}

/** Returns the value of a literal, or undefined for an expression that must be evaluated. */
function literal(expression: Expression, depth: number): Json | undefined {
  if (depth > 10) return undefined
  switch (expression.kind) {
    case 'none':
      return null
    case 'bool':
    case 'float':
    case 'string':
      return expression.value
    case 'int':
      return Number(expression.value)
    case 'unary': {
      const value = literal(expression.operand, depth + 1)
      return expression.operator === '-' && typeof value === 'number' ? -value : undefined
    }
    case 'list':
    case 'tuple': {
      const items = expression.items.map(({ value, isSplat }) =>
        isSplat ? undefined : literal(value, depth + 1),
      )
      return items.every((item) => item !== undefined) ? items : undefined
    }
    case 'dict': {
      const pairs = expression.pairs.map(({ key, value }) => [
        key && literal(key, depth + 1),
        literal(value, depth + 1),
      ])
      return pairs.every(([key, value]) => typeof key === 'string' && value !== undefined)
        ? Object.fromEntries(pairs)
        : undefined
    }
    default:
      return undefined
  }
}
