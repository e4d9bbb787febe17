import type { Flow, FollowOptions, Module } from '../flow.ts'
import type { Library } from '../library.ts'
import { evaluate } from './expressions.ts'
import { Follower } from './follower.ts'
import { perform } from './statements.ts'

/** Follows values through all modules together, until nothing new is found, and returns the calls. */
export function followFlow(modules: readonly Module[], library: Library, options: FollowOptions): Flow {
  return new Follower(modules, library, options, { evaluate, perform }).run()
}
