import type { Caller } from '../http/request-limits.ts'

/** Programs that say themselves that they follow links or look whether something is up. */
const bots =
  /bot\b|bots?\/|crawl|spider|slurp|preview|monitor|uptime|headless|lighthouse|facebookexternalhit/i

export const isBot = ({ agent }: Caller): boolean => bots.test(agent)

const periodMs = 1_800_000
/** Bounds the memory: with more, the oldest may be counted again. */
const mostKnown = 100_000
/** Of its characters, those that programs are told apart by. */
const longestAgent = 100

/** Versions by address and program: asked with every install, so no text is put together to look one up. */
type Installs = Map<string, Map<string, Set<string>>>

/**
 * Remembers who has just installed what, in memory only: the same version for the same address and
 * program counts again after half an hour to an hour.
 */
export class RecentInstalls {
  readonly #now: () => Date
  #current: Installs = new Map()
  #before: Installs = new Map()
  /** How many versions `#current` names. */
  #count = 0
  #since = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** True the first time. */
  note(caller: Caller, versionId: string): boolean {
    this.#turn()
    if (has(this.#current, caller, versionId) || has(this.#before, caller, versionId)) return false
    add(this.#current, caller, versionId)
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

function has(installs: Installs, { address, agent }: Caller, versionId: string): boolean {
  return installs.get(address)?.get(agent.slice(0, longestAgent))?.has(versionId) ?? false
}

function add(installs: Installs, { address, agent }: Caller, versionId: string): void {
  const ofAddress = installs.get(address) ?? new Map<string, Set<string>>()
  const program = agent.slice(0, longestAgent)
  const versions = ofAddress.get(program) ?? new Set()
  installs.set(address, ofAddress.set(program, versions.add(versionId)))
}
