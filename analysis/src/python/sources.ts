import type { Tree } from 'web-tree-sitter'
import { lowerModule, TooDeep } from './lower.ts'
import type { PythonParser } from './parser.ts'
import type { Statement } from './syntax.ts'

export interface SourceFile {
  path: string
  text: string
  /** Undefined when the parser gave up. */
  tree: Tree | undefined
}

/** How often the parser may ask whether to go on; it asks once per some hundred steps. */
const parserTurns = 400_000

/** The parsed Python files of one pack. Trees live outside JavaScript's memory: call `release` at the end. */
export class PythonSources {
  readonly #parser: PythonParser
  readonly #files = new Map<string, SourceFile>()
  readonly #statements = new Map<string, readonly Statement[] | undefined>()
  /** Files that could not be read, with the reason. */
  readonly problems: { path: string; line: number; reason: string }[] = []

  constructor(parser: PythonParser) {
    this.#parser = parser
  }

  add(path: string, text: string): SourceFile {
    const file = { path, text, tree: this.#parse(text) }
    this.#files.set(path, file)
    if (!file.tree) this.problems.push({ path, line: 1, reason: 'takes the parser longer than allowed' })
    return file
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

  get files(): SourceFile[] {
    return [...this.#files.values()]
  }

  statementsOf(path: string): readonly Statement[] | undefined {
    if (!this.#statements.has(path)) this.#statements.set(path, this.#lower(path))
    return this.#statements.get(path)
  }

  #lower(path: string): readonly Statement[] | undefined {
    const tree = this.#files.get(path)?.tree
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
    for (const { tree } of this.#files.values()) tree?.delete()
    this.#files.clear()
  }
}
