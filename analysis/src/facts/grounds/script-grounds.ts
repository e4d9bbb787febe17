import { type AnyNode, type Node, parse, type Token } from 'acorn'
import { compareText } from '../../ground/finding.ts'
import { LineNumbers } from '../../ground/places.ts'
import { childrenOf } from '../../scan/flow/javascript-nodes.ts'
import { type CountedPart, partOf } from './part.ts'

/** Longer scripts are bundles, which change as a whole. */
const longestScript = 200_000
const maxPieces = 60
const deepest = 400
/** A method name that more objects have says nothing about a call. */
const maxMethods = 3

interface Piece {
  script: Script
  name: string
  node: Node
}

interface Script {
  path: string
  text: string
  tokens: readonly Token[]
  lines: LineNumbers
  program: AnyNode
  /** Functions, classes, methods and variables by name. */
  named: Map<string, Piece[]>
  /** Names from other files, and the files. */
  imports: Map<string, string>
}

/** Finds the code that a finding in a script rests on. */
export class ScriptGrounds {
  readonly #texts: ReadonlyMap<string, string>
  readonly #scripts = new Map<string, Script | undefined>()

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** Returns undefined if only the file as a whole can be named. */
  partsOf(path: string, line: number): CountedPart[] | undefined {
    const script = this.#read(path)
    const root = script && pieceAt(script, line)
    if (!root) return undefined
    const pieces = [root]
    for (const piece of pieces) {
      for (const one of this.#usedBy(piece)) if (!pieces.some((known) => holds(known, one))) pieces.push(one)
      if (pieces.length > maxPieces) return undefined
    }
    return pieces
      .map(({ script: { path: file, text, tokens, lines }, name, node }) =>
        partOf({
          file,
          name,
          line: lines.at(node.start),
          text: text.slice(node.start, node.end),
          counts: tokensIn(tokens, node)
            .map((token) => text.slice(token.start, token.end))
            .join(' '),
        }),
      )
      .sort((a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.counts, b.counts))
  }

  #usedBy({ script, node }: Piece): Piece[] {
    const found: Piece[] = []
    const words = tokensIn(script.tokens, node).filter(({ type }) => type.label === 'name')
    for (const { start, end } of words) {
      const word = script.text.slice(start, end)
      const isMember = script.text
        .slice(Math.max(0, start - 3), start)
        .trimEnd()
        .endsWith('.')
      const named = script.named.get(word) ?? []
      if (!isMember || named.length <= maxMethods) found.push(...named)
      const imported = isMember ? undefined : script.imports.get(word)
      const other = imported === undefined ? undefined : this.#read(imported)
      found.push(...(other?.named.get(word) ?? []))
    }
    return found
  }

  #read(path: string): Script | undefined {
    if (!this.#scripts.has(path)) this.#scripts.set(path, readScript(path, this.#texts.get(path)))
    return this.#scripts.get(path)
  }
}

function readScript(path: string, text: string | undefined): Script | undefined {
  if (text === undefined || text.length > longestScript) return undefined
  const tokens: Token[] = []
  try {
    const program = parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowImportExportEverywhere: true,
      onToken: tokens,
    })
    const script: Script = {
      path,
      text,
      tokens,
      lines: new LineNumbers(text),
      program: program,
      named: new Map(),
      imports: new Map(),
    }
    nameAll(script)
    return script
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function nameAll(script: Script): void {
  const open: { node: AnyNode; depth: number }[] = [{ node: script.program, depth: 0 }]
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, depth } = at
    const name = nameOf(node)
    if (name !== undefined) {
      const known = script.named.get(name)
      const piece = { script, name, node }
      if (known) known.push(piece)
      else script.named.set(name, [piece])
    }
    if (node.type === 'ImportDeclaration') noteImport(script, node)
    if (depth < deepest) for (const child of childrenOf(node)) open.push({ node: child, depth: depth + 1 })
  }
}

/** The name of a definition. */
function nameOf(node: AnyNode): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id?.name
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? node.id.name : undefined
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier'
        ? node.key.name
        : undefined
    case 'Property':
      return node.key.type === 'Identifier' && /Function/.test(node.value.type) ? node.key.name : undefined
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' && node.left.property.type === 'Identifier'
        ? node.left.property.name
        : node.left.type === 'Identifier'
          ? node.left.name
          : undefined
    default:
      return undefined
  }
}

function noteImport(script: Script, node: Extract<AnyNode, { type: 'ImportDeclaration' }>): void {
  const address = String(node.source.value)
  if (!address.startsWith('.')) return
  const parts = script.path.split('/').slice(0, -1)
  for (const part of address.split(/[?#]/, 1)[0]?.split('/') ?? []) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  for (const { local } of node.specifiers) script.imports.set(local.name, parts.join('/'))
}

/** The innermost named function around a line, or the statement of the file. */
function pieceAt(script: Script, line: number): Piece | undefined {
  let found: Piece | undefined
  let node: AnyNode | undefined = script.program
  for (let depth = 0; node && depth < deepest; depth++) {
    const inner: AnyNode | undefined = childrenOf(node).find(
      (child) => script.lines.at(child.start) <= line && script.lines.at(child.end) >= line,
    )
    if (!inner) break
    const isStatement = depth === 0
    const isFunction = /^(FunctionDeclaration|MethodDefinition|VariableDeclarator|Property)$/.test(inner.type)
    if (isStatement || (isFunction && script.lines.at(inner.end) - script.lines.at(inner.start) >= 2))
      found = { script, name: nameOf(inner) ?? '', node: inner }
    node = inner
  }
  return found
}

function holds(outer: Piece, inner: Piece): boolean {
  return (
    outer.script === inner.script && outer.node.start <= inner.node.start && outer.node.end >= inner.node.end
  )
}

function tokensIn(tokens: readonly Token[], { start, end }: Node): Token[] {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  const found: Token[] = []
  for (let i = low; i < tokens.length && (tokens[i]?.end ?? 0) <= end; i++) found.push(tokens[i] as Token)
  return found
}
