import { dictMethod, listMethod } from './collection-methods.ts'
import type { CallArguments, Interpreter } from './machine.ts'
import { outcomeMethod, pathMethod } from './path-methods.ts'
import { textMethod } from './text-methods.ts'
import type { FunctionValue, Value } from './values.ts'

/** Calls a method of a plain value. */
export function callMethod(machine: Interpreter, self: Value, name: string, args: CallArguments): Value {
  machine.budget.charge(self, ...args.positional)
  const found = known(machine, self, name, args)
  if (found) return found
  if (self.kind === 'outcome') {
    return {
      kind: 'outcome',
      callee: `${self.callee}().${name}`,
      receiver: self,
      args: args.positional,
      keywords: args.keywords,
      at: machine.at,
    }
  }
  return self.kind === 'unknown' ? self : machine.unknown(`calls ${name}, which is not looked into`)
}

function known(machine: Interpreter, self: Value, name: string, args: CallArguments): Value | undefined {
  switch (self.kind) {
    case 'str':
      return textMethod(machine, self.value, name, args)
    case 'list':
    case 'tuple':
    case 'set':
      return listMethod(machine, self, name, args)
    case 'dict':
      return dictMethod(machine, self, name, args)
    case 'path':
      return pathMethod(machine, self.value, name, args)
    case 'outcome':
      return outcomeMethod(machine, self, name, args)
    case 'function':
      return name === '__get__' ? boundTo(self, args.positional) : undefined
    case 'method':
      return name === '__get__' ? self : undefined
    default:
      return undefined
  }
}

/** `function.__get__(object, class)`, which binds a function by hand. */
function boundTo(fn: FunctionValue, [object, cls]: readonly Value[]): Value | undefined {
  const self = fn.binding === 'class' || object?.kind === 'none' ? cls : object
  if (fn.binding === 'static') return fn
  return self ? { kind: 'method', self, name: fn.name, function: fn } : undefined
}
