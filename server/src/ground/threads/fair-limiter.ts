import type { AddressKey } from '../address-key.ts'
import { RegistryError } from '../errors.ts'

interface Most {
  atOnce: number
  /** Of these, those of one caller, for work that slows down all other work. */
  ofCaller?: number
  waiting: number
}

interface Waiting {
  caller: AddressKey
  isWanted(): boolean
  turn: PromiseWithResolvers<void>
}

/**
 * Limits how much work runs at once, fairly by caller. The next to run is a caller with the least work running. When the
 * queue is full, a caller with less work queued displaces the last item of the caller with the most.
 */
export class FairLimiter {
  readonly #most: Required<Most>
  readonly #unwanted: () => Error
  readonly #held = new Map<AddressKey, number>()
  #turns = 0
  #waiting: Waiting[] = []

  /** @param unwanted creates the error for queued work whose result is no longer wanted */
  constructor(most: Most, unwanted = () => new Error('The result is no longer wanted.')) {
    this.#most = { ofCaller: most.atOnce, ...most }
    this.#unwanted = unwanted
  }

  /** Runs the work in turn. Rejects if the queue is full. */
  async run<Result>(
    caller: AddressKey,
    work: () => Promise<Result>,
    isWanted: () => boolean = () => true,
  ): Promise<Result> {
    if (this.#hasTurnFor(caller)) this.#hold(caller)
    else await this.#wait({ caller, isWanted, turn: Promise.withResolvers() })
    try {
      return await work()
    } finally {
      this.#release(caller)
      this.#next()
    }
  }

  #hasTurnFor(caller: AddressKey): boolean {
    return this.#turns < this.#most.atOnce && (this.#held.get(caller) ?? 0) < this.#most.ofCaller
  }

  #wait(waiting: Waiting): Promise<void> {
    this.#dropUnwanted()
    if (this.#waiting.length >= this.#most.waiting) this.#makeRoomFor(waiting.caller)
    this.#waiting.push(waiting)
    return waiting.turn.promise
  }

  #makeRoomFor(caller: AddressKey): void {
    const byCaller = Map.groupBy(this.#waiting, (one) => one.caller)
    const own = byCaller.get(caller)?.length ?? 0
    const most = [...byCaller.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    const last = most.at(-1)
    if (!last || most.length <= own + 1) throw tooMany()
    this.#waiting = this.#waiting.filter((one) => one !== last)
    last.turn.reject(tooMany())
  }

  #next(): void {
    this.#dropUnwanted()
    const heldBy = ({ caller }: Waiting) => this.#held.get(caller) ?? 0
    const [next] = this.#waiting.toSorted((a, b) => heldBy(a) - heldBy(b))
    if (!next || !this.#hasTurnFor(next.caller)) return
    this.#waiting = this.#waiting.filter((one) => one !== next)
    this.#hold(next.caller)
    next.turn.resolve()
  }

  #hold(caller: AddressKey): void {
    this.#turns++
    this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1)
  }

  #release(caller: AddressKey): void {
    this.#turns--
    const left = (this.#held.get(caller) ?? 1) - 1
    if (left > 0) this.#held.set(caller, left)
    else this.#held.delete(caller)
  }

  #dropUnwanted(): void {
    const { wanted = [], unwanted = [] } = Object.groupBy(this.#waiting, ({ isWanted }) =>
      isWanted() ? 'wanted' : 'unwanted',
    )
    this.#waiting = wanted
    for (const { turn } of unwanted) turn.reject(this.#unwanted())
  }
}

function tooMany(): RegistryError {
  return new RegistryError('unavailable', { retryAfterSeconds: 1 })
}
