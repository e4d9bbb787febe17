import type { Depth, Flow, Module, StepBudget } from '../flow.ts'
import type { Library } from '../library.ts'
import { evaluate } from './expressions.ts'
import { Follower } from './follower.ts'
import { perform } from './statements.ts'

/** Follows where values go through all modules together, until nothing new is found; then says what is called. */
export function followFlow(
  modules: readonly Module[],
  library: Library,
  budget: StepBudget,
  depth: Depth = 'deep',
): Flow {
  return new Follower(modules, library, budget, depth, { evaluate, perform }).run()
}
