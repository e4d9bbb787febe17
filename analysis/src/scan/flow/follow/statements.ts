import type { Action } from '../syntax.ts'
import { joinAll, named, nothing, textValue, type Unit, unknown } from '../values.ts'
import { assign } from './assignments.ts'
import { define, defineClass, useResult } from './definitions.ts'
import type { Follower } from './follower.ts'
import { invoke, plainCall } from './invocation.ts'
import { noteImport } from './recording.ts'

/** Follows the values through one statement. */
export function perform(follower: Follower, action: Action, unit: Unit): void {
  follower.line = action.line
  switch (action.kind) {
    case 'evaluate':
      if (action.value.kind !== 'text') follower.evaluate(action.value, unit)
      return
    case 'assign':
      assign(follower, action.target, follower.evaluate(action.value, unit), unit)
      return
    case 'import':
      for (const { name, alias } of action.names) importModule(follower, name, alias, unit)
      return
    case 'from':
      importFrom(follower, action, unit)
      return
    case 'function':
      define(follower, action, unit)
      return
    case 'class':
      defineClass(follower, action, unit)
      return
    case 'return': {
      const value = follower.evaluate(action.value, unit)
      follower.fill(unit.returns, value)
      if (unit.parent?.scope.kind === 'class') useResult(follower, value, unit, unit.parent)
    }
  }
}

function importModule(follower: Follower, name: string, alias: string | undefined, unit: Unit): void {
  noteImport(follower, name, unit)
  const top = name.split('.')[0] ?? name
  const inPack =
    follower.library.language === 'python' ? follower.modules.find(unit.file, 0, name) : undefined
  if (inPack) follower.readNow(inPack)
  const value = inPack?.asValue ?? follower.outside.named(alias ? name : top)
  follower.set(unit, alias ?? top, value)
}

function importFrom(
  follower: Follower,
  { level, module, names }: Extract<Action, { kind: 'from' }>,
  unit: Unit,
): void {
  if (follower.library.language === 'javascript') {
    importScript(follower, module, names, unit)
    return
  }
  if (level === 0) noteImport(follower, module, unit)
  const found = follower.modules.find(unit.file, level, module)
  if (found) follower.readNow(found)
  if (names === '*') {
    if (follower.current) found?.starReaders.add(follower.current)
    for (const [name, value] of found?.filled() ?? []) follower.set(unit, name, follower.settle(value, unit))
    if (!found)
      for (const name of follower.library.starNames(module))
        follower.set(unit, name, named(`${module}.${name}`))
    return
  }
  for (const { name, alias } of names) {
    const inner = follower.modules.find(unit.file, level, module === '' ? name : `${module}.${name}`)
    if (inner) follower.readNow(inner)
    const held = found ? follower.look(found.cell(name)) : undefined
    const outside = found || inner ? nothing : level > 0 ? unknown : follower.library.attribute(module, name)
    follower.set(unit, alias ?? name, joinAll([held ?? nothing, inner?.asValue ?? nothing, outside]))
  }
}

/** Imported names belong to a script of the pack, or to something unknown. */
function importScript(
  follower: Follower,
  address: string,
  names: Extract<Action, { kind: 'from' }>['names'],
  unit: Unit,
): void {
  const loads = follower.outside.named('import')
  const outside = invoke(follower, loads, plainCall({ unit, line: follower.line }, [textValue(address)]))
  const found = follower.modules.find(unit.file, 0, address)
  if (found) follower.readNow(found)
  if (names === '*') {
    if (follower.current) found?.starReaders.add(follower.current)
    for (const [name, value] of found?.filled() ?? [])
      if (name !== 'default') follower.set(unit, name, follower.settle(value, found ?? unit))
    return
  }
  for (const { name, alias } of names) {
    const held = name === '*' ? found?.asValue : found && (follower.look(found.cell(name)) ?? unknown)
    follower.set(unit, alias ?? name, held ?? outside)
  }
}
