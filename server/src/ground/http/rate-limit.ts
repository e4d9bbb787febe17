export interface Taken {
  isAllowed: boolean
  /** How many more are allowed right now. */
  remaining: number
  /** Until the whole quota is there again. */
  resetSeconds: number
  /** Until one more is allowed; 0 when it is now. */
  retrySeconds: number
}

/** What numbers with fractions leave over is no reason to refuse. */
const roundingMs = 0.001

/** Callers that were seen lately. Beyond this the oldest are forgotten early. */
const mostCallers = 500_000

/**
 * So many requests a window for each caller, given back evenly: nobody waits for the beginning of a window, and nobody
 * doubles a quota around it. One number a caller is kept: the time at which its quota will be whole again.
 */
export class RateLimit {
  readonly name: string
  readonly quota: number
  readonly #windowMs: number
  readonly #intervalMs: number
  /** Those seen in this turn and in the one before. Whoever was seen in neither has its quota whole. */
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  #turnsAtMs = 0

  constructor({ name, quota, windowSeconds }: { name: string; quota: number; windowSeconds: number }) {
    this.name = name
    this.quota = quota
    this.#windowMs = windowSeconds * 1000
    this.#intervalMs = this.#windowMs / quota
  }

  /** What counts for more than one request counts for the whole quota at most. */
  take(caller: string, nowMs: number, requests = 1): Taken {
    const isTurnOver = nowMs >= this.#turnsAtMs || this.#turnsAtMs - nowMs > this.#windowMs
    if (isTurnOver || this.#current.size >= mostCallers) this.#turn(nowMs)
    const known = this.#current.get(caller) ?? this.#previous.get(caller) ?? 0
    // No quota takes longer than a window to be whole: what is later was noted before the clock was put back.
    const wholeAtMs = known - nowMs > this.#windowMs + roundingMs ? nowMs : Math.max(known, nowMs)
    const costMs = this.#intervalMs * Math.min(requests, this.quota)
    const overMs = wholeAtMs + costMs - nowMs - this.#windowMs
    const isAllowed = overMs < roundingMs
    if (isAllowed) this.#current.set(caller, wholeAtMs + costMs)
    const usedMs = wholeAtMs - nowMs + (isAllowed ? costMs : 0)
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor((this.#windowMs - usedMs + roundingMs) / this.#intervalMs)),
      resetSeconds: Math.ceil(usedMs / 1000),
      retrySeconds: isAllowed ? 0 : Math.max(1, Math.ceil(overMs / 1000)),
    }
  }

  #turn(nowMs: number): void {
    this.#previous = nowMs >= this.#turnsAtMs + this.#windowMs ? new Map() : this.#current
    this.#current = new Map()
    this.#turnsAtMs = nowMs + this.#windowMs
  }
}
