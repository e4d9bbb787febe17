import type { Caller } from '../../ground/http/request-limits.ts'

/** User agents of programs that follow links or monitor uptime. */
const bots =
  /bot\b|bots?\/|crawl|spider|slurp|preview|monitor|uptime|headless|lighthouse|facebookexternalhit/i

export const isBot = ({ agent }: Caller): boolean => bots.test(agent)

const periodMs = 1_800_000
/** Bounds the memory. Beyond it, the oldest installs can count again. */
const mostKnown = 100_000
/** Only this many characters of a user agent distinguish programs. */
const longestAgent = 100

/** Clients choose their user agent freely, so one address counts at most this many per version. */
const maxPrograms = 20

/** Nested maps by address and version, because each install looks one up and should not build a key. */
type Installs = Map<string, Map<string, Set<string>>>

/**
 * Remembers recent installs in memory. The same version for the same address and program counts again after
 * half an hour to an hour, as do installs beyond the limit.
 */
export class RecentInstalls {
  readonly #now: () => Date
  #current: Installs = new Map()
  #before: Installs = new Map()
  /** Number of programs in `#current`. */
  #count = 0
  #since = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Returns true for the first install in the period. */
  note(caller: Caller, versionId: string): boolean {
    this.#turn()
    const program = caller.agent.slice(0, longestAgent)
    const lately = this.#current.get(caller.address)?.get(versionId)
    const before = this.#before.get(caller.address)?.get(versionId)
    if (lately?.has(program) || before?.has(program)) return false
    if ((lately?.size ?? 0) + (before?.size ?? 0) >= maxPrograms) return false
    add(this.#current, caller.address, versionId, program)
    this.#count++
    return true
  }

  #turn(): void {
    const nowMs = this.#now().getTime()
    const passedMs = Math.abs(nowMs - this.#since)
    if (passedMs < periodMs && this.#count < mostKnown) return
    this.#before = passedMs < 2 * periodMs ? this.#current : new Map()
    this.#current = new Map()
    this.#count = 0
    this.#since = nowMs
  }
}

function add(installs: Installs, address: string, versionId: string, program: string): void {
  const ofAddress = installs.get(address) ?? new Map<string, Set<string>>()
  const programs = ofAddress.get(versionId) ?? new Set()
  installs.set(address, ofAddress.set(versionId, programs.add(program)))
}
