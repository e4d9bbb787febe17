import {
  type ErrorCode,
  errors,
  type Problem,
  retryAfterSeconds as usualWaits,
} from '@nodeyard/contract/errors'

/** What an answer says beyond its code's sentence; `error` only where clients expect another text than the code. */
type Extra = Partial<Pick<Problem, 'error' | 'field' | 'limit' | 'details'>>

/**
 * A refusal the caller can act on. Anything else that is thrown is a bug: logged once, answered 500.
 * The code's own sentence is the message unless a more exact one is given.
 */
export class RegistryError extends Error {
  override name = 'RegistryError'
  readonly code: ErrorCode
  readonly status: number
  readonly extra: Extra
  /** When it makes sense to try again. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, extra: Extra & { message?: string; retryAfterSeconds?: number } = {}) {
    const { message, retryAfterSeconds, ...rest } = extra
    super(message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.extra = rest
    this.retryAfterSeconds = retryAfterSeconds ?? usualWaits[code]
  }

  /** The body of the answer. */
  toProblem(): Problem {
    return { error: this.code, message: this.message, ...this.extra }
  }
}
