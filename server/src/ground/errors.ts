import {
  retryAfterSeconds as defaultWaits,
  type ErrorCode,
  errors,
  type Problem,
} from '@nodeyard/contract/ground'

/** Additional fields of an error response. `error` replaces the code for clients that expect another text. */
type Extra = Partial<Pick<Problem, 'error' | 'field' | 'limit' | 'details'>>

/**
 * An error that the caller can act on. Anything else that is thrown is a bug, which is logged once and returned as 500. The
 * message defaults to the text of the code.
 */
export class RegistryError extends Error {
  override name = 'RegistryError'
  readonly code: ErrorCode
  readonly status: number
  readonly extra: Extra
  /** When a retry makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, extra: Extra & { message?: string; retryAfterSeconds?: number } = {}) {
    const { message, retryAfterSeconds, ...rest } = extra
    super(message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.extra = rest
    this.retryAfterSeconds = retryAfterSeconds ?? defaultWaits[code]
  }

  /** Returns the body of the response. */
  toProblem(): Problem {
    return { error: this.code, message: this.message, ...this.extra }
  }
}
