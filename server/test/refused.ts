import assert from 'node:assert/strict'
import { type ErrorCode, errors, type Problem, RegistryRefusal } from '@nodeyard/contract/ground'

/** Returns the error of a refused call. Fails when the call succeeds, or has another code or status. */
export async function refused(code: ErrorCode, call: Promise<unknown>): Promise<Problem> {
  const thrown = await call.then(
    (answer) => assert.fail(`expected ${code}, got ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
  if (!(thrown instanceof RegistryRefusal)) throw thrown
  const { status, problem } = thrown
  assert.deepEqual([problem.error, status], [code, errors[code].status], problem.message)
  assert.doesNotMatch(problem.message, /[\r\n]/)
  return problem
}
