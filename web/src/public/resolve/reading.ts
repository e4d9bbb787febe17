import type { Registry } from '@nodeyard/contract/ground'
import { givenOf, type Resolved, resolveWorkflow } from '@nodeyard/planning/resolve'
import { problemOf, type ResolveProblem } from './problem.ts'

type Answer = { step: 'done'; resolved: Resolved } | { step: 'failed'; problem: ResolveProblem }

/** Finds the packs for files and texts. */
export async function resolve(registry: Registry, input: readonly (File | string)[]): Promise<Answer> {
  try {
    return { step: 'done', resolved: await resolveWorkflow(registry, input.map(givenOf)) }
  } catch (error) {
    return { step: 'failed', problem: problemOf(error) }
  }
}
