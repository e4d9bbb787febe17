import { LockRefusal } from '@nodeyard/analysis/installations'
import type { Registry } from '@nodeyard/contract/ground'
import { type ReadInput, readInput } from '@nodeyard/planning/read-input'
import { givenOf } from '@nodeyard/planning/resolve'
import type { TextKey } from '../../ground/texts/texts.ts'
import { problemOf, type ResolveProblem } from '../resolve/problem.ts'

export type Problem =
  | { from: 'lock'; key: TextKey<'plan'>; place: string }
  | { from: 'workflow'; key: ResolveProblem }

export type Answer = { step: 'done'; read: ReadInput } | { step: 'failed'; problem: Problem }

/** Reads lists of packs, lock files and workflows. */
export async function readGiven(registry: Registry, input: readonly (File | string)[]): Promise<Answer> {
  try {
    return { step: 'done', read: await readInput(registry, input.map(givenOf)) }
  } catch (error) {
    return { step: 'failed', problem: toProblem(error) }
  }
}

function toProblem(error: unknown): Problem {
  if (!(error instanceof LockRefusal)) return { from: 'workflow', key: problemOf(error) }
  const keys = {
    unknown_format: 'problem_unknown_format',
    newer_format: 'problem_newer_format',
    broken: 'problem_broken',
    too_large: 'problem_too_large',
  } as const
  return { from: 'lock', key: keys[error.problem], place: error.place }
}
