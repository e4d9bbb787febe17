import { RegistryError } from '../errors.ts'

/** How many requests each caller has running. */
export class Lanes {
  readonly #running = new Map<string, number>()
  readonly #atOnce: number

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Takes a lane, or throws when the caller has all of its own taken. Gives how to leave it, once. */
  take(caller: string): () => void {
    const running = this.#running.get(caller) ?? 0
    if (running >= this.#atOnce) {
      throw new RegistryError('too_many_at_once', { limit: this.#atOnce })
    }
    this.#running.set(caller, running + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.#running.get(caller) ?? 1) - 1
      if (left > 0) this.#running.set(caller, left)
      else this.#running.delete(caller)
    }
  }
}
