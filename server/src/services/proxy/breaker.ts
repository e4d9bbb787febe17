import { RegistryError } from '../../ground/errors.ts'

const failuresUntilOpen = 5
const openMs = 30_000

/**
 * Leaves a service alone that fails again and again: after some failures in a row nobody is sent there for a while,
 * then one request tries, and its fate decides.
 */
export class Breaker {
  readonly #now: () => Date
  #failures = 0
  #openUntil = 0
  #isTrying = false

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Throws while the service is left alone. Whoever is let through tells by `succeeded` or `failed` how it went. */
  enter(): void {
    if (this.#failures < failuresUntilOpen) return
    const waitMs = this.#openUntil - this.#now().getTime()
    if (waitMs > 0 || this.#isTrying) {
      throw new RegistryError('service_paused', {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    }
    this.#isTrying = true
  }

  succeeded(): void {
    this.#failures = 0
    this.#isTrying = false
  }

  failed(): void {
    this.#failures++
    this.#isTrying = false
    this.#openUntil = this.#now().getTime() + openMs
  }

  /** Neither: the caller went away before it was known. */
  abandoned(): void {
    this.#isTrying = false
  }
}
