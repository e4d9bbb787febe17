/** Who asks for an install, as far as a request tells. */
export interface Installer {
  address: string
  /** Its `User-Agent`; empty without one. */
  agent: string
}

/** Programs that say themselves that they follow links or look whether something is up. */
const bots =
  /bot\b|bots?\/|crawl|spider|slurp|preview|monitor|uptime|headless|lighthouse|facebookexternalhit/i

export const isBot = ({ agent }: Installer): boolean => bots.test(agent)

const periodMs = 1_800_000
/** Bounds the memory: with more, the oldest may be counted again. */
const mostKnown = 100_000
/** Of its characters, those that programs are told apart by. */
const longestAgent = 100

/**
 * Remembers who has just installed what, in memory only: the same version for the same address and
 * program counts again after half an hour to an hour.
 */
export class RecentInstalls {
  readonly #now: () => Date
  #current = new Set<string>()
  #before = new Set<string>()
  #since = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** True the first time. */
  note({ address, agent }: Installer, versionId: string): boolean {
    this.#turn()
    // Not a digest: that would cost as much as the answer to the install.
    const key = `${versionId} ${address} ${agent.slice(0, longestAgent)}`
    if (this.#current.has(key) || this.#before.has(key)) return false
    this.#current.add(key)
    return true
  }

  #turn(): void {
    const passedMs = Math.abs(this.#now().getTime() - this.#since)
    if (passedMs < periodMs && this.#current.size < mostKnown) return
    this.#before = passedMs < 2 * periodMs ? this.#current : new Set()
    this.#current = new Set()
    this.#since = this.#now().getTime()
  }
}
