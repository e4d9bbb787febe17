import { documentationOf } from './documentation.ts'
import type { Interpreter } from './machine.ts'
import { folderAttribute } from './model-folders.ts'
import { baseName, parentPath, splitExtension } from './project.ts'
import { isOnlyInPacks, toolClassAttribute, toolConstant } from './tool-facts.ts'
import {
  type ClassValue,
  type DictValue,
  dict,
  external,
  type FunctionValue,
  type InstanceValue,
  list,
  type ModuleValue,
  none,
  type OutcomeValue,
  type SuperValue,
  str,
  type Value,
} from './values.ts'

/** Looks up an attribute as Python does, through classes and descriptors. */
export function attributeOf(machine: Interpreter, object: Value, name: string): Value {
  switch (object.kind) {
    case 'module':
      return moduleAttribute(machine, object, name)
    case 'external':
      if (object.path === 'nodes' && /^NODE_(CLASS|DISPLAY_NAME)_MAPPINGS$/.test(name))
        return machine.toolMapping(name)
      if (object.path === 'folder_paths') {
        const found = folderAttribute(machine, name)
        if (found) return found
      }
      return toolConstant(object.path, name) ?? external(`${object.path}.${name}`)
    case 'class':
      return classAttribute(machine, object, object, name, lineage(object))
    case 'instance':
      return instanceAttribute(machine, object, name)
    case 'super':
      return superAttribute(machine, object, name)
    case 'unknown':
      return object
    case 'function':
      return functionAttribute(object, name)
    case 'path':
      return pathAttribute(object.value, name) ?? { kind: 'method', self: object, name }
    case 'outcome':
      return outcomeAttribute(object, name) ?? { kind: 'method', self: object, name }
    case 'method':
      if (object.function && name === '__func__') return object.function
      if (object.function && name === '__self__') return object.self
      if (object.function && (name === '__name__' || name === '__qualname__')) return str(object.name)
      return { kind: 'method', self: object, name }
    default:
      return { kind: 'method', self: object, name }
  }
}

/** Sets an attribute of a module, a class or an object; other values ignore it. */
export function setAttributeOf(object: Value, name: string, value: Value): void {
  if (object.kind === 'outcome' && isSchema(object)) object.keywords.set(name, value)
  if (object.kind === 'class' || object.kind === 'instance') object.members.set(name, value)
  if (object.kind === 'module') object.scope.names.set(name, value)
}

/** Returns the current names of a module, a class or an object. */
export function namespaceOf(
  machine: Interpreter,
  value: ModuleValue | ClassValue | InstanceValue,
): DictValue {
  const made = dict()
  const names = value.kind === 'module' ? value.scope.names : value.members
  for (const [name, member] of names) machine.setItem(made, str(name), member)
  return made
}

function moduleAttribute(machine: Interpreter, module: ModuleValue, name: string): Value {
  const { path, scope } = module
  const own = scope.names.get(name)
  if (own) return own
  const full = scope.module.name === '' ? name : `${scope.module.name}.${name}`
  if (scope.module.isPackage && machine.project.findModule(full)) return machine.importModule(full)
  // A module found by its file acts as its own spec, which has the loader.
  if (name === '__dict__') return namespaceOf(machine, module)
  if (name === 'loader') return { kind: 'method', self: module, name }
  return machine.unknown(`uses ${name} of ${path}, which that file does not define in its text`)
}

/** Lists the class itself and everything it inherits from, the most derived first. */
export function lineage(value: Value): Value[] {
  const known = lineages.get(value)
  if (known) return known
  const order = findLineage(value)
  lineages.set(value, order)
  return order
}

const lineages = new WeakMap<Value, Value[]>()

function findLineage(value: Value): Value[] {
  const found: Value[] = []
  collect(value, found, 0)
  return found.filter((item, i) => found.lastIndexOf(item) === i)
}

function collect(value: Value, found: Value[], depth: number): void {
  found.push(value)
  if (value.kind === 'class' && depth < 30 && found.length < 300)
    for (const base of value.bases) collect(base, found, depth + 1)
}

function classAttribute(
  machine: Interpreter,
  cls: ClassValue,
  self: Value,
  name: string,
  order: readonly Value[],
): Value {
  const own = cls.members.has(name) ? undefined : specialAttribute(machine, cls, self, name)
  if (own) return own
  for (const base of order) {
    if (base.kind === 'class') {
      const member = base.members.get(name)
      if (member) return bound(machine, member, cls, self, name)
      continue
    }
    const path = base.kind === 'external' ? base.path : ''
    const fact = toolClassAttribute(path, name)
    if (fact) return fact
    if (emptyBases.has(path) || isBuiltinWithout(path, name) || (path !== '' && isOnlyInPacks(path, name)))
      continue
    return machine.unknown(`is inherited from ${path || 'a class'}, which is not part of the pack`)
  }
  if (name === '__dict__' && (self.kind === 'class' || self.kind === 'instance'))
    return namespaceOf(machine, self)
  if (name === '__members__' || name === '__subclasses__') return { kind: 'method', self, name }
  if (self.kind === 'instance' && self.native) return { kind: 'method', self, name }
  return machine.unknown(`has no ${name} in its text`)
}

/** Returns attributes that every class has, whatever it inherits from. */
function specialAttribute(
  machine: Interpreter,
  cls: ClassValue,
  self: Value,
  name: string,
): Value | undefined {
  if (self.kind !== 'instance' && (name === '__name__' || name === '__qualname__')) return str(cls.name)
  if (name === '__class__') return cls
  if (name === '__module__')
    return cls.module ?? machine.unknown('is the name that the tool gives the module')
  // Documentation is not inherited.
  return name === '__doc__' ? none : undefined
}

/** Bases without attributes that matter to a comfy-node. */
const emptyBases = new Set([
  'builtins.object',
  'abc.ABC',
  'typing.Generic',
  'typing.Protocol',
  'enum.Enum',
  'enum.IntEnum',
  'enum.StrEnum',
  'enum.Flag',
  'torch.nn.Module',
  'builtins.Exception',
  'comfy.comfy_types.ComfyNodeABC',
  'comfy.comfy_types.node_typing.ComfyNodeABC',
])

const asked = /^(INPUT_TYPES|[A-Z][A-Z_]+)$/

function isBuiltinWithout(path: string, name: string): boolean {
  return path.startsWith('builtins.') && (asked.test(name) || name.startsWith('__'))
}

function bound(machine: Interpreter, member: Value, cls: ClassValue, self: Value, name: string): Value {
  if (member.kind === 'function') {
    if (member.binding === 'static') return member
    if (member.binding === 'class') return { kind: 'method', self: cls, name, function: member }
    return self.kind === 'instance' ? { kind: 'method', self, name, function: member } : member
  }
  if (self === cls && isEnumeration(cls) && !name.startsWith('_')) return enumMember(cls, name, member)
  if (member.kind === 'instance') return described(machine, member, self, cls)
  return member
}

/** Calls the pack's own descriptor, such as a class property. */
function described(machine: Interpreter, member: InstanceValue, self: Value, cls: ClassValue): Value {
  const getter = member.of.members.get('__get__')
  if (getter?.kind !== 'function') return member
  return machine.call(
    { kind: 'method', self: member, name: '__get__', function: getter },
    { positional: [self, cls], keywords: new Map() },
  )
}

function isEnumeration(cls: ClassValue): boolean {
  return lineage(cls).some((base) => base.kind === 'external' && /^enum\.\w*(Enum|Flag)$/.test(base.path))
}

/** Returns the values of an enumeration's members, in order, or undefined for other classes. */
export function enumValues(cls: ClassValue): Value[] | undefined {
  if (!isEnumeration(cls)) return undefined
  return [...cls.members].flatMap(([name, value]) =>
    name.startsWith('_') || value.kind === 'function' ? [] : [value],
  )
}

/** Returns the value of an enumeration's member. */
export function enumValue(value: Value): Value | undefined {
  return value.kind === 'instance' && isEnumeration(value.of) ? value.members.get('value') : undefined
}

const enumMembers = new WeakMap<Value, InstanceValue>()

function enumMember(cls: ClassValue, name: string, value: Value): InstanceValue {
  const known = enumMembers.get(value)
  if (known && known.of === cls) return known
  const members = new Map<string, Value>([
    ['name', str(name)],
    ['value', value],
  ])
  const isText = lineage(cls).some(
    (base) =>
      base.kind === 'external' &&
      ['builtins.str', 'enum.StrEnum', 'builtins.int', 'enum.IntEnum'].includes(base.path),
  )
  const made: InstanceValue = { kind: 'instance', of: cls, members, ...(isText ? { native: value } : {}) }
  enumMembers.set(value, made)
  return made
}

function instanceAttribute(machine: Interpreter, instance: InstanceValue, name: string): Value {
  return (
    instance.members.get(name) ?? classAttribute(machine, instance.of, instance, name, lineage(instance.of))
  )
}

function superAttribute(machine: Interpreter, { self, after, of }: SuperValue, name: string): Value {
  const order = lineage(of)
  const rest = order.slice(order.indexOf(after) + 1)
  const inherited = rest.some((base) => base.kind === 'class' && base.members.has(name))
  if (name === '__init__' && !inherited) return { kind: 'method', self, name }
  return classAttribute(machine, of, self, name, rest)
}

/**
 * Whether this is the call that describes a comfy-node of the newer interface. Its fields are the arguments.
 */
export function isSchema({ callee }: OutcomeValue): boolean {
  return /(^|\.)Schema$/.test(callee)
}

function outcomeAttribute(outcome: OutcomeValue, name: string): Value | undefined {
  if (!isSchema(outcome)) return undefined
  const position = ['node_id', 'display_name', 'category', 'inputs', 'outputs'].indexOf(name)
  return outcome.keywords.get(name) ?? outcome.args[position] ?? none
}

function functionAttribute(fn: FunctionValue, name: string): Value {
  if (name === '__name__' || name === '__qualname__') return str(fn.name)
  if (name === '__doc__') {
    const text = fn.body.kind === 'statements' ? documentationOf(fn.body.statements()) : undefined
    return text === undefined ? none : str(text)
  }
  return { kind: 'method', self: fn, name }
}

function pathAttribute(path: string, name: string): Value | undefined {
  const file = baseName(path)
  if (name === 'name') return str(file)
  // An entry of `os.scandir` is a path that knows its text.
  if (name === 'path') return str(path)
  if (name === 'stem') return str(splitExtension(file)[0])
  if (name === 'suffix') return str(splitExtension(file)[1])
  if (name === 'parent') return { kind: 'path', value: parentPath(path) }
  if (name === 'parts')
    return list(
      path.split('/').map((part) => str(part || '/')),
      'tuple',
    )
  return undefined
}
