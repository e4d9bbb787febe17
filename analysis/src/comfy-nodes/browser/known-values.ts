import type { AnyNode, Function as FunctionNode } from 'acorn'
import {
  type Binding,
  type CallAt,
  isFunctionNode,
  keyName,
  lastName,
  type Script,
  type ScriptScope,
} from './script-names.ts'

/** A value that the text of a script settles. */
export type Known =
  | { kind: 'text'; text: string }
  /** A class, a function or an object as it is written. */
  | { kind: 'code'; node: AnyNode; scope: ScriptScope; frame: Frame | undefined; added?: Known[] }

/** A call whose function is being read. */
export interface Frame {
  of: FunctionNode
  values: (Known | undefined)[]
  self: Known | undefined
  /** The call, and the call around it. */
  call?: CallAt
  outer: Frame | undefined
}

/** Where an expression is. */
export interface ExpressionPlace {
  scope: ScriptScope
  frame: Frame | undefined
}

/** Code that takes more steps is left undecided. */
const browserSteps = 200_000
const deepest = 40
const longestText = 500

export class Values {
  readonly #scriptAt: (path: string) => Script | undefined
  #steps = 0
  #depth = 0
  /** Functions whose callers decide the value that is read. */
  readonly #open = new Set<FunctionNode>()

  constructor(scriptAt: (path: string) => Script | undefined) {
    this.#scriptAt = scriptAt
  }

  /** Counts work against the limit, and returns whether some is left. */
  spend(steps: number): boolean {
    this.#steps += steps
    return this.#steps <= browserSteps
  }

  /** Reads something, and also returns the function whose caller decides it. */
  open<Result>(read: () => Result): { result: Result; open: FunctionNode | undefined } {
    this.#open.clear()
    const result = read()
    return { result, open: [...this.#open][0] }
  }

  of(node: AnyNode, at: ExpressionPlace): Known | undefined {
    if (this.#depth > deepest || ++this.#steps > browserSteps) return undefined
    this.#depth++
    try {
      return this.#of(node, at)
    } finally {
      this.#depth--
    }
  }

  text(node: AnyNode | undefined, at: ExpressionPlace): string | undefined {
    const value = node && this.of(node, at)
    return value?.kind === 'text' ? value.text : undefined
  }

  #of(node: AnyNode, at: ExpressionPlace): Known | undefined {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number'
          ? textOf(String(node.value))
          : undefined
      case 'TemplateLiteral':
        return this.#joined(
          node.quasis.flatMap((part, index) => [
            textOf(part.value.cooked ?? ''),
            ...this.#each(node.expressions[index], at),
          ]),
        )
      case 'BinaryExpression':
        return node.operator === '+'
          ? this.#joined([...this.#each(node.left, at), ...this.#each(node.right, at)])
          : undefined
      case 'LogicalExpression':
        return this.of(node.left, at) ?? this.of(node.right, at)
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.of(node.expression, at)
      case 'AwaitExpression':
        return this.of(node.argument, at)
      case 'Identifier':
        return this.#named(node.name, at)
      case 'ThisExpression':
        return this.#self(at)
      case 'MemberExpression':
        return this.#member(node, at)
      case 'CallExpression':
        return this.#called({ node, scope: at.scope }, at.frame)
      case 'ObjectExpression':
      case 'ClassExpression':
      case 'ClassDeclaration':
        return { kind: 'code', node, ...at }
      default:
        return isFunctionNode(node) ? { kind: 'code', node, ...at } : undefined
    }
  }

  #each(node: AnyNode | undefined, at: ExpressionPlace): (Known | undefined)[] {
    return node ? [this.of(node, at)] : []
  }

  #joined(parts: (Known | undefined)[]): Known | undefined {
    let text = ''
    for (const part of parts) {
      if (part?.kind !== 'text' || text.length + part.text.length > longestText) return undefined
      text += part.text
    }
    return textOf(text)
  }

  #named(name: string, { scope, frame }: ExpressionPlace): Known | undefined {
    for (let at: ScriptScope | undefined = scope; at; at = at.parent) {
      const binding = at.names.get(name)
      if (binding) return this.#bound(binding, frame)
    }
    return undefined
  }

  #bound(binding: Binding, frame: Frame | undefined): Known | undefined {
    switch (binding.kind) {
      case 'value':
        return this.of(binding.value, { scope: binding.scope, frame })
      case 'part': {
        const whole = this.of(binding.value, { scope: binding.scope, frame })
        return whole && this.property(whole, binding.key)
      }
      case 'import':
        return this.#exported(binding.path, binding.name)
      case 'parameter': {
        const call = frameOf(binding.of, frame)
        if (!call) this.#open.add(binding.of)
        return call?.values[binding.index]
      }
      case 'unknown':
        return undefined
    }
  }

  #exported(path: string, name: string): Known | undefined {
    const found = this.#scriptAt(path)?.exports.get(name)
    return found && this.of(found.node, { scope: found.scope, frame: undefined })
  }

  #self({ scope, frame }: ExpressionPlace): Known | undefined {
    let within = scope.within
    while (within?.type === 'ArrowFunctionExpression')
      within = scope.script.scopes.get(within as AnyNode)?.parent?.within
    if (!within) return undefined
    const call = frameOf(within, frame)
    if (!call) this.#open.add(within)
    return call?.self
  }

  #member(node: Extract<AnyNode, { type: 'MemberExpression' }>, at: ExpressionPlace): Known | undefined {
    const key = node.computed ? this.text(node.property, at) : lastName(node)
    if (key === undefined || key === '') return undefined
    if (node.object.type === 'Identifier') {
      const whole = this.#wholeModule(node.object.name, at)
      if (whole !== undefined) return this.#exported(whole, key)
    }
    const object = this.of(node.object, at)
    return object && this.property(object, key)
  }

  /** The path behind `import * as name`. */
  #wholeModule(name: string, { scope }: ExpressionPlace): string | undefined {
    const binding = scope.script.top.names.get(name)
    return binding?.kind === 'import' && binding.name === '*' ? binding.path : undefined
  }

  /** Reads a property of an object, or a static property of a class. */
  property(object: Known, key: string): Known | undefined {
    if (object.kind === 'text' || ++this.#steps > browserSteps) return undefined
    for (const added of object.added ?? []) {
      const found = this.property(added, key)
      if (found) return found
    }
    const { node, scope, frame } = object
    const set = this.#assigned(object, key)
    if (set) return set
    if (node.type === 'ObjectExpression') {
      const part = node.properties.find((each) => each.type === 'Property' && keyName(each) === key)
      return part?.type === 'Property' ? this.of(part.value, { scope, frame }) : undefined
    }
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return undefined
    const inside = scope.script.scopes.get(node) ?? scope
    const part = node.body.body.find(
      (each) =>
        (each.type === 'PropertyDefinition' || each.type === 'MethodDefinition') &&
        each.static &&
        keyName(each) === key,
    )
    if (part?.type === 'PropertyDefinition' && part.value)
      return this.of(part.value, { scope: inside, frame })
    if (part?.type === 'MethodDefinition')
      return part.kind === 'get'
        ? this.#result(part.value, { values: [], self: object, outer: frame }, inside)
        : { kind: 'code', node: part.value, scope: inside, frame }
    const parent = node.superClass ? this.of(node.superClass, { scope, frame }) : undefined
    return parent && this.property(parent, key)
  }

  /** `Class.key = value`, wherever it is in the script: the last one counts. */
  #assigned(object: Known & { kind: 'code' }, key: string): Known | undefined {
    for (const { node, scope } of (object.scope.script.assignments.get(key) ?? []).toReversed()) {
      if (!this.spend(1)) return undefined
      if (node.left.type !== 'MemberExpression' || node.left.object.type !== 'Identifier') continue
      const target = this.#named(node.left.object.name, { scope, frame: undefined })
      if (target?.kind === 'code' && target.node === object.node)
        return this.of(node.right, { scope, frame: object.frame })
    }
    return undefined
  }

  #called({ node, scope }: CallAt, frame: Frame | undefined): Known | undefined {
    const at = { scope, frame }
    const { callee, arguments: args } = node
    if (callee.type === 'MemberExpression' && lastName(callee.object) === 'Object') {
      const [first, ...rest] = args.map((arg) => this.of(arg, at))
      if (lastName(callee) === 'freeze') return first
      if (lastName(callee) !== 'assign' || first?.kind !== 'code') return undefined
      return {
        ...first,
        added: [...rest.filter((each) => each !== undefined).reverse(), ...(first.added ?? [])],
      }
    }
    const found = this.target({ node, scope }, frame)
    if (!found) return undefined
    return this.#result(found.of, this.callOf({ node, scope }, frame, found.self), found.scope)
  }

  /** Returns the function of the pack that a call runs, and its `this`. */
  target(
    { node: { callee }, scope }: CallAt,
    frame: Frame | undefined,
  ): { of: FunctionNode & AnyNode; self: Known | undefined; scope: ScriptScope } | undefined {
    const at = { scope, frame }
    let self: Known | undefined
    let found: Known | undefined
    if (callee.type === 'MemberExpression' && callee.object.type === 'Super') {
      self = this.#self(at)
      const parent = this.#parentOf(scope)
      found = parent && this.property(parent, lastName(callee))
    } else {
      if (callee.type === 'MemberExpression') self = this.of(callee.object, at)
      found = this.of(callee, at)
    }
    if (found?.kind !== 'code' || !isFunctionNode(found.node)) return undefined
    return { of: found.node, self, scope: found.scope }
  }

  #parentOf({ inClass, script }: ScriptScope): Known | undefined {
    const around = inClass && script.scopes.get(inClass)?.parent
    if (!around || !inClass.superClass) return undefined
    return this.of(inClass.superClass, { scope: around, frame: undefined })
  }

  callOf(call: CallAt, outer: Frame | undefined, self: Known | undefined): Omit<Frame, 'of'> {
    const values = call.node.arguments.map((arg) =>
      arg.type === 'SpreadElement' ? undefined : this.of(arg, { scope: call.scope, frame: outer }),
    )
    return { values, self, call, outer }
  }

  /** The value of a function that only returns an expression. */
  #result(
    of: FunctionNode & AnyNode,
    call: Omit<Frame, 'of' | 'call'>,
    scope: ScriptScope,
  ): Known | undefined {
    const body = of.body
    const only =
      body.type === 'BlockStatement' ? body.body.find(({ type }) => type === 'ReturnStatement') : undefined
    const returned =
      body.type === 'BlockStatement' ? (only?.type === 'ReturnStatement' ? only.argument : undefined) : body
    if (!returned) return undefined
    const scopes = scope.script.scopes
    const inside = scopes.get(body) ?? scopes.get(of) ?? scope
    return this.of(returned, { scope: inside, frame: { of, ...call } })
  }
}

function textOf(text: string): Known {
  return { kind: 'text', text }
}

function frameOf(of: FunctionNode, frame: Frame | undefined): Frame | undefined {
  for (let at = frame; at; at = at.outer) if (at.of === of) return at
  return undefined
}
