import type { AnyNode, Function as FunctionNode } from 'acorn'
import { defined } from '../../ground/defined.ts'
import { compareText } from '../../ground/finding.ts'
import { type ExpressionPlace, type Frame, Values } from './known-values.ts'
import {
  type AssignmentAt,
  type CallAt,
  isFunctionNode,
  keyName,
  lastName,
  type Script,
  type ScriptScope,
} from './script-names.ts'

/** A comfy-node that a script adds to the tool's page. The name is undefined when the text leaves it open. */
export interface Registration {
  name: string | undefined
  title?: string
  category?: string
  description?: string
  script: Script
  line: number
}

/** The expressions that name and define a comfy-node. */
interface Found {
  name: AnyNode | string
  definition: AnyNode | undefined
  scope: ScriptScope
  node: AnyNode
}

/** Functions of the page that take the name of a comfy-node, then its definition. */
const registering = ['registerNodeType', 'wrapFunctionAsNode', 'registerNodeDef']
const browserNodes = 500
const maxNested = 4
const maxHooks = 20

/** The scripts of a pack that the page loads. */
export interface Scripts {
  /** Those whose texts pass the test. */
  where(test: (text: string) => boolean): Script[]
  at(path: string): Script | undefined
  /** Those that were needed so far. */
  read(): Script[]
}

const words =
  /registerNodeType|wrapFunctionAsNode|registerNodeDef|registerNodesFromDefs|registered_node_types|addCustomNodeDefs/

/** Finds the comfy-nodes that scripts add to the page. */
export class Registrations {
  readonly #scripts: Scripts
  readonly #registering: readonly Script[]
  readonly #values: Values
  readonly #found: Registration[] = []

  constructor(scripts: Scripts) {
    this.#scripts = scripts
    this.#registering = scripts.where((text) => words.test(text))
    this.#values = new Values((path) => scripts.at(path))
  }

  /** Sorted by path and line. */
  all(): Registration[] {
    for (const script of this.#registering)
      for (const each of [...inCalls(script), ...inMappings(script), ...inDefinitions(script)])
        this.#add(each, undefined, maxNested)
    return this.#found.sort((a, b) => compareText(a.script.path, b.script.path) || a.line - b.line)
  }

  /** Adds a registration: once for each call of the function around it, if the caller decides the name. */
  #add(found: Found, frame: Frame | undefined, nested: number): void {
    if (this.#found.length >= browserNodes) return
    const { name: named, scope } = found
    const at = { scope, frame }
    const { result: name, open } = this.#values.open(() =>
      typeof named === 'string' ? named : this.#values.text(named, at),
    )
    const calls = open && name === undefined && nested > 0 ? this.#callsOf(open, nested - 1) : []
    for (const call of calls) this.#add(found, { ...call, outer: call.outer ?? frame }, nested - 1)
    if (calls.length > 0 || (open && name === undefined && this.#isWrapper(open))) return
    const place = outermost(frame) ?? { node: found.node, scope }
    const { script } = place.scope
    const line = script.lines.at(place.node.start)
    this.#found.push({ name, ...this.#texts(found.definition, at, found.node), script, line })
  }

  #texts(
    definition: AnyNode | undefined,
    at: ExpressionPlace,
    call: AnyNode,
  ): Omit<Registration, 'name' | 'script' | 'line'> {
    const of = definition && this.#values.of(definition, at)
    const extra =
      call.type === 'CallExpression' && call.arguments[2] ? this.#values.of(call.arguments[2], at) : undefined
    const text = (...keys: string[]) => {
      for (const key of keys)
        for (const each of [of, extra]) {
          const value = each && this.#values.property(each, key)
          if (value?.kind === 'text' && value.text !== '') return value.text
        }
      return undefined
    }
    const [title, category, description] = [
      text('title', 'display_name'),
      text('category'),
      text('description', 'desc'),
    ]
    return defined({ title, category, description })
  }

  /** A replacement for the tool's own function passes on what others register. */
  #isWrapper(of: FunctionNode): boolean {
    return this.#registering.some((script) =>
      registering.some((name) => (script.assignments.get(name) ?? []).some(({ node }) => node.right === of)),
    )
  }

  #callsOf(of: FunctionNode, nested: number): Frame[] {
    const names = namesOf(of, this.#scripts.read())
    const frames: Frame[] = []
    for (const script of names.length > 0 ? this.#scripts.where(mentions(names)) : [])
      for (const call of names.flatMap((name) => script.calls.get(name) ?? []))
        if (this.#values.spend(1) && frames.length < browserNodes)
          frames.push(...this.#framesOf(call, of, nested))
    return frames
  }

  /** The values of a call: one for each call of the function around it, if these depend on it. */
  #framesOf(call: CallAt, of: FunctionNode, nested: number): Frame[] {
    const read = (outer: Frame | undefined): Frame[] => {
      const target = this.#values.target(call, outer)
      if (!target || target.of !== of) return []
      return [{ of, ...this.#values.callOf(call, outer, target.self) }]
    }
    const { result, open } = this.#values.open(() => read(undefined))
    if (!open || nested === 0) return result
    const around = this.#callsOf(open, nested - 1)
    return around.length > 0 ? around.flatMap(read) : result
  }
}

function outermost(frame: Frame | undefined): CallAt | undefined {
  let at = frame
  while (at?.outer) at = at.outer
  return at?.call
}

/** The names under which a function is called. */
function namesOf(of: FunctionNode, scripts: readonly Script[]): string[] {
  const names = new Set(of.id ? [of.id.name] : [])
  for (const { methods, scopes } of scripts) {
    const around = scopes.get(of as AnyNode)?.parent
    if (!around) continue
    for (const [name, found] of methods) if (found.some(({ node }) => node.value === of)) names.add(name)
    for (const [name, binding] of around.names)
      if (binding.kind === 'value' && binding.value === of) names.add(name)
  }
  return [...names].filter((name) => name !== '')
}

const mentions = (names: readonly string[]) => (text: string) => names.some((name) => text.includes(name))

function inCalls(script: Script): Found[] {
  const found = registering.flatMap((name) =>
    (script.calls.get(name) ?? [])
      .filter((call) => isTool(call, name))
      .flatMap(({ node, scope }) => {
        const [named, definition] = node.arguments
        return named ? [{ name: named, definition, scope, node }] : []
      }),
  )
  const listed = (script.calls.get('registerNodesFromDefs') ?? []).flatMap(({ node, scope }) =>
    entriesOf(node.arguments[0], scope),
  )
  return [...found, ...listed]
}

/** Whether the function is the tool's: other libraries have a `registerNodeType`, too. */
function isTool({ node: { callee }, scope }: CallAt, name: string): boolean {
  if (callee.type !== 'MemberExpression') return false
  if (name === 'registerNodeDef') return true
  return isLiteGraph(callee.object, scope)
}

function isLiteGraph(node: AnyNode, scope: ScriptScope, depth = 0): boolean {
  const inner = node.type === 'ChainExpression' ? node.expression : node
  if (inner.type === 'MemberExpression') return lastName(inner) === 'LiteGraph'
  if (inner.type === 'LogicalExpression')
    return (
      depth < maxNested &&
      (isLiteGraph(inner.left, scope, depth + 1) || isLiteGraph(inner.right, scope, depth + 1))
    )
  if (inner.type !== 'Identifier') return false
  for (let at: ScriptScope | undefined = scope; at; at = at.parent) {
    const binding = at.names.get(inner.name)
    if (!binding) continue
    if (binding.kind === 'part') return binding.key === 'LiteGraph'
    if (binding.kind === 'import') return inner.name === 'LiteGraph'
    return (
      binding.kind === 'value' && depth < maxNested && isLiteGraph(binding.value, binding.scope, depth + 1)
    )
  }
  return inner.name === 'LiteGraph'
}

/** `LiteGraph.registered_node_types["Name"] = Class` */
function inMappings(script: Script): Found[] {
  return (script.assignments.get('') ?? []).flatMap(({ node, scope }) => {
    const { left, right } = node
    if (left.type !== 'MemberExpression' || lastName(left.object) !== 'registered_node_types') return []
    return [{ name: left.property, definition: right, scope, node }]
  })
}

/** `addCustomNodeDefs(defs) { defs.Name = { … } }` */
function inDefinitions(script: Script): Found[] {
  return (script.methods.get('addCustomNodeDefs') ?? []).slice(0, maxHooks).flatMap(({ node }) => {
    const of = node.value
    if (!isFunctionNode(of)) return []
    const [first] = of.params
    const isParameter = (object: AnyNode, scope: ScriptScope) =>
      first?.type === 'Identifier' &&
      object.type === 'Identifier' &&
      object.name === first.name &&
      isInside(scope, of)
    const set = [...script.assignments.values()]
      .flat()
      .flatMap(({ node: each, scope }: AssignmentAt): Found[] => {
        const { left, right } = each
        if (left.type !== 'MemberExpression' || !isParameter(left.object, scope)) return []
        const name = left.computed ? left.property : lastName(left)
        return [{ name, definition: right, scope, node: each }]
      })
    const assigned = (script.calls.get('assign') ?? []).flatMap(({ node: { arguments: args }, scope }) =>
      args[0] && isParameter(args[0], scope) ? args.slice(1).flatMap((arg) => entriesOf(arg, scope)) : [],
    )
    return [...set, ...assigned]
  })
}

function isInside(scope: ScriptScope, of: FunctionNode & AnyNode): boolean {
  for (let at: ScriptScope | undefined = scope; at; at = at.parent) if (at.within === of) return true
  return false
}

/** The entries of an object that is written out. */
function entriesOf(node: AnyNode | undefined, scope: ScriptScope): Found[] {
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap((each) =>
    each.type === 'Property'
      ? [{ name: each.computed ? each.key : keyName(each), definition: each.value, scope, node: each }]
      : [],
  )
}
