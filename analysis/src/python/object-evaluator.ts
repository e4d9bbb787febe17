import { attributeOf, lineage, setAttributeOf } from './attributes.ts'
import { callExternal } from './builtins.ts'
import { joinValues, putEntry } from './collections.ts'
import { type Completion, EvaluationState } from './evaluation-state.ts'
import { type ExpressionMachine, evaluate } from './expressions.ts'
import { TooDeep } from './lower-expressions.ts'
import { type CallArguments, callWith, type Iteration } from './machine.ts'
import { callMethod } from './methods.ts'
import { native } from './operators.ts'
import { PythonError } from './python-error.ts'
import type { Expression, Statement } from './syntax.ts'
import {
  type ClassValue,
  dict,
  type FunctionValue,
  type InstanceValue,
  isList,
  keyOf,
  type ListValue,
  list,
  type ModuleValue,
  none,
  type Scope,
  str,
  type Value,
} from './values.ts'

/** Calls functions and classes, and reads and writes attributes and items. */
export abstract class ObjectEvaluator extends EvaluationState implements ExpressionMachine {
  /** Classes that a metaclass of the pack is currently making. */
  protected readonly making: ClassValue[] = []

  abstract lookUp(name: string, scope: Scope): Value
  abstract bind(target: Expression, value: Value, scope: Scope): void
  abstract makeLambda(expression: Expression & { kind: 'lambda' }, scope: Scope): FunctionValue
  abstract importModule(name: string): Value
  abstract importFile(path: string): ModuleValue | undefined
  abstract findAbsolute(name: string): Value | undefined
  abstract addSearchFolder(path: string): void
  protected abstract block(statements: readonly Statement[], scope: Scope): Completion

  callExpression(callee: Expression, args: CallArguments, scope: Scope): Value {
    if (callee.kind === 'name' && callee.name === 'super' && args.positional.length === 0)
      return this.#super(scope)
    if (
      callee.kind === 'name' &&
      ['globals', 'locals', 'vars'].includes(callee.name) &&
      args.positional.length === 0
    ) {
      return this.#namespace(callee.name === 'globals' ? moduleScope(scope) : scope)
    }
    return this.call(evaluate(this, callee, scope), args)
  }

  #super(_scope: Scope): Value {
    const frame = this.frames.findLast(({ function: fn }) => fn?.owner !== undefined)
    const owner = frame?.function?.owner
    if (!owner || !frame?.self) return this.unknown('uses super() outside a method')
    const of =
      frame.self.kind === 'instance' ? frame.self.of : frame.self.kind === 'class' ? frame.self : owner
    return { kind: 'super', self: frame.self, after: owner, of }
  }

  /** `globals()[name]` and `globals()[name] = value` read and change the names themselves. */
  #namespace(scope: Scope): Value {
    const made = dict()
    for (const [name, value] of scope.names) putEntry(this, made, str(name), value, false)
    namespaces.set(made, scope)
    return made
  }

  call(callee: Value, args: CallArguments): Value {
    this.budget.step()
    switch (callee.kind) {
      case 'function':
        return this.#callFunction(callee, args)
      case 'method':
        return this.#callMethod(callee.self, callee, args)
      case 'class':
        return this.#instantiate(callee, args)
      case 'instance':
        return this.call(this.attribute(callee, '__call__'), args)
      case 'external':
        return this.#callOutside(callee.path, args)
      case 'unknown':
        return callee
      default:
        return this.unknown('calls something that only the running tool knows')
    }
  }

  #callOutside(path: string, args: CallArguments): Value {
    const making = this.making.at(-1)
    if (making && path === 'builtins.type.__new__') return making
    if (making && path === 'builtins.type.__init__') return none
    const known = callExternal(this, path, args)
    return (
      known ?? { kind: 'outcome', callee: path, args: args.positional, keywords: args.keywords, at: this.at }
    )
  }

  #callMethod(self: Value, { name, function: fn }: Value & { kind: 'method' }, args: CallArguments): Value {
    if (fn) return this.#callFunction(fn, { ...args, positional: [self, ...args.positional] })
    if (self.kind === 'class' && name === '__subclasses__') return copyOf(self.subclasses)
    if (self.kind === 'instance' && self.native) return callMethod(this, self.native, name, args)
    return callMethod(this, self, name, args)
  }

  #callFunction(fn: FunctionValue, args: CallArguments): Value {
    const { body } = fn
    if (body.kind === 'expression' || !body.syntax.isCoroutine || body.syntax.isGenerator())
      return this.#run(fn, args)
    const coroutine: Value = {
      kind: 'outcome',
      callee: fn.name,
      args: args.positional,
      keywords: args.keywords,
      at: this.at,
    }
    coroutines.set(coroutine, () => this.#run(fn, args))
    return coroutine
  }

  /** Tasks and threads run beside the loading of the pack, so their coroutines are never awaited here. */
  awaited(value: Value): Value {
    const run = coroutines.get(value)
    coroutines.delete(value)
    return run ? run() : value
  }

  #run(fn: FunctionValue, args: CallArguments): Value {
    if (this.budget.isDeep) return this.unknown('calls itself too deeply')
    const names = bindParameters(this, fn, args)
    const scope: Scope = {
      names,
      parent: fn.scope,
      isClass: false,
      globals: new Set(),
      module: fn.scope.module,
    }
    return this.inFile(fn.at.file, () =>
      this.frame(fn, args.positional[0], (frame) => {
        if (fn.body.kind === 'expression') return evaluate(this, fn.body.expression, scope)
        const statements = readable(fn.body.statements)
        if (!statements) return this.unknown('calls a function that nests more deeply than is read')
        const completion = this.block(statements, scope)
        if (fn.body.syntax.isGenerator()) return list(frame.yields)
        const last = completion.kind === 'return' ? completion.value : none
        return frame.possible.reduce((joined, value) => joinValues(this, joined, value), last)
      }),
    )
  }

  yielded(value: Value): void {
    const frame = this.frames.at(-1)
    this.budget.hold('listLength', frame?.yields.length ?? 0)
    frame?.yields.push(value)
  }

  #instantiate(made: ClassValue, args: CallArguments): Value {
    const instance: InstanceValue = { kind: 'instance', of: made, members: new Map() }
    const builtin = lineage(made).find(
      (base) => base.kind === 'external' && base.path.startsWith('builtins.'),
    )
    if (builtin?.kind === 'external') {
      const plain = callExternal(this, builtin.path, {
        positional: args.positional.slice(0, 1),
        keywords: new Map(),
      })
      if (plain) instance.native = plain
    }
    const init = attributeOf(this, instance, '__init__')
    if (init.kind === 'method' && init.function) this.call(init, args)
    else this.#fillFields(instance, args)
    return instance
  }

  /** Assigns the arguments of a data class or named tuple to its annotated fields. */
  #fillFields(instance: InstanceValue, { positional, keywords }: CallArguments): void {
    const classes = lineage(instance.of).filter((base) => base.kind === 'class')
    const fields = [...new Set(classes.toReversed().flatMap((base) => base.fields ?? []))]
    for (const [i, name] of fields.entries()) {
      const given = keywords.get(name) ?? positional[i]
      if (given) instance.members.set(name, given)
      else this.#fillDefault(instance, name)
    }
  }

  /** `field(default_factory=list)` makes a new value for each object. */
  #fillDefault(instance: InstanceValue, name: string): void {
    const value = attributeOf(this, instance, name)
    if (value.kind !== 'outcome' || value.callee !== 'dataclasses.field') return
    const factory = value.keywords.get('default_factory')
    const made = factory ? this.call(factory, callWith([])) : value.keywords.get('default')
    if (made) instance.members.set(name, made)
  }

  attribute(object: Value, name: string): Value {
    const found = attributeOf(this, object, name)
    if (found.kind === 'method' && found.function?.binding === 'property')
      return this.call(found, callWith([]))
    return found
  }

  writtenAttribute(object: Value, name: string): Value {
    const found = this.attribute(object, name)
    if (object.kind === 'module' && found.kind === 'unknown') this.failIfMissing(object, name)
    return found
  }

  /**
   * A missing name in a complete module is an error, which a surrounding `try` expects. Without a `try`, the
   * pack would not load at all, so this evaluator has more likely missed something.
   */
  protected failIfMissing(module: ModuleValue, name: string): void {
    const isMissing = module.isComplete && !module.scope.names.has(name) && !this.isUncertain
    if (this.tries > 0 && isMissing) throw new PythonError(`${module.path} has no ${name}`)
  }

  setAttribute(object: Value, name: string, value: Value): void {
    setAttributeOf(object, name, value)
  }

  lineage(value: Value): Value[] {
    return lineage(value)
  }

  item(object: Value, key: Value): Value {
    const plain = native(object)
    this.budget.charge(key)
    const module = this.#loadedModule(object, key)
    if (module) return module
    if (plain.kind === 'dict') return this.#entry(object, plain, key)
    if (isList(plain) && key.kind === 'int') {
      const index = Number(key.value)
      return plain.items.at(index) ?? plain.open ?? this.unknown('takes an item that the list does not have')
    }
    if (plain.kind === 'str' && key.kind === 'int') return str([...plain.value].at(Number(key.value)) ?? '')
    if (object.kind === 'instance') return this.call(this.attribute(object, '__getitem__'), callWith([key]))
    // `dict[str, int]` and `Generic[T]` are the class itself when a class extends them.
    if (object.kind === 'external' && /^(builtins|typing|collections(\.abc)?)\.\w+$/.test(object.path))
      return object
    if (object.kind === 'class' && object.members.get('__class_getitem__') === undefined) return object
    return plain.kind === 'unknown'
      ? plain
      : this.unknown('takes a part of something that only the running tool knows')
  }

  /** `sys.modules[__name__]`: a module that is loaded or being loaded. */
  #loadedModule(object: Value, key: Value): Value | undefined {
    if (object.kind !== 'external' || object.path !== 'sys.modules' || key.kind !== 'str') return undefined
    const [, name] = /^\uE000(?:\.(.*))?$/s.exec(key.value) ?? []
    return key.value.startsWith('\uE000') ? this.importModule(name ?? '') : undefined
  }

  #entry(object: Value, plain: Value & { kind: 'dict' }, key: Value): Value {
    const id = keyOf(native(key))
    const entry = id === undefined ? undefined : plain.entries.get(id)
    if (entry && !(entry.isConditional && plain.open)) return entry.value
    if (object.kind === 'instance') {
      const method = attributeOf(this, object, '__getitem__')
      if (method.kind === 'method' && method.function) return this.call(method, callWith([key]))
    }
    return plain.fallback ?? plain.open ?? this.unknown('takes an entry that the text does not show')
  }

  setItem(object: Value, key: Value, value: Value): void {
    const plain = native(object)
    if (plain.kind === 'dict') {
      putEntry(this, plain, key, value, this.isUncertain)
      if (key.kind === 'str') namespaces.get(plain)?.names.set(key.value, value)
    }
    if (isList(plain) && key.kind === 'int' && Number(key.value) < plain.items.length)
      plain.items[Number(key.value)] = value
  }

  iterate(value: Value): Iteration {
    const plain = native(value)
    this.budget.charge(plain)
    if (plain.kind === 'str') this.budget.step(plain.value.length)
    if (isList(plain)) return { items: plain.items, maybe: plain.maybe, open: plain.open }
    if (plain.kind === 'dict') {
      const entries = [...plain.entries.values()]
      const maybe = new Set(entries.filter((entry) => entry.isConditional).map((entry) => entry.key))
      const unknown = plain.fallback?.kind === 'unknown' ? plain.fallback : undefined
      return { items: entries.map((entry) => entry.key), maybe, open: plain.open ?? unknown }
    }
    if (plain.kind === 'str') return { items: [...plain.value].map(str), maybe: new Set(), open: undefined }
    if (plain.kind === 'class') return { items: this.#members(plain), maybe: new Set(), open: undefined }
    if (plain.kind === 'instance') return this.#iterateInstance(plain)
    return {
      items: [],
      maybe: new Set(),
      open:
        plain.kind === 'unknown'
          ? plain
          : this.unknown('goes through something that only the running tool knows'),
    }
  }

  #iterateInstance(instance: InstanceValue): Iteration {
    const method = attributeOf(this, instance, '__iter__')
    if (method.kind === 'method' && method.function) return this.iterate(this.call(method, callWith([])))
    return {
      items: [],
      maybe: new Set(),
      open: this.unknown('goes through an object that is not looked into'),
    }
  }

  /** Lists the members of an enumeration, in order. */
  #members(made: ClassValue): Value[] {
    return [...made.members.keys()]
      .filter((name) => !name.startsWith('_'))
      .map((name) => this.attribute(made, name))
      .filter((member) => member.kind === 'instance' && member.of === made)
  }
}

/** Continues calls of asynchronous functions when they are awaited. */
const coroutines = new WeakMap<Value, () => Value>()

/** The scopes behind results of `globals()`. */
const namespaces = new WeakMap<object, Scope>()

/** Function bodies are read when they are called; undefined for one that nests too deeply. */
function readable(statements: () => readonly Statement[]): readonly Statement[] | undefined {
  try {
    return statements()
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

export function moduleScope(scope: Scope): Scope {
  let at = scope
  while (at.parent) at = at.parent
  return at
}

function bindParameters(
  machine: ObjectEvaluator,
  fn: FunctionValue,
  { positional, keywords }: CallArguments,
): Map<string, Value> {
  const names = new Map<string, Value>()
  const left = new Map(keywords)
  let at = 0
  for (const { name, form, isKeywordOnly } of fn.parameters) {
    if (form === 'rest') {
      names.set(name, list(positional.slice(at), 'tuple'))
      at = positional.length
    } else if (form === 'keywords') {
      const rest = dict()
      for (const [key, value] of left) putEntry(machine, rest, str(key), value, false)
      names.set(name, rest)
    } else {
      const given = left.get(name) ?? (isKeywordOnly ? undefined : positional[at++])
      left.delete(name)
      names.set(
        name,
        given ?? fn.defaults.get(name) ?? machine.unknown(`has no value for the parameter ${name}`),
      )
    }
  }
  return names
}

/** Classes made later are not in the copy. */
function copyOf(found: ListValue): ListValue {
  return { ...found, items: [...found.items], maybe: new Set(found.maybe) }
}
