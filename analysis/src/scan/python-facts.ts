import type { Node } from 'web-tree-sitter'
import type { SourceFile } from '../python/sources.ts'
import { unescapePython } from '../python/strings.ts'

export interface Call {
  /** The dotted name after imports and aliases, such as `os.system`; empty when it is computed. */
  name: string
  node: Node
  args: readonly Node[]
  keywords: ReadonlyMap<string, Node>
  line: number
}

/** Calls that something comes from; the name tells one kind of source from another. */
export interface Source {
  name: string
  accepts(callee: string): boolean
}

export interface Literal {
  text: string
  line: number
}

/** Functions that a pack may hide behind another name: `run = os.system`. */
const worthFollowing =
  /^(builtins\.)?(eval|exec|compile|__import__|getattr|open)$|^(os|subprocess|marshal|pickle|base64|zlib|codecs|importlib|requests|urllib)\b/

const gathered = [
  'call',
  'import_statement',
  'import_from_statement',
  'assignment',
  'function_definition',
  'lambda',
  'if_statement',
]

/** What rules look at in one Python file, gathered in one pass over its syntax tree. */
export class PythonFacts {
  readonly path: string
  readonly text: string
  readonly calls: readonly Call[]
  readonly imports: ReadonlySet<string>
  readonly #aliases = new Map<string, string>()
  readonly #root: Node
  #literals: readonly Literal[] | undefined
  readonly #assignments: readonly Node[]
  /** Functions and lambdas in order of their start, for finding what surrounds a place. */
  readonly #functions: readonly Node[]
  /** The tests of `if __name__ == …`, whose bodies do not run on import. */
  readonly #mainBlocks: readonly Node[]
  readonly #taints = new Map<string, ReadonlySet<string>>()

  constructor({ path, text }: SourceFile, root: Node) {
    this.path = path
    this.text = text
    this.#root = root
    const nodes = root.descendantsOfType(gathered)
    const ofType = (...types: string[]) => nodes.filter((node) => types.includes(node.type))
    this.imports = new Set(
      ofType('import_statement', 'import_from_statement').flatMap((node) => this.#readImport(node)),
    )
    this.#assignments = ofType('assignment')
    this.#functions = ofType('function_definition', 'lambda')
    this.#mainBlocks = ofType('if_statement').filter((node) => this.#testsName(node))
    for (const node of this.#assignments) this.#readAlias(node)
    this.calls = ofType('call').map((node) => this.#readCall(node))
  }

  /** Gives the modules it names. */
  #readImport(node: Node): string[] {
    const isFrom = node.type === 'import_from_statement'
    const module = isFrom ? (node.childForFieldName('module_name')?.text ?? '') : ''
    const names = node.childrenForFieldName('name').map((child) => {
      const name = child.childForFieldName('name')?.text ?? child.text
      const alias = child.childForFieldName('alias')?.text
      const full = isFrom ? `${module}.${name}` : name
      if (isFrom) this.#aliases.set(alias ?? name, full)
      else if (alias) this.#aliases.set(alias, full)
      return full
    })
    return isFrom ? [module, ...names] : names
  }

  #readAlias(node: Node): void {
    const left = node.childForFieldName('left')
    const right = node.childForFieldName('right')
    if (left?.type !== 'identifier' || (right?.type !== 'identifier' && right?.type !== 'attribute')) return
    const name = this.nameOf(right)
    if (worthFollowing.test(name)) this.#aliases.set(this.textOf(left), name)
  }

  #readCall(node: Node): Call {
    const list = node.childForFieldName('arguments')
    const args: Node[] = []
    const keywords = new Map<string, Node>()
    const callee = node.childForFieldName('function')
    const name = callee ? this.nameOf(callee) : ''
    for (const argument of list?.namedChildren ?? []) {
      const value = argument.type === 'keyword_argument' ? argument.childForFieldName('value') : null
      if (value) keywords.set(argument.childForFieldName('name')?.text ?? '', value)
      else if (argument.type !== 'comment') args.push(argument)
    }
    return { name, node, args, keywords, line: node.startPosition.row + 1 }
  }

  textOf(node: Node): string {
    return this.text.slice(node.startIndex, node.endIndex)
  }

  /** The dotted name that an expression stands for, through imports, `getattr` and `__import__`. */
  nameOf(node: Node, depth = 0): string {
    if (depth > 20) return ''
    if (node.type === 'identifier') return this.#aliases.get(this.textOf(node)) ?? this.textOf(node)
    if (node.type === 'attribute') return this.#attributeName(node, depth)
    if (node.type === 'parenthesized_expression') {
      const inner = node.namedChild(0)
      return inner ? this.nameOf(inner, depth + 1) : ''
    }
    if (node.type === 'subscript') return this.#subscriptName(node, depth)
    return node.type === 'call' ? this.#dynamicName(node, depth) : ''
  }

  #attributeName(node: Node, depth: number): string {
    const object = node.childForFieldName('object')
    const attribute = node.childForFieldName('attribute')
    const base = object ? this.nameOf(object, depth + 1) : ''
    const name = attribute ? this.textOf(attribute) : ''
    if (base === 'builtins' || base === '__builtins__') return name
    return base === '' ? `?.${name}` : `${base}.${name}`
  }

  /** `__builtins__["exec"]` is `exec`. */
  #subscriptName(node: Node, depth: number): string {
    const object = node.childForFieldName('value')
    const index = node.childForFieldName('subscript')
    const base = object ? this.nameOf(object, depth + 1) : ''
    const key = index ? this.constantOf(index) : undefined
    if (key === undefined) return ''
    return /^(__builtins__|builtins|\?\.__dict__|builtins\.__dict__|__builtins__\.__dict__)$/.test(base)
      ? key
      : ''
  }

  /** `getattr(os, "system")` is `os.system`; `__import__("os")` is `os`. */
  #dynamicName(node: Node, depth: number): string {
    const callee = node.childForFieldName('function')
    const name = callee ? this.nameOf(callee, depth + 1) : ''
    const [first, second] = (node.childForFieldName('arguments')?.namedChildren ?? []).filter(
      (child) => child.type !== 'comment',
    )
    if (name === '__import__' || name === 'importlib.import_module')
      return (first && this.constantOf(first)) ?? ''
    if (name !== 'getattr' || !first || !second) return name === '' ? '' : `${name}()`
    const attribute = this.constantOf(second)
    const base = this.nameOf(first, depth + 1)
    if (attribute === undefined || base === '') return ''
    return base === 'builtins' || base === '__builtins__' ? attribute : `${base}.${attribute}`
  }

  /** The text of a constant: a literal, or literals put together. */
  constantOf(node: Node, depth = 0): string | undefined {
    if (depth > 30) return undefined
    switch (node.type) {
      case 'string':
        return this.#literalOf(node)
      case 'concatenated_string':
      case 'parenthesized_expression':
        return this.#joined(
          node.namedChildren.filter((child) => child.type !== 'comment'),
          depth,
        )
      case 'binary_operator': {
        const sides = [node.childForFieldName('left'), node.childForFieldName('right')]
        if (node.childForFieldName('operator')?.type !== '+') return undefined
        return this.#joined(
          sides.flatMap((side) => side ?? []),
          depth,
        )
      }
      default:
        return undefined
    }
  }

  #joined(parts: readonly Node[], depth: number): string | undefined {
    const texts = parts.map((part) => this.constantOf(part, depth + 1))
    return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('')
  }

  #literalOf(node: Node): string | undefined {
    const children = node.namedChildren
    if (children.some((child) => child.type === 'interpolation')) return undefined
    const isRaw = /r/i.test(/^[a-zA-Z]*/.exec(this.textOf(node))?.[0] ?? '')
    const text = children
      .filter((child) => child.type === 'string_content')
      .map((child) => this.textOf(child))
      .join('')
    return isRaw ? text : unescapePython(text)
  }

  /** The text that a name is given anywhere in the file, when it is a constant and always the same. */
  constantNamed(name: string): string | undefined {
    const values = this.#assignments
      .filter((assignment) => {
        const left = assignment.childForFieldName('left')
        return left?.type === 'identifier' && this.textOf(left) === name
      })
      .map((assignment) => {
        const right = assignment.childForFieldName('right')
        return right ? this.constantOf(right) : undefined
      })
    return new Set(values).size === 1 ? values[0] : undefined
  }

  /** True for numbers, texts, and lists and tuples of them: nothing from outside is in it. */
  isConstant(node: Node, depth = 0): boolean {
    if (depth > 30) return false
    if (['integer', 'float', 'true', 'false', 'none'].includes(node.type)) return true
    if (node.type === 'list' || node.type === 'tuple') {
      return node.namedChildren.every(
        (child) => child.type === 'comment' || this.isConstant(child, depth + 1),
      )
    }
    return this.constantOf(node) !== undefined
  }

  /** All text literals that are not documentation. F-strings count with their fixed parts. */
  get literals(): readonly Literal[] {
    this.#literals ??= this.#root
      .descendantsOfType('string')
      .filter((node) => !isDocumentation(node))
      .map((node) => ({ text: this.#fixedParts(node), line: node.startPosition.row + 1 }))
    return this.#literals
  }

  #fixedParts(node: Node): string {
    const parts = node.namedChildren
      .filter((child) => child.type === 'string_content')
      .map((child) => this.textOf(child))
    return unescapePython(parts.join(''))
  }

  #testsName(node: Node): boolean {
    const condition = node.childForFieldName('condition')
    return condition ? /^\(?\s*__name__\s*==/.test(this.textOf(condition).slice(0, 60)) : false
  }

  /** True for code that runs when the file is imported, not when a function of it is called. */
  isAtImport(node: Node): boolean {
    return ![...this.#functions, ...this.#mainBlocks].some((outer) => contains(outer, node))
  }

  /** True when the expression holds a call that `isSource` accepts, or a name that got its value from one. */
  comesFrom(node: Node, source: Source): boolean {
    const tainted = this.#taintedNames(this.#functionAround(node), source)
    return this.#isFrom(node, source, tainted)
  }

  #isFrom(node: Node, source: Source, tainted: ReadonlySet<string>): boolean {
    if (this.#callsIn(node).some((call) => source.accepts(call.name))) return true
    return tainted.size > 0 && this.#namesIn(node).some((name) => tainted.has(name))
  }

  /** Found once for a function and a kind of source: a file may ask thousands of times. */
  #taintedNames(scope: Node, source: Source): ReadonlySet<string> {
    const key = `${source.name} ${scope.id}`
    const known = this.#taints.get(key)
    if (known) return known
    const tainted = new Set<string>()
    this.#taints.set(key, tainted)
    // Values pass from name to name; a few rounds reach what a reader would follow.
    for (let round = 0; round < 4; round++) {
      const before = tainted.size
      for (const assignment of within(this.#assignments, scope, (node) => node)) {
        const right = assignment.childForFieldName('right')
        if (right && this.#isFrom(right, source, tainted))
          for (const name of this.#targets(assignment)) tainted.add(name)
      }
      if (tainted.size === before) break
    }
    return tainted
  }

  #callsIn(node: Node): Call[] {
    return within(this.calls, node, (call) => call.node)
  }

  /** As `comesFrom`, for sources that are told by how they are written. */
  comesFromText(node: Node, source: RegExp): boolean {
    const names = new Set(this.#namesIn(node))
    return within(this.#assignments, this.#functionAround(node), (inner) => inner).some((assignment) => {
      const right = assignment.childForFieldName('right')
      if (!right || !source.test(this.textOf(right))) return false
      return this.#targets(assignment).some((name) => names.has(name))
    })
  }

  /** The innermost function, or the whole file. Later starts that still surround the place lie further in. */
  #functionAround(node: Node): Node {
    const after = firstIndex(this.#functions, node.startIndex + 1, (fn) => fn)
    for (let at = after - 1; at >= 0 && at > after - nearest; at--) {
      const fn = this.#functions[at]
      if (fn && fn.type === 'function_definition' && contains(fn, node)) return fn
    }
    return this.#root
  }

  functionTextAround(node: Node): string {
    return this.textOf(this.#functionAround(node))
  }

  isInSameFunction(a: Node, b: Node): boolean {
    return this.#functionAround(a).id === this.#functionAround(b).id
  }

  #targets(assignment: Node): string[] {
    const left = assignment.childForFieldName('left')
    return left ? this.#namesIn(left) : []
  }

  #namesIn(node: Node): string[] {
    if (node.type === 'identifier') return [this.textOf(node)]
    return node.descendantsOfType('identifier').map((name) => this.textOf(name))
  }
}

function contains(outer: Node, inner: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex
}

/** How many functions back are looked through for the one around a place. */
const nearest = 200

/** Those of the sorted items that start inside a node. */
function within<Item>(items: readonly Item[], outer: Node, nodeOf: (item: Item) => Node): Item[] {
  const from = firstIndex(items, outer.startIndex, nodeOf)
  const to = firstIndex(items, outer.endIndex, nodeOf)
  return items.slice(from, to)
}

/** The first of the sorted items that starts at `start` or later. */
function firstIndex<Item>(items: readonly Item[], start: number, nodeOf: (item: Item) => Node): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && nodeOf(item).startIndex < start) low = middle + 1
    else high = middle
  }
  return low
}

/** A text that stands alone as a statement. */
function isDocumentation(node: Node): boolean {
  return node.parent?.type === 'expression_statement'
}
