export interface Taken {
  isAllowed: boolean
  /** Requests that are allowed right now. */
  remaining: number
  /** Seconds until the quota is full again. */
  resetSeconds: number
  /** Seconds until the next allowed request; 0 when it is allowed now. */
  retrySeconds: number
}

/** Rounding errors must not cause a refusal. */
const roundingMs = 0.001

/** Limits the remembered callers. Beyond it, the oldest are forgotten early. */
const maxCallers = 500_000

/**
 * Limits the requests of each caller per window. The quota refills continuously, so that no caller waits for
 * the next window or doubles the quota around its start. It stores one number per caller: the time at which
 * the quota is full again.
 */
export class RateLimit {
  readonly name: string
  readonly quota: number
  readonly #windowMs: number
  readonly #intervalMs: number
  /**
   * Callers seen in this turn; `#previous` holds those of the last one. All other callers have a full quota.
   */
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  #turnsAtMs = 0

  constructor({ name, quota, windowSeconds }: { name: string; quota: number; windowSeconds: number }) {
    this.name = name
    this.quota = quota
    this.#windowMs = windowSeconds * 1000
    this.#intervalMs = this.#windowMs / quota
  }

  /** A request with a higher cost counts as the full quota at most. */
  take(caller: string, nowMs: number, requests = 1): Taken {
    const isTurnOver = nowMs >= this.#turnsAtMs || this.#turnsAtMs - nowMs > this.#windowMs
    if (isTurnOver || this.#current.size >= maxCallers) this.#turn(nowMs)
    const known = this.#current.get(caller) ?? this.#previous.get(caller) ?? 0
    // A later time than one window from now was stored before the clock was set back.
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
