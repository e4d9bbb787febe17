import { setTimeout as pause } from 'node:timers/promises'

/** Requests to one host follow one another at least this far apart. */
const apartMs = 1000

/** Spaces the requests to each host, over all repositories that are read at the same time in this process. */
export class HostTurns {
  readonly #next = new Map<string, number>()
  readonly #apartMs: number

  /** @param apart for hosts that can take more, such as those of tests */
  constructor(apart = apartMs) {
    this.#apartMs = apart
  }

  /** Resolves when it is this request's turn. */
  async wait(host: string | undefined, signal: AbortSignal): Promise<void> {
    if (host === undefined || this.#apartMs === 0) return
    const now = performance.now()
    for (const [other, at] of this.#next) if (at < now) this.#next.delete(other)
    const turn = Math.max(now, this.#next.get(host) ?? 0)
    this.#next.set(host, turn + this.#apartMs)
    if (turn > now) await pause(turn - now, undefined, { signal })
  }
}
