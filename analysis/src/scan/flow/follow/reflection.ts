import { names } from '../names.ts'
import { fullTexts, joinAll, named, nothing, type Unit, type Value } from '../values.ts'
import { noteStore } from './assignments.ts'
import { setAttribute } from './attributes.ts'
import type { CallSite, Invocation } from './call-site.ts'
import { ownClassOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { findByText, findDotted, findNamed } from './lookups.ts'
import { noteHook } from './recording.ts'

const findsByName = names(
  /^(getattr|setattr|Reflect\.get|Object\.assign|inspect\.getattr_static|__import__|importlib\.(import_module|__import__|machinery\.BuiltinImporter\.load_module)|__loader__\.load_module|vars|super|(object|type)\.__(set|get|del)attr(ibute)?__|attrgetter:.*)$|\.(__getattribute__|__getattr__)$|(\.__dict__|^globals\(\)|^locals\(\)|^sys\.modules)\.(get|pop|__getitem__)$|^globals\(\)\.update$/,
)

/** Functions that return the object of a dotted name. */
const findsDotted = names(
  /^(pydoc\.locate|pkgutil\.resolve_name|hydra\.utils\.get_(method|object|class)|(\w+\.)+import_string)$/,
)

/** Whether the function finds or sets something by its name. */
export function isReflective(name: string): boolean {
  return findsByName.test(name) || findsDotted.test(name)
}

/** Returns the result of a reflective call, or undefined when it is unknown. */
export function reflect(follower: Follower, name: string, call: Invocation): Value | undefined {
  const { args, keywords, unit } = call
  const [first, second] = args
  switch (name) {
    case 'super':
      return {
        ...follower.library.result(name, nothing, args, keywords),
        units: ownClassOf(unit)?.bases ?? [],
      }
    case 'getattr':
    case 'Reflect.get':
    case 'inspect.getattr_static':
      return first && second ? findByText(follower, '', second, call, first) : undefined
    case '__import__':
    case 'importlib.import_module':
    case '__loader__.load_module':
    case 'importlib.machinery.BuiltinImporter.load_module':
    case 'importlib.__import__':
      return importByName(follower, name, first ?? keywords.get('name'), call)
    case 'vars':
      if (first && first.units.length > 0) return first
      return first ? { ...nothing, names: first.names.map((one) => `${one}.__dict__`) } : undefined
    case 'object.__getattribute__':
      return first && second ? findByText(follower, '', second, call, first) : undefined
    case 'object.__setattr__':
    case 'type.__setattr__':
    case 'setattr':
    case 'Object.assign':
    case 'globals().update':
      setByName(follower, name, args, keywords, unit)
      return undefined
  }
  return first && findByMethod(follower, name, first, call)
}

function importByName(
  follower: Follower,
  name: string,
  text: Value | undefined,
  site: CallSite,
): Value | undefined {
  if (!text) return undefined
  const found = findByText(follower, 'modules', text, site)
  const isTop = name.endsWith('__import__')
  return isTop ? { ...found, names: found.names.map((one) => one.split('.')[0] ?? one) } : found
}

function setByName(
  follower: Follower,
  name: string,
  [first, ...rest]: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
): void {
  if (name === 'globals().update') {
    for (const [key, value] of [...(first?.fields ?? []), ...keywords]) noteHook(follower, key, value, unit)
  } else if (first && name === 'Object.assign') {
    for (const [key, value] of rest.flatMap(({ fields }) => [...(fields ?? [])]))
      noteStore(follower, first, key, value, unit)
  } else if (first) {
    const [key, value] = rest
    const [text] = key ? fullTexts(key) : []
    if (text !== undefined && value) setAttribute(follower, first, text, value, unit)
  }
}

/** `object.__getattribute__(name)`, `vars().get(name)`, `attrgetter(name)(object)`, `pydoc.locate(name)` */
function findByMethod(follower: Follower, name: string, first: Value, call: Invocation): Value | undefined {
  if (/\.(__getattribute__|__getattr__)$/.test(name))
    return findByText(follower, '', call.args.at(-1) ?? first, call, named(name.replace(/\.__\w+$/, '')))
  if (/(\.__dict__|^globals\(\)|^locals\(\)|^sys\.modules)\.(get|pop|__getitem__)$/.test(name))
    return findByText(follower, follower.library.tableOf(name.replace(/\.\w+$/, '')) ?? '', first, call)
  if (findsDotted.test(name))
    return joinAll(fullTexts(first).map((text) => findDotted(follower, text, first, call)))
  const getter = /^attrgetter:(.*)$/.exec(name)
  return getter ? findNamed(follower, first, getter[1] ?? '', call) : undefined
}
