import { type AnyNode, type Function as FunctionNode, type Pattern, parse } from 'acorn'
import { LineNumbers } from '../../ground/places.ts'
import { childrenOf } from '../../scan/flow/javascript-nodes.ts'

/** The meaning of a name in a script. */
export type Binding =
  | { kind: 'value'; value: AnyNode; scope: ScriptScope }
  | { kind: 'part'; value: AnyNode; scope: ScriptScope; key: string }
  | { kind: 'import'; path: string; name: string }
  | { kind: 'parameter'; of: FunctionNode; index: number }
  | { kind: 'unknown' }

type ClassNode = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>

export interface ScriptScope {
  parent: ScriptScope | undefined
  names: Map<string, Binding>
  /** The innermost function around it. */
  within: FunctionNode | undefined
  /** The innermost class around it. */
  inClass: ClassNode | undefined
  script: Script
}

interface At<Node> {
  node: Node
  scope: ScriptScope
}

export type CallAt = At<Extract<AnyNode, { type: 'CallExpression' }>>
export type AssignmentAt = At<Extract<AnyNode, { type: 'AssignmentExpression' }>>
type PropertyAt = At<Extract<AnyNode, { type: 'Property' | 'MethodDefinition' }>>

/** A parsed script of a pack, with the names of its scopes. */
export interface Script {
  path: string
  lines: LineNumbers
  top: ScriptScope
  exports: Map<string, At<AnyNode>>
  /** In the order of the text, keyed by the last name of the function that is called. */
  calls: Map<string, CallAt[]>
  /** Keyed by the name of the property that is set; empty when it is computed. */
  assignments: Map<string, AssignmentAt[]>
  /** Functions in objects and classes, keyed by name. */
  methods: Map<string, PropertyAt[]>
  scopes: Map<AnyNode, ScriptScope>
}

/** Deeper code is left out: the walk calls itself. */
const deepest = 400

/** Returns undefined for a text that browsers refuse as a module. */
export function readScript(path: string, text: string): Script | undefined {
  try {
    const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })
    return toScript(path, text, program as AnyNode)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function toScript(path: string, text: string, program: AnyNode): Script {
  const script = {
    path,
    lines: new LineNumbers(text),
    ...{
      exports: new Map(),
      calls: new Map(),
      assignments: new Map(),
      methods: new Map(),
      scopes: new Map(),
    },
  } as Omit<Script, 'top'> as Script
  script.top = { parent: undefined, names: new Map(), within: undefined, inClass: undefined, script }
  walk(program, script.top, 0)
  return script
}

function walk(node: AnyNode, outer: ScriptScope, depth: number): void {
  const scope = scopeFor(node, outer)
  note(node, scope, outer)
  if (depth >= deepest) return
  for (const child of childrenOf(node)) walk(child, scope, depth + 1)
}

const opensScope =
  /^(BlockStatement|For(In|Of)?Statement|CatchClause|StaticBlock|Class(Declaration|Expression))$/

function scopeFor(node: AnyNode, outer: ScriptScope): ScriptScope {
  const isFunction = isFunctionNode(node)
  if (!isFunction && !opensScope.test(node.type)) return outer
  const scope: ScriptScope = { ...outer, parent: outer, names: new Map() }
  if (isFunction) scope.within = node
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') scope.inClass = node
  outer.script.scopes.set(node, scope)
  return scope
}

export function isFunctionNode(node: AnyNode): node is FunctionNode & AnyNode {
  return /Function/.test(node.type)
}

function note(node: AnyNode, scope: ScriptScope, outer: ScriptScope): void {
  const { script } = scope
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      if (node.id) outer.names.set(node.id.name, { kind: 'value', value: node, scope: outer })
      break
    case 'FunctionExpression':
    case 'ClassExpression':
      if (node.id) scope.names.set(node.id.name, { kind: 'value', value: node, scope })
      break
    case 'VariableDeclarator':
      bind(node.id, node.init ?? undefined, scope)
      break
    case 'ImportDeclaration':
      noteImports(node, scope)
      break
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      noteExports(node, scope)
      break
    case 'CallExpression':
      add(script.calls, lastName(node.callee), { node, scope })
      break
    case 'AssignmentExpression':
      if (node.left.type === 'MemberExpression') add(script.assignments, lastName(node.left), { node, scope })
      break
    case 'Property':
    case 'MethodDefinition':
      if (isFunctionNode(node.value as AnyNode)) add(script.methods, keyName(node), { node, scope })
      break
  }
  if (isFunctionNode(node))
    for (const [index, pattern] of node.params.entries())
      if (pattern.type === 'Identifier') scope.names.set(pattern.name, { kind: 'parameter', of: node, index })
      else bind(pattern, undefined, scope)
}

function add<Value>(to: Map<string, Value[]>, key: string, value: Value): void {
  const known = to.get(key)
  if (known) known.push(value)
  else to.set(key, [value])
}

/** The name after the last dot; empty for anything computed. */
export function lastName(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed) return ''
  return node.property.type === 'Identifier' ? node.property.name : ''
}

/** The name of a property that is written out. */
export function keyName(
  node: Extract<AnyNode, { type: 'Property' | 'MethodDefinition' | 'PropertyDefinition' }>,
): string {
  if (node.key.type === 'Identifier' && !node.computed) return node.key.name
  return node.key.type === 'Literal' ? String(node.key.value) : ''
}

function bind(pattern: Pattern, value: AnyNode | undefined, scope: ScriptScope): void {
  if (pattern.type === 'Identifier')
    scope.names.set(pattern.name, value ? { kind: 'value', value, scope } : { kind: 'unknown' })
  else if (pattern.type === 'AssignmentPattern') bind(pattern.left, undefined, scope)
  else if (pattern.type === 'ArrayPattern')
    for (const item of pattern.elements) item && bind(item, undefined, scope)
  else if (pattern.type === 'RestElement') bind(pattern.argument, undefined, scope)
  else if (pattern.type === 'ObjectPattern')
    for (const part of pattern.properties) {
      const key = part.type === 'Property' ? keyName(part) : ''
      if (part.type === 'Property' && part.value.type === 'Identifier' && value && key !== '')
        scope.names.set(part.value.name, { kind: 'part', value, scope, key })
      else bind(part.type === 'Property' ? part.value : part.argument, undefined, scope)
    }
}

function noteImports(node: Extract<AnyNode, { type: 'ImportDeclaration' }>, scope: ScriptScope): void {
  const path = pathFrom(scope.script.path, String(node.source.value))
  for (const each of node.specifiers) {
    const name =
      each.type === 'ImportDefaultSpecifier'
        ? 'default'
        : each.type === 'ImportSpecifier'
          ? nameOf(each.imported)
          : '*'
    scope.names.set(
      each.local.name,
      path === undefined ? { kind: 'unknown' } : { kind: 'import', path, name },
    )
  }
}

function noteExports(
  node: Extract<AnyNode, { type: 'ExportNamedDeclaration' | 'ExportDefaultDeclaration' }>,
  scope: ScriptScope,
): void {
  const { exports } = scope.script
  if (node.type === 'ExportDefaultDeclaration') {
    exports.set('default', { node: node.declaration as AnyNode, scope })
    return
  }
  const declared = node.declaration
  if (declared?.type === 'VariableDeclaration')
    for (const { id } of declared.declarations)
      if (id.type === 'Identifier') exports.set(id.name, { node: id, scope })
  if (declared && 'id' in declared && declared.id) exports.set(declared.id.name, { node: declared.id, scope })
  if (!node.source)
    for (const { local, exported } of node.specifiers)
      if (local.type === 'Identifier') exports.set(nameOf(exported), { node: local, scope })
}

const nameOf = (node: { type: string; name?: string; value?: unknown }) => String(node.name ?? node.value)

/** Returns the path that an import names, unless it is outside of the pack. */
function pathFrom(importer: string, address: string): string | undefined {
  if (!address.startsWith('.')) return undefined
  const parts = importer.split('/').slice(0, -1)
  for (const part of address.split(/[?#]/, 1)[0]?.split('/') ?? []) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
