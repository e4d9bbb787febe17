import { RegistryError } from '../../ground/errors.ts'

const failuresUntilOpen = 5
const openMs = 30_000

/**
 * A circuit breaker. After several failures in a row it rejects requests for a while, then lets one probe through,
 * whose outcome decides.
 */
export class Breaker {
  readonly #now: () => Date
  #failures = 0
  #openUntil = 0
  #isProbing = false

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Throws while open. The caller must report the outcome with `succeeded`, `failed` or `abandoned`. */
  enter(): void {
    if (this.#failures < failuresUntilOpen) return
    const waitMs = this.#openUntil - this.#now().getTime()
    if (waitMs > 0 || this.#isProbing) {
      throw new RegistryError('service_paused', {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    }
    this.#isProbing = true
  }

  succeeded(): void {
    this.#failures = 0
    this.#isProbing = false
  }

  failed(): void {
    this.#failures++
    this.#isProbing = false
    this.#openUntil = this.#now().getTime() + openMs
  }

  /** The caller left before the outcome was known. */
  abandoned(): void {
    this.#isProbing = false
  }
}
