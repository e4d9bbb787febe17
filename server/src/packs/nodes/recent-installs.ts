import type { Caller } from '../../ground/http/request-limits.ts'

/** Programs that say themselves that they follow links or look whether something is up. */
const bots =
  /bot\b|bots?\/|crawl|spider|slurp|preview|monitor|uptime|headless|lighthouse|facebookexternalhit/i

export const isBot = ({ agent }: Caller): boolean => bots.test(agent)

const periodMs = 1_800_000
/** Bounds the memory: with more, the oldest may be counted again. */
const mostKnown = 100_000
/** Of its characters, those that programs are told apart by. */
const longestAgent = 100

/** What a program calls itself is its own choice: of one address so many count for one version. */
const mostPrograms = 20

/** Programs by address and version: asked with every install, so no text is put together to look one up. */
type Installs = Map<string, Map<string, Set<string>>>

/**
 * Remembers who has just installed what, in memory only: the same version for the same address and
 * program counts again after half an hour to an hour, and so do those that were too many.
 */
export class RecentInstalls {
  readonly #now: () => Date
  #current: Installs = new Map()
  #before: Installs = new Map()
  /** How many programs `#current` names. */
  #count = 0
  #since = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** True the first time. */
  note(caller: Caller, versionId: string): boolean {
    this.#turn()
    const program = caller.agent.slice(0, longestAgent)
    const lately = this.#current.get(caller.address)?.get(versionId)
    const before = this.#before.get(caller.address)?.get(versionId)
    if (lately?.has(program) || before?.has(program)) return false
    if ((lately?.size ?? 0) + (before?.size ?? 0) >= mostPrograms) return false
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
