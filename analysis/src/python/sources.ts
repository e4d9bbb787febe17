import type { Tree } from 'web-tree-sitter'
import { lowerModule, TooDeep } from './lower.ts'
import type { PythonParser } from './parser.ts'
import type { Statement } from './syntax.ts'

export interface SourceFile {
  path: string
  text: string
  /** Hands the tree over, and the duty to delete it. Undefined when the parser gave up. */
  takeTree(): Tree | undefined
}

/** How often the parser may ask whether to go on; it asks once per some hundred steps. */
const parserTurns = 400_000

/**
 * The Python files of one pack, each parsed when somebody asks for it first. Trees live outside JavaScript's memory:
 * call `release` at the end.
 */
export class PythonSources {
  readonly #parser: PythonParser
  readonly #texts = new Map<string, string>()
  readonly #trees = new Map<string, Tree>()
  readonly #statements = new Map<string, readonly Statement[] | undefined>()
  /** Files that could not be read, with the reason. */
  readonly problems: { path: string; line: number; reason: string }[] = []

  constructor(parser: PythonParser) {
    this.#parser = parser
  }

  add(path: string, text: string): void {
    this.#texts.set(path, text)
  }

  get files(): SourceFile[] {
    return [...this.#texts].map(([path, text]) => ({ path, text, takeTree: () => this.#takeTree(path) }))
  }

  #takeTree(path: string): Tree | undefined {
    const tree = this.#treeOf(path)
    this.#trees.delete(path)
    return tree
  }

  #treeOf(path: string): Tree | undefined {
    const known = this.#trees.get(path)
    const text = this.#texts.get(path)
    if (known || text === undefined) return known
    const tree = this.#parse(text)
    if (tree) this.#trees.set(path, tree)
    else this.problems.push({ path, line: 1, reason: 'takes the parser longer than allowed' })
    return tree
  }

  #parse(text: string): Tree | undefined {
    let turns = 0
    const { parser } = this.#parser
    // A callback that gives true makes the parser give up; its type says void.
    const progressCallback = (() => ++turns > parserTurns) as unknown as () => void
    const tree = parser.parse(text, null, { progressCallback })
    if (!tree) parser.reset()
    return tree ?? undefined
  }

  statementsOf(path: string): readonly Statement[] | undefined {
    if (!this.#statements.has(path)) this.#statements.set(path, this.#lower(path))
    return this.#statements.get(path)
  }

  #lower(path: string): readonly Statement[] | undefined {
    const tree = this.#treeOf(path)
    if (!tree) return undefined
    try {
      return lowerModule(tree.rootNode)
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error
      this.problems.push({ path, line: error.line, reason: 'nests more deeply than allowed' })
      return undefined
    }
  }

  release(): void {
    for (const tree of this.#trees.values()) tree.delete()
    this.#trees.clear()
  }
}
