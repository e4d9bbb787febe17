import type { Expression, Statement } from '../../python/syntax.ts'
import { changedInterfaces } from './changed-interfaces.ts'
import type { InterfaceUse } from './interface-use.ts'

/** Statements and expressions of one file that are searched. */
const maxSteps = 200_000
const deepest = 60

const names = changedInterfaces.filter(({ language }) => language === 'python').map(({ name }) => name)
/** The parts of each name; the last one is rarer than the first. */
const parts = names.map((name) => name.split('.').reverse())

/** Whether the text contains all parts of a name of the table, so that only such files are searched. */
export const mentionsInterface = (text: string): boolean =>
  parts.some((all) => all.every((part) => text.includes(part)))

/**
 * Finds the changed interfaces that Python code uses: in imports, and by attributes of imported modules. Code that is
 * prepared for a missing one does not count: everything in a `try` with handlers, and after a `hasattr`.
 */
export function pythonUses(file: string, statements: readonly Statement[]): InterfaceUse[] {
  const search = new Search(file)
  search.block(statements, 0)
  return [...search.found.values()]
}

class Search {
  readonly found = new Map<string, InterfaceUse>()
  readonly #file: string
  /** Dotted names by the names that imports give them. */
  readonly #imported = new Map<string, string>()
  #left = maxSteps

  constructor(file: string) {
    this.#file = file
  }

  block(statements: readonly Statement[], depth: number): void {
    if (depth > deepest) return
    for (const statement of statements) {
      if (this.#left-- <= 0) return
      this.#statement(statement, depth)
    }
  }

  #statement(statement: Statement, depth: number): void {
    switch (statement.kind) {
      case 'import':
        for (const { name, alias } of statement.names) this.#import(name, alias, statement.line)
        return
      case 'from':
        if (statement.level === 0 && statement.names !== '*') this.#importFrom(statement)
        return
      case 'try':
        if (statement.handlers.length === 0) this.block(statement.body, depth + 1)
        this.block(statement.last, depth + 1)
        return
      case 'if':
        if (!this.#asksForAttribute(statement.condition, 0)) this.block(statement.body, depth + 1)
        this.#inside(statement.condition, depth)
        this.block(statement.otherwise, depth + 1)
        return
      case 'function':
        this.block(statement.function.body(), depth + 1)
        return
      case 'class':
        this.#inside(statement.class.bases, depth)
        this.block(statement.class.body, depth + 1)
        return
      default:
        this.#parts(statement, depth)
    }
  }

  #import(name: string, alias: string | undefined, line: number): void {
    this.#note(name, line)
    const [first = name] = name.split('.', 1)
    if (alias === undefined) this.#imported.set(first, first)
    else this.#imported.set(alias, name)
  }

  #importFrom({ module, names: imported, line }: Statement & { kind: 'from' }): void {
    this.#note(module, line)
    if (imported === '*') return
    for (const { name, alias = name } of imported) {
      this.#note(`${module}.${name}`, line)
      this.#imported.set(alias, `${module}.${name}`)
    }
  }

  /** Visits the blocks and expressions that any other statement consists of. */
  #parts(statement: Statement, depth: number): void {
    for (const value of Object.values(statement)) {
      if (isBlock(value)) this.block(value, depth + 1)
      else this.#inside(value, depth)
    }
  }

  #inside(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest || this.#left-- <= 0) return
    if (Array.isArray(value)) {
      for (const one of value) this.#inside(one, depth + 1)
      return
    }
    const expression = value as Expression
    if (expression.kind === 'attribute') {
      const path = this.#pathOf(expression, 0)
      if (path !== undefined) {
        this.#note(path, expression.line)
        return
      }
    }
    for (const one of Object.values(value)) this.#inside(one, depth + 1)
  }

  #pathOf(expression: Expression, depth: number): string | undefined {
    if (depth > deepest) return undefined
    if (expression.kind === 'name') return this.#imported.get(expression.name)
    if (expression.kind !== 'attribute') return undefined
    const object = this.#pathOf(expression.object, depth + 1)
    return object === undefined ? undefined : `${object}.${expression.name}`
  }

  #asksForAttribute(expression: Expression, depth: number): boolean {
    if (depth > deepest) return false
    if (expression.kind === 'boolean')
      return (
        this.#asksForAttribute(expression.left, depth + 1) ||
        this.#asksForAttribute(expression.right, depth + 1)
      )
    return (
      expression.kind === 'call' && expression.callee.kind === 'name' && expression.callee.name === 'hasattr'
    )
  }

  #note(path: string, line: number): void {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`))
    if (name !== undefined && !this.found.has(name))
      this.found.set(name, { name, file: this.#file, line: Math.max(1, line) })
  }
}

const statementKinds = new Set<unknown>([
  ...['expression', 'assign', 'augment', 'import', 'from', 'if', 'for', 'while', 'try', 'with', 'function'],
  ...['class', 'return', 'raise', 'break', 'continue', 'pass', 'global', 'delete'],
])

function isBlock(value: unknown): value is Statement[] {
  return Array.isArray(value) && value.length > 0 && statementKinds.has(value[0]?.kind)
}
