import { addAll, joinValues, mergeInto, putEntry } from './collections.ts'
import type { CallArguments, Interpreter } from './machine.ts'
import { binary, compare, formatValue, native, unary } from './operators.ts'
import type { Argument, Clause, Expression, Item, Pair } from './syntax.ts'
import {
  bool,
  type DictValue,
  dict,
  type FunctionValue,
  int,
  isList,
  isUndecided,
  type ListValue,
  none,
  type Scope,
  str,
  truth,
  type Value,
} from './values.ts'

/** The parts of the evaluator that expressions use, in addition to those for builtins. */
export interface ExpressionMachine extends Interpreter {
  lookUp(name: string, scope: Scope): Value
  bind(target: Expression, value: Value, scope: Scope): void
  enter(line: number): void
  /** Works like `attribute` for a written name: a missing one is an error that the code can catch. */
  writtenAttribute(object: Value, name: string): Value
  uncertainly<Result>(run: () => Result): Result
  yielded(value: Value): void
  makeLambda(expression: Expression & { kind: 'lambda' }, scope: Scope): FunctionValue
  callExpression(callee: Expression, args: CallArguments, scope: Scope): Value
}

/** Evaluates an expression in a scope. */
export function evaluate(machine: ExpressionMachine, expression: Expression, scope: Scope): Value {
  machine.enter(expression.line)
  machine.budget.enter()
  try {
    return evaluateKind(machine, expression, scope)
  } finally {
    machine.budget.leave()
  }
}

function evaluateKind(machine: ExpressionMachine, expression: Expression, scope: Scope): Value {
  const value = (part: Expression) => evaluate(machine, part, scope)
  switch (expression.kind) {
    case 'none':
      return none
    case 'bool':
      return bool(expression.value)
    case 'int':
      return int(expression.value)
    case 'float':
      return { kind: 'float', value: expression.value }
    case 'string':
      return str(expression.value)
    case 'format':
      return formatted(machine, expression, scope)
    case 'name':
      return machine.lookUp(expression.name, scope)
    case 'attribute':
      return machine.writtenAttribute(value(expression.object), expression.name)
    case 'subscript':
      return subscript(machine, value(expression.object), expression.index, scope)
    case 'call':
      return machine.callExpression(expression.callee, callArguments(machine, expression.args, scope), scope)
    case 'list':
    case 'tuple':
    case 'set':
      return listOf(machine, expression.kind, expression.items, scope)
    case 'dict':
      return dictOf(machine, expression.pairs, scope)
    case 'comprehension':
      return comprehension(machine, expression, scope)
    case 'unary':
      if (expression.operator === 'await') return machine.awaited(value(expression.operand))
      return expression.operator === 'not'
        ? negated(machine, value(expression.operand))
        : orUnknown(machine, unary(expression.operator, value(expression.operand)))
    case 'binary':
      return orUnknown(
        machine,
        binary(machine, expression.operator, value(expression.left), value(expression.right)),
      )
    case 'boolean':
      return shortCircuit(machine, expression, scope)
    case 'compare':
      return comparison(machine, expression, scope)
    case 'choice':
      return choice(machine, expression, scope)
    case 'lambda':
      return machine.makeLambda(expression, scope)
    case 'named':
      return named(machine, expression, scope)
    case 'yield':
      return yielded(machine, expression, scope)
    case 'ellipsis':
    case 'slice':
      return machine.unknown('is not a plain value')
    case 'unsupported':
      return machine.unknown(`uses ${expression.what.replaceAll('_', ' ')}, which is not looked into`)
  }
}

function orUnknown(machine: Interpreter, value: Value | undefined): Value {
  return value ?? machine.unknown('is computed from something that only the running tool knows')
}

function formatted(
  machine: ExpressionMachine,
  { parts }: Expression & { kind: 'format' },
  scope: Scope,
): Value {
  let text = ''
  for (const part of parts) {
    const piece =
      typeof part === 'string'
        ? part
        : formatValue(evaluate(machine, part.value, scope), part.conversion, part.format)
    if (piece === undefined) return machine.unknown('is a text with a part that only the running tool knows')
    text += piece
    machine.budget.hold('textLength', text.length)
  }
  return str(text)
}

function subscript(machine: ExpressionMachine, object: Value, index: Expression, scope: Scope): Value {
  if (index.kind !== 'slice') return machine.item(object, evaluate(machine, index, scope))
  const bounds = [0, 1, 2].map((i) => {
    const part = index.parts[i]
    return part ? evaluate(machine, part, scope) : none
  })
  return sliced(machine, native(object), bounds)
}

function sliced(machine: Interpreter, object: Value, bounds: readonly Value[]): Value {
  machine.budget.charge(object)
  const numbers = bounds.map((bound) => (bound.kind === 'int' ? Number(bound.value) : undefined))
  const isKnown = bounds.every((bound) => bound.kind === 'int' || bound.kind === 'none')
  const [start, stop, step = 1] = numbers
  if (!isKnown || (step !== 1 && step !== -1)) return machine.unknown('is a slice that is not looked into')
  if (object.kind === 'str') return str(take([...object.value], start, stop, step).join(''))
  if (!isList(object)) return machine.unknown('is a part of something that only the running tool knows')
  return { ...object, items: take(object.items, start, stop, step) }
}

function take<T>(
  items: readonly T[],
  start: number | undefined,
  stop: number | undefined,
  step: number,
): T[] {
  // Negative steps are only supported for reversing a whole list.
  return step === 1 ? items.slice(start, stop) : items.slice(stop, start).reverse()
}

/** Evaluates the arguments of a call, including `*list` and `**mapping`. */
function callArguments(machine: ExpressionMachine, args: readonly Argument[], scope: Scope): CallArguments {
  const found: CallArguments = { positional: [], keywords: new Map() }
  for (const argument of args) {
    const value = evaluate(machine, argument.value, scope)
    if (argument.name === '**') spreadKeywords(value, found)
    else if (argument.name !== undefined) found.keywords.set(argument.name, value)
    else if (argument.isSplat) found.positional.push(...machine.iterate(value).items)
    else found.positional.push(value)
  }
  return found
}

function spreadKeywords(value: Value, found: CallArguments): void {
  const plain = native(value)
  if (plain.kind !== 'dict') return
  for (const { key, value: each } of plain.entries.values())
    if (key.kind === 'str') found.keywords.set(key.value, each)
}

function listOf(
  machine: ExpressionMachine,
  kind: ListValue['kind'],
  items: readonly Item[],
  scope: Scope,
): ListValue {
  const made: ListValue = { kind, items: [], maybe: new Set() }
  for (const { value: expression, isSplat } of items) {
    const value = evaluate(machine, expression, scope)
    if (!isSplat) made.items.push(value)
    else addAll(machine, made, value)
  }
  return made
}

function dictOf(machine: ExpressionMachine, pairs: readonly Pair[], scope: Scope): DictValue {
  const made = dict()
  for (const pair of pairs) {
    if (!pair.key) mergeInto(machine, made, evaluate(machine, pair.value, scope), false)
    else {
      const key = evaluate(machine, pair.key, scope)
      putEntry(machine, made, key, evaluate(machine, pair.value, scope), false)
    }
  }
  return made
}

function comprehension(
  machine: ExpressionMachine,
  expression: Expression & { kind: 'comprehension' },
  scope: Scope,
): Value {
  const inner: Scope = { ...scope, names: new Map(), parent: scope, globals: new Set(), isClass: false }
  const items: ListValue = { kind: expression.of === 'set' ? 'set' : 'list', items: [], maybe: new Set() }
  const made = dict()
  const add = () => {
    const value = evaluate(machine, expression.value, inner)
    if (expression.key)
      putEntry(machine, made, evaluate(machine, expression.key, inner), value, machine.isUncertain)
    else items.items.push(value)
    if (!expression.key && machine.isUncertain) items.maybe.add(value)
  }
  const open = runClauses(machine, expression.clauses, inner, add)
  return expression.of === 'dict'
    ? { ...made, ...(open ? { open } : {}) }
    : { ...items, ...(open ? { open } : {}) }
}

/** Returns the reason why there may be further items. */
function runClauses(
  machine: ExpressionMachine,
  clauses: readonly Clause[],
  scope: Scope,
  add: () => void,
): ListValue['open'] {
  const [clause, ...rest] = clauses
  if (!clause) {
    add()
    return undefined
  }
  if (clause.kind === 'if') {
    const answer = truth(evaluate(machine, clause.condition, scope))
    if (answer === false) return undefined
    return answer
      ? runClauses(machine, rest, scope, add)
      : machine.uncertainly(() => runClauses(machine, rest, scope, add))
  }
  const { items, maybe, open } = machine.iterate(evaluate(machine, clause.iterable, scope))
  let reason = open
  for (const item of items) {
    machine.bind(clause.target, item, scope)
    const run = () => runClauses(machine, rest, scope, add)
    reason = (maybe.has(item) ? machine.uncertainly(run) : run()) ?? reason
  }
  return reason
}

function negated(machine: Interpreter, value: Value): Value {
  const answer = truth(native(value))
  return answer === undefined ? orUnknown(machine, undefined) : bool(!answer)
}

function shortCircuit(
  machine: ExpressionMachine,
  expression: Expression & { kind: 'boolean' },
  scope: Scope,
): Value {
  const left = evaluate(machine, expression.left, scope)
  const answer = truth(native(left))
  const right = () => evaluate(machine, expression.right, scope)
  if (expression.operator === 'and') {
    if (answer === false) return left
    if (answer) return right()
    return truth(right()) === false ? bool(false) : orUnknown(machine, undefined)
  }
  if (answer) return left
  if (answer === false) return right()
  // `flags or []` is a list either way, but it is unknown which one.
  return isUndecided(left) ? orUnknown(machine, undefined) : left
}

function comparison(
  machine: ExpressionMachine,
  expression: Expression & { kind: 'compare' },
  scope: Scope,
): Value {
  let left = evaluate(machine, expression.first, scope)
  let isKnown = true
  for (const { operator, operand } of expression.rest) {
    const right = evaluate(machine, operand, scope)
    machine.budget.charge(left, right)
    const answer = compare(operator, left, right)
    if (answer === false) return bool(false)
    if (answer === undefined) isKnown = false
    left = right
  }
  return isKnown
    ? bool(true)
    : machine.unknown('is a comparison with something that only the running tool knows')
}

function choice(
  machine: ExpressionMachine,
  expression: Expression & { kind: 'choice' },
  scope: Scope,
): Value {
  const answer = truth(native(evaluate(machine, expression.condition, scope)))
  if (answer !== undefined)
    return evaluate(machine, answer ? expression.whenTrue : expression.whenFalse, scope)
  const [first, second] = [
    evaluate(machine, expression.whenTrue, scope),
    evaluate(machine, expression.whenFalse, scope),
  ]
  return joinValues(machine, first, second)
}

function named(
  machine: ExpressionMachine,
  { name, value, line }: Expression & { kind: 'named' },
  scope: Scope,
): Value {
  const result = evaluate(machine, value, scope)
  machine.bind({ kind: 'name', name, line }, result, scope)
  return result
}

function yielded(
  machine: ExpressionMachine,
  { value, isFrom }: Expression & { kind: 'yield' },
  scope: Scope,
): Value {
  const result = value ? evaluate(machine, value, scope) : none
  if (!isFrom) machine.yielded(result)
  else for (const item of machine.iterate(result).items) machine.yielded(item)
  return none
}
