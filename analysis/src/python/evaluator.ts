import { Exhausted } from './budget.ts'
import { joinValues, mergeInto } from './collections.ts'
import { type Completion, next } from './evaluation-state.ts'
import { evaluate } from './expressions.ts'
import { callWith } from './machine.ts'
import { callMethod } from './methods.ts'
import { ModuleEvaluator } from './module-evaluator.ts'
import { binary, native } from './operators.ts'
import { PythonError, PythonSyntaxError } from './python-error.ts'
import type { ClassSyntax, Expression, FunctionSyntax, Statement } from './syntax.ts'
import { isList, keyOf, type ListValue, none, type Scope, truth, type Value } from './values.ts'

/**
 * Follows a pack's Python code as the interpreter would, without running anything: known values stay known,
 * and values that only a running tool knows become `unknown` with a reason. Both branches of an unknown
 * condition are followed, and their registrations are marked as conditional.
 */
export class Evaluator extends ModuleEvaluator {
  protected block(statements: readonly Statement[], scope: Scope): Completion {
    let doubts = 0
    this.budget.enter()
    try {
      for (const statement of statements) {
        this.enter(statement.line)
        const completion = this.#statement(statement, scope)
        if (completion === leftPerhaps) {
          doubts++
          this.uncertainty++
        } else if (completion.kind !== 'next') return completion
      }
      return doubts > 0 ? leftPerhaps : next
    } finally {
      this.budget.leave()
      this.uncertainty -= doubts
    }
  }

  /**
   * Published packs can be loaded. When the code alone suggests that loading fails, and nothing catches the
   * error, users' machines must differ: the failure is recorded, and evaluation continues after it.
   */
  protected moduleBlock(statements: readonly Statement[], scope: Scope): Completion {
    for (const [at, statement] of statements.entries()) {
      try {
        const completion = this.budget.part(() => this.block([statement], scope))
        if (completion === leftPerhaps)
          return this.uncertainly(() => this.block(statements.slice(at + 1), scope))
        if (completion.kind !== 'next') return completion
      } catch (error) {
        if (error instanceof Exhausted && !this.budget.isSpent) {
          this.#cut(statement.line)
          continue
        }
        if (!(error instanceof PythonError) || this.tries > 0 || this.isUncertain) throw error
        if (error instanceof PythonSyntaxError) throw error
        this.failures.push({ reason: error.message, at: { ...this.at, line: statement.line } })
      }
    }
    return next
  }

  #cut(line: number): void {
    this.cuts.push({ ...this.at, line })
  }

  #statement(statement: Statement, scope: Scope): Completion {
    switch (statement.kind) {
      case 'expression':
        evaluate(this, statement.value, scope)
        return next
      case 'assign': {
        const value = evaluate(this, statement.value, scope)
        for (const target of statement.targets) this.bind(target, value, scope)
        return next
      }
      case 'augment':
        return this.#augment(statement, scope)
      case 'import':
        for (const name of statement.names) this.import(name, scope)
        return next
      case 'from':
        return this.importFrom(statement, scope)
      case 'if':
        return this.#if(statement, scope)
      case 'for':
        return this.#endless(() => this.#for(statement, scope), statement.line, Infinity)
      case 'while':
        return this.#endless(() => this.#while(statement, scope), statement.line)
      case 'try':
        return this.#try(statement, scope)
      case 'with':
        for (const item of statement.items) this.#enterContext(item, scope)
        return this.block(statement.body, scope)
      case 'function':
        return this.#define(statement.function, this.function(statement.function, scope), scope)
      case 'class':
        return this.#define(statement.class, this.class(statement.class, scope), scope)
      case 'return':
        return { kind: 'return', value: statement.value ? evaluate(this, statement.value, scope) : none }
      case 'raise':
        throw new PythonError('raise')
      case 'break':
        return { kind: 'break' }
      case 'continue':
        return { kind: 'continue' }
      case 'global':
        for (const name of statement.names) scope.globals.add(name)
        return next
      case 'delete':
        for (const target of statement.targets) this.#delete(target, scope)
        return next
      case 'pass':
      case 'unsupported':
        return next
    }
  }

  #define({ name, decorators }: FunctionSyntax | ClassSyntax, value: Value, scope: Scope): Completion {
    this.assign(name, this.decorate(value, decorators, scope), scope)
    return next
  }

  #augment({ target, operator, value }: Statement & { kind: 'augment' }, scope: Scope): Completion {
    const before = evaluate(this, target, scope)
    const added = evaluate(this, value, scope)
    if (before.kind === 'dict' && operator === '|') mergeInto(this, before, added, this.isUncertain)
    else if (isList(before) && before.kind === 'list' && operator === '+') this.#extend(before, added)
    else
      this.bind(
        target,
        binary(this, operator, before, added) ?? this.unknown('is computed from something unknown'),
        scope,
      )
    return next
  }

  #extend(target: ListValue, added: Value): void {
    callMethod(this, target, 'extend', callWith([added]))
  }

  #if({ condition, body, otherwise }: Statement & { kind: 'if' }, scope: Scope): Completion {
    const answer = truth(native(evaluate(this, condition, scope)))
    if (answer !== undefined) return this.block(answer ? body : otherwise, scope)
    const before = new Map(scope.names)
    const first = this.#branch(body, scope)
    const afterFirst = scope.names
    scope.names = new Map(before)
    const second = this.#branch(otherwise, scope)
    return this.#joinBranches(
      scope,
      { completion: first, names: afterFirst },
      { completion: second, names: scope.names },
    )
  }

  /** Runs one branch of an unknown condition; an error in it only means that the other branch is taken. */
  #branch(statements: readonly Statement[], scope: Scope): Completion {
    try {
      return this.uncertainly(() => this.block(statements, scope))
    } catch (error) {
      if (error instanceof PythonError) return { kind: 'raise' }
      throw error
    }
  }

  /** Runs statements that may or may not run. An early exit from them is only possible, not certain. */
  #perhaps(statements: readonly Statement[], scope: Scope): Completion {
    const before = new Map(scope.names)
    const completion = this.#branch(statements, scope)
    if (completion.kind === 'return') this.frames.at(-1)?.possible.push(completion.value)
    scope.names = completion.kind === 'raise' ? before : this.#joinNames(before, scope.names)
    return completion.kind === 'next' ? completion : next
  }

  #joinBranches(scope: Scope, first: Branch, second: Branch): Completion {
    const [a, b] = [first.completion, second.completion]
    if (a.kind === 'raise' && b.kind === 'raise') throw new PythonError('raise')
    for (const completion of [a, b])
      if (completion.kind === 'return') this.frames.at(-1)?.possible.push(completion.value)
    const [leaves, stays] = [isLeaving(a), isLeaving(b)]
    if (a.kind === 'raise' || leaves) scope.names = second.names
    else if (b.kind === 'raise' || stays) scope.names = first.names
    else scope.names = this.#joinNames(first.names, second.names)
    if (leaves && stays)
      return a.kind === 'return' || b.kind === 'return'
        ? { kind: 'return', value: this.#possibleReturn() }
        : a
    return leaves || stays || a === leftPerhaps || b === leftPerhaps ? leftPerhaps : next
  }

  #possibleReturn(): Value {
    const [first, ...others] = this.frames.at(-1)?.possible ?? []
    return others.reduce((joined, value) => joinValues(this, joined, value), first ?? none)
  }

  #joinNames(first: Map<string, Value>, second: Map<string, Value>): Map<string, Value> {
    this.budget.step(first.size >> 2)
    const joined = new Map(first)
    for (const [name, value] of second) {
      const other = first.get(name)
      joined.set(name, other ? joinValues(this, other, value) : value)
    }
    return joined
  }

  #for({ target, iterable, body, otherwise }: Statement & { kind: 'for' }, scope: Scope): Completion {
    const { items, maybe, open } = this.iterate(evaluate(this, iterable, scope))
    let turns = 0
    for (const item of items) {
      if (++turns > this.budget.limits.loopTurns) throw new Exhausted('loopTurns')
      this.bind(target, item, scope)
      const completion = maybe.has(item) ? this.#perhaps(body, scope) : this.block(body, scope)
      if (completion.kind === 'return') return completion
      if (completion.kind === 'break') return next
    }
    if (open) {
      this.bind(target, open, scope)
      this.#perhaps(body, scope)
    }
    return this.block(otherwise, scope)
  }

  #while({ condition, body }: Statement & { kind: 'while' }, scope: Scope): Completion {
    for (let turns = 0; ; turns++) {
      if (turns === this.budget.limits.loopTurns) throw new Exhausted('loopTurns')
      const answer = truth(native(evaluate(this, condition, scope)))
      if (answer === false) return next
      const completion = answer ? this.block(body, scope) : this.#perhaps(body, scope)
      if (completion.kind === 'return' && answer) return completion
      if (answer === undefined || completion.kind === 'break' || completion === leftPerhaps) return next
    }
  }

  /** Leaves a loop that does not end by itself, and keeps what is known so far. */
  #endless(loop: () => Completion, line: number, steps = this.budget.limits.loopSteps): Completion {
    try {
      return this.budget.part(loop, steps)
    } catch (error) {
      if (!(error instanceof Exhausted) || this.budget.isSpent || error.limit === 'nesting') throw error
      this.#cut(line)
      return next
    }
  }

  /**
   * Imports from outside the pack count as successful, because a pack is judged with its dependencies
   * installed. A handler therefore runs only when the code itself shows that the body fails.
   */
  #try({ body, handlers, otherwise, last }: Statement & { kind: 'try' }, scope: Scope): Completion {
    let completion: Completion
    try {
      completion = this.#tried(body, scope)
      if (completion.kind === 'next') completion = this.block(otherwise, scope)
    } catch (error) {
      const [handler] = handlers
      if (!(error instanceof PythonError) || !handler) throw error
      if (handler.name) scope.names.set(handler.name, this.unknown('is an exception'))
      completion = this.block(handler.body, scope)
    }
    const final = this.block(last, scope)
    return final.kind === 'next' ? completion : final
  }

  #tried(body: readonly Statement[], scope: Scope): Completion {
    this.tries++
    try {
      return this.block(body, scope)
    } finally {
      this.tries--
    }
  }

  #enterContext({ value, target }: { value: Expression; target?: Expression }, scope: Scope): void {
    const context = evaluate(this, value, scope)
    if (!target) return
    const entered =
      context.kind === 'instance' ? this.call(this.attribute(context, '__enter__'), callWith([])) : context
    this.bind(target, entered, scope)
  }

  #delete(target: Expression, scope: Scope): void {
    if (target.kind === 'name') scope.names.delete(target.name)
    if (target.kind !== 'subscript') return
    const object = native(evaluate(this, target.object, scope))
    const key = keyOf(evaluate(this, target.index, scope))
    if (object.kind === 'dict' && key !== undefined && !this.isUncertain) object.entries.delete(key)
  }
}

interface Branch {
  completion: Completion
  names: Map<string, Value>
}

/** The block may have been left already, so the following statements run only possibly. */
const leftPerhaps: Completion = { kind: 'next' }

function isLeaving(completion: Completion): boolean {
  return completion.kind === 'return' || completion.kind === 'break' || completion.kind === 'continue'
}
