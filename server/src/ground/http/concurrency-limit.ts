import { RegistryError } from '../errors.ts'

/** Limits how many requests each caller runs at once. */
export class ConcurrencyLimit {
  readonly #running = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Counts a request, or throws if the caller runs too many. Returns a function that ends it; further calls do nothing. */
  enter(caller: string): () => void {
    const running = this.#running.get(caller) ?? 0
    if (running >= this.#most) throw new RegistryError('too_many_at_once', { limit: this.#most })
    this.#running.set(caller, running + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const left = (this.#running.get(caller) ?? 1) - 1
      if (left > 0) this.#running.set(caller, left)
      else this.#running.delete(caller)
    }
  }
}
