import type { IncomingMessage } from 'node:http'
import type { Changes } from '../db/changes.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { longestStaleMs } from './cache-control.ts'
import { CachedResponse } from './cached-response.ts'

interface Entry {
  key: string
  response: CachedResponse
  /** Its share of the cache's size. */
  bytes: number
  storedAt: number
  /** True if notifications may have been missed since: served only while the database is unavailable. */
  isDoubtful: boolean
}

/** How long a fill may take before the old response is served, while notifications do not arrive. */
const patienceMs = 1000
/** After a failed fill, old responses are served for this long without another attempt. */
const retryMs = 1000
/** No fill outlasts this many changes. */
const maxChangesRemembered = 2000
/** Long URLs list what one client has installed, so no other client requests them. */
const longestKey = 2000
const overheadBytes = 1000

/**
 * Public responses as bytes. An entry is removed when a change with one of its tags is announced, when it expires, or
 * when the cache is full.
 *
 * A change may be announced while a response is being made from the data before it. Such a response is not stored: each
 * change starts a new epoch, and `store` compares the epoch at the start of the fill.
 *
 * While notifications of other processes may be missing, lookups miss. Entries that are expired or doubtful stay for an
 * hour, to be served as stale while the database is unavailable.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #entryOf = new WeakMap<CachedResponse, Entry>()
  readonly #fills = new Map<string, { epoch: number; result: Promise<unknown> }>()
  /** The epoch of each tag's last change, the oldest first. */
  readonly #changedIn = new Map<string, number>()
  /** Until this epoch, any tag may have changed. */
  #unknownUntil = 0
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #changes: Pick<Changes, 'isCurrent' | 'catchUp'>
  readonly #stats = { bytes: 0, hits: 0, misses: 0, stale: 0 }
  #failedAt = Number.NEGATIVE_INFINITY
  epoch = 0

  constructor({ maxBytes, now, changes }: { maxBytes: number; now: () => number; changes: Changes }) {
    this.#maxBytes = maxBytes
    this.#now = now
    this.#changes = changes
    changes.onChange((tags) => this.#invalidate(tags))
  }

  /** The current response; undefined on a miss. */
  get(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.isDoubtful || !this.#isFresh(entry) || !this.#changes.isCurrent()) return undefined
    this.#stats.hits++
    return entry.response
  }

  /**
   * Returns the cached response or fills the entry; concurrent misses share one fill. Only a `CachedResponse` is stored.
   * While the database is unavailable, returns the last response marked as stale, or rejects if there is none.
   *
   * @param refresh true to ignore the cached response and the fills of others
   */
  async fetch<Filled>(
    key: string,
    fill: () => Promise<Filled>,
    { refresh = false }: { refresh?: boolean } = {},
  ): Promise<Filled | CachedResponse> {
    const lookUp = () => (refresh ? undefined : this.get(key))
    const hit = lookUp()
    if (hit) return hit
    this.#stats.misses++
    const make = () => (refresh ? this.#fill(key, fill) : this.#fillOnce(key, fill))
    const old = this.#findOld(key)
    if (!old) return make()
    if (performance.now() - this.#failedAt < retryMs) return this.#toStale(old)
    const isCurrent = await this.#changes.catchUp()
    const caughtUp = isCurrent ? lookUp() : undefined
    if (caughtUp) return caughtUp
    try {
      return await (isCurrent ? make() : within(patienceMs, make()))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#failedAt = performance.now()
      return this.#toStale(old)
    }
  }

  /** Stores a response unless its data has changed since `epoch`, it has expired, or it is large. */
  store(key: string, response: CachedResponse, epoch: number): void {
    const isLarge = response.body.length > this.#maxBytes / 10 || key.length > longestKey
    // An older response under this key must not outlast what was found now.
    this.#remove(key)
    if (isLarge || response.expiresAt <= this.#now() || this.#hasChanged(response.tags, epoch)) return
    const entry = { key, response, bytes: 0, storedAt: this.#now(), isDoubtful: false }
    this.#entries.set(key, entry)
    this.#entryOf.set(response, entry)
    this.#measure(entry)
    for (const tag of response.tags.map(inOneCase)) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      this.#keysByTag.set(tag, keys.add(key))
    }
    this.#evict()
  }

  /** Accounts for an encoding that was added to a response. */
  readonly grew = (response: CachedResponse): void => {
    const entry = this.#entryOf.get(response)
    if (!entry) return
    this.#measure(entry)
    this.#evict()
  }

  /** The current size, and the lookups since the start. */
  get stats(): { entries: number; bytes: number; hits: number; misses: number; stale: number } {
    return { entries: this.#entries.size, ...this.#stats }
  }

  async #fill<Filled>(key: string, fill: () => Promise<Filled>): Promise<Filled> {
    const { epoch } = this
    try {
      const filled = await fill()
      if (filled instanceof CachedResponse) this.store(key, filled, epoch)
      else this.#remove(key)
      return filled
    } catch (error) {
      if (!isUnavailable(error)) this.#remove(key)
      throw error
    }
  }

  /** Joins a running fill, unless its result or its failure is older than a change that affects it. */
  #fillOnce<Filled>(key: string, fill: () => Promise<Filled>): Promise<Filled> {
    const running = this.#fills.get(key)
    if (running) {
      // A key is always filled by the same function.
      const result = running.result as Promise<Filled>
      if (running.epoch === this.epoch) return result
      const again = () => this.#fillOnce(key, fill)
      const isOutdated = (filled: Filled) =>
        this.#hasChanged(filled instanceof CachedResponse ? filled.tags : undefined, running.epoch)
      return result.then((filled) => (isOutdated(filled) ? again() : filled), again)
    }
    const result = this.#fill(key, fill).finally(() => {
      if (this.#fills.get(key)?.result === result) this.#fills.delete(key)
    })
    this.#fills.set(key, { epoch: this.epoch, result })
    return result
  }

  /** False also after the clock has been set back. */
  #isFresh({ response, storedAt }: Entry): boolean {
    const now = this.#now()
    return now < response.expiresAt && now >= storedAt
  }

  #findOld(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#now() - entry.storedAt < longestStaleMs ? entry : undefined
  }

  #toStale({ response, storedAt }: Entry): CachedResponse {
    this.#stats.stale++
    return response.asStale(this.#now() - storedAt)
  }

  #measure(entry: Entry): void {
    const { body, compressed } = entry.response
    const held = [entry.key, body, compressed.br, compressed.gzip]
    const bytes = held.reduce((sum, one) => sum + (one?.length ?? 0), overheadBytes)
    this.#stats.bytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  /** Whether one of these tags changed after an epoch. Undefined tags stand for all. */
  #hasChanged(tags: readonly string[] | undefined, epoch: number): boolean {
    if (epoch === this.epoch) return false
    if (!tags || epoch < this.#unknownUntil) return true
    return tags.some((tag) => (this.#changedIn.get(inOneCase(tag)) ?? 0) > epoch)
  }

  #invalidate(tags: readonly string[]): void {
    const changed = tags.map(inOneCase)
    this.#rememberChange(changed)
    if (tags.includes('*')) for (const entry of this.#entries.values()) entry.isDoubtful = true
    else for (const tag of changed) for (const key of this.#keysByTag.get(tag) ?? []) this.#remove(key)
  }

  #rememberChange(tags: readonly string[]): void {
    this.epoch++
    if (tags.includes('*')) this.#unknownUntil = this.epoch
    for (const tag of tags) {
      this.#changedIn.delete(tag)
      this.#changedIn.set(tag, this.epoch)
    }
    for (const [tag, epoch] of this.#changedIn) {
      if (this.#changedIn.size <= maxChangesRemembered) break
      this.#changedIn.delete(tag)
      this.#unknownUntil = epoch
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#entryOf.delete(entry.response)
    this.#stats.bytes -= entry.bytes
    for (const tag of entry.response.tags.map(inOneCase)) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }

  /** Removes the oldest entries first: popular ones are soon filled again. */
  #evict(): void {
    for (const key of this.#entries.keys()) {
      if (this.#stats.bytes <= this.#maxBytes) return
      this.#remove(key)
    }
  }
}

/** Rejects as an unreachable database does if the work takes too long. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const error = Object.assign(new Error('The work took too long.'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => late.reject(error), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Whether the client asks for a response that is made from the current data. */
export function asksForRefresh({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['cache-control']?.includes('no-cache') ?? false
}

/** Ids in URLs are accepted in any letter case. */
const inOneCase = (tag: string) => tag.toLowerCase()
