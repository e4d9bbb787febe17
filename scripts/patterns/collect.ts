import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** A regular expression in the source, or code that creates one from parts known only at run time. */
export interface Pattern {
  file: string
  line: number
  /** The pattern, or the code that creates a dynamic one. */
  source: string
  flags: string
  isDynamic: boolean
}

interface Module {
  text: string
  program: ESTree.Program
  /** Initial values of the constants at the top of the file. */
  constants: Map<string, ESTree.Node>
  /** Names that other modules define, by the name in this one. */
  imports: Map<string, { from: string; name: string }>
  /** Modules that this one re-exports whole. */
  entries: string[]
}

/**
 * Finds the regular expressions of source files: literals, calls of `RegExp`, texts that `match` and `search`
 * compile, and `pattern`s of JSON schemas. `RegExp` under another name counts as a dynamic pattern.
 */
export class PatternCollector {
  readonly #root: string
  readonly #modules = new Map<string, Module>()

  /** File names are relative to `root`. */
  constructor(root: string) {
    this.#root = root
  }

  patternsOf(file: string): Pattern[] {
    const found: Pattern[] = []
    const { text, program } = this.#module(file)
    const add = (node: ESTree.Node, source?: string, flags?: string) => {
      const line = text.slice(0, node.start).split('\n').length
      const isDynamic = source === undefined || flags === undefined
      const code = isDynamic ? text.slice(node.start, node.end) : source
      found.push({ file, line, source: code, flags: flags ?? '', isDynamic })
    }
    const addCall = (node: ESTree.NewExpression | ESTree.CallExpression) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      plainUses.add(node.callee)
      const [source, flags] = node.arguments
      add(node, this.#textOf(source, file), flags ? this.#textOf(flags, file) : '')
    }
    const plainUses = new Set<ESTree.Node>()
    new Visitor({
      Literal(node) {
        if ('regex' in node) add(node, node.regex.pattern, node.regex.flags)
      },
      NewExpression: addCall,
      CallExpression: (node) => {
        addCall(node)
        for (const text of matchedBy(node))
          if (this.#isText(text, file)) add(text, this.#textOf(text, file), '')
        for (const pattern of schemaPatterns(node)) add(pattern, this.#textOf(pattern, file), 'u')
      },
      Property: ({ key, value }) => {
        if (isKey(key, 'pattern') && isText(value)) add(value, this.#textOf(value, file), 'u')
      },
      TSTypeReference: ({ typeName }) => plainUses.add(typeName),
      BinaryExpression: ({ operator, right }) => operator === 'instanceof' && plainUses.add(right),
      MemberExpression: ({ object, property }) => nameOf(property) === 'escape' && plainUses.add(object),
      Identifier: (node) => {
        if (node.name === 'RegExp' && !plainUses.has(node)) add(node)
      },
    }).visit(program)
    return found
  }

  #isText(node: ESTree.Node, file: string): boolean {
    return node.type === 'Identifier'
      ? (this.#withName(node.name, file, (value, where) => this.#isText(value, where)) ?? false)
      : isText(node)
  }

  #module(file: string): Module {
    const known = this.#modules.get(file)
    if (known) return known
    const text = readFileSync(join(this.#root, file), 'utf8')
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    const module = { text, program, ...namesOf(program, file) }
    this.#modules.set(file, module)
    return module
  }

  /** Returns the constant text of an expression; undefined when it is known only at run time. */
  #textOf(node: ESTree.Node | undefined, file: string): string | undefined {
    switch (node?.type) {
      case 'Literal':
        if ('regex' in node) return node.regex.pattern
        return typeof node.value === 'string' ? node.value : undefined
      case 'TemplateLiteral':
        return this.#filled(node, file)
      case 'TaggedTemplateExpression':
        return isRaw(node.tag) ? this.#filled(node.quasi, file, 'raw') : undefined
      case 'BinaryExpression':
        return node.operator === '+' ? this.#joined([node.left, node.right], '', file) : undefined
      case 'MemberExpression':
        return nameOf(node.property) === 'source' ? this.#textOf(node.object, file) : undefined
      case 'CallExpression':
        return this.#listed(node, file)
      case 'Identifier':
        return this.#withName(node.name, file, (value, where) => this.#textOf(value, where))
      default:
        return undefined
    }
  }

  #filled(
    { quasis, expressions }: ESTree.TemplateLiteral,
    file: string,
    form: 'cooked' | 'raw' = 'cooked',
  ): string | undefined {
    const values = expressions.map((one) => this.#textOf(one, file))
    if (values.includes(undefined)) return undefined
    return quasis.map(({ value }, i) => (value[form] ?? '') + (values[i] ?? '')).join('')
  }

  #joined(nodes: readonly ESTree.Node[], separator: string, file: string): string | undefined {
    const texts = nodes.map((one) => this.#textOf(one, file))
    return texts.includes(undefined) ? undefined : texts.join(separator)
  }

  /** Evaluates `LIST.join('|')`. */
  #listed({ callee, arguments: [separator] }: ESTree.CallExpression, file: string): string | undefined {
    if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'join') return undefined
    const between = this.#textOf(separator, file)
    const list = this.#elementsOf(callee.object, file)
    return list && between !== undefined ? this.#joined(list.nodes, between, list.file) : undefined
  }

  #elementsOf(node: ESTree.Node, file: string): { nodes: ESTree.Node[]; file: string } | undefined {
    switch (node.type) {
      case 'ArrayExpression': {
        const [only, ...others] = node.elements
        if (only?.type === 'SpreadElement' && others.length === 0)
          return this.#elementsOf(only.argument, file)
        return { nodes: node.elements.filter((one) => one !== null), file }
      }
      case 'NewExpression': {
        const [given] = node.arguments
        return nameOf(node.callee) === 'Set' && given ? this.#elementsOf(given, file) : undefined
      }
      case 'TSAsExpression':
        return this.#elementsOf(node.expression, file)
      case 'Identifier':
        return this.#withName(node.name, file, (value, where) => this.#elementsOf(value, where))
      default:
        return undefined
    }
  }

  #withName<Result>(
    name: string,
    file: string,
    use: (value: ESTree.Node, file: string) => Result,
  ): Result | undefined {
    const { constants, imports, entries } = this.#module(file)
    const value = constants.get(name)
    if (value) return use(value, file)
    const imported = imports.get(name)
    if (imported) return this.#withName(imported.name, imported.from, use)
    const results = entries.map((entry) => this.#withName(name, entry, use))
    return results.find((result) => result !== undefined)
  }
}

/**
 * Returns `pattern` values in a TypeBox call that are not literals, such as `Type.String({ pattern: slug })`.
 */
function schemaPatterns({ callee, arguments: given }: ESTree.CallExpression): ESTree.Node[] {
  if (callee.type !== 'MemberExpression' || nameOf(callee.object) !== 'Type') return []
  return given.flatMap((one) =>
    one.type === 'ObjectExpression'
      ? one.properties.flatMap((property) =>
          property.type === 'Property' && isKey(property.key, 'pattern') && !isText(property.value)
            ? [property.value]
            : [],
        )
      : [],
  )
}

/** Returns arguments of string methods that compile texts: `text.match('a+')`. */
function matchedBy({ callee, arguments: [given] }: ESTree.CallExpression): ESTree.Node[] {
  const name = callee.type === 'MemberExpression' ? nameOf(callee.property) : undefined
  return given && name && ['match', 'matchAll', 'search'].includes(name) ? [given] : []
}

function isText(node: ESTree.Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string'
  return ['TemplateLiteral', 'TaggedTemplateExpression', 'BinaryExpression'].includes(node.type)
}

function isKey(key: ESTree.Node, name: string): boolean {
  return nameOf(key) === name || (key.type === 'Literal' && key.value === name)
}

/** Whether the tag is `String.raw`. */
function isRaw(tag: ESTree.Node): boolean {
  return tag.type === 'MemberExpression' && nameOf(tag.object) === 'String' && nameOf(tag.property) === 'raw'
}

function nameOf(node: ESTree.Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined
}

function namesOf(program: ESTree.Program, file: string): Omit<Module, 'text' | 'program'> {
  const constants: Module['constants'] = new Map()
  const imports: Module['imports'] = new Map()
  const entries: string[] = []
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'VariableDeclaration' && declared.kind === 'const')
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init)
    const from = 'source' in statement && statement.source && resolveImport(statement.source.value, file)
    if (!from) continue
    if (statement.type === 'ExportAllDeclaration') entries.push(from)
    for (const specifier of 'specifiers' in statement ? statement.specifiers : []) {
      if (specifier.type === 'ImportSpecifier')
        imports.set(specifier.local.name, { from, name: nameOf(specifier.imported) ?? specifier.local.name })
      if (specifier.type === 'ExportSpecifier')
        imports.set(nameOf(specifier.exported) ?? '', { from, name: nameOf(specifier.local) ?? '' })
    }
  }
  return { constants, imports, entries }
}

/** Resolves an import to a file of the repository; undefined for external packages. */
function resolveImport(from: string, file: string): string | undefined {
  if (from.startsWith('.')) return join(dirname(file), from)
  const [, workspace, path] = /^@nodeyard\/(\w+)\/(.+)$/.exec(from) ?? []
  return workspace && path ? `${workspace}/src/${path}.ts` : undefined
}
