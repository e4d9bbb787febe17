import type { Node, Tree } from 'web-tree-sitter'
import { type FunctionPlace, type Outline, readOutline } from './function-places.ts'
import type { Fault } from './lexer.ts'
import { lowerModule } from './lower.ts'
import { TooDeep } from './lower-expressions.ts'
import { type GrammarText, type PythonParser, parseFunction, parsePython, toGrammarText } from './parser.ts'
import type { Statement } from './syntax.ts'
import { findFault } from './syntax-fault.ts'

/** Whether a function, given by its position in the text, contains nothing worth following. */
export type IsPlain = (start: number, end: number) => boolean

export interface SourceFile {
  path: string
  text: string
  outline(): Outline | undefined
  /** Hands over the tree, with the duty to delete it. Returns undefined when the parser gave up. */
  takeTree(): PartialTree | undefined
}

/** The tree of a file. Readers leave out the bodies of some functions, which are identified by their start. */
export interface PartialTree {
  tree: Tree
  /** The parsed text, from which those bodies can be parsed. */
  source: GrammarText
  leftOut: ReadonlyMap<number, FunctionPlace>
}

interface KeptTree extends PartialTree {
  /** Whether the tree has the bodies that readers leave out. */
  isWhole: boolean
}

/** The reason given for a file on which the parser gave up. */
export const takesLong = 'takes the parser longer than allowed'

/** Leaving out a shorter function saves nothing. */
const shortFunction = 300

/**
 * The Python files of one pack, each parsed on first use. Trees are outside JavaScript's memory: call
 * `release` at the end.
 */
export class PythonSources {
  readonly #parser: PythonParser
  readonly #files = new Map<string, SourceFile>()
  readonly #trees = new Map<string, KeptTree>()
  /** Files on which the parser gave up. */
  readonly #givenUp = new Set<string>()
  readonly #functionTrees: Tree[] = []
  readonly #statements = new Map<string, readonly Statement[] | undefined>()
  /** Why Python cannot load a file, for the files that it was asked to load. */
  readonly #faults = new Map<string, Fault | undefined>()
  #isPlain: (file: SourceFile) => IsPlain = () => () => false
  /** Files that could not be read, with the reason. */
  readonly problems: { path: string; line: number; reason: string }[] = []

  constructor(parser: PythonParser) {
    this.#parser = parser
  }

  /** `fault` is Python's complaint about the bytes, before it reads the text. */
  add(path: string, text: string, fault?: Fault): void {
    if (fault) this.#faults.set(path, fault)
    let outline: { read: Outline | undefined } | undefined
    this.#files.set(path, {
      path,
      text,
      outline() {
        outline ??= { read: readOutline(text) }
        return outline.read
      },
      takeTree: () => this.#takeTree(path),
    })
  }

  get files(): SourceFile[] {
    return [...this.#files.values()]
  }

  /** Leaves out the bodies of such functions, and parses them on demand. */
  leaveOut(isPlain: (file: SourceFile) => IsPlain): void {
    this.#isPlain = isPlain
  }

  #takeTree(path: string): PartialTree | undefined {
    const tree = this.#treeOf(path)
    this.#trees.delete(path)
    return tree
  }

  #treeOf(path: string): KeptTree | undefined {
    const known = this.#trees.get(path)
    const file = this.#files.get(path)
    if (known || file === undefined || this.#givenUp.has(path)) return known
    const source = toGrammarText(file.text)
    const leftOut = this.#plainFunctions(file)
    const tree = source && parsePython(this.#parser, source, leftOut)
    if (!tree) {
      this.#giveUp(path)
      return undefined
    }
    return this.#keep(path, { tree, source, leftOut: byStart(leftOut), isWhole: leftOut.length === 0 })
  }

  #keep(path: string, tree: KeptTree): KeptTree {
    this.#trees.set(path, tree)
    return tree
  }

  #giveUp(path: string): void {
    this.#givenUp.add(path)
    this.problems.push({ path, line: 1, reason: takesLong })
  }

  /** Returns the outermost plain functions. */
  #plainFunctions(file: SourceFile): FunctionPlace[] {
    const isPlain = this.#isPlain(file)
    const plain: FunctionPlace[] = []
    for (const place of file.outline()?.functions ?? []) {
      const isInside = place.start < (plain.at(-1)?.end ?? 0)
      if (isInside || place.end - place.start <= shortFunction) continue
      if (isPlain(place.start, place.next)) plain.push(place)
    }
    return plain
  }

  statementsOf(path: string): readonly Statement[] | undefined {
    if (!this.#statements.has(path)) this.#statements.set(path, this.#lower(path))
    return this.#statements.get(path)
  }

  /** Returns why Python cannot load the file. All its functions are parsed for that. */
  faultOf(path: string): Fault | undefined {
    if (!this.#faults.has(path)) this.#faults.set(path, this.#findFault(path))
    return this.#faults.get(path)
  }

  #findFault(path: string): Fault | undefined {
    const file = this.#files.get(path)
    if (!file) return undefined
    if (!this.#trees.has(path) && !this.#givenUp.has(path)) this.#parseWhole(file)
    const parsed = this.#treeOf(path)
    if (!parsed) return undefined
    const whole = parsed.isWhole ? parsed.tree : parsePython(this.#parser, parsed.source)
    const fault = findFault(file.text, whole && brokenLine(whole.rootNode))
    if (whole !== parsed.tree) whole?.delete()
    return fault
  }

  /** Parses a file once for its faults and its statements. Keeps no tree that has errors. */
  #parseWhole(file: SourceFile): void {
    const source = toGrammarText(file.text)
    const tree = source && parsePython(this.#parser, source)
    if (!tree) return
    if (tree.rootNode.hasError) tree.delete()
    else this.#keep(file.path, { tree, source, leftOut: byStart(this.#plainFunctions(file)), isWhole: true })
  }

  #lower(path: string): readonly Statement[] | undefined {
    const parsed = this.#treeOf(path)
    if (!parsed) return undefined
    try {
      return lowerModule(parsed.tree.rootNode, (start) => this.#findFunction(path, parsed, start))
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error
      this.problems.push({ path, line: error.line, reason: 'nests more deeply than allowed' })
      return undefined
    }
  }

  #findFunction(path: string, { source, leftOut, isWhole }: KeptTree, start: number): Node | undefined {
    const place = isWhole ? undefined : leftOut.get(start)
    if (!place) return undefined
    const tree = parseFunction(this.#parser, source, place)
    if (tree) this.#functionTrees.push(tree)
    else this.#giveUp(path)
    return tree?.rootNode.namedChild(0) ?? undefined
  }

  /** Ends the use of statements, and keeps only the trees of these files. */
  keepTreesOf(paths: ReadonlySet<string>): void {
    for (const [path, { tree }] of this.#trees) {
      if (paths.has(path)) continue
      tree.delete()
      this.#trees.delete(path)
    }
    for (const tree of this.#functionTrees.splice(0)) tree.delete()
    this.#statements.clear()
  }

  release(): void {
    this.keepTreesOf(new Set())
  }
}

function byStart(places: readonly FunctionPlace[]): Map<number, FunctionPlace> {
  return new Map(places.map((place) => [place.start, place]))
}

/** Returns the first line that the grammar rejects, or undefined when there is none. */
function brokenLine(root: Node): number | undefined {
  if (!root.hasError) return undefined
  let node = root
  while (!node.isError && !node.isMissing) {
    const inner = node.children.find((child) => child?.hasError || child?.isMissing)
    if (!inner) break
    node = inner
  }
  return node.startPosition.row + 1
}
